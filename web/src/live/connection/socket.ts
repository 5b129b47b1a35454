/** A WebSocket that reconnects by itself. It knows no message but ping. */

import type { FromServer } from '../../base/api/types';
import { backoffMs } from './backoff';

/** The part of a WebSocket we use. */
export interface RawSocket {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown } & never) => void) | null;
  onclose: ((event: { code?: number } & never) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface SocketListener {
  message(message: FromServer): void;
  change(online: boolean): void;
  /** The server closed it before it was open, or on purpose. The network may also be gone. */
  refused(): void;
}

const PING_AFTER_MS = 20_000;
const PONG_TIMEOUT_MS = 8_000;
const POLICY_VIOLATION = 1008; // close code: the server does not know us

export class ReconnectingSocket {
  #raw: RawSocket | null = null;
  #ready = false;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = true;

  constructor(
    private readonly make: () => RawSocket,
    private readonly listener: SocketListener,
    private readonly random: () => number = Math.random,
  ) {}

  open(): void {
    this.#closed = false;
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    this.#detach();
  }

  /** Whether the message went out. */
  send(message: object): boolean {
    if (!this.#ready || !this.#raw) return false;
    this.#raw.send(JSON.stringify(message));
    return true;
  }

  /** The network may be back, or gone: find out now. */
  checkNow(): void {
    if (this.#closed) return;
    if (this.#ready) this.#ping();
    else this.#connect();
  }

  /** The socket seems dead: take another. */
  renew(): void {
    if (!this.#closed) this.#reconnectLater();
  }

  #connect(): void {
    this.#detach();
    const raw = this.make();
    this.#raw = raw;
    this.#after(PONG_TIMEOUT_MS, () => this.#reconnectLater());
    raw.onopen = () => {
      this.#ready = true;
      this.listener.change(true);
      this.#expectMessage();
    };
    raw.onmessage = (event: { data: unknown }) => {
      if (this.#raw !== raw) return;
      this.#tries = 0;
      this.#expectMessage();
      const message = read(event.data);
      if (message) this.listener.message(message);
    };
    raw.onclose = ({ code }: { code?: number }) => {
      const shut = !this.#ready || code === POLICY_VIOLATION;
      this.#reconnectLater();
      if (shut) this.listener.refused();
    };
  }

  #expectMessage(): void {
    this.#after(PING_AFTER_MS, () => this.#ping());
  }

  #ping(): void {
    this.send({ type: 'ping' });
    this.#after(PONG_TIMEOUT_MS, () => this.#reconnectLater());
  }

  #reconnectLater(): void {
    this.#detach();
    this.listener.change(false);
    this.#after(backoffMs(this.#tries, this.random()), () => this.#connect());
    this.#tries += 1;
  }

  #detach(): void {
    clearTimeout(this.#timer);
    this.#ready = false;
    const raw = this.#raw;
    this.#raw = null;
    if (!raw) return;
    raw.onopen = raw.onmessage = raw.onclose = null;
    raw.close();
  }

  #after(wait: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, wait);
  }
}

function read(data: unknown): FromServer | null {
  try {
    return JSON.parse(String(data)) as FromServer;
  } catch {
    return null;
  }
}
