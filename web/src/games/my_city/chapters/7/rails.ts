/** The track: sleepers and two rails along the lower edge of its row. */
import { CELL } from '../../../laying/grid/geometry';
import type { Scene } from '../../../laying/grid/scene';

const RULE = /^rail\.row:(\d+)$/;
const GAUGE = 6; // between the rails
const SLEEPER = 13; // how long one is

export function rails({ view, grid, small }: Pick<Scene, 'view' | 'grid' | 'small'>): string {
  const row = view.rules.map(([rule]) => Number(RULE.exec(rule)?.[1] ?? 0)).find((n) => n > 0);
  if (!row) return '';
  const y = (row - grid.top) * CELL - SLEEPER / 2 - 0.5;
  const line = (at: number, colour: string, width: number, more = ''): string =>
    `<path d="M0 ${at}H${grid.width}" stroke="${colour}" stroke-width="${width}"${more}/>`;
  const bed =
    line(y, 'var(--paper-3)', SLEEPER + 1) + line(y, 'var(--wood-ink)', SLEEPER - 1, ' stroke-dasharray="4 6"');
  const steel = small ? '#5b5a63' : '#4f4e57';
  return [
    bed,
    ...[-GAUGE / 2, GAUGE / 2].map((off) => line(y + off, steel, 2.8) + line(y + off - 0.6, '#c9c7d1', 0.9)),
  ].join('');
}
