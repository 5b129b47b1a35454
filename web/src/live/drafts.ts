/** Where unfinished placements are stored: one per seat of the running match. */
import type { Table } from '../base/api/types';
import { removeWhere } from '../base/storage';

export const draftKey = (table: string, match: string, seat: number): string => `draft.${table}.${match}.${seat}`;

/** Removes the drafts of every match at this table that is over or no longer its match. */
export function removeOldDrafts({ id, match }: Pick<Table, 'id' | 'match'>): void {
  const running = match && !match.over ? `draft.${id}.${match.id}.` : null;
  removeWhere((key) => key.startsWith(`draft.${id}.`) && !(running && key.startsWith(running)));
}
