/** The best result of each way to play, as far as this device knows. */
import { load, save } from '../../base/storage';

const KEY = 'bests';

export interface Best {
  value: number;
  /** The best before this one. */
  before: number;
}

type Bests = Record<string, { match: string; value: number; before: number | null }>;

/** Keeps a result; tells it if it is better than all before it. Asked again about the same match it says the same. */
export function noteBest(mode: string, seats: number, match: string, value: number): Best | null {
  const bests = load<Bests>(KEY) ?? {};
  const name = `${mode} ${seats}`;
  const known = bests[name];
  if (known?.match === match) return known.before === null ? null : { value, before: known.before };
  if (known && known.value >= value) return null;
  save(KEY, { ...bests, [name]: { match, value, before: known?.value ?? null } });
  return known ? { value, before: known.value } : null;
}
