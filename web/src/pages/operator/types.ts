/** What the server tells an operator, as in docs/api.md. */

export interface Node {
  id: string;
  host: string;
  pid: number;
  version: string;
  started: number;
  rooms: number;
  sockets: number;
}

export interface Site {
  version: string;
  kernels: { name: string; why: string };
  database: { kind: string; schema: string; bytes: number };
  disk: { free: number; total: number };
  nodes: Node[];
  people: number;
  tables: number;
  running: number;
  over: number;
  lines: number;
  unreadable: { match: string; why: string }[];
}

export interface KeptTable {
  id: string;
  name: string;
  game: string;
  touched: number;
  closed: boolean;
  unreadable: 'newer' | 'broken' | null;
  seats: { person: string | null; name: string | null; bot: string | null }[];
}

export interface SaidEntry {
  seq: number;
  person: string;
  name: string;
  kind: 'text' | 'reaction' | 'removed';
  what: string;
  at: number;
}

export interface KnownPerson {
  id: string;
  name: string;
  created: number;
  tables: number;
}
