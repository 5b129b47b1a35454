/** The picture on a building card: one of 27 drawings, varied by the building's id. */
import { KINDS, type BuildingView } from '../view';
import { civic, sight } from './sights';
import { work } from './works';

/** A small number that is always the same for a building. */
export function turnOf(id: string): number {
  const [family = '', kind = ''] = id.split('-');
  return Number(family.slice(1)) + 2 * KINDS.indexOf(kind) + 2;
}

/** What decides the drawing and the tint of the sky. */
export const classOf = (building: Pick<BuildingView, 'permanent' | 'civic'>): string =>
  building.civic ? 'civic' : building.permanent || 'points';

export function art(id: string, building: Pick<BuildingView, 'tier' | 'permanent' | 'civic'>): string {
  const turn = turnOf(id);
  const { tier, permanent } = building;
  if (building.civic) return civic(tier, turn);
  return permanent ? work(permanent, tier, turn) : sight(id, tier, turn);
}
