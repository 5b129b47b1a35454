/** Sites under the ground: open ones are drawn on their cells, dug up or lost ones over what lies there. */
import { short, type Position } from '../../../laying/grid/geometry';
import { has, mask } from '../../../laying/grid/masks';
import type { Scene } from '../../../laying/grid/scene';
import { signed } from '../../../../base/i18n/number';
import { disc } from '../../drawing/disc';
import { on } from '../../drawing/place';
import { foundAt, sitesOf, type SiteView } from './spots';

/** The sites of a layer, with the cell of each. */
function sitesIn(scene: Scene, layer: string): { cell: Position; site: SiteView }[] {
  const all = mask(scene.ground.layers[layer]?.[0] ?? '0');
  return sitesOf(scene.board).flatMap((site) => {
    const [cell] = scene.grid.positions(mask(site[1]));
    return cell && has(all, scene.grid.bit(cell)) ? [{ cell, site }] : [];
  });
}

/** Those nobody has built on. */
export function openSites(scene: Scene, layer: string, art: string): string {
  return sitesIn(scene, layer)
    .filter(({ site }) => site[2] === 'open')
    .map(({ cell }) => on(scene.grid, cell, art, scene.small ? 46 : 38, 3))
    .join('');
}

/** Dug up: what was found, with its points. Lost: crossed out. */
export function closedSites(scene: Scene, layer: string, art: string): string {
  const { grid, small } = scene;
  return sitesIn(scene, layer)
    .filter(({ site }) => site[2] !== 'open')
    .map(({ cell, site: [, hex, state] }) => {
      const points = foundAt(scene.view, hex);
      const [x, y] = grid.middle(cell);
      const size = small ? 30 : 21;
      const seen = badge(art, size, state === 'lost');
      const found = `<g transform="translate(${short(x - 14)} ${short(y - 14)})">${seen}</g>`;
      return (
        found +
        (state === 'dug' && points !== null && !small ? disc([x - 14, y + 15], 'good', signed(points), false) : '')
      );
    })
    .join('');
}

/** What others have dug up is known of the sites that are still open. */
export function knownSites(scene: Scene, layer: string): string {
  return sitesIn(scene, layer)
    .filter(({ site }) => site[2] === 'open')
    .map(({ cell, site }) => {
      const [points, [x, y]] = [foundAt(scene.view, site[1]), scene.grid.middle(cell)];
      return points === null ? '' : disc([x + 14, y + 14], 'paper', signed(points), false);
    })
    .join('');
}

function badge(art: string, size: number, isLost: boolean): string {
  const half = size / 2;
  const cross = isLost
    ? `<path d="m${3 - half} ${3 - half} ${size - 6} ${size - 6}m0 ${6 - size} ${6 - size} ${size - 6}"` +
      ` stroke="var(--bad)" stroke-width="3" stroke-linecap="round"/>`
    : '';
  return (
    `<circle r="${half + 2}" fill="var(--paper)" stroke="var(--${isLost ? 'bad' : 'good'})" stroke-width="2"/>` +
    `<use href="#i-${art}" x="${-half}" y="${-half}" width="${size}" height="${size}"` +
    `${isLost ? ' opacity=".45"' : ''}/>${cross}`
  );
}
