/** The episodes whose rules this browser has shown: only who knows the one before is told just what changes. */
import { load, save } from '../../base/storage';

const KEY = 'episodes';

const numberOf = (way: string): number => Number(way.split('/')[1]);
const known = (): number[] => {
  const stored = load<unknown>(KEY);
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'number') : [];
};

export function knowsForerunner(way: string): boolean {
  return known().includes(numberOf(way) - 1);
}

export function learn(way: string): void {
  if (!known().includes(numberOf(way))) save(KEY, [...known(), numberOf(way)]);
}
