/** What a series shows: rows for its matches and chapters, and how far the next title is. */

import { openChapters, type Chapter, type Series, type Table, type Title } from '../../base/api/types';

export type Row =
  | { kind: 'match'; mode: string; id: string | null; points: (number | null)[] | null; first: boolean[] }
  | { kind: 'bonus'; what: string; points: number[] | null }
  | { kind: 'chapter'; chapter: string; mode: string; points: number[] | null; first: boolean[]; whole: boolean };

/** Match by match, the bonus after the last of its chapter; sums of chapters where there is more than one. */
export function rows(series: Series): Row[] {
  const { ids } = series;
  const chapters = openChapters(series);
  let played = 0;
  return chapters.flatMap((chapter) => {
    const own = chapter.modes.map((mode, i): Row => {
      const points = chapter.values[i] ?? null;
      const id = points ? (ids[played + i] ?? null) : null;
      return { kind: 'match', mode, id, points, first: firsts(chapter.ranks[i] ?? []) };
    });
    played += chapter.values.length;
    return [...own, ...after(chapter, chapters.length > 1)];
  });
}

function after({ chapter, modes, values, bonus, totals, places, whole }: Chapter, several: boolean): Row[] {
  const out: Row[] = [];
  const points = values.length ? totals : null;
  if (bonus) out.push({ kind: 'bonus', what: bonus.what, points: whole ? bonus.points : null });
  const mode = modes[0] ?? '';
  if (several) out.push({ kind: 'chapter', chapter, mode, points, first: whole ? firsts(places) : [], whole });
  return out;
}

/** Who is first; alone that says nothing. */
const firsts = (places: readonly (number | null)[]): boolean[] =>
  places.map((place) => place === 1 && places.length > 1);

export interface Ladder {
  chapter: string | null;
  /** Its first match. */
  mode: string;
  titles: Title[];
  points: number;
  /** Whether the points are final. */
  whole: boolean;
  /** The place on the ladder; below its first step one stands on it too. */
  at: number;
  next: Title | null;
}

/** The ladders of a player alone: of the chapter that was played last, and of the whole series. */
export function ladders(series: Series): Ladder[] {
  const [points] = series.totals;
  if (series.totals.length !== 1 || points === undefined) return [];
  const chapters = openChapters(series);
  const now = chapters.findLast(({ values }) => values.length > 0) ?? chapters[0];
  const several = series.chapters.length > 1;
  const out = now
    ? [ladder(now.modes[0] ?? '', several ? now.chapter : null, now.titles, now.totals[0] ?? 0, now.whole)]
    : [];
  return [...out, ladder('', null, series.titles, points, series.over)].filter(({ titles }) => titles.length);
}

function ladder(mode: string, chapter: string | null, titles: Title[], points: number, whole: boolean): Ladder {
  const at = Math.max(
    0,
    titles.findLastIndex(({ least }) => least <= points),
  );
  return { chapter, mode, titles, points, whole, at, next: titles[at + 1] ?? null };
}

/** The match that ended while somebody who plays was away: to be seen before the one that runs now. */
export function missed({ unattended, mine, match, series }: Table, seen: string | null): string | null {
  const last = series?.ids.at(-1) ?? null;
  return unattended && mine.length && match && !match.over && last !== seen ? last : null;
}

/** The chapter that the match played last has closed, where there are several. */
export function closed(series: Series): Chapter | null {
  const last = openChapters(series).findLast(({ values }) => values.length > 0);
  return last?.whole && series.chapters.length > 1 ? last : null;
}
