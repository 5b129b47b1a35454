/** Told lines (`0 place T4 2 C5`) as entries of the log. */
import type { Say } from '../../base/i18n/say';
import type { MatchLog } from '../../live/log/match_log';
import { answeringSeat, readLate, readLine, type LateAnswer } from '../../live/log/told_line';
import type { LogEntry } from '../shared/log_entry';
import { skinOf } from './skin';
import type { View } from './view';

const BLOCKING = 'X';

/** What the entries are made with: names by seat, texts, and what cards are called. */
export interface LogVoice {
  names: readonly string[];
  say: Say;
  card: (card: string) => string;
  /** What the last of these draws brought, where neither it nor the shape tells. */
  brought?: (draws: readonly string[]) => string | null;
  /** Whether the own seat no longer has the piece of a card. */
  skips?: (card: string) => boolean;
}

/** The entry of a line; `draws` are those told so far, its own included. */
export function entryOf(
  text: string,
  { names, say, card, brought }: LogVoice,
  draws: readonly string[] = [],
): LogEntry | null {
  const line = readLine(text);
  const special = brought?.(draws) ?? null;
  if (line.by === 'chance') return drawEntry(line.verb, line.words, say, card, special);
  if (line.by === 'table') {
    const late = readLate(line);
    return late && lateEntry(late, names, say, special);
  }
  const sentence = sentenceOf(line.verb, line.words, say, special);
  return sentence ? { who: names[line.seat] ?? String(line.seat), text: sentence } : null;
}

function lateEntry(
  { seat, verb, words }: LateAnswer,
  names: readonly string[],
  say: Say,
  special: string | null,
): LogEntry {
  const answer = verb ? sentenceOf(verb, words, say, special) : null;
  const text = answer ? `${say('web.play.log.late.answer')} ${answer}` : say('web.play.log.late');
  return { who: names[seat] ?? '', text };
}

function sentenceOf(verb: string, rest: readonly string[], say: Say, special: string | null): string | null {
  switch (verb) {
    case 'place':
      return `${say('web.play.log.place')} ${special ?? say(`shape.${rest[0]}`)}${placeOf(rest[2])}.`;
    case 'stick':
      return `${say('web.stick.log')} ${say(`sticker.${rest[0]}`).toLowerCase()}, ${rest[1]}.`;
    case 'later':
      return say('web.stick.log.later');
    case 'mark':
      return `${say('web.play.log.chooses')} ${say(`answer.${verb}`)}: ${plainCard(rest[1] ?? '', say)}.`;
    case 'box':
      return `${say('web.play.log.chooses')} ${say(`answer.${verb}`)}: ${say(`shaft.${rest[0]}`)}.`;
    case 'pass':
    case 'end':
    case 'undo':
      return say(`web.play.log.${verb}`);
    default: {
      const numbers = rest.filter((word) => /^\d+$/.test(word)).map(Number);
      const words = rest.filter((word) => !/^\d+$/.test(word)).join(' ');
      return `${say('web.play.log.chooses')} ${say(`answer.${verb}`, ...numbers)}${words ? `: ${words}` : ''}.`;
    }
  }
}

/** The name of a square; a hex has none that a board shows. */
const placeOf = (cell = ''): string => (/^[A-Z]\d+$/.test(cell) ? `, ${cell}` : '');

function drawEntry(
  stream: string,
  [index = '0', ...what]: string[],
  say: Say,
  card: LogVoice['card'],
  special: string | null,
): LogEntry {
  const who = stream === 'find' ? say('web.play.log.find') : say('web.play.log.card', Number(index) + 1);
  return { who: `${who}.`, text: `${card(what.join(' '))}${special ? `: ${special}` : ''}.` };
}

/** A card as people call it: as the game says, or its shape and kind, or the name of a special card. */
export function cardName(card: string, view: View, say: Say): string {
  return skinOf(view).card?.(card, view, say) ?? plainCard(card, say);
}

export function plainCard(card: string, say: Say): string {
  const [kind = '', shape] = card.split('-');
  if (shape && /^\d/.test(shape) === false) return `${say(`shape.${shape}`)}, ${say(`kind.${kind}`).toLowerCase()}`;
  const special = say(`card.${card}`);
  return special === `card.${card}` ? card : special;
}

/** The lines from `from` to `to` as entries; a card after a blocking card is said to be blocked. */
export function entriesOf(
  { lines, botLines }: Pick<MatchLog, 'lines' | 'botLines'>,
  voice: LogVoice,
  from = 0,
  to = lines.length,
): LogEntry[] {
  return lines.slice(from, to).flatMap((line, i) => {
    const entry = entryOf(line, voice, drawsOf(lines.slice(0, from + i + 1)));
    if (!entry) return [];
    if (isBlocked(lines, from + i)) return [{ ...entry, text: `${entry.text} ${voice.say('web.play.log.blocked')}` }];
    if (voice.skips?.(cardOf(line) ?? ''))
      return [{ ...entry, text: `${entry.text} ${voice.say('web.play.log.skipped')}` }];
    return [botLines.includes(from + i) ? { ...entry, byBot: true } : entry];
  });
}

/** What a seat answered last, as a sentence without its name. */
export function lastMoveOf(seat: number, lines: readonly string[], voice: LogVoice): string | null {
  const at = lines.findLastIndex((line) => answeringSeat(line) === seat);
  const entry = entryOf(lines[at] ?? '@', voice, drawsOf(lines.slice(0, at)));
  return entry?.text ?? null;
}

/** The newest card that a blocking card stopped, if it is among the last `newLines` lines. */
export function blockedCard(lines: readonly string[], newLines: number): string | null {
  for (let i = lines.length - 1; i >= lines.length - newLines; i--) {
    if (isBlocked(lines, i)) return cardOf(lines[i]);
  }
  return null;
}

function isBlocked(lines: readonly string[], at: number): boolean {
  if (cardOf(lines[at]) === null) return false;
  for (let i = at - 1; i >= 0; i--) {
    const before = cardOf(lines[i]);
    if (before !== null) return before === BLOCKING;
  }
  return false;
}

function drawsOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => /^\* \S+ \d+ (.*)$/.exec(line)?.[1] ?? []);
}

function cardOf(line: string | undefined): string | null {
  return /^\* deck \d+ (.*)$/.exec(line ?? '')?.[1] ?? null;
}
