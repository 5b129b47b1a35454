/** The ring of the portal: six stones, each lit by what lies on its segment; with all of them lit it is open. */
import { short, type Point } from '../../../laying/grid/geometry';
import { DEEP, GLOW, NIGHT, PALE } from './colours';
import { isLit, type Arc } from './lights';

const HALF = 0.44; // of a stone, in radians
const [INNER, MIDDLE, OUTER] = [18.5, 25, 32]; // of a stone, from the centre

/** A place around the centre, in drawing units. */
const at = (turn: number, far: number): string => `${short(Math.cos(turn) * far)} ${short(Math.sin(turn) * far)}`;

export function ring([x, y]: Point, arcs: readonly Arc[], scale: number): string {
  const lit = arcs.filter(isLit).length;
  const isOpen = lit > 0 && lit === arcs.length;
  return (
    `<g class="portal" transform="translate(${short(x)} ${short(y)})scale(${scale})">` +
    `${isOpen ? shine() : ''}<circle r="27" fill="var(--rock)" stroke="var(--rock-ink)" stroke-width="2"/>` +
    `<circle r="17" fill="${isOpen ? PALE : NIGHT}" stroke="${lit ? GLOW : 'var(--rock-ink)'}" stroke-width="2"/>` +
    `${isOpen ? whirl() : sparks(lit)}${arcs.map(stone).join('')}</g>`
  );
}

function stone(arc: Arc): string {
  const [from, to] = [arc.angle - HALF, arc.angle + HALF];
  const d =
    `M${at(from, INNER)}L${at(from, OUTER)}A${OUTER} ${OUTER} 0 0 1 ${at(to, OUTER)}` +
    `L${at(to, INNER)}A${INNER} ${INNER} 0 0 0 ${at(from, INNER)}z`;
  const shape = (fill: string, ink: string): string =>
    `<path class="${arc.state}" d="${d}" fill="${fill}" stroke="${ink}" stroke-width="2" stroke-linejoin="round"/>`;
  if (!isLit(arc)) return shape('var(--rock-2)', 'var(--rock-ink)');
  const vein = `M${at(arc.angle - HALF / 2, MIDDLE)}A${MIDDLE} ${MIDDLE} 0 0 1 ${at(arc.angle + HALF / 2, MIDDLE)}`;
  return shape(GLOW, DEEP) + `<path d="${vein}" fill="none" stroke="${PALE}" stroke-width="4" stroke-linecap="round"/>`;
}

const GOLDEN = 2.4; // radians from spark to spark

/** Sparks in the dark, one more for every stone that is lit. */
function sparks(lit: number): string {
  const d = Array.from({ length: lit }, (_, i) => `M${at(i * GOLDEN, 3 + i * 1.7)}h.01`).join('');
  return `<path d="${d}" stroke="${GLOW}" stroke-width="4.4" stroke-linecap="round"/>`;
}

/** Light that turns. */
function whirl(): string {
  const arm = (turn: number): string => `<path d="M0 0c7-7 13-4 12 5" transform="rotate(${turn})"/>`;
  const arms = [0, 90, 180, 270].map(arm).join('');
  return `<g fill="none" stroke="${GLOW}" stroke-width="3" stroke-linecap="round">${arms}</g>`;
}

const RAYS = 12;

function shine(): string {
  const d = Array.from({ length: RAYS }, (_, i) => {
    const turn = (i / RAYS) * 2 * Math.PI + 0.26;
    return `M${at(turn, 33)}L${at(turn, i % 2 ? 56 : 68)}`;
  }).join('');
  return (
    `<circle r="58" fill="${GLOW}" opacity=".2"/><circle r="43" fill="${PALE}" opacity=".4"/>` +
    `<path d="${d}" stroke="${PALE}" stroke-width="5" stroke-linecap="round" opacity=".95"/>` +
    `<path d="${d}" stroke="${GLOW}" stroke-width="2" stroke-linecap="round"/>`
  );
}
