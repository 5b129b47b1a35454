/** Our part in the draws of a table's matches, and what we write down of their seals, kept in this browser. */
import type { Commit, NextSeal, Reveal, Table } from '../../base/api/types';
import { toHex } from '../../base/sha256';
import { load, save } from '../../base/storage';
import { commitmentTo, type SealNote } from './seal_check';

const NOTES_PER_TABLE = 30;
const NONCE_BYTES = 16;
const LEAST_PEOPLE = 2;

/** The nonce we have committed to for the next match. */
interface OwnNonce {
  number: number;
  seat: number;
  nonce: string;
}

interface Kept {
  notes: SealNote[];
  own: OwnNonce | null;
}

export class SealNotes {
  readonly #storageKey: string;
  readonly #random: () => string;
  #notes: SealNote[];
  #own: OwnNonce | null;

  constructor(table: string, random: () => string = newNonce) {
    this.#storageKey = `seals.${table}`;
    this.#random = random;
    const kept = load<Kept>(this.#storageKey);
    this.#notes = kept?.notes ?? [];
    this.#own = kept?.own ?? null;
  }

  of(match: string): SealNote | null {
    return this.#notes.find((note) => note.match === match) ?? null;
  }

  /** Writes down what a table tells of seals, and answers with our part where it is asked for. */
  hearTable(table: Table): Commit | Reveal | null {
    if (table.sealing === undefined) return null; // a server that knows no parts
    this.#noteNext(table);
    this.#noteMatch(table);
    const answer = this.#part(table);
    this.#save();
    return answer;
  }

  /** Writes down the draws that a match told. */
  hearDraws(match: string, lines: readonly string[]): void {
    const note = this.of(match);
    const news = lines.filter((line) => line.startsWith('* ') && !note?.draws.includes(line));
    if (!note || !news.length) return;
    note.draws.push(...news);
    this.#save();
  }

  #noteNext({ sealing }: Table): void {
    if (!sealing) return;
    const before = this.#numbered(sealing.number);
    if (before?.seal === sealing.seal) return;
    const restarted = before !== undefined && before.match === null && (before.revealed || before.restarted);
    if (before?.revealed) this.#own = null; // a nonce is shown once, under one seal
    this.#add({ ...emptyNote(sealing.number, sealing.seal), before: true, restarted });
  }

  #noteMatch({ match }: Table): void {
    if (!match) return;
    const note = this.#numbered(match.number);
    if (note?.match === match.id) return;
    const outcomes = match.outcomes ?? '';
    if (note?.match === null) {
      note.match = match.id;
      note.outcomes ||= outcomes;
    } else if (!match.over && match.seal) {
      this.#add({ ...emptyNote(match.number, match.seal), match: match.id, outcomes });
    }
  }

  #part(table: Table): Commit | Reveal | null {
    const [seat] = table.mine;
    const { sealing } = table;
    const note = sealing && this.#numbered(sealing.number);
    if (note && sealing.revealing) this.#noteFixed(note, sealing);
    if (seat === undefined || !takesPart(table)) return null;
    if (note && sealing.revealing) return this.#reveal(seat, note);
    return sealing?.commitments[seat] ? null : this.#commit(seat, (table.match?.number ?? 0) + 1);
  }

  /** What is fixed before anybody shows a nonce; of the outcomes the first word counts. */
  #noteFixed(note: SealNote, { commitments, outcomes }: NextSeal): void {
    note.commitments = [...commitments];
    note.outcomes ||= outcomes ?? '';
  }

  #commit(seat: number, number: number): Commit {
    const own = this.#own?.number === number && this.#own.seat === seat ? this.#own : null;
    this.#own = own ?? { number, seat, nonce: this.#random() };
    return { type: 'commit', number, seat, commitment: commitmentTo(seat, this.#own.nonce) };
  }

  /** Our nonce, if it is we who committed for this seat and not another device of ours. */
  #reveal(seat: number, note: SealNote): Reveal | null {
    const own = this.#own;
    if (own?.number !== note.number || own.seat !== seat) return null;
    if (note.commitments[seat] !== commitmentTo(seat, own.nonce)) return null;
    Object.assign(note, { seat, nonce: own.nonce, revealed: true });
    return { type: 'reveal', number: own.number, seat, nonce: own.nonce };
  }

  #numbered(number: number): SealNote | undefined {
    return this.#notes.findLast((note) => note.number === number);
  }

  #add(note: SealNote): void {
    const others = this.#notes.filter((one) => one.number !== note.number || one.match !== null);
    this.#notes = [...others, note].slice(-NOTES_PER_TABLE);
  }

  #save(): void {
    if (this.#notes.length || this.#own) save(this.#storageKey, { notes: this.#notes, own: this.#own });
  }
}

/** Between two matches, and at least two people sit here: who plays alone has nobody to prove anything to. */
function takesPart({ match, closed, seats }: Table): boolean {
  const people = seats.filter(({ sitter }) => sitter?.kind === 'person');
  const others = people.filter(({ sitter }) => sitter?.kind === 'person' && !sitter.me);
  return (!match || match.over) && !closed && people.length >= LEAST_PEOPLE && others.length > 0;
}

const emptyNote = (number: number, seal: string): SealNote => ({
  number,
  match: null,
  seal,
  before: false,
  commitments: [],
  seat: null,
  nonce: '',
  revealed: false,
  restarted: false,
  draws: [],
  outcomes: '',
});

const newNonce = (): string => toHex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
