/** What the coach says of a finished match, and what it would do in a running one. */
import type { Head } from './view';

export type Answer = readonly (string | number)[];
export type PointsByRule = readonly (readonly [rule: string, points: number])[];

/** An answer that cost much: a better one, and by how much over so many rollouts from both. */
export interface Costly {
  number: number;
  /** The step of looking back that shows it. */
  step: number;
  card: string;
  answer: Answer;
  better: Answer;
  rollouts: number;
  points: number;
  low: number;
  high: number;
  lines: PointsByRule;
  in_hindsight: number | null;
  cells?: string;
  better_cells?: string;
  /** The match before this answer, where a board can be drawn. */
  view?: Head;
}

export interface CoachReport {
  mode: string;
  seat: number;
  value: number;
  tally?: PointsByRule;
  best: { value: number; tally: PointsByRule } | null;
  /** The end of the match with the best board found. */
  view: Head | null;
  bound: number | null;
  /** The rule for which no bound is known. */
  bound_lacks: string;
  gap: number | null;
  luck: { expected: number; luck: number; play: number; half: number } | null;
  costliest: readonly Costly[];
  looked_at: number;
}

/** An answer the coach would give: what it comes to on average, and how much less than the best. */
export interface Hint {
  answer: Answer;
  expected: number;
  less: number;
  /** What makes the difference: of the best answer to the next, of the others to the best. */
  lines: PointsByRule;
  cells: string;
}
