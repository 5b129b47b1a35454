/** The words of the coach's report. */
import { call } from '../../base/api/call';
import type { Answer, CoachReport, PointsByRule } from '../../base/api/coach';
import type { Head } from '../../base/api/view';
import type { Screens } from '../../games/registry';
import { decimal } from '../../base/i18n/number';
import type { Say } from '../../base/i18n/say';

/** The report on a seat; asks again while it is being made, until the asker is gone. */
export async function askCoach(match: string, seat: number, gone: () => boolean): Promise<CoachReport | null> {
  for (;;) {
    const { report } = await call<{ report: CoachReport | null }>('GET', `/api/matches/${match}/coach?seat=${seat}`);
    if (report || gone()) return report;
  }
}

const TRIED: readonly string[] = ['place', 'take', 'draw', 'flip'];

/** Whether an answer can be laid out on the table before it is given. */
export const canTry = ([verb]: Answer): boolean => TRIED.includes(String(verb));

/** An answer in words: those of its game where the view is known, else as it is written. */
export function answerWords(answer: Answer, say: Say, view?: Head, screens?: Pick<Screens, 'answerWords'>): string {
  if (view && screens?.answerWords) return screens.answerWords(view, answer, say);
  const [verb, ...rest] = answer;
  if (verb === 'place') {
    const [shape, known] = [`shape.${rest[0]}`, say(`shape.${rest[0]}`)];
    const place = say('coach.place', Number(rest[1]), { cell: String(rest[2]) });
    return known === shape ? place : `${known}, ${place}`;
  }
  const named = say(`answer.${verb}`);
  return [named === `answer.${verb}` ? String(verb) : named, rest.join(' ')].filter(Boolean).join(' ');
}

/** What is proven, and what is not. */
export function boundWords(report: CoachReport, say: Say): string {
  if (!report.best) return say('coach.no_best');
  if (report.bound !== null) return say('coach.bound', report.bound, report.gap ?? 0);
  return say(report.bound_lacks ? 'coach.no_bound.rule' : 'coach.no_bound.solver');
}

/** Two tallies side by side: a line for each rule of either. */
export function beside(own: PointsByRule, best: PointsByRule): { rule: string; own: number; best: number }[] {
  const [mine, other] = [new Map(own), new Map(best)];
  const rules = [...new Set([...mine.keys(), ...other.keys()])];
  return rules.map((rule) => ({ rule, own: mine.get(rule) ?? 0, best: other.get(rule) ?? 0 }));
}

/** Luck and play told apart. */
export function luckWords(report: CoachReport, language: string, say: Say): string | null {
  if (!report.luck) return null;
  const { expected, luck, play, half } = report.luck;
  return say('coach.luck', {
    expected: decimal(expected, language),
    luck: decimal(luck, language, true),
    play: decimal(play, language, true),
    half: decimal(half, language),
  });
}
