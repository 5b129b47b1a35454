/** The picture on a building card: each building has its own, put together from forms and motifs. */
import { KINDS, type BuildingView } from '../view';
import { entries, Studio } from './compose';
import { FORMS } from './forms';
import motifs from './motifs.txt?raw';
import civic from './pictures/civic.txt?raw';
import community from './pictures/community.txt?raw';
import ecology from './pictures/ecology.txt?raw';
import economy from './pictures/economy.txt?raw';
import energy from './pictures/energy.txt?raw';
import industry from './pictures/industry.txt?raw';
import sights from './pictures/sights.txt?raw';
import { cloud } from './strokes';

/** The text of every building's picture. */
export const PICTURES: ReadonlyMap<string, string> = entries(
  [community, economy, energy, industry, ecology, sights, civic].join('\n'),
);
const studio = new Studio(FORMS, entries(motifs));
const drawn = new Map<string, string>();

/** What decides the tint of the sky. */
export const classOf = (building: Pick<BuildingView, 'permanent' | 'civic'>): string =>
  building.civic ? 'civic' : building.permanent || 'points';

export function art(id: string, building: Pick<BuildingView, 'permanent' | 'civic'>): string {
  const known = drawn.get(id);
  if (known !== undefined) return known;
  const text = PICTURES.get(id);
  const picture = text ? cloudOf(id) + studio.draw(text, `var(--${classOf(building)})`) : '';
  drawn.set(id, picture);
  return picture;
}

/** A cloud whose place is always the same for a building. */
function cloudOf(id: string): string {
  const [family = '', kind = ''] = id.split('-');
  const turn = Number(family.slice(1)) + 2 * KINDS.indexOf(kind) + 2;
  return cloud(18 + ((turn * 29) % 60), 14 + ((turn * 5) % 8));
}
