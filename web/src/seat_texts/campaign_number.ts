import type { Series } from '../base/api/types';

/** The number in its campaign of a seat of the table. */
export const numberOf = (series: Pick<Series, 'lineup'> | null, seat: number): number => series?.lineup?.[seat] ?? seat;
