/** Told lines (`0 place T4 2 C5`) as sentences. */
import type { Say } from './view';

export interface Told {
  /** A name, or what the table says of itself; shown strong. */
  who: string;
  text: string;
}

export function tell(line: string, names: readonly string[], say: Say): Told | null {
  const [who = '', verb = '', ...rest] = line.split(' ');
  if (who === '*') return drawn(verb, rest, say);
  if (who === '@') return verb === 'late' ? { who: names[Number(rest[0])] ?? '', text: say('web.play.log.late') } : null;
  const name = names[Number(who)] ?? who;
  const text = spoken(verb, rest, say);
  return text ? { who: name, text } : null;
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

function drawn(stream: string, [index = '0', ...what]: string[], say: Say): Told {
  const who = stream === 'find' ? say('web.play.log.find') : say('web.play.log.card', Number(index) + 1);
  return { who: `${who}.`, text: `${cardName(what.join(' '), say)}.` };
}

/** A card as people call it: its shape and kind, or the name of a special card. */
export function cardName(card: string, say: Say): string {
  const [kind = '', shape] = card.split('-');
  if (shape && /^\d/.test(shape) === false) return `${say(`shape.${shape}`)}, ${say(`kind.${kind}`).toLowerCase()}`;
  const special = say(`card.${card}`);
  return special === `card.${card}` ? card : special;
}

/** The log with what is new: `news` may be the whole story so far or only its newest part. */
export function grown(log: readonly string[], news: readonly string[]): string[] {
  const whole = news.length >= log.length && log.every((line, i) => news[i] === line);
  return whole ? [...news] : [...log, ...news];
}
