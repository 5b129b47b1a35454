/** The episodes whose rules this browser has shown: only who knows the one before is told just what changes. */
import { load, save } from '../../base/storage';

const KEY = 'episodes';

const numberOf = (mode: string): number => Number(mode.split('/')[1]);
const known = (): number[] => {
  const stored = load<unknown>(KEY);
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'number') : [];
};

export function knowsForerunner(mode: string): boolean {
  return known().includes(numberOf(mode) - 1);
}

export function learn(mode: string): void {
  if (!known().includes(numberOf(mode))) save(KEY, [...known(), numberOf(mode)]);
}
