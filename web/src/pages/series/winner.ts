/** Who wins a chapter or the series, or which title it brings to a player alone. */

import { openChapters, type Series } from '../../base/api/types';
import { verdict, type Outcome } from './verdict';
import type { Say } from '../../base/i18n/say';

export interface Closed {
  totals: number[];
  places: number[];
  title: string | null;
}

export function told(
  { totals, places, title }: Closed,
  names: readonly string[],
  mine: readonly number[],
  say: Say,
): string {
  const outcome: Outcome = { values: totals, places };
  return title ? say(`title.${title}`) : verdict(outcome, names, mine, say);
}

/** The series itself; one of a single chapter has that chapter's title. */
export function crown(series: Series, names: readonly string[], mine: readonly number[], say: Say): string {
  const [only, ...more] = openChapters(series);
  const title = series.title ?? (more.length ? null : (only?.title ?? null));
  return told({ ...series, title }, names, mine, say);
}
