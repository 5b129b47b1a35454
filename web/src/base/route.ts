/** Which page an address means. */

export type Route =
  | { page: 'start' }
  | { page: 'table'; id: string }
  | { page: 'rules'; mode: string }
  | { page: 'me' }
  | { page: 'operator' }
  | { page: 'missing' };

export function readRoute(path: string): Route {
  const parts = path.split('/').filter(Boolean);
  if (parts.length === 0) return { page: 'start' };
  if (parts.length === 1 && parts[0] === 'me') return { page: 'me' };
  if (parts.length === 1 && parts[0] === 'operator') return { page: 'operator' };
  const id = parts[1];
  if (parts.length === 2 && parts[0] === 't' && id !== undefined) {
    const plain = decoded(id);
    if (plain) return { page: 'table', id: plain };
  }
  if (parts.length === 3 && parts[0] === 'rules' && parts.slice(1).every((part) => /^[\w-]+$/.test(part)))
    return { page: 'rules', mode: parts.slice(1).join('/') };
  return { page: 'missing' };
}

export const rulesPath = (mode: string): string => `/rules/${mode}`;

export const tablePath = (id: string): string => `/t/${encodeURIComponent(id)}`;

/** Whether the client itself answers this address; all else is the server's. */
export function isOurs(address: URL, here: URL): boolean {
  return address.origin === here.origin && readRoute(address.pathname).page !== 'missing';
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
