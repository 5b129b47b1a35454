/** What stands in the fixed place beside the piece. */
import { plain, signed } from '../../base/i18n/number';
import type { Say } from '../../base/i18n/say';
import { tellsWon, waiting, wonBy } from '../shared/waiting';
import type { Preview } from './desk/preview.svelte';
import type { Note } from '../shared/status_note';
import type { Desk } from './desk/desk.svelte';
import { coveredWords, draftCovers } from './grid/covered';
import { draftLacks, lineLacks } from './desk/lacking';
import { skinOf } from './skin';
import { isCleared } from './stage';
import { lineInWords } from './tally';
import type { BoardView, EndingView, View } from './view';

interface Table {
  view: View;
  seat: number | null;
  names: readonly string[];
  sent: string | null;
  online: boolean;
  /** Hints name fingers, not keys and the wheel. */
  touches: boolean;
  /** Whether a clock runs that is counted in minutes. */
  timed: boolean;
  say: Say;
  /** The card that a blocking card stopped just now. */
  blocked: string | null;
  /** Who leads now where this seat did. */
  overtaken: readonly string[];
}

const TOLD_LINES = 3; // of a tally that changes
const HINTED_ROUNDS = 2; // the hint how to begin is given in these

export function statusOf(desk: Desk, table: Table): Note {
  const { view, seat, names, sent, online, touches, timed, say, blocked, overtaken } = table;
  const calm = (...lines: string[]): Note => ({ tone: 'calm', lines: lines.filter(Boolean) });
  const why = (rules: readonly string[]): Note => ({ tone: 'bad', lines: rules.map((rule) => say(`why.${rule}`)) });
  if (desk.refused.length) return why(desk.refused);
  if (sent !== null) return calm(say(online ? 'web.play.sent.long' : 'web.play.offline.long'));
  if (!online) return calm(say('web.play.offline.long'));
  if (!desk.holds)
    return calm(
      ...idle(desk, view, say),
      desk.stage === 'ended' && view.sealed ? say('web.play.sealed.done') : waiting(view, seat, names, say),
    );
  if (desk.asksEnd && view.ending) return { ...calm(...endCosts(desk, view, view.ending, say)), icon: 'end' };
  if (desk.said.length) return why(desk.said);
  const rule = desk.explained === null ? undefined : desk.lines[desk.explained]?.[0];
  if (rule !== undefined)
    return {
      ...calm(lineInWords(view, rule, say), coveredWords(desk, rule, say), lineLacks(desk.lacks, say)),
      icon: 'seal',
    };
  if (desk.verdict?.legal)
    return {
      tone: 'good',
      lines: [
        fits(desk, touches, say),
        ...(desk.preview ? [brings(desk.preview, say)] : []),
        ...draftCovers(desk, view.score, desk.covers, say),
        ...(desk.preview ? draftLacks(desk.preview.lacks, say) : []),
        ...(desk.preview && touches ? changedLines(desk.preview, say) : []),
        ...(timed && desk.stage === 'lay' ? [say('web.play.last_call')] : []),
      ],
    };
  if (desk.verdict) return why(desk.verdict.rules);
  if (desk.stage === 'stick')
    return { ...calm(say(touches ? 'web.stick.take.touch' : 'web.stick.take')), icon: 'hand' };
  if (desk.isFull && !desk.onlyEnds) return { ...calm(say('web.play.full')), icon: 'end' };
  if (!desk.hasRoom) return calm(say(desk.onlyEnds ? 'web.play.no_room.last' : 'web.play.no_room'));
  if (blocked !== null) return { ...calm(`${say('web.play.blocked')} ${blocked}.`), icon: 'cards' };
  if (overtaken.length) return { ...calm(...overtaken), icon: 'seal' };
  if (!desk.placesNow && desk.places) return { ...calm(say('web.play.turn_helps', desk.places)), icon: 'turn' };
  const kept = view.denied['pass'] ?? [];
  if (kept.length) return calm(...kept.map((rule) => say(`why.${rule}`)));
  return view.round <= HINTED_ROUNDS
    ? { ...calm(say(touches ? 'web.play.take.touch' : 'web.play.take')), icon: 'hand' }
    : calm();
}

/** What ending one's part means now: the points one stays at, what goes by, and what the others still decide. */
function endCosts({ board }: Desk, view: View, ending: EndingView, say: Say): string[] {
  const { won, open, changes, compared, rounds } = ending;
  const least = board.at_least ? '≥ ' : '';
  const fills = { won: least + plain(won), open: plain(open), points: least + plain(won + open) };
  const struck = changes.map(([rule, change]) => `${say(`tally.${rule}`)} ${signed(change)}`);
  const led = board.tally.filter(([rule, points]) => compared.includes(rule) && points > 0);
  const told = { open: plain(compared.length), led: plain(led.length) };
  return [
    rounds === null ? say('web.play.end.costs.dice', fills) : say('web.play.end.costs', rounds, fills),
    ...(struck.length ? [say('web.play.end.changes', { lines: struck.join(', ') })] : []),
    ...(compared.length ? [say(view.sealed ? 'web.play.end.sealed' : 'web.play.end.compared', told)] : []),
  ];
}

/** What the draft books at once and what it changes of what is counted at the end. */
function brings({ change, won }: Preview, say: Say): string {
  if (!won || won === change) return say(won ? 'web.play.brings.won' : 'web.play.brings', { change: signed(change) });
  return say('web.play.brings.both', { won: signed(won), open: signed(change - won) });
}

/** Which lines change most: a phone has no tally in sight. */
function changedLines({ lines, lacks }: Preview, say: Say): string[] {
  const most = [...lines].sort(([, a], [, b]) => Math.abs(b) - Math.abs(a)).filter(([, points]) => points);
  const told = most.slice(0, TOLD_LINES).map(([rule, points]) => `${say(`tally.${rule}`)} ${signed(points)}`);
  const more = most.length > TOLD_LINES ? ['…'] : [];
  return told.length > 1 && !lacks.length ? [[...told, ...more].join(', ')] : [];
}

/** A board as a screen reader says it: whose it is, what lies there, what it is worth. */
export function boardInWords(view: View, board: BoardView, whose: string, say: Say): string {
  if (isCleared(view)) return `${whose}: ${say('web.stick.board')}`;
  const { chapters } = skinOf(view);
  const laid = board.laid.filter(([, name]) => !chapters?.isLand({ name })).length;
  const won = tellsWon(view) ? [`${say('web.play.won')} ${wonBy(board)}`] : [];
  return `${whose}: ${[say('web.play.laid', laid), ...won, `${say('web.play.now')} ${board.value}`].join(', ')}`;
}

/** "Card 8 of 28", or only which card it is. */
export function roundOf(view: View, say: Say): string {
  if (isCleared(view)) return say(`phase.${view.phase}`);
  return view.rounds === null ? say('web.play.log.card', view.round) : say('web.play.round', view.round, view.rounds);
}

/** Where the draft lies, by its name; under fingers one sees that, and hexes have no names that anybody reads. */
function fits(desk: Desk, touches: boolean, say: Say): string {
  if (desk.stage === 'stick') return `${nameOf(desk)}: ${say('web.stick.fits')}`;
  return touches ? say('web.play.fits.touch') : `${nameOf(desk)}: ${say('web.play.fits')}`;
}

function nameOf(desk: Desk): string {
  return desk.draft.at ? desk.grid.name(desk.draft.at) : '';
}

function idle(desk: Desk, view: View, say: Say): string[] {
  if (desk.hold) return [say(desk.stage === 'committed' ? 'web.play.hold' : 'web.play.hold.others')];
  if (desk.stage === 'committed') return [say(`web.play.done.${view.commit?.[0] ?? 'place'}`)];
  if (view.phase === 'rounds' && !view.to_act.length) return [say('web.play.last'), say('web.play.skip')];
  if (desk.stage === 'ended') return [`${say(`ended.${desk.board.ended}`)}.`];
  if (desk.stage === 'over') return [say('web.play.over')];
  if (desk.stage === 'wait' && view.phase === 'rounds' && desk.board.retired?.includes(view.card))
    return [say('web.play.skipped')];
  if (desk.stage === 'wait' && isCleared(view)) return [say(desk.fresh.length ? 'web.stick.done' : 'web.stick.wait')];
  return desk.stage === 'choose' ? [say('web.play.choose.last')] : [];
}
