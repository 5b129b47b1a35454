/** Calls to the server, and what can go wrong with one. */

/** Why a call failed: the server's code (without `api.`), or `offline`, or `broken`. */
export class Failed extends Error {
  constructor(
    readonly code: string,
    readonly detail: string,
    readonly status: number,
  ) {
    super(detail || code);
  }
}

interface Problem {
  code?: string;
  detail?: string;
  title?: string;
}

type Verb = 'GET' | 'PUT' | 'POST' | 'DELETE';

export async function call<T>(verb: Verb, path: string, body?: unknown): Promise<T> {
  const answer = await reach(verb, path, body);
  if (!answer.ok) throw await failure(answer);
  try {
    return (await answer.json()) as T;
  } catch {
    throw new Failed('broken', '', answer.status);
  }
}

async function reach(verb: Verb, path: string, body: unknown): Promise<Response> {
  const asks: RequestInit = { method: verb, credentials: 'same-origin', headers: { Accept: 'application/json' } };
  if (body !== undefined) {
    asks.headers = { ...asks.headers, 'Content-Type': 'application/json' };
    asks.body = JSON.stringify(body);
  }
  try {
    return await fetch(path, asks);
  } catch {
    throw new Failed('offline', '', 0);
  }
}

async function failure(answer: Response): Promise<Failed> {
  const problem = (await answer.json().catch(() => ({}))) as Problem;
  return new Failed(bare(problem.code), problem.detail ?? '', answer.status);
}

/** The code without its head; `broken` when there is none. */
export function bare(code: string | undefined): string {
  return code ? code.replace(/^api\./, '') : 'broken';
}
