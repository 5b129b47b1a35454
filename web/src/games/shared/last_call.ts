/** The last moment of somebody's time: what lies ready is answered before the table answers for them. */
const LAST_CALL_MS = 1500; // leaves the answer time to arrive
const WATCHED_MS = 3_600_000; // deadlines in days need nobody who watches them

/** Whether a deadline, as a time of `performance.now()`, is near enough to be watched. */
export function isWatched(due: number | null, now = performance.now()): due is number {
  return due !== null && due - now > LAST_CALL_MS && due - now < WATCHED_MS;
}

/** Calls back shortly before the deadline; returns what stops that. */
export function atLastCall(due: number | null, answer: () => void): (() => void) | undefined {
  if (!isWatched(due)) return undefined;
  const timer = setTimeout(answer, due - performance.now() - LAST_CALL_MS);
  return () => clearTimeout(timer);
}
