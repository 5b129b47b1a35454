/** Races among the seats: how far everybody is, and who has taken which step. */
import type { View } from './view';

export interface Race {
  rule: string;
  prizes: number[];
  need: number;
  /** Per seat: how far, and the step it took; null while it is not there. */
  seats: { have: number; step: number | null }[];
}

type RaceView = [rule: string, prizes: number[], need: number, seats: [have: number, step: number | null][]];

export function racesOf(view: View): Race[] {
  const { races = [] } = view as View & { races?: RaceView[] };
  return races.map(([rule, prizes, need, seats]) => ({
    rule,
    prizes,
    need,
    seats: seats.map(([have, step]) => ({ have, step })),
  }));
}
