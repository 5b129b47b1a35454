/** Told lines as entries of the log. A line names cells only; which cards lay there was told before it. */
import type { Say } from '../../base/i18n/say';
import type { MatchLog } from '../../live/log/match_log';
import { readLate, readLine } from '../../live/log/told_line';
import type { LogEntry } from '../shared/log_entry';
import { DeckFaces } from './faces';
import type { Cell } from './view';
import { itemsIn, nameOf } from './cards/words';

const CELLS: readonly Cell[] = [...'1234'].flatMap((row) => [...'abcd'].map((column) => column + row));
const OPENING_VERBS = ['flip', 'take', 'draw'];

/** All lines from `from` on as entries. */
export function entriesOf(
  { lines, botLines }: Pick<MatchLog, 'lines' | 'botLines'>,
  names: readonly string[],
  say: Say,
  from = 0,
): LogEntry[] {
  const writer = new LogWriter(new DeckFaces(lines), names, say);
  lines.forEach((line, at) => writer.add(line, at));
  return writer.entries
    .filter(({ at }) => at >= from)
    .map(({ at, ...entry }) => (botLines.includes(at) ? { ...entry, byBot: true } : entry));
}

/** Follows which card of the deck lies in which cell. */
class LogWriter {
  entries: (LogEntry & { at: number })[] = [];
  readonly #faces: DeckFaces;
  readonly #names: readonly string[];
  readonly #say: Say;
  /** The card in each cell, by its position in the deck. */
  readonly #cards = new Map(CELLS.map((cell, position) => [cell, position]));
  #top = CELLS.length;
  /** A turn that may still be taken back: whose, which cells it emptied, and the index of its first line. */
  #open: { seat: number; gaps: readonly Cell[]; from: number } | null = null;

  constructor(faces: DeckFaces, names: readonly string[], say: Say) {
    this.#faces = faces;
    this.#names = names;
    this.#say = say;
  }

  add(text: string, at: number): void {
    const line = readLine(text);
    if (line.by === 'chance') {
      if (line.verb === 'first') this.#write(Number(line.words.at(-1)), this.#say('web.pc.log.first'), at);
    } else if (line.by === 'table') {
      const late = readLate(line);
      if (late) this.#answerLate(late.seat, at);
    } else {
      const { seat, verb, words } = line;
      if (OPENING_VERBS.includes(verb)) this.#beginTurn(seat);
      this.#write(seat, this.#sentence(verb, words, at), at);
      if (verb === 'take') this.#open = { seat, gaps: CELLS.filter((cell) => words.includes(cell)), from: at };
      if (verb === 'draw') this.#top += 2;
    }
  }

  #write(seat: number, text: string | null, at: number): void {
    if (text) this.entries.push({ who: this.#names[seat] ?? '', text, at });
  }

  /** The table answers for somebody: it draws from the deck, or ends the turn that is open. */
  #answerLate(seat: number, at: number): void {
    if (this.#open?.seat !== seat) {
      this.#beginTurn(seat);
      this.#top += 2;
    }
    this.#write(seat, this.#say('web.play.log.late'), at);
  }

  /** Fills the gaps of the last turn. Nobody has two turns in a row: then the last one was taken back. */
  #beginTurn(seat: number): void {
    const open = this.#open;
    this.#open = null;
    if (open?.seat === seat) this.entries = this.entries.filter(({ at }) => at < open.from);
    else for (const cell of open?.gaps ?? []) this.#cards.set(cell, this.#top++);
  }

  #sentence(verb: string, [one = '', two = '', ...more]: readonly string[], at: number): string | null {
    const say = this.#say;
    const inCell = (cell: Cell): string => this.#card(this.#cards.get(cell), at) ?? cell;
    switch (verb) {
      case 'flip':
        return say('web.pc.log.flip', { card: inCell(one) });
      case 'take':
        return say('web.pc.log.take', { one: inCell(one), two: inCell(two) });
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
