/** Whether an address means the very machine that opens it: a phone that scans it finds nobody. */
export const isOnlyHere = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host.startsWith('127.') || host === '[::1]';
