/** The talk of a table at this device: what was said, what is on its way, what has not been read. */
import type { Entry, FromServer, Table, ToSay } from '../base/api/types';
import { forget, keep, kept } from '../base/storage';
import { settings } from '../base/settings.svelte';
import { after, lastOf, merged, receipt } from './talk_log';
import type { Reaction } from './reactions';

type Heard = Extract<FromServer, { type: 'talk' | 'said' | 'unsaid' }>;

const LATER = 'talk_later'; // the store does not answer
const AGAIN = 2_000;

export class Talk {
  open = $state(false);
  /** What stands in the field and is not sent yet. */
  draft = $state('');
  entries = $state.raw<readonly Entry[]>([]);
  /** Sent under receipts of their own until the server has them. */
  waiting = $state.raw<readonly ToSay[]>([]);
  /** Why the last thing was not taken. */
  unsaid = $state.raw<{ code: string; detail: string } | null>(null);
  /** What was said just now. */
  fresh = $state.raw<readonly Entry[]>([]);

  readonly #send: (message: ToSay) => void;
  readonly #table: string;
  #read = $state(0);
  #greeted = false; // whether this connection has told what was said before

  constructor(table: string, send: (message: ToSay) => void) {
    this.#table = table;
    this.#send = send;
    this.#read = kept<number>(`talk.read.${table}`) ?? 0;
    this.waiting = kept<ToSay[]>(`talk.waiting.${table}`) ?? [];
  }

  readonly unread = $derived.by(() => (settings.hideTalk ? 0 : after(this.entries, this.#read).length));

  say(): void {
    const text = this.draft.trim();
    if (!text) return;
    this.draft = '';
    this.#give({ type: 'say', id: receipt(), text });
  }

  react(reaction: Reaction): void {
    this.#give({ type: 'react', id: receipt(), reaction });
  }

  /** All that is here has been seen. */
  look(): void {
    const last = lastOf(this.entries);
    if (last > this.#read) {
      this.#read = last;
      keep(`talk.read.${this.#table}`, last);
    }
  }

  hear(message: Heard): void {
    if (message.type === 'said' && this.unsaid?.code === LATER) this.unsaid = null;
    if (message.type === 'talk') this.#listen(message.entries);
    else if (message.type === 'said') this.#settle(message.id);
    else this.#refuse(message);
  }

  /** After every (re)connect: what has no answer is sent again. */
  again(): void {
    this.waiting.forEach((message) => this.#send(message));
  }

  /** Something was sent that the server does not understand: rather nothing than that again and again. */
  giveUp(): void {
    this.#await([]);
  }

  /** The connection is gone: the next one begins with what we may know already. */
  part(): void {
    this.#greeted = false;
  }

  #give(message: ToSay): void {
    this.unsaid = null;
    this.#await([...this.waiting, message]);
    this.#send(message);
  }

  #listen(entries: readonly Entry[]): void {
    const last = lastOf(this.entries);
    this.entries = merged(this.entries, entries);
    this.fresh = this.#greeted ? entries.filter(({ seq }) => seq > last) : [];
    this.#greeted = true;
    const stored = new Set(entries.map(({ id }) => id));
    if (this.waiting.some(({ id }) => stored.has(id))) this.#await(this.waiting.filter(({ id }) => !stored.has(id)));
  }

  #settle(id: string): void {
    this.#await(this.waiting.filter((message) => message.id !== id));
  }

  /** The words go back into the field unless others stand there; where only the store is away, they wait. */
  #refuse({ id, code, detail }: Extract<Heard, { type: 'unsaid' }>): void {
    this.unsaid = { code, detail };
    if (code === LATER) {
      setTimeout(() => this.again(), AGAIN);
      return;
    }
    const message = this.waiting.find((one) => one.id === id);
    if (message?.type === 'say' && !this.draft) this.draft = message.text;
    this.#settle(id);
  }

  #await(messages: readonly ToSay[]): void {
    this.waiting = messages;
    if (messages.length) keep(`talk.waiting.${this.#table}`, messages);
    else forget(`talk.waiting.${this.#table}`);
  }
}

/** Why this person cannot talk here now: a code of the server's, or null. */
export function whyNot(table: Table): string | null {
  if (table.closed) return 'table_closed';
  if (!table.host && table.mine.length === 0) return 'talk_watching';
  if (table.quiet) return 'talk_quiet';
  return table.seats.some(({ sitter }) => sitter?.kind === 'person' && sitter.me && sitter.muted) ? 'talk_muted' : null;
}

/** Whether there is anybody to talk to, now or soon. */
export function isCompany(table: Table, said: number): boolean {
  const others = table.seats.some(({ sitter }) => !sitter || (sitter.kind === 'person' && !sitter.me));
  return !table.closed && (others || table.people > 1 || said > 0);
}
