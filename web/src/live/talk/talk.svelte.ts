/** The talk of a table at this device: what was said, what is on its way, what has not been read. */
import type { Entry, FromServer, Table, TalkRequest } from '../../base/api/types';
import { load, remove, save } from '../../base/storage';
import { settings } from '../../base/settings.svelte';
import { unreadAfter, lastSeq, mergeEntries, newReceipt } from './talk_log';
import type { Reaction } from './reactions';

type TalkMessage = Extract<FromServer, { type: 'talk' | 'said' | 'unsaid' }>;

const STORE_AWAY = 'talk_later';
const RETRY_MS = 2_000;

export class Talk {
  open = $state(false);
  /** The text in the field. */
  draft = $state('');
  entries = $state.raw<readonly Entry[]>([]);
  /** Messages the server has not acknowledged; sent again under their receipts. */
  unsent = $state.raw<readonly TalkRequest[]>([]);
  /** Why the last message was refused. */
  refusal = $state.raw<{ code: string; detail: string } | null>(null);
  /** What was said just now. */
  fresh = $state.raw<readonly Entry[]>([]);

  readonly #send: (message: TalkRequest) => void;
  readonly #table: string;
  #read = $state(0);
  #greeted = false; // whether this connection has brought the entries so far

  constructor(table: string, send: (message: TalkRequest) => void) {
    this.#table = table;
    this.#send = send;
    this.#read = load<number>(`talk.read.${table}`) ?? 0;
    this.unsent = load<TalkRequest[]>(`talk.waiting.${table}`) ?? [];
  }

  readonly unread = $derived.by(() => (settings.hideTalk ? 0 : unreadAfter(this.entries, this.#read).length));

  say(): void {
    const text = this.draft.trim();
    if (!text) return;
    this.draft = '';
    this.#post({ type: 'say', id: newReceipt(), text });
  }

  react(reaction: Reaction): void {
    this.#post({ type: 'react', id: newReceipt(), reaction });
  }

  /** All that is here has been seen. */
  markRead(): void {
    const last = lastSeq(this.entries);
    if (last > this.#read) {
      this.#read = last;
      save(`talk.read.${this.#table}`, last);
    }
  }

  receive(message: TalkMessage): void {
    if (message.type === 'said' && this.refusal?.code === STORE_AWAY) this.refusal = null;
    if (message.type === 'talk') this.#addEntries(message.entries);
    else if (message.type === 'said') this.#delivered(message.id);
    else this.#refuse(message);
  }

  /** After every (re)connect: what has no answer is sent again. */
  sendAgain(): void {
    this.unsent.forEach((message) => this.#send(message));
  }

  /** The server does not understand what was sent: do not repeat it for ever. */
  dropUnsent(): void {
    this.#setUnsent([]);
  }

  /** The next connection begins with entries that we may know already. */
  disconnected(): void {
    this.#greeted = false;
  }

  #post(message: TalkRequest): void {
    this.refusal = null;
    this.#setUnsent([...this.unsent, message]);
    this.#send(message);
  }

  #addEntries(entries: readonly Entry[]): void {
    const last = lastSeq(this.entries);
    this.entries = mergeEntries(this.entries, entries);
    this.fresh = this.#greeted ? entries.filter(({ seq }) => seq > last) : [];
    this.#greeted = true;
    const stored = new Set(entries.map(({ id }) => id));
    if (this.unsent.some(({ id }) => stored.has(id))) this.#setUnsent(this.unsent.filter(({ id }) => !stored.has(id)));
  }

  #delivered(id: string): void {
    this.#setUnsent(this.unsent.filter((message) => message.id !== id));
  }

  /** The text goes back into the field unless there is another; where only the store is away, it is sent again. */
  #refuse({ id, code, detail }: Extract<TalkMessage, { type: 'unsaid' }>): void {
    this.refusal = { code, detail };
    if (code === STORE_AWAY) {
      setTimeout(() => this.sendAgain(), RETRY_MS);
      return;
    }
    const message = this.unsent.find((one) => one.id === id);
    if (message?.type === 'say' && !this.draft) this.draft = message.text;
    this.#delivered(id);
  }

  #setUnsent(messages: readonly TalkRequest[]): void {
    this.unsent = messages;
    if (messages.length) save(`talk.waiting.${this.#table}`, messages);
    else remove(`talk.waiting.${this.#table}`);
  }
}

/** Why this person cannot talk here now: a code of the server's, or null. */
export function whyNoTalk(table: Table): string | null {
  if (table.closed) return 'table_closed';
  if (!table.host && table.mine.length === 0) return 'talk_watching';
  if (table.quiet) return 'talk_quiet';
  return table.seats.some(({ sitter }) => sitter?.kind === 'person' && sitter.me && sitter.muted) ? 'talk_muted' : null;
}

/** Whether there is anybody to talk to, now or soon. */
export function hasCompany(table: Table, said: number): boolean {
  const others = table.seats.some(({ sitter }) => !sitter || (sitter.kind === 'person' && !sitter.me));
  return !table.closed && (others || table.people > 1 || said > 0);
}
