/** What is new with an episode, one slip for each thing. */
import type { Head } from '../../base/api/view';

export interface Slip {
  kind: 'new' | 'gone';
  rule: string;
  numbers: number[];
}

type Told = [id: string, numbers: number[]][];

/** The rules that came and went; a view that does not tell them has none. */
export function slipsOf(view: Head | null): Slip[] {
  const { new: come = [], gone = [] } = (view ?? {}) as { new?: Told; gone?: Told };
  const slip =
    (kind: Slip['kind']) =>
    ([rule, numbers]: Told[number]): Slip => ({ kind, rule, numbers });
  return [...come.map(slip('new')), ...gone.map(slip('gone'))];
}

/** The cells a slip speaks of on a board. */
export function cellsOf({ rule }: Slip, view: Head, seat: number): string | null {
  const board = view.boards[seat] as { rule_cells?: Record<string, string> } | undefined;
  return board?.rule_cells?.[rule] ?? null;
}

/** Whether a slip is about things that are put on every board. */
export const isMark = ({ rule }: Slip): boolean => rule.startsWith('mark.');
