/** Calls to the server, and what can go wrong with one. */

/** Why a call failed: the server's code (without `api.`), or `offline`, or `broken`. */
export class Failed extends Error {
  constructor(
    readonly code: string,
    readonly detail: string,
    readonly status: number,
    readonly about: About | null = null,
  ) {
    super(detail || code);
  }
}

/** Nobody answers just now: the same call may well succeed in a moment. */
export const isPassing = (error: unknown): boolean =>
  error instanceof Failed && [0, 502, 503, 504].includes(error.status);

/** What is wrong with a file: the line, the id of the sentence and its words, the rules that forbid it. */
export interface About {
  line: number;
  text: string;
  problem: string;
  names: Record<string, string>;
  rules: string[];
}

interface Problem {
  about?: About;
  code?: string;
  detail?: string;
  title?: string;
}

type Verb = 'GET' | 'PUT' | 'POST' | 'DELETE';

/** A body is sent as JSON, a file as the text it is. */
export async function call<T>(verb: Verb, path: string, body?: unknown): Promise<T> {
  const answer = await reach(verb, path, body);
  if (!answer.ok) throw await failure(answer);
  try {
    return (await answer.json()) as T;
  } catch {
    throw new Failed('broken', '', answer.status);
  }
}

/** A file of the server as the text it is. */
export async function callText(path: string): Promise<string> {
  const answer = await reach('GET', path, undefined);
  if (!answer.ok) throw await failure(answer);
  return answer.text();
}

async function reach(verb: Verb, path: string, body: unknown): Promise<Response> {
  const asks: RequestInit = { method: verb, credentials: 'same-origin', headers: { Accept: 'application/json' } };
  if (body !== undefined) {
    const file = body instanceof Blob;
    asks.headers = { ...asks.headers, 'Content-Type': file ? 'text/plain' : 'application/json' };
    asks.body = file ? body : JSON.stringify(body);
  }
  try {
    return await fetch(path, asks);
  } catch {
    throw new Failed('offline', '', 0);
  }
}

async function failure(answer: Response): Promise<Failed> {
  const problem = (await answer.json().catch(() => ({}))) as Problem;
  return new Failed(bareCode(problem.code), problem.detail ?? '', answer.status, problem.about ?? null);
}

/** The code without its `api.` prefix; `broken` when there is none. */
export function bareCode(code: string | undefined): string {
  return code ? code.replace(/^api\./, '') : 'broken';
}
