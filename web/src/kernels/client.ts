/** The kernels in a worker of their own: a page asks and goes on. */
import { put, type Numbers } from './arrays';
import type { Result } from './kernels';
import {
  isRows,
  type Answer,
  type Kept,
  type Question,
  type Reply,
  type Request,
  type Rows,
  type Sent,
} from './messages';

/** Numbers for a kernel: one row of them, or several with their lengths. */
export type Given = Numbers | Rows;

/** The part of a Worker we use. */
export interface RawWorker {
  onmessage: ((event: { data: Answer } & never) => void) | null;
  onerror: ((event: { message?: string } & never) => void) | null;
  onmessageerror: ((event: never) => void) | null;
  postMessage(question: Question): void;
  terminate(): void;
}

interface Waiting {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

const start = (): RawWorker => new Worker(new URL('./kernel_worker.ts', import.meta.url), { type: 'module' });

/** Starts the worker; everything that waits fails with it. */
export class KernelClient {
  readonly #worker: RawWorker;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #failure: Error | null = null;

  constructor(make: () => RawWorker = start) {
    this.#worker = make();
    this.#worker.onmessage = ({ data }: { data: Answer }) => this.#receive(data);
    this.#worker.onerror = ({ message }: { message?: string }) => this.#fail(message || 'the worker did not start');
    this.#worker.onmessageerror = () => this.#fail('an answer of the worker that nobody can read');
  }

  /** Runs a kernel; what it writes is in the given arrays afterwards, but for those that are kept. */
  async call(symbol: string, ...given: readonly (Given | Exclude<Sent, Rows>)[]): Promise<Result> {
    const all = given.map((one): Sent => (ArrayBuffer.isView(one) ? rowsOf(one) : one));
    const sent = all.map((one) => (isRows(one) ? copied(one) : one));
    const { result, arrays } = await this.#ask({ symbol, arguments: sent });
    all.filter(isRows).forEach(({ numbers }, index) => put(numbers, arrays[index]!));
    return result;
  }

  /** Leaves an array in the worker: kernels read and write it there until it is released. */
  async keep(array: Given): Promise<Kept> {
    const { result } = await this.#ask({ keep: copied(rowsOf(array)) });
    return { kept: result as number };
  }

  async release(array: Kept): Promise<void> {
    await this.#ask({ release: array });
  }

  close(): void {
    this.#fail('the worker is closed');
  }

  #ask(request: Request): Promise<Reply> {
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      if (this.#failure) throw this.#failure;
      this.#worker.postMessage({ ...request, id });
      this.#waiting.set(id, { resolve, reject });
    });
  }

  #receive(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('error' in answer) waiting?.reject(answer.error);
    else waiting?.resolve(answer);
  }

  #fail(why: string): void {
    this.#failure ??= new Error(why);
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }
}

const rowsOf = (given: Given): Rows => (ArrayBuffer.isView(given) ? { numbers: given, shape: [given.length] } : given);

/** The numbers alone: they may be a part of something large, which would go along. */
const copied = ({ numbers, shape }: Rows): Rows => ({ numbers: numbers.slice(), shape });
