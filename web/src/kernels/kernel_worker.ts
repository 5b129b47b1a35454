/** Runs the kernels apart from the page. The server lets this file alone compile WebAssembly, by its name. */
import { exports } from '../../../src/tilefolk/twin/core/kernels.json';
import file from '../../../src/tilefolk/twin/core/kernels.wasm?url';
import { answering } from './answering';
import { loadKernels } from './kernels';
import type { Answer, Question, Reply, Request } from './messages';

const loading = load();
loading.catch(() => undefined); // every question is told

async function load(): Promise<(request: Request) => Reply> {
  const fetched = await fetch(file);
  if (!fetched.ok) throw new Error(`no kernels: ${fetched.status}`);
  return answering(await loadKernels(await fetched.arrayBuffer(), exports));
}

self.onmessage = async ({ data: question }: MessageEvent<Question>): Promise<void> => {
  const { id } = question;
  try {
    const reply = (await loading)(question);
    post(
      { id, ...reply },
      reply.arrays.map(({ buffer }) => buffer as ArrayBuffer),
    );
  } catch (error) {
    post({ id, error: error as Error }, []);
  }
};

function post(answer: Answer, transfer: ArrayBuffer[]): void {
  self.postMessage(answer, { transfer });
}
