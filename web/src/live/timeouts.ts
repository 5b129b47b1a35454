/** What the table answered for somebody whose time was up. */
import type { Push } from '../base/api/types';

export interface Late {
  seat: number;
  /** As the line names it: passed, ended the part, or something else. */
  answer: 'pass' | 'end' | 'other';
}

/** Whether this push tells the seat that it was answered for. */
export function lateIn(before: Push | undefined, now: Push): Late | null {
  const { seat, news } = now;
  if (seat === null || !before || before.match !== now.match) return null;
  const line = news.findLast((told) => told.startsWith(`@ late ${seat} `));
  if (!line) return null;
  const verb = line.split(' ')[3];
  return { seat, answer: verb === 'pass' || verb === 'end' ? verb : 'other' };
}
