/** What stands in the fixed place beside the buttons. */
import type { Say } from '../../base/i18n/say';
import { waiting } from '../shared/waiting';
import type { Note } from '../shared/status_note';
import type { Desk } from './desk.svelte';
import { isPaid } from './cards/pairs';
import type { View } from './view';
import { lackIn, nameOf } from './cards/words';

interface Table {
  view: View;
  seat: number | null;
  names: readonly string[];
  sent: string | null;
  online: boolean;
  say: Say;
  /** Whether somebody's time runs out soon enough to be watched. */
  timed?: boolean;
}

const HINTED_ROUNDS = 3; // the hint how to begin is given in these

export function statusOf(desk: Desk, { view, seat, names, sent, online, say, timed = false }: Table): Note {
  const calm = (line: string, icon = 'hand'): Note => ({ tone: 'calm', lines: line ? [line] : [], icon });
  const why = (rules: readonly string[]): Note => ({ tone: 'bad', lines: rules.map((rule) => say(`why.${rule}`)) });
  if (desk.refused.length) return why(desk.refused);
  if (!online) return calm(say('web.play.offline.long'), 'plug');
  if (sent !== null) return calm(say('web.play.sent.long'), 'clock');
  if (desk.said.length) return { tone: 'bad', lines: desk.said.map((id) => say(id)) };
  if (desk.lacks) return lackIn(desk.lacks, say);
  if (desk.stage === 'over') return calm(say(view.stuck ? 'web.pc.stuck' : 'web.play.over'), 'end');
  if (desk.stage === 'wait') return calm(waiting(view, seat, names, say), 'clock');
  if (desk.stage === 'pay') return calm(say('web.pc.pay.hint'));
  if (desk.stage === 'token') return calm(say('web.pc.token.hint'));
  return timed && desk.mayConfirm ? calm(say('web.pc.last_call'), 'clock') : calm(planned(desk, view, say));
}

/** What to do next, in one sentence. */
function planned(desk: Desk, view: View, say: Say): string {
  if (desk.mode === 'flip') return say('web.pc.flip.hint');
  if (desk.mode === 'draw')
    return desk.mayDraw && view.deck.top
      ? say('web.pc.draw.hint', { card: nameOf(view.deck.top, say) })
      : say('why.deck_empty');
  if (desk.pair) return '';
  if (desk.chosen.length) return say(desk.partners.some(({ pair }) => isPaid(pair)) ? 'web.pc.second' : 'web.pc.alone');
  if (view.round === view.rounds) return say('web.pc.last_turn');
  return view.round <= HINTED_ROUNDS ? say('web.pc.hint') : '';
}
