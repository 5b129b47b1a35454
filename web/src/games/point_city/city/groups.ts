/** A city's buildings by what they give. */
import { classOf } from '../drawing/art';
import { KINDS, type BoardView, type BuildingView, type View } from '../view';

export interface Group {
  /** A kind, `points` for sights, `civic`. */
  kind: string;
  buildings: { id: string; building: BuildingView }[];
}

export function groups(view: Pick<View, 'buildings'>, board: Pick<BoardView, 'buildings'>): Group[] {
  const built = board.buildings.flatMap((id) => {
    const building = view.buildings[id];
    return building ? [{ id, building }] : [];
  });
  return [...KINDS, 'points', 'civic'].map((kind) => ({
    kind,
    buildings: built.filter(({ building }) => classOf(building) === kind),
  }));
}

/** The points of a city that come from tokens. */
export const tokenPoints = (board: Pick<BoardView, 'tokens'>): number =>
  board.tokens.reduce((sum, [, points]) => sum + points, 0);
