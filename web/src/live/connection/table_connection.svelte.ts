/** The live connection to a table: what the server pushes, what we send, and what is still on its way. */

import { bareCode, call } from '../../base/api/call';
import type { Act, FromServer, Me, Outlook, Push, Receipt, Table } from '../../base/api/types';
import { me } from '../../base/session.svelte';
import { load, remove, save } from '../../base/storage';
import { ConnectionStatus } from './connection_status.svelte';
import { pushAfter } from './delta';
import { KnownValues } from './known';
import { removeOldDrafts } from '../drafts';
import { Foresight } from '../foresight';
import { countBotAnswers, extendLog, type MatchLog } from '../log/match_log';
import { MissedTurns } from '../log/missed_turns.svelte';
import { Outbox, type PendingLine } from './outbox';
import { SealNotes } from '../seals/seal_notes';
import { ReconnectingSocket } from './socket';
import { Talk } from '../talk/talk.svelte';

const ACK_TIMEOUT_MS = 8_000; // an act without an answer for so long: take another socket
const RETRY_MS = 2_000; // after "too many"

export class TableConnection {
  table = $state.raw<Table>() as Table;
  /** The newest push of each seat of ours; of a spectator under null. */
  pushes = $state.raw<ReadonlyMap<number | null, Push>>(new Map());
  logs = $state.raw<ReadonlyMap<number | null, MatchLog>>(new Map());
  online = $state(false);
  /** The person of this page was deleted; nothing comes after that. */
  unknown = $state(false);
  refused = $state.raw<{ seat: number; rules: string[] } | null>(null);
  problem = $state.raw<{ code: string; detail: string } | null>(null);
  /** Lines that the server has not acknowledged. */
  pending = $state.raw<readonly PendingLine[]>([]);
  readonly status = new ConnectionStatus();
  readonly talk: Talk;
  readonly missed: MissedTurns;
  readonly seals: SealNotes;
  readonly #foresight: Foresight;

  /** Acknowledged lines whose push has not come yet. */
  #acknowledged = $state.raw<readonly PendingLine[]>([]);
  readonly #socket: ReconnectingSocket;
  readonly #outbox: Outbox;
  readonly #known = new KnownValues();
  readonly #storageKey: string;
  /** Seats that got a push on this connection. */
  readonly #greeted = new Set<number | null>();
  #ackTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(table: Table) {
    this.table = table;
    this.talk = new Talk(table.id, (message) => this.online && this.#socket.send(message));
    this.missed = new MissedTurns(table.id);
    this.seals = new SealNotes(table.id);
    this.#foresight = new Foresight((question) => this.online && this.#socket.send(question));
    this.#storageKey = `outbox.${table.id}`;
    this.#outbox = new Outbox(load<PendingLine[]>(this.#storageKey) ?? []);
    this.pending = [...this.#outbox.lines];
    this.#socket = new ReconnectingSocket(() => new WebSocket(address(table.id, this.#known.names)), {
      message: (message) => this.#receive(message),
      change: (open) => this.#socketChanged(open),
      refused: () => void this.#checkIdentity(),
    });
  }

  /** Opens the socket; the answer closes it. */
  open(): () => void {
    const check = () => this.#socket.checkNow();
    const renew = () => this.#socket.renew(); // shown at once; a socket that still works is soon back
    const visible = () => document.visibilityState === 'visible' && check();
    window.addEventListener('online', check);
    window.addEventListener('offline', renew);
    document.addEventListener('visibilitychange', visible);
    this.#socket.open();
    return () => {
      window.removeEventListener('online', check);
      window.removeEventListener('offline', renew);
      document.removeEventListener('visibilitychange', visible);
      clearTimeout(this.#ackTimer);
      this.status.clear();
      this.#socket.close();
    };
  }

  /** The seat answers with this line. */
  act(seat: number, line: string): void {
    const push = this.pushes.get(seat);
    if (!push) return;
    this.refused = null;
    this.problem = null;
    this.missed.acted(seat);
    this.#send(this.#outbox.add(push.match, seat, push.n, line));
    this.#outboxChanged();
  }

  /** The seat needs no more time to think again. */
  next(seat: number): void {
    const push = this.pushes.get(seat);
    if (push && this.online) this.#socket.send({ type: 'next', match: push.match, seat });
  }

  /** What each answer of the seat would bring it now. */
  foresee(seat: number): Promise<Outlook> {
    const push = this.pushes.get(seat);
    return push ? this.#foresight.ask(push.match, seat) : Promise.resolve({ answers: [], lacks: [] });
  }

  /** The person has read what was answered for them. */
  readMissed(): void {
    this.missed.readAll(this.pushes.values());
  }

  /** The seat's line that is on its way, or stored but not yet pushed. */
  sent(seat: number): string | null {
    const push = this.pushes.get(seat);
    const ours = (one: PendingLine) => one.match === push?.match && one.seat === seat;
    const line = this.pending.find(ours) ?? this.#acknowledged.find((one) => ours(one) && one.n >= push!.n);
    return line?.line ?? null;
  }

  /** How many answers of each seat in a match a bot gave for its person, as far as it was told. */
  botAnswers(match: string): number[] {
    const log = [...this.logs.values()].find((one) => one.match === match);
    return log ? countBotAnswers(log, this.table.seats.length) : [];
  }

  #receive(message: FromServer): void {
    switch (message.type) {
      case 'table':
        this.#receiveTable(message.table);
        break;
      case 'push':
        this.#receiveOrAsk(message.seat, this.#known.complete(message));
        break;
      case 'delta':
        this.#receiveOrAsk(message.seat, pushAfter(this.pushes.get(message.seat), message));
        break;
      case 'ack':
        this.#acknowledge(message);
        break;
      case 'refused':
        this.#refuse(message, message.rules);
        break;
      case 'problem':
        this.#receiveProblem(bareCode(message.code), message.detail ?? '');
        break;
      case 'talk':
      case 'said':
      case 'unsaid':
        this.talk.receive(message);
        return;
      case 'foreseen':
        this.#foresight.receive(message.id, message);
        return;
      case 'pong':
        return;
    }
    if (message.type !== 'problem' && !this.#outbox.lines.length) this.status.databaseAnswers();
    this.#outboxChanged();
  }

  /** The table comes first after every (re)connect: only then are we online and may send. */
  #receiveTable(table: Table): void {
    this.table = table;
    this.#outbox.keepOnly(table.match && !table.match.over ? table.match.id : null);
    removeOldDrafts(table);
    const part = this.seals.hearTable(table);
    if (part) this.#socket.send(part);
    const mine: (number | null)[] = table.mine.length ? table.mine : [null];
    const current = [...this.pushes].filter(
      ([seat, push]) => push.match === table.match?.id && (table.match.over || mine.includes(seat)),
    );
    if (current.length !== this.pushes.size) {
      this.pushes = new Map(current);
      this.missed.forgetTimeout();
    }
    if (this.online) return;
    this.online = true;
    this.missed.arrive(table.mine);
    this.status.connected();
    this.#sendAgain();
  }

  #sendAgain(): void {
    this.#outbox.unacknowledged().forEach((act) => this.#send(act));
    this.talk.sendAgain();
  }

  #receivePush(push: Push): void {
    const { seat } = push;
    const greeted = this.#greeted.has(seat);
    const log = extendLog(this.logs.get(seat), push, this.table.seats, !greeted);
    if (seat !== null) this.missed.hear(push, seat, greeted ? this.pushes.get(seat) : undefined);
    this.#greeted.add(seat);
    this.seals.hearDraws(push.match, push.news);
    this.logs = new Map(this.logs).set(seat, log);
    this.pushes = new Map(this.pushes).set(seat, push);
    if (seat !== null) this.#send(this.#outbox.stored(push.match, seat, push.n));
  }

  /** A push, or what a delta comes to; where we lack what it is made of, the whole view comes again. */
  #receiveOrAsk(seat: number | null, push: Push | null): void {
    if (push) return this.#receivePush(push);
    this.#greeted.delete(seat);
    this.#socket.send({ type: 'whole', seat });
  }

  #acknowledge(receipt: Receipt): void {
    const line = this.#outbox.sent(receipt.match, receipt.seat);
    const next = this.#outbox.acknowledged(receipt);
    if (line !== null) {
      const others = this.#acknowledged.filter(({ seat }) => seat !== receipt.seat);
      this.#acknowledged = [...others, { ...receipt, line }];
    }
    this.#send(next);
  }

  #refuse(receipt: Receipt, rules: string[]): void {
    this.#outbox.refused(receipt);
    this.refused = { seat: receipt.seat, rules };
  }

  #receiveProblem(code: string, detail: string): void {
    if (code === 'too_many') {
      setTimeout(() => this.online && this.#sendAgain(), RETRY_MS);
    } else if (code === 'waiting') {
      this.status.databaseAway(); // the server itself goes on with what is on its way
    } else {
      this.#outbox.keepOnly(null);
      this.talk.dropUnsent();
      this.problem = { code, detail };
    }
  }

  #send(act: Act | null): void {
    if (act && this.online) this.#socket.send(act);
  }

  #socketChanged(open: boolean): void {
    this.#greeted.clear();
    this.talk.disconnected();
    if (open) return; // online only when the table has come
    this.online = false;
    this.status.lost();
  }

  /** The server refused the socket: perhaps our person was deleted and we are somebody else by now. */
  async #checkIdentity(): Promise<void> {
    const known = me()?.id;
    const now = await call<Me>('GET', '/api/me').catch(() => null); // no answer: the status says so already
    if (!now || !known || now.id === known) return;
    this.#socket.close();
    this.status.clear();
    this.unknown = true;
  }

  /** After every change of the outbox: show it, store it, watch for its acknowledgement. */
  #outboxChanged(): void {
    this.pending = [...this.#outbox.lines];
    if (this.pending.length) save(this.#storageKey, this.pending);
    else remove(this.#storageKey);
    clearTimeout(this.#ackTimer);
    if (this.pending.length && this.online) {
      this.#ackTimer = setTimeout(() => this.#socket.renew(), ACK_TIMEOUT_MS);
    }
  }
}

function address(table: string, known: readonly string[]): string {
  const here = new URL(`/api/tables/${encodeURIComponent(table)}/live?deltas=1`, location.href);
  for (const name of known) here.searchParams.append('known', name);
  here.protocol = here.protocol === 'https:' ? 'wss:' : 'ws:';
  return here.href;
}
