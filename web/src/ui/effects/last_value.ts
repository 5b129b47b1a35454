/** The last value that was defined: a component that is being removed still reads it. */
export function lastValue<T>(now: () => T | undefined): () => T | undefined {
  let last: T | undefined;
  return () => (last = now() ?? last);
}

/** A value that stays as it is while something lasts. */
export function heldWhile<T>(lasts: () => boolean, now: () => T): () => T {
  let held: { value: T } | undefined;
  return () => {
    if (!held || !lasts()) held = { value: now() };
    return held.value;
  };
}
