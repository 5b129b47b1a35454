/** The last value that was defined: a component that is being removed still reads it. */
export function lastValue<T>(now: () => T | undefined): () => T | undefined {
  let last: T | undefined;
  return () => (last = now() ?? last);
}
