/** What is new with an episode, one slip for each thing. */
import type { Head } from '../../../base/api/view';

type Told = [id: string, numbers: number[]];

export interface Slip {
  kind: 'new' | 'gone';
  rule: string;
  numbers: number[];
  /** The rule that it takes the place of. */
  instead: Told | null;
}

/** Kinds of rules of which one is always in force: a new one takes the place of the one before. */
const ALWAYS_ONE: readonly string[] = ['deck', 'land', 'start', 'track'];

const kindOf = (rule: string): string => rule.split('.')[0] ?? '';

/** The rules that came, then those that went for nothing; a view that does not tell them has none. */
export function slipsOf(view: Head | null): Slip[] {
  const { new: come = [], gone = [] } = (view ?? {}) as { new?: Told[]; gone?: Told[] };
  const replaces = ([rule]: Told, [before]: Told): boolean =>
    ALWAYS_ONE.includes(kindOf(rule)) && kindOf(rule) === kindOf(before);
  return [
    ...come.map((told): Slip => ({ ...slip('new', told), instead: gone.find((old) => replaces(told, old)) ?? null })),
    ...gone.filter((old) => !come.some((told) => replaces(told, old))).map((old) => slip('gone', old)),
  ];
}

/** What the first envelope of a campaign explains: those rules in force that have an explanation. */
export function firstSlips(view: Head | null, has: (message: string) => boolean): Slip[] {
  return (view?.rules ?? []).map((told) => slip('new', told)).filter((one) => has(explanationOf(one)));
}

const slip = (kind: Slip['kind'], [rule, numbers]: Told): Slip => ({ kind, rule, numbers, instead: null });

/** The message that explains a slip; not every rule needs one. */
export const explanationOf = ({ kind, rule }: Slip): string =>
  kind === 'gone' ? `about.gone.${rule}` : `about.${rule}`;

/** The cells of a board that a new rule speaks of. */
export function cellsOf({ kind, rule }: Slip, view: Head, seat: number): string | null {
  const board = view.boards[seat] as { rule_cells?: Record<string, string> } | undefined;
  return kind === 'new' ? (board?.rule_cells?.[rule] ?? null) : null;
}

/** Whether a slip is about things that are put on every board. */
export const isMark = ({ rule }: Slip): boolean => rule.startsWith('mark.');
