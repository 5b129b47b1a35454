/** One socket that comes back by itself. It knows no message but ping. */

import type { FromServer } from '../base/api/types';
import { pause } from './backoff';

/** The part of a WebSocket we use. */
export interface Plug {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown } & never) => void) | null;
  onclose: ((event: { code?: number } & never) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Ears {
  message(message: FromServer): void;
  change(online: boolean): void;
  /** The door was shut: before we were in, or with a word. The network may also be gone. */
  refused(): void;
}

const QUIET = 20_000; // after so much silence we ask whether somebody is there
const PATIENCE = 8_000; // and wait so long for an answer
const SHUT = 1008; // a socket closed on purpose: we are nobody here

export class Wire {
  #plug: Plug | null = null;
  #ready = false;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #gone = true;

  constructor(
    private readonly make: () => Plug,
    private readonly ears: Ears,
    private readonly chance: () => number = Math.random,
  ) {}

  open(): void {
    this.#gone = false;
    this.#dial();
  }

  close(): void {
    this.#gone = true;
    this.#unplug();
  }

  /** Whether the message went out. */
  send(message: object): boolean {
    if (!this.#ready || !this.#plug) return false;
    this.#plug.send(JSON.stringify(message));
    return true;
  }

  /** Something says the network is back, or may be gone: find out now. */
  hurry(): void {
    if (this.#gone) return;
    if (this.#ready) this.#ask();
    else this.#dial();
  }

  /** The plug seems dead: take another. */
  renew(): void {
    if (!this.#gone) this.#lost();
  }

  #dial(): void {
    this.#unplug();
    const plug = this.make();
    this.#plug = plug;
    this.#after(PATIENCE, () => this.#lost());
    plug.onopen = () => {
      this.#ready = true;
      this.ears.change(true);
      this.#listen();
    };
    plug.onmessage = (event: { data: unknown }) => {
      if (this.#plug !== plug) return;
      this.#tries = 0;
      this.#listen();
      const message = read(event.data);
      if (message) this.ears.message(message);
    };
    plug.onclose = ({ code }: { code?: number }) => {
      const shut = !this.#ready || code === SHUT;
      this.#lost();
      if (shut) this.ears.refused();
    };
  }

  #listen(): void {
    this.#after(QUIET, () => this.#ask());
  }

  #ask(): void {
    this.send({ type: 'ping' });
    this.#after(PATIENCE, () => this.#lost());
  }

  #lost(): void {
    this.#unplug();
    this.ears.change(false);
    this.#after(pause(this.#tries, this.chance()), () => this.#dial());
    this.#tries += 1;
  }

  #unplug(): void {
    clearTimeout(this.#timer);
    this.#ready = false;
    const plug = this.#plug;
    this.#plug = null;
    if (!plug) return;
    plug.onopen = plug.onmessage = plug.onclose = null;
    plug.close();
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
