/** Told lines (`0 place T4 2 C5`) as sentences. */
import type { Story } from '../../live/match_log';
import type { Say } from '../../base/i18n/say';
import type { Told } from '../shared/log_entry';
import { skinOf } from './skin';
import type { View } from './view';

const BLOCKING = 'X';

/** Who sits where, and what cards are called. */
export interface Teller {
  names: readonly string[];
  say: Say;
  card: (card: string) => string;
}

export function tell(line: string, { names, say, card }: Teller): Told | null {
  const [who = '', verb = '', ...rest] = line.split(' ');
  if (who === '*') return drawn(verb, rest, say, card);
  if (who === '@') return verb === 'late' ? late(rest, names, say) : null;
  const name = names[Number(who)] ?? who;
  const text = spoken(verb, rest, say);
  return text ? { who: name, text } : null;
}

/** The table answers for a seat; in older records the line does not name the answer. */
function late([seat, verb, ...rest]: string[], names: readonly string[], say: Say): Told {
  const answer = verb ? spoken(verb, rest, say) : null;
  const text = answer ? `${say('web.play.log.late.answer')} ${answer}` : say('web.play.log.late');
  return { who: names[Number(seat)] ?? '', text };
}

function spoken(verb: string, rest: string[], say: Say): string | null {
  switch (verb) {
    case 'place':
      return `${say('web.play.log.place')} ${say(`shape.${rest[0]}`)}, ${rest[2]}.`;
    case 'pass':
    case 'end':
    case 'undo':
      return say(`web.play.log.${verb}`);
    default: {
      const numbers = rest.filter((word) => /^\d+$/.test(word)).map(Number);
      const words = rest.filter((word) => !/^\d+$/.test(word)).join(' ');
      return `${say(`answer.${verb}`, ...numbers)}${words ? `: ${words}` : ''}.`;
    }
  }
}

function drawn(stream: string, [index = '0', ...what]: string[], say: Say, card: Teller['card']): Told {
  const who = stream === 'find' ? say('web.play.log.find') : say('web.play.log.card', Number(index) + 1);
  return { who: `${who}.`, text: `${card(what.join(' '))}.` };
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

/** The lines from `from` on as sentences; a card after a blocking card is said to be blocked. */
export function tellAll({ lines, by_bot }: Pick<Story, 'lines' | 'by_bot'>, teller: Teller, from = 0): Told[] {
  return lines.slice(from).flatMap((line, i) => {
    const told = tell(line, teller);
    if (!told) return [];
    if (blocked(lines, from + i)) return [{ ...told, text: `${told.text} ${teller.say('web.play.log.blocked')}` }];
    return [by_bot.includes(from + i) ? { ...told, by_bot: true } : told];
  });
}

/** The newest card that a blocking card stopped, if it is among the last `fresh` lines. */
export function blockedCard(lines: readonly string[], fresh: number): string | null {
  for (let i = lines.length - 1; i >= lines.length - fresh; i--) {
    if (blocked(lines, i)) return cardOf(lines[i]);
  }
  return null;
}

function blocked(lines: readonly string[], at: number): boolean {
  if (cardOf(lines[at]) === null) return false;
  for (let i = at - 1; i >= 0; i--) {
    const before = cardOf(lines[i]);
    if (before !== null) return before === BLOCKING;
  }
  return false;
}

function cardOf(line: string | undefined): string | null {
  return /^\* deck \d+ (.*)$/.exec(line ?? '')?.[1] ?? null;
}
