/** What the table answered for somebody whose time was up. */
import type { Push } from '../api/types';

export interface Late {
  seat: number;
  /** As the boards before and after tell: passed, ended the part, or something else. */
  answer: 'pass' | 'end' | 'other';
}

/** Whatever else stands in the line: it may name the answer. */
const isLate = (line: string, seat: number): boolean => `${line} `.startsWith(`@ late ${seat} `);

/** Whether this push tells the seat that it was answered for. */
export function lateIn(before: Push | undefined, now: Push): Late | null {
  const { seat, news } = now;
  if (seat === null || !before || before.match !== now.match || !news.some((line) => isLate(line, seat))) return null;
  const [then, board] = [before.view.boards[seat], now.view.boards[seat]];
  if (board?.ended && !then?.ended) return { seat, answer: 'end' };
  return { seat, answer: (board?.passes ?? 0) > (then?.passes ?? 0) ? 'pass' : 'other' };
}
