/** One merged, rounded contour around cells of any shape. */
import type { Point } from './lattice';

/** Numbers in paths: short, at most one digit behind the point. */
export function short(n: number): string {
  return String(Math.round(n * 10) / 10).replace(/^(-?)0\./, '$1.');
}

/** Loops as a path with round corners. */
export function rounded(loops: readonly (readonly Point[])[], radius: number): string {
  const corner = (loop: readonly Point[], at: Point, i: number): string =>
    (i ? 'L' : 'M') + curve(around(loop, i - 1), at, around(loop, i + 1), radius);
  return loops.map((loop) => `${loop.map((at, i) => corner(loop, at, i)).join('')}Z`).join('');
}

interface Edge {
  from: Point;
  to: Point;
}

const key = ([x, y]: Point): string => `${Math.round(x * 4)},${Math.round(y * 4)}`;

/**
 * The contour of polygons that share sides: clockwise, shrunk by `inset`, straight runs joined; holes are loops of
 * their own.
 */
export function loopsOf(polygons: readonly (readonly Point[])[], inset = 0): Point[][] {
  const edges = bordersOf(polygons);
  const loops: Point[][] = [];
  for (let start = edges.keys().next(); !start.done; start = edges.keys().next()) {
    loops.push(shrunk(bends(walk(edges, start.value)), inset));
  }
  return loops;
}

/** The sides that only one polygon has, under the corner they begin at. */
function bordersOf(polygons: readonly (readonly Point[])[]): Map<string, Edge[]> {
  const sides = new Map<string, Edge>();
  for (const polygon of polygons) {
    polygon.forEach((from, i) => {
      const to = polygon[(i + 1) % polygon.length] ?? from;
      if (!sides.delete(`${key(to)} ${key(from)}`)) sides.set(`${key(from)} ${key(to)}`, { from, to });
    });
  }
  const edges = new Map<string, Edge[]>();
  for (const edge of sides.values()) edges.set(key(edge.from), [...(edges.get(key(edge.from)) ?? []), edge]);
  return edges;
}

function walk(edges: Map<string, Edge[]>, start: string): Point[] {
  const loop: Point[] = [];
  let at = start;
  let before: Edge | null = null;
  do {
    const edge = take(edges, at, before);
    if (!edge) break;
    loop.push(edge.from);
    before = edge;
    at = key(edge.to);
  } while (at !== start);
  return loop;
}

/** The next side; where cells touch by a corner only, the one to the right, so that each keeps its own loop. */
function take(edges: Map<string, Edge[]>, at: string, before: Edge | null): Edge | undefined {
  const list = edges.get(at) ?? [];
  const right = before ? list.findIndex((edge) => bend(before.from, edge.from, edge.to) > 0) : 0;
  const [edge] = list.splice(Math.max(right, 0), 1);
  if (!list.length) edges.delete(at);
  return edge;
}

/** How much a way over three points turns: 0 for straight on. */
function bend(a: Point, b: Point, c: Point): number {
  const turn = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
  return Math.abs(turn) < 1e-6 ? 0 : turn;
}

function bends(loop: readonly Point[]): Point[] {
  return loop.filter((at, i) => bend(around(loop, i - 1), at, around(loop, i + 1)) !== 0);
}

function around(loop: readonly Point[], i: number): Point {
  return loop[(i + loop.length) % loop.length] ?? [0, 0];
}

function shrunk(loop: readonly Point[], inset: number): Point[] {
  return loop.map((at, i) => {
    const [a, b] = [unit(around(loop, i - 1), at), unit(at, around(loop, i + 1))];
    const far = inset / (1 + a[0] * b[0] + a[1] * b[1]);
    return [at[0] - (a[1] + b[1]) * far, at[1] + (a[0] + b[0]) * far];
  });
}

function curve(before: Point, at: Point, after: Point, radius: number): string {
  const [a, b] = [towards(at, before, radius), towards(at, after, radius)];
  return `${dot(a)}Q${dot(at)} ${dot(b)}`;
}

function dot([x, y]: Point): string {
  return `${short(x)} ${short(y)}`;
}

function unit(from: Point, to: Point): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
}

function towards(from: Point, to: Point, far: number): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [dx, dy] = unit(from, to);
  const part = Math.min(far, length / 2);
  return [from[0] + dx * part, from[1] + dy * part];
}

/** Corner points joined by straight runs with round bends: a river, a road. */
export function bent(points: readonly Point[], radius: number): string {
  const turns = points.filter((at, i) => {
    const [before, after] = [points[i - 1], points[i + 1]];
    return !before || !after || bend(before, at, after) !== 0;
  });
  return turns
    .map((at, i) => {
      const [before, after] = [turns[i - 1], turns[i + 1]];
      return before && after ? `L${curve(before, at, after, radius)}` : `${before ? 'L' : 'M'}${dot(at)}`;
    })
    .join('');
}
