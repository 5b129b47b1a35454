/** Races among the seats: how far everybody is, and who has taken which step. */
import type { View } from '../view';

export interface Race {
  rule: string;
  prizes: number[];
  need: number;
  /** Per seat: how far, and the step it took; null while it is not there. */
  seats: { have: number; step: number | null }[];
}

type RaceView = [rule: string, prizes: number[], need: number, seats: [have: number, step: number | null][]];

/** Goals that ask for no more than so many are reached from above. */
const isLess = ({ rule }: Race): boolean => rule.includes('<=');

/** The seats that have taken a step. */
export const takenBy = ({ seats }: Race, step: number): number[] =>
  seats.flatMap((one, seat) => (one.step === step ? [seat] : []));

/** How far a seat is: `3/8`, or `12 → 8` where there has to be less. */
export function farWords(race: Race, seat: number): string {
  const have = race.seats[seat]?.have ?? 0;
  return isLess(race) && have > race.need ? `${have} → ${race.need}` : `${have}/${race.need}`;
}

/** The part of the way that lies behind a seat, from 0 to 1. */
export function done(race: Race, seat: number): number {
  const { have = 0, step = null } = race.seats[seat] ?? {};
  if (step !== null) return 1;
  const [most, least] = isLess(race) ? [race.need, have] : [have, race.need];
  return least ? Math.min(1, most / least) : 1;
}

export function racesOf(view: View): Race[] {
  const { races = [] } = view as View & { races?: RaceView[] };
  return races.map(([rule, prizes, need, seats]) => ({
    rule,
    prizes,
    need,
    seats: seats.map(([have, step]) => ({ have, step })),
  }));
}
