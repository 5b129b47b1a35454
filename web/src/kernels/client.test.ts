import { describe, expect, it, vi } from 'vitest';
import { answering } from './answering';
import { KernelClient, type RawWorker } from './client';
import type { Answer, Question } from './messages';
import { toyKernels } from './testing/toy_kernels';

/** Answers as the worker does, a copy of every message, a moment later. */
class FakeWorker implements RawWorker {
  readonly toy = toyKernels();
  readonly answer = answering(this.toy.kernels);
  readonly terminate = vi.fn();
  onmessage: ((event: { data: Answer }) => void) | null = null;
  onerror: ((event: { message?: string }) => void) | null = null;
  onmessageerror: (() => void) | null = null;

  postMessage(question: Question): void {
    const asked = structuredClone(question);
    queueMicrotask(() => this.onmessage?.({ data: structuredClone(this.#answered(asked)) }));
  }

  #answered(question: Question): Answer {
    try {
      return { id: question.id, ...this.answer(question) };
    } catch (error) {
      return { id: question.id, error: error as Error };
    }
  }
}

function started(): { worker: FakeWorker; kernels: KernelClient } {
  const worker = new FakeWorker();
  return { worker, kernels: new KernelClient(() => worker) };
}

describe('the kernels in a worker', () => {
  it('write into the arrays they were given, and keep nothing', async () => {
    const { worker, kernels } = started();
    const whole = Int32Array.of(1, 2, 3, 4);
    expect(await kernels.call('add', whole.subarray(1, 3), 10n)).toBe(2);
    expect([...whole]).toEqual([1, 12, 13, 4]);
    const rows = { numbers: new BigUint64Array(4), shape: [2, 2] };
    expect(await kernels.call('fill', rows, 3)).toBeNull();
    expect([...rows.numbers]).toEqual([3n, 3n, 3n, 3n]);
    expect(worker.toy.back).toHaveLength(2);
  });

  it('keep an array until it is released', async () => {
    const { worker, kernels } = started();
    const numbers = Int32Array.of(1, 2);
    const kept = await kernels.keep(numbers);
    expect(await kernels.call('add', kept, 1)).toBe(2);
    expect([...numbers]).toEqual([1, 2]);
    expect(worker.toy.back).toEqual([]);
    await kernels.release(kept);
    expect(worker.toy.back).toHaveLength(1);
    await expect(kernels.call('add', kept, 1)).rejects.toThrow('an array that nobody keeps');
  });

  it('say what is wrong with a question, and answer the next one', async () => {
    const { worker, kernels } = started();
    await expect(kernels.call('add', Float32Array.of(1), 1)).rejects.toThrow(new TypeError('add: f4[] is no i4[]'));
    expect(worker.toy.back).toHaveLength(1);
    const rows = { numbers: new Int32Array(3), shape: [2, 2] };
    await expect(kernels.keep(rows)).rejects.toThrow('3 numbers are no 2 x 2');
    await expect(kernels.keep(new Uint16Array(1) as never)).rejects.toThrow('an array that no kernel takes');
    expect(await kernels.call('half', 3)).toBe(1.5);
  });

  it.each([
    ['fails', (worker: FakeWorker) => worker.onerror!({ message: 'out of memory' }), 'out of memory'],
    ['does not start', (worker: FakeWorker) => worker.onerror!({}), 'the worker did not start'],
    ['says what nobody can read', (worker: FakeWorker) => worker.onmessageerror!(), 'nobody can read'],
  ])('fail with all that waits when the worker %s', async (_, fail, why) => {
    const { worker, kernels } = started();
    const waiting = [kernels.call('half', 1), kernels.keep(Int32Array.of(1))];
    fail(worker);
    for (const one of waiting) await expect(one).rejects.toThrow(why);
    expect(worker.terminate).toHaveBeenCalled();
    await expect(kernels.call('half', 1)).rejects.toThrow(why);
  });

  it('are closed with all that waits', async () => {
    const { worker, kernels } = started();
    const waiting = kernels.call('half', 1);
    kernels.close();
    await expect(waiting).rejects.toThrow('the worker is closed');
    expect(worker.terminate).toHaveBeenCalled();
  });
});
