/** What this device remembers; a browser that keeps nothing is no error. */

const HEAD = 'tilefolk.';

export function kept<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(HEAD + name);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(HEAD + name, JSON.stringify(value));
  } catch {
    // full or forbidden: the visit goes on without it
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(HEAD + name);
  } catch {
    // nothing was kept
  }
}
