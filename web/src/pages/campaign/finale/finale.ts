/** The end of a campaign: what decided it, one thing after the other. */
import type { Finale } from '../../../base/api/types';

export interface Standing {
  seat: number;
  count: number | null;
  /** Whether it is still in the running after this step. */
  leads: boolean;
}

export interface DecidingStep {
  what: string;
  standings: Standing[];
  /** `level`: what comes next decides; `shared`: nothing more does. */
  then: 'decided' | 'level' | 'shared';
}

/** The steps with those in front first. */
export function decidingSteps({ steps }: Finale): DecidingStep[] {
  return steps.map(([what, seats, counts, leaders], i) => ({
    what,
    standings: seats
      .map((seat, at) => ({ seat, count: counts[at] ?? null, leads: leaders.includes(seat) }))
      .sort((a, b) => (b.count ?? -Infinity) - (a.count ?? -Infinity)),
    then: leaders.length === 1 ? 'decided' : i < steps.length - 1 ? 'level' : 'shared',
  }));
}
