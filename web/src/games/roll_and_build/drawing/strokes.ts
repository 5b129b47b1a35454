/** Lines as a hand draws them: never quite straight, and always the same for the same seed. */
import { short, type Point } from '../../laying/grid/geometry';
import { seeded } from '../../laying/drawing/seeded';

/** One stroke from point to point: a little too long or short, a little bowed. */
export function stroke(from: Point, to: Point, seed: number, shake = 1): string {
  const next = seeded(seed);
  const off = (): number => (next() - 0.5) * 2 * shake;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const over = next() * shake * 1.6;
  const start: Point = [from[0] - ux * over + off() * 0.4, from[1] - uy * over + off() * 0.4];
  const end: Point = [to[0] + ux * over + off() * 0.4, to[1] + uy * over + off() * 0.4];
  const bow = (part: number): Point => {
    const aside = off() * Math.min(1, length / 60);
    return [from[0] + (to[0] - from[0]) * part - uy * aside, from[1] + (to[1] - from[1]) * part + ux * aside];
  };
  return `M${at(start)}C${at(bow(0.33))} ${at(bow(0.67))} ${at(end)}`;
}

/** A closed line, side by side: the strokes meet at the corners as well as a hand can. */
export function sides(corners: readonly Point[], seed: number, shake = 1): string {
  return corners
    .map((from, i) => stroke(from, corners[(i + 1) % corners.length] ?? from, seed * 37 + i, shake))
    .join('');
}

/** An open line through all points, lifted nowhere. */
export function trail(points: readonly Point[], seed: number, shake = 1): string {
  const next = seeded(seed);
  const off = (): number => (next() - 0.5) * 2 * shake;
  return points.map(([x, y], i) => `${i ? 'L' : 'M'}${at([x + off(), y + off()])}`).join('');
}

/** A circle that goes a little further round than it should. */
export function loop([x, y]: Point, radius: number, seed: number): string {
  const next = seeded(seed);
  const start = next() * 6.28;
  const steps = 11;
  const points = Array.from({ length: steps + 1 }, (_, i): Point => {
    const angle = start + (i / steps) * 7.1;
    const far = radius * (0.95 + next() * 0.1 + i * 0.006);
    return [x + Math.cos(angle) * far, y + Math.sin(angle) * far];
  });
  return curve(points);
}

/** A filled-in spot: to and fro across a circle. */
export function scribble([x, y]: Point, radius: number, seed: number): string {
  const turns = 7;
  const points = Array.from({ length: turns * 2 }, (_, i): Point => {
    const along = (i / (turns * 2 - 1)) * 2 - 1;
    const half = Math.sqrt(Math.max(0, 1 - along * along)) * radius * (i % 2 ? 1 : -1);
    const aside = along * radius;
    return [x + half * 0.75 + aside * 0.66, y - half * 0.66 + aside * 0.75];
  });
  return trail(points, seed, radius / 11);
}

/** A smooth line through points. */
function curve(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const step = (point: Point, next: Point | undefined): string => (next ? bend(point, next) : `T${at(point)}`);
  return `M${at(first)}${rest.map((point, i) => step(point, rest[i + 1])).join('')}`;
}

function bend(here: Point, after: Point): string {
  return `Q${at(here)} ${at([(here[0] + after[0]) / 2, (here[1] + after[1]) / 2])}`;
}

function at([x, y]: Point): string {
  return `${short(x)} ${short(y)}`;
}
