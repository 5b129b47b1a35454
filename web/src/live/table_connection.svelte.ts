/** A table as it lives: what the socket says, what we say, and what is still on its way. */

import { bare, call } from '../base/api/call';
import type { Act, FromServer, Me, Push, Receipt, Table } from '../base/api/types';
import { forget, keep, kept } from '../base/storage';
import { me } from '../base/session.svelte';
import { Talk } from './talk.svelte';
import { Outbox, type Waiting } from './outbox';
import { lateIn, type Late } from './timeouts';
import { Reading, toldBy, type Told } from './missed_turns';
import { botAnswers, grown, type Story } from './match_log';
import { Wire } from './socket';

/** `waits`: we are connected, the database behind the server does not answer. */
export type Lamp = 'none' | 'lost' | 'waits' | 'back';

const LATE = 8_000; // an act without an answer for so long: the socket is not to be trusted
const AGAIN = 2_000; // after "too many" we wait so long
const GLAD = 2_000; // "back" stays so long

export class TableConnection {
  table = $state.raw<Table>() as Table;
  pushes = $state.raw<ReadonlyMap<number | null, Push>>(new Map());
  /** What was told to each seat. */
  stories = $state.raw<ReadonlyMap<number | null, Story>>(new Map());
  online = $state(false);
  /** Whoever was here is known no more; nothing comes after that. */
  unknown = $state(false);
  lamp = $state<Lamp>('none');
  refused = $state.raw<{ seat: number; rules: string[] } | null>(null);
  problem = $state.raw<{ code: string; detail: string } | null>(null);
  /** The table has answered for a seat of ours; until it is read, or the seat acts. */
  late = $state.raw<Late | null>(null);
  /** What was written for seats of ours while we were away; until it is read, or the seat acts. */
  absent = $state.raw<ReadonlyMap<number, Told>>(new Map());
  waiting = $state.raw<readonly Waiting[]>([]);
  settling = $state.raw<readonly Waiting[]>([]);
  readonly talk: Talk;
  readonly reading: Reading;

  readonly #wire: Wire;
  readonly #outbox: Outbox;
  readonly #key: string;
  /** Seats that got their first push of this connection. */
  readonly #greeted = new Set<number | null>();
  /** Seats that were ours when we came and have not been seen since. */
  #arriving = new Set<number>();
  #late: ReturnType<typeof setTimeout> | undefined;
  #glad: ReturnType<typeof setTimeout> | undefined;

  constructor(table: Table) {
    this.table = table;
    this.talk = new Talk(table.id, (message) => this.online && this.#wire.send(message));
    this.reading = new Reading(table.id);
    this.#key = `outbox.${table.id}`;
    this.#outbox = new Outbox(kept<Waiting[]>(this.#key) ?? []);
    this.waiting = [...this.#outbox.lines];
    this.#wire = new Wire(() => new WebSocket(address(table.id)), {
      message: (message) => this.#hear(message),
      change: (online) => this.#change(online),
      refused: () => void this.#whoAmI(),
    });
  }

  /** Opens the socket; the answer closes it. */
  enter(): () => void {
    const hurry = () => this.#wire.hurry();
    const cut = () => this.#wire.renew(); // said at once; a socket that still works is soon back
    const seen = () => document.visibilityState === 'visible' && hurry();
    window.addEventListener('online', hurry);
    window.addEventListener('offline', cut);
    document.addEventListener('visibilitychange', seen);
    this.#wire.open();
    return () => {
      window.removeEventListener('online', hurry);
      window.removeEventListener('offline', cut);
      document.removeEventListener('visibilitychange', seen);
      clearTimeout(this.#late);
      clearTimeout(this.#glad);
      this.#wire.close();
    };
  }

  /** The seat answers with this line. */
  act(seat: number, line: string): void {
    const push = this.pushes.get(seat);
    if (!push) return;
    this.refused = null;
    this.problem = null;
    this.late = null;
    this.#tell(seat, null);
    this.#send(this.#outbox.add(push.match, seat, push.n, line));
    this.#note();
  }

  /** Whatever was answered for us is known now. */
  read(): void {
    this.late = null;
    this.absent = new Map();
    this.reading.add(...[...this.pushes.values()].flatMap((push) => toldBy(push) ?? []));
  }

  /** The seat's line that is on its way, or stored but not yet to be seen. */
  sent(seat: number): string | null {
    const push = this.pushes.get(seat);
    const ours = (one: Waiting) => one.match === push?.match && one.seat === seat;
    return (this.waiting.find(ours) ?? this.settling.find((one) => ours(one) && one.n >= push!.n))?.line ?? null;
  }

  /** How many answers of each seat in a match a bot gave, as far as it was told. */
  botAnswers(match: string): number[] {
    const story = [...this.stories.values()].find((one) => one.match === match);
    return story ? botAnswers(story, this.table.seats.length) : [];
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case 'table':
        this.#sit(message.table);
        break;
      case 'push':
        this.#see(message);
        break;
      case 'ack':
        this.#store(message);
        break;
      case 'refused':
        this.#refuse(message, message.rules);
        break;
      case 'problem':
        this.#trouble(bare(message.code), message.detail ?? '');
        break;
      case 'talk':
      case 'said':
      case 'unsaid':
        this.talk.hear(message);
        return;
      case 'pong':
        return;
    }
    if (message.type !== 'problem' && !this.#outbox.lines.length) this.#settle();
    this.#note();
  }

  /** Comes first after every (re)connect: the moment to send again what was not acknowledged. */
  #sit(table: Table): void {
    const fresh = !this.online;
    this.table = table;
    const match = table.match && !table.match.over ? table.match.id : null;
    this.#outbox.only(match);
    const mine: (number | null)[] = table.mine.length ? table.mine : [null];
    const kept = [...this.pushes].filter(([seat, push]) => mine.includes(seat) && push.match === table.match?.id);
    if (kept.length !== this.pushes.size) {
      this.pushes = new Map(kept);
      this.late = null; // of a match that is no longer here
    }
    if (fresh) this.#arrive(table.mine);
  }

  #arrive(mine: readonly number[]): void {
    this.online = true;
    this.#arriving = new Set(mine);
    if (this.lamp === 'lost' || this.lamp === 'waits') {
      this.lamp = 'back';
      this.#glad = setTimeout(() => (this.lamp = 'none'), GLAD);
    }
    this.#again();
  }

  #again(): void {
    this.#outbox.again().forEach((act) => this.#send(act));
    this.talk.again();
  }

  #see(push: Push): void {
    const story = grown(this.stories.get(push.seat), push, this.table.seats, !this.#greeted.has(push.seat));
    if (push.seat !== null) this.#answered(push, push.seat);
    this.#greeted.add(push.seat);
    this.stories = new Map(this.stories).set(push.seat, story);
    this.pushes = new Map(this.pushes).set(push.seat, push);
    if (push.seat !== null) this.#send(this.#outbox.stored(push.match, push.seat, push.n));
  }

  /** Once on arrival all that was answered for the seat; then every deadline it misses, by itself or added to that. */
  #answered(push: Push, seat: number): void {
    const absent = toldBy(push);
    const late = this.#greeted.has(seat) ? lateIn(this.pushes.get(seat), push) : null;
    const open = this.absent.has(seat);
    if (!absent) this.#tell(seat, null);
    else if (this.#arriving.has(seat) ? !this.reading.has(absent) : late && open) this.#tell(seat, absent);
    this.late = this.absent.has(seat) ? null : (late ?? this.late); // told once, not twice
    this.#arriving.delete(seat);
  }

  #tell(seat: number, told: Told | null): void {
    const rest = [...this.absent].filter(([other]) => other !== seat);
    this.absent = new Map(told ? [...rest, [seat, told]] : rest);
  }

  #store(receipt: Receipt): void {
    const line = this.#outbox.sent(receipt.match, receipt.seat);
    const next = this.#outbox.acked(receipt);
    if (line !== null)
      this.settling = [...this.settling.filter(({ seat }) => seat !== receipt.seat), { ...receipt, line }];
    this.#send(next);
  }

  #refuse(receipt: Receipt, rules: string[]): void {
    this.#outbox.refused(receipt);
    this.refused = { seat: receipt.seat, rules };
  }

  #trouble(code: string, detail: string): void {
    if (code === 'too_many') {
      setTimeout(() => this.online && this.#again(), AGAIN);
      return;
    }
    if (code === 'waiting') {
      clearTimeout(this.#glad);
      this.lamp = 'waits'; // what is on its way stays so: the server goes on with it
      return;
    }
    this.#outbox.only(null);
    this.talk.giveUp();
    this.problem = { code, detail };
  }

  /** The database answers again: nothing of ours waits for it. */
  #settle(): void {
    if (this.lamp === 'waits') this.lamp = 'none';
  }

  #send(act: Act | null): void {
    if (act && this.online) this.#wire.send(act);
  }

  #change(open: boolean): void {
    this.#greeted.clear();
    this.talk.part();
    if (open) return; // we are back when the table has come
    this.online = false;
    clearTimeout(this.#glad);
    this.lamp = 'lost';
  }

  /** Refused at the door: perhaps we are somebody else by now. */
  async #whoAmI(): Promise<void> {
    const known = me()?.id;
    const now = await call<Me>('GET', '/api/me').catch(() => null); // no answer: there is no connection, as it is said
    if (!now || !known || now.id === known) return;
    this.#wire.close();
    this.lamp = 'none';
    this.unknown = true;
  }

  /** After every change of the outbox: show it, keep it, watch it. */
  #note(): void {
    this.waiting = [...this.#outbox.lines];
    if (this.waiting.length) keep(this.#key, this.waiting);
    else forget(this.#key);
    clearTimeout(this.#late);
    if (this.waiting.length && this.online) this.#late = setTimeout(() => this.#wire.renew(), LATE);
  }
}

function address(table: string): string {
  const here = new URL(`/api/tables/${encodeURIComponent(table)}/live`, location.href);
  here.protocol = here.protocol === 'https:' ? 'wss:' : 'ws:';
  return here.href;
}
