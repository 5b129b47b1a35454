/** What is printed under the map: the circles of the passes and the row that the compass brings, marked by pencil. */
import { short, type Point, type Position } from '../../laying/grid/geometry';
import { signed } from '../../../base/i18n/number';
import { coming, type Coming } from '../dice';
import { extent, shapeOf } from '../shapes';
import type { View } from '../view';
import { scribble, stroke } from './strokes';

/** How much paper lies around the map. */
export const SIDE = 15;
export const FOOT = 78;
const [STEP, RADIUS] = [43, 15];

/** The row of circles: the filled ones are scribbled over, the cost of the last one counts. */
export function passRow(circles: readonly number[], filled: number, top: number): string {
  return circles.map((cost, i) => circle([RADIUS + 6 + i * STEP, top], cost, i, filled)).join('');
}

function circle([x, y]: Point, cost: number, i: number, filled: number): string {
  const counts = i === filled - 1;
  const pill = counts ? `<rect x="${x - 17}" y="${y + 20}" width="34" height="20" rx="10" fill="var(--pen-red)"/>` : '';
  const mark =
    i < filled
      ? `<path d="${scribble([x, y], RADIUS - 1.5, i * 5 + 3)}" fill="none"` +
        ` stroke="var(--pencil)" stroke-width="2.6" stroke-linecap="round"` +
        ` stroke-linejoin="round"/>`
      : '';
  return (
    `<circle cx="${x}" cy="${y}" r="${RADIUS}" fill="var(--pad)" stroke="var(--pad-ink)"` +
    ` stroke-width="1.8"/>${mark}${pill}` +
    `<text x="${x}" y="${y + 36}" text-anchor="middle" font-family="var(--serif)"` +
    ` font-weight="700" font-size="17"` +
    ` fill="${counts ? '#fff' : 'var(--pad-soft)'}">${signed(cost)}</text>`
  );
}

const [UNIT, GAP, COMPASS] = [17, 15, 26];

/** The buildings of the row, up to the right edge: used ones crossed off, the one in hand under the lamp. */
export function comingRow(view: View, right: number, middle: number): string {
  const row = coming(view).map(({ card, state }) => ({ state, cells: shapeOf(view, card.split('-')[1] ?? '') }));
  if (!row.length) return '';
  const wide = row.map(({ cells }) => extent(cells).columns * UNIT + GAP);
  const places = wide.map((_, i) => right - 4 + GAP - wide.slice(i).reduce((sum, width) => sum + width, 0));
  const start = (places[0] ?? right) - COMPASS - 10;
  const sign =
    `<use class="s-print" href="#s-compass" x="${short(start)}"` +
    ` y="${short(middle - COMPASS / 2)}" width="${COMPASS}" height="${COMPASS}" fill="none"` +
    ` stroke="var(--pad-ink)" stroke-linecap="round"/>`;
  return sign + row.map(({ cells, state }, i) => one(cells, state, [places[i] ?? 0, middle], i)).join('');
}

function one(cells: readonly Position[], state: Coming['state'], [x, middle]: Point, i: number): string {
  const { rows, columns } = extent(cells);
  const [w, h] = [columns * UNIT, rows * UNIT];
  const y = middle - h / 2;
  const lamp =
    state === 'now'
      ? `<rect x="${short(x - 6)}" y="${short(y - 6)}" width="${w + 12}" height="${h + 12}"` +
        ` rx="5" fill="var(--pad-lamp)" stroke="var(--lamp)" stroke-width="2.5"/>`
      : '';
  const squares = cells
    .map(([row, column]) => `M${short(x + column * UNIT)} ${short(y + row * UNIT)}h${UNIT}v${UNIT}h-${UNIT}z`)
    .join('');
  const cross =
    stroke([x - 3, y - 3], [x + w + 3, y + h + 3], i * 7 + 2, 1.4) +
    stroke([x + w + 3, y - 3], [x - 3, y + h + 3], i * 7 + 4, 1.4);
  const off =
    state === 'gone'
      ? `<path d="${cross}" fill="none" stroke="var(--pencil)" stroke-width="2.4" stroke-linecap="round"/>`
      : '';
  return (
    `${lamp}<path d="${squares}" fill="var(--pad)" stroke="var(--pad-ink)" stroke-width="1.8"` +
    ` stroke-linejoin="round"/>${off}`
  );
}
