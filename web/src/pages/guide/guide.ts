/** How a guide goes from step to step: by what the player plans, answers and looks at. Knows no game. */
import type { GuideStep } from '../../base/api/types';
import type { Plan } from '../../games/contract';

/** What is known of the player now. */
export interface Facts {
  /** The lines they have answered in this match, without their seat. */
  answers: readonly string[];
  /** What they are about to do. */
  plan: Plan | null;
  /** The parts of the page they look at. */
  looks: readonly string[];
}

export interface Progress {
  /** The step that is said now; as many as there are when all are done. */
  step: number;
  /** How many answers were given when it began. */
  answers: number;
  /** The player does something else than it says. */
  wrong: boolean;
  /** The step before it was passed by another answer than it spoke of. */
  strayed: boolean;
}

export const BEGIN: Progress = { step: 0, answers: 0, wrong: false, strayed: false };

/** Where the guide stands after what is known now; several steps may be done at once. */
export function follow(steps: readonly GuideStep[], before: Progress, facts: Facts): Progress {
  let now = before;
  for (let next = followed(steps, now, facts); next !== now; next = followed(steps, now, facts)) now = next;
  return now;
}

function followed(steps: readonly GuideStep[], now: Progress, facts: Facts): Progress {
  const step = steps[now.step];
  if (!step) return now;
  if (isDone(step, facts)) return advanced(now, facts, now.strayed && step.until.do === 'answer');
  if (isMissed(step, facts)) return advanced(now, facts, true);
  const wrong = isWrong(step, now, facts);
  return wrong === now.wrong ? now : { ...now, wrong };
}

const advanced = ({ step }: Progress, { answers }: Facts, strayed: boolean): Progress => ({
  step: step + 1,
  answers: answers.length,
  wrong: false,
  strayed,
});

export function isDone({ until }: GuideStep, { answers, plan, looks }: Facts): boolean {
  switch (until.do) {
    case 'draft':
      return plan !== null && plan.legal && until.covers.every((cell) => plan.cells.includes(cell));
    case 'answer':
      return answers.filter((line) => isOf(line, until.verb)).length >= until.times;
    case 'look':
      return looks.some((part) => part === until.at || part.startsWith(`${until.at}.`));
  }
}

const isOf = (line: string, verb: string): boolean => verb === '' || line.split(' ')[0] === verb;

/** The moment it speaks of has gone by: another answer was given. */
const isMissed = ({ until }: GuideStep, { answers }: Facts): boolean =>
  until.do === 'draft' && until.covers.length > 0 && answers.length > until.after;

/** Something lies elsewhere, or something else was answered. */
function isWrong({ until }: GuideStep, now: Progress, { answers, plan }: Facts): boolean {
  if (until.do === 'draft') return plan !== null;
  const given = answers.slice(now.answers);
  return until.do === 'answer' && until.verb !== '' && given.some((line) => !isOf(line, until.verb));
}

/** The lines of one seat in a told log. */
export function answersOf(lines: readonly string[], seat: number): string[] {
  const own = `${seat} `;
  return lines.filter((line) => line.startsWith(own)).map((line) => line.slice(own.length));
}
