/** Reads the lines of a match as the server tells them; docs/notation.md has all of them. */

/** A line is `who verb words...`: a seat's answer, a draw (`*`), or a note of the table (`@`). */
export type ToldLine =
  | { by: 'seat'; seat: number; verb: string; words: string[] }
  | { by: 'chance'; verb: string; words: string[] }
  | { by: 'table'; verb: string; words: string[] };

export function readLine(line: string): ToldLine {
  const [who = '', verb = '', ...words] = line.split(' ');
  if (who === '*') return { by: 'chance', verb, words };
  if (who === '@') return { by: 'table', verb, words };
  return { by: 'seat', seat: Number(who), verb, words };
}

/** What the table answered for a seat whose time was up; older records do not name the answer. */
export interface LateAnswer {
  seat: number;
  verb: string | null;
  words: string[];
}

/** The answer in an `@ late` line; null for every other line. */
export function readLate(line: ToldLine): LateAnswer | null {
  if (line.by !== 'table' || line.verb !== 'late') return null;
  const [seat, verb = null, ...words] = line.words;
  return { seat: Number(seat), verb, words };
}

/** Whose answer a line is, given by the seat itself or by the table for it; null for every other line. */
export function answeringSeat(text: string): number | null {
  const line = readLine(text);
  return line.by === 'seat' ? line.seat : (readLate(line)?.seat ?? null);
}
