/** The cabinet: a place for every nugget, those that bring progress with a ring below. */
import type { Say } from '../../../../base/i18n/say';
import type { Keepsake, Picture } from '../../../laying/chapter_drawings.svelte';
import type { BoardView } from '../../../laying/view';

const PLACE = 24;
const SINCE = 10;
const EVER = 'nuggets_ever';

export function cabinetPicture(now: number, ever: number, milestones: readonly number[]): Picture {
  const places = Math.max(ever, ...milestones);
  const width = places * PLACE + 8;
  const shelf =
    `<rect x="1" y="1" width="${width - 2}" height="42" rx="6" fill="var(--wood-2)"` +
    ` stroke="var(--wood-ink)" stroke-width="1.6"/>`;
  const drawn = Array.from({ length: places }, (_, i) => place(i + 1, now, ever, milestones.includes(i + 1)));
  return { art: shelf + drawn.join(''), width, height: 44 };
}

/** Full, empty because it was sold, or waiting. */
function place(n: number, now: number, ever: number, counts: boolean): string {
  const x = (n - 1) * PLACE + 4;
  const hole =
    `<rect x="${x + 1.5}" y="5" width="${PLACE - 3}" height="22" rx="4" fill="var(--wood)"` +
    ` stroke="var(--wood-ink)"/>`;
  const outline = `m${x + 5} 20 2-7 7-4 6 5-1 7-8 3z`;
  const nugget =
    n <= now
      ? `<path d="${outline}" fill="var(--gold)" stroke="var(--y-ink)" stroke-width="1.4" stroke-linejoin="round"/>`
      : n <= ever
        ? `<path d="${outline}" fill="none" stroke="var(--wood-ink)" stroke-width="1.4" stroke-dasharray="3 2"/>`
        : '';
  const ring = counts
    ? `<circle cx="${x + 12}" cy="35" r="5" fill="var(--${n <= ever ? 'ink' : 'paper'})"` +
      ` stroke="var(--ink)" stroke-width="1.6"/>`
    : '';
  return hole + nugget + ring;
}

export function cabinet(board: BoardView, say: Say): Keepsake[] {
  const { milestones } = board as { milestones?: number[] };
  if (!milestones) return [];
  const { nuggets: now = 0, [EVER]: ever = 0 } = board.brought.counts;
  return [
    {
      key: 'cabinet',
      name: say('plan.cabinet'),
      about: [say('plan.nuggets', now, ever), `${say('plan.milestones')} ${milestones.join(', ')}`],
      since: SINCE,
      holds: (what) => what === 'nuggets',
      ...cabinetPicture(now, ever, milestones),
    },
  ];
}
