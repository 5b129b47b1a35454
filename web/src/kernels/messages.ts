/** What a page asks the kernels' worker, and what comes back. */
import type { Numbers } from './arrays';
import type { Result } from './kernels';

/** Numbers of one kind in rows, one after the other. */
export interface Rows {
  numbers: Numbers;
  shape: readonly number[];
}

/** An array that stays in the worker. */
export interface Kept {
  kept: number;
}

export type Sent = Rows | Kept | number | bigint | boolean;

export type Request = { symbol: string; arguments: readonly Sent[] } | { keep: Rows } | { release: Kept };

export type Question = Request & { id: number };

/** `arrays`: those that came with the call, in their order, as the kernel left them. */
export interface Reply {
  result: Result;
  arrays: readonly Numbers[];
}

export type Answer = { id: number } & (Reply | { error: Error });

export const isRows = (sent: Sent): sent is Rows => typeof sent === 'object' && 'numbers' in sent;
