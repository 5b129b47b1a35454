/** The newest value there was: what a screen on its way out still reads when there is none any more. */
export function lasting<T>(now: () => T | undefined): () => T | undefined {
  let last: T | undefined;
  return () => (last = now() ?? last);
}
