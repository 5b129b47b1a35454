import { describe, expect, it } from 'vitest';
import { decidingSteps } from './finale';

describe('who wins a campaign', () => {
  it('is told step by step, those in front first', () => {
    const steps = decidingSteps({
      winners: [2],
      steps: [
        ['progress', [0, 1, 2], [18, 21, 21], [1, 2]],
        ['firsts', [1, 2], [3, 5], [2]],
      ],
    });
    expect(steps.map(({ what, then }) => [what, then])).toEqual([
      ['progress', 'level'],
      ['firsts', 'decided'],
    ]);
    expect(steps[0]?.standings.map(({ seat, leads }) => [seat, leads])).toEqual([
      [1, true],
      [2, true],
      [0, false],
    ]);
    expect(steps[1]?.standings).toEqual([
      { seat: 2, count: 5, leads: true },
      { seat: 1, count: 3, leads: false },
    ]);
  });

  it('is shared where nothing decides; a seat without a number is last', () => {
    const [step] = decidingSteps({ winners: [0, 1], steps: [['last', [0, 1, 2], [30, 30, null] as number[], [0, 1]]] });
    expect(step?.then).toBe('shared');
    expect(step?.standings.at(-1)).toEqual({ seat: 2, count: null, leads: false });
  });
});
