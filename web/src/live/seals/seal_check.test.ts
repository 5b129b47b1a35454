import { describe, expect, it } from 'vitest';
import { sha256, toHex } from '../../base/sha256';
import { commitmentTo, notesFile, objectionsTo, readSeal, type SealNote } from './seal_check';

const NONCES = ['0'.repeat(32), '1'.repeat(32)];
const sealOf = (seed: Uint8Array): string => toHex(sha256(seed));
const seedNumber = (n: number): Uint8Array => Uint8Array.from({ length: 32 }, (_, i) => (n >> (8 * (i % 4))) & 255);

interface Told {
  seed?: Uint8Array;
  seal?: string;
  nonces?: (string | null)[];
  commitments?: string[];
  draws?: string[];
}

/** A record as an honest server writes it, but for what is told otherwise. */
function record({ seed = seedNumber(7), seal, nonces = NONCES, commitments, draws = ['* deck 0 R-O4'] }: Told = {}) {
  const commits = (commitments ?? NONCES.map((nonce, seat) => commitmentTo(seat, nonce))).map(
    (commitment, seat) => `commit ${seat} ${commitment}`,
  );
  const given = nonces.flatMap((nonce, seat) => (nonce ? [`nonce ${seat} ${nonce}`] : []));
  const head = ['tilefolk-match 1', `seal ${seal ?? sealOf(seed)}`, 'sealing 2'];
  const body = [...draws, '0 pass', `@ reveal ${toHex(seed)}`, '@ end {}'];
  return readSeal([...head, ...commits, ...given, '', ...body, ''].join('\n'));
}

const note: SealNote = {
  number: 1,
  match: 'm',
  seal: sealOf(seedNumber(7)),
  before: true,
  commitments: NONCES.map((nonce, seat) => commitmentTo(seat, nonce)),
  seat: 0,
  nonce: NONCES[0]!,
  revealed: true,
  restarted: false,
  draws: ['* deck 0 R-O4'],
};

/** What the notes object to where the site still says what it said before that draws stand for. */
const objections = (told: ReturnType<typeof record>, seen: SealNote | null) => objectionsTo(told, seen, 'list');

it('reads the seal of a record', () => {
  const { draws, ...rest } = record({ nonces: [NONCES[0]!, null] });
  expect([...draws]).toEqual(['* deck 0 R-O4']);
  expect(rest).toEqual({
    kind: 2,
    seal: note.seal,
    seed: toHex(seedNumber(7)),
    parts: [
      { seat: 0, commitment: note.commitments[0], nonce: NONCES[0] },
      { seat: 1, commitment: note.commitments[1], nonce: '' },
    ],
    nonces: [],
  });
  expect(readSeal('tilefolk-match 1\nseal aa\nnonce 0 bb\n\n* deck 0 X\n')).toMatchObject({
    kind: 1,
    parts: [],
    nonces: ['bb'],
  });
});

it('commits as the server does', () => {
  expect(commitmentTo(3, 'bb')).toBe('e093fa85de7d85f48bd45466188f55a702cd8cb50e1baccdd08e61db9edaaf03');
});

describe('what this browser saw', () => {
  it('agrees with an honest record, also when somebody else was left out', () => {
    expect(objections(record(), note)).toEqual([]);
    expect(objections(record({ nonces: [NONCES[0]!, null] }), note)).toEqual([]);
  });

  it('objects to a server that chose among 20,000 seeds after it saw the boards', () => {
    const seeds = Array.from({ length: 20_000 }, (_, n) => seedNumber(n + 100)).map((seed) => ({
      seed,
      seal: sealOf(seed),
    }));
    const { seed: chosen } = seeds.reduce((best, one) => (one.seal > best.seal ? one : best));
    expect(objections(record({ seed: chosen, draws: ['* deck 0 B-T4'] }), note)).toEqual(['seal', 'draws']);
  }, 60_000);

  it('objects to a server that ground for its first three cards once it knew the nonces', () => {
    expect(objections(record({ seed: seedNumber(2019) }), note)).toEqual(['seal']);
  });

  it('objects to a server that lies about when it sealed', () => {
    expect(objections(record(), { ...note, seal: sealOf(seedNumber(8)) })).toEqual(['seal']);
    expect(objections(record({ seed: seedNumber(8), seal: note.seal }), note)).toEqual(['seed']);
  });

  it('is not needed to find a seed or a nonce that was made up', () => {
    expect(objections(record(), null)).toEqual([]);
    expect(objections(record({ seed: seedNumber(8), seal: note.seal }), null)).toEqual(['seed']);
    expect(objections(record({ nonces: [NONCES[0]!, 'f'.repeat(32)] }), null)).toEqual(['nonce']);
  });

  it('objects to parts that were left out, exchanged or made up', () => {
    expect(objections(record({ nonces: [null, NONCES[1]!] }), note)).toEqual(['own_part']);
    const made = 'f'.repeat(32);
    const commitments = [commitmentTo(0, NONCES[0]!), commitmentTo(1, made)];
    expect(objections(record({ commitments, nonces: [NONCES[0]!, made] }), note)).toEqual(['commitments']);
    expect(objections(record({ nonces: [NONCES[0]!, made] }), note)).toEqual(['nonce']);
  });

  it('objects to another list of what draws stand for than the one fixed before nonces were shown', () => {
    expect(objections(record(), { ...note, outcomes: 'list' })).toEqual([]);
    expect(objections(record(), { ...note, outcomes: 'another' })).toEqual(['outcomes']);
    expect(objections(record(), { ...note, outcomes: '' })).toEqual([]); // a server that told none
  });

  it('objects to a draw that was told otherwise, and to a start that was broken off', () => {
    expect(objections(record({ draws: ['* deck 0 B-T4'] }), note)).toEqual(['draws']);
    expect(objections(record(), { ...note, restarted: true })).toEqual(['restarted']);
  });
});

it('is saved as a file', () => {
  expect(JSON.parse(notesFile([note]))).toEqual({ format: 'tilefolk-seen 1', matches: [note] });
});
