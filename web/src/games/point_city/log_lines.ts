/** Told lines as sentences. A line names cells only; which cards lay there was told before it. */
import type { Story } from '../../live/match_log';
import type { Say } from '../../base/i18n/say';
import type { Told } from '../shared/log_entry';
import { DeckFaces } from './faces';
import { itemsIn, nameOf } from './words';
import type { Cell } from './view';

const CELLS: readonly Cell[] = [...'1234'].flatMap((row) => [...'abcd'].map((column) => column + row));

/** All lines as sentences; `from` leaves out those before it. */
export function tellAll(
  { lines, by_bot }: Pick<Story, 'lines' | 'by_bot'>,
  names: readonly string[],
  say: Say,
  from = 0,
): Told[] {
  const tale = new Tale(new DeckFaces(lines), names, say);
  lines.forEach((line, at) => tale.hear(line, at));
  return tale.told
    .filter(({ at }) => at >= from)
    .map(({ at, ...told }) => (by_bot.includes(at) ? { ...told, by_bot: true } : told));
}

/** Follows which card of the deck lies in which cell. */
class Tale {
  told: (Told & { at: number })[] = [];
  readonly #faces: DeckFaces;
  readonly #names: readonly string[];
  readonly #say: Say;
  readonly #lies = new Map(CELLS.map((cell, position) => [cell, position]));
  #top = CELLS.length;
  /** What was taken in a turn that may not be closed yet: by whom, and where its sentences begin. */
  #open: { who: string; gaps: readonly Cell[]; from: number } | null = null;

  constructor(faces: DeckFaces, names: readonly string[], say: Say) {
    this.#faces = faces;
    this.#names = names;
    this.#say = say;
  }

  hear(line: string, at: number): void {
    const [who = '', verb = '', ...words] = line.split(' ');
    if (who === '*') {
      if (verb === 'first') this.#tell(words.at(-1), this.#say('web.pc.log.first'), at);
    } else if (who === '@') {
      if (verb === 'late') this.#late(words[0], at);
    } else {
      if (['flip', 'take', 'draw'].includes(verb)) this.#begin(who);
      this.#tell(who, this.#spoken(verb, words, at), at);
      if (verb === 'take') this.#open = { who, gaps: CELLS.filter((cell) => words.includes(cell)), from: at };
      if (verb === 'draw') this.#top += 2;
    }
  }

  #tell(seat: string | undefined, text: string | null, at: number): void {
    if (text) this.told.push({ who: this.#names[Number(seat)] ?? '', text, at });
  }

  /** The table answers for somebody: it draws from the deck, or ends the turn that is open. */
  #late(seat: string | undefined, at: number): void {
    if (this.#open?.who !== seat) {
      this.#begin(seat ?? '');
      this.#top += 2;
    }
    this.#tell(seat, this.#say('web.play.log.late'), at);
  }

  /** A turn begins: the gaps of the last one are filled. Nobody has two turns in a row: then it was taken back. */
  #begin(who: string): void {
    const open = this.#open;
    this.#open = null;
    if (open?.who === who) this.told = this.told.filter(({ at }) => at < open.from);
    else for (const cell of open?.gaps ?? []) this.#lies.set(cell, this.#top++);
  }

  #spoken(verb: string, [one = '', two = '', ...more]: readonly string[], at: number): string | null {
    const say = this.#say;
    switch (verb) {
      case 'flip':
        return say('web.pc.log.flip', { card: this.#card(this.#lies.get(one), at) ?? one });
      case 'take':
        return say('web.pc.log.take', {
          one: this.#card(this.#lies.get(one), at) ?? one,
          two: this.#card(this.#lies.get(two), at) ?? two,
        });
      case 'draw':
        return say('web.pc.log.draw', {
          one: this.#card(this.#top, at) ?? '?',
          two: this.#card(this.#top + 1, at) ?? '?',
        });
      case 'pay':
        return say('web.pc.log.pay', { items: itemsIn([one, two, ...more].filter(Boolean), say) });
      case 'token':
        return say('web.pc.log.token', { token: say(`token.${one}`) });
      default:
        return null;
    }
  }

  #card(position: number | undefined, at: number): string | null {
    const face = this.#faces.at(position, at);
    return face && nameOf(face, this.#say);
  }
}
