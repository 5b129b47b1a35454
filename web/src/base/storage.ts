/** What this device stores between visits. A browser that stores nothing is no error. */

const PREFIX = 'tilefolk.';

export function load<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

export function save(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full or forbidden: the visit goes on without it.
  }
}

export function remove(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing was stored.
  }
}

/** Removes everything of ours whose name fits. */
export function removeWhere(fits: (name: string) => boolean): void {
  try {
    Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX) && fits(key.slice(PREFIX.length)))
      .forEach((key) => localStorage.removeItem(key));
  } catch {
    // Nothing was stored.
  }
}
