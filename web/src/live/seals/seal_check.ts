/** What this browser saw of a match's seal, held against the record at the end (docs/notation.md). */
import { fromHex, sha256, sha256Hex, toHex } from '../../base/sha256';

/** What this browser wrote down by itself while a match was prepared and played. */
export interface SealNote {
  number: number;
  match: string | null;
  seal: string;
  /** Whether the seal was seen before there was a match. */
  before: boolean;
  /** By seat, as they were when nonces were asked for; empty when that was not seen. */
  commitments: (string | null)[];
  /** Our own part. */
  seat: number | null;
  nonce: string;
  /** Whether we have sent our nonce. */
  revealed: boolean;
  /** Whether we had sent one under another seal for the same match. */
  restarted: boolean;
  /** The draws we were told, as lines. */
  draws: string[];
  /** The digest of what draws stand for, as told before we showed our nonce or when we first saw the match. */
  outcomes?: string;
}

interface Part {
  seat: number;
  commitment: string;
  nonce: string;
}

/** What a record says of its seal. `kind` 1: no seat had a part in the draws. */
export interface RecordSeal {
  kind: 1 | 2;
  seal: string;
  seed: string;
  parts: Part[];
  /** Of kind 1: what whoever ran the match made up beside the seed. */
  nonces: string[];
  draws: ReadonlySet<string>;
}

/** What the notes object to in a record, the worst first. */
export const OBJECTIONS = [
  'seed',
  'seal',
  'commitments',
  'nonce',
  'outcomes',
  'draws',
  'own_part',
  'restarted',
] as const;
export type Objection = (typeof OBJECTIONS)[number];

/** What a seat shows before it shows its nonce. */
export const commitmentTo = (seat: number, nonce: string): string => sha256Hex(`tilefolk-nonce-2\n${seat}\n${nonce}`);

export function readSeal(record: string): RecordSeal {
  const [head = '', body = ''] = record.split('\n\n');
  const rows = head.split('\n').map((row) => row.split(' '));
  const lines = body.split('\n');
  const value = (key: string) => rows.find(([name]) => name === key)?.[1] ?? '';
  const ofSeat = (key: string, seat: string) => rows.find(([name, at]) => name === key && at === seat)?.[2] ?? '';
  const commits = rows.filter(([name]) => name === 'commit');
  const kind = value('sealing') === '2' ? 2 : 1;
  return {
    kind,
    seal: value('seal'),
    seed: lines.find((line) => line.startsWith('@ reveal '))?.slice('@ reveal '.length) ?? '',
    parts: commits.map(([, seat = '', commitment = '']) => ({
      seat: Number(seat),
      commitment,
      nonce: ofSeat('nonce', seat),
    })),
    nonces: kind === 1 ? rows.flatMap(([name, , nonce]) => (name === 'nonce' ? [nonce ?? ''] : [])) : [],
    draws: new Set(lines.filter((line) => line.startsWith('* '))),
  };
}

/**
 * Where a finished record contradicts itself, or what this browser saw if it saw anything. `outcomes` is the digest of
 * what the site says now that draws stand for.
 */
export function objectionsTo(record: RecordSeal, note: SealNote | null, outcomes: string): Objection[] {
  const { parts } = record;
  const found: Partial<Record<Objection, boolean>> = {
    seed: toHex(sha256(fromHex(record.seed))) !== record.seal,
    nonce: parts.some(({ seat, commitment, nonce }) => nonce !== '' && commitmentTo(seat, nonce) !== commitment),
    ...(note && objectionsOf(note, record)),
    outcomes: Boolean(note?.outcomes) && note?.outcomes !== outcomes,
  };
  return OBJECTIONS.filter((objection) => found[objection]);
}

function objectionsOf(note: SealNote, { seal, parts, draws }: RecordSeal): Partial<Record<Objection, boolean>> {
  const own = parts.find(({ seat }) => seat === note.seat);
  const seen = note.commitments.flatMap((commitment, seat) => (commitment ? [`${seat} ${commitment}`] : []));
  return {
    seal: seal !== note.seal,
    commitments: seen.length > 0 && seen.join() !== parts.map((part) => `${part.seat} ${part.commitment}`).join(),
    draws: note.draws.some((draw) => !draws.has(draw)),
    own_part: note.revealed && own?.nonce !== note.nonce,
    restarted: note.restarted,
  };
}

/** The notes as a file that `tilefolk verify --seen` reads. */
export const notesFile = (notes: readonly SealNote[]): string =>
  JSON.stringify({ format: 'tilefolk-seen 1', matches: notes }, null, 1);
