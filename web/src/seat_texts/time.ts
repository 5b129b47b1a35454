/** Time at a table, in words. */

import type { Pace, Table } from '../base/api/types';
import type { Say } from '../base/i18n/say';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** What the time is given for: a move, or at own pace a match, in a series each of them. */
export type Span = 'move' | 'match' | 'each';
export const spanOf = (pace: Pace, series: boolean): Span => (pace === 'own' ? (series ? 'each' : 'match') : 'move');

/** "2 minutes a move" */
export function limitWords(time: number | null, span: Span, say: Say): string {
  if (time === null) return say('time.none');
  if (time >= DAY_SECONDS) return say(span === 'move' ? 'time.days' : `time.days.${span}`, time / DAY_SECONDS);
  return time % MINUTE_SECONDS ? say('time.seconds', time) : say('time.minutes', time / MINUTE_SECONDS);
}

/** In the largest unit of which there are at least two; null for the last minutes. */
function leftIn(seconds: number): { unit: 'days' | 'hours' | 'minutes'; many: number } | null {
  const hours = Math.round(seconds / HOUR_SECONDS);
  if (hours >= 48) return { unit: 'days', many: Math.floor(hours / 24) };
  if (seconds >= 2 * HOUR_SECONDS) return { unit: 'hours', many: hours };
  return seconds >= 10 * MINUTE_SECONDS ? { unit: 'minutes', many: Math.floor(seconds / MINUTE_SECONDS) } : null;
}

/** "3 days left"; the last minutes are counted down. */
export function leftWords(seconds: number, say: Say): string {
  if (seconds <= 0) return say('time.up');
  const left = leftIn(seconds);
  return left ? say(`time.left.${left.unit}`, left.many) : say('time.left', { time: countdown(seconds) });
}

/** The same where there is little room: "3 d", "36 h". */
export function leftShort(seconds: number, say: Say): string {
  const left = leftIn(seconds);
  return left ? say(`time.short.${left.unit}`, left.many) : countdown(seconds);
}

/** "1:07" */
export function countdown(seconds: number): string {
  const whole = Math.ceil(Math.max(0, seconds));
  return `${Math.floor(whole / MINUTE_SECONDS)}:${String(whole % MINUTE_SECONDS).padStart(2, '0')}`;
}

/** Whose time runs out first, and how much there is: mine if I am waited for. */
export function nextDeadline({ seats, mine }: Table): { left: number; mine: boolean } | null {
  const running = seats.flatMap(({ seat, left }) => (left === null ? [] : [{ left, mine: mine.includes(seat) }]));
  const own = running.filter((one) => one.mine);
  const [first] = (own.length ? own : running).sort((a, b) => a.left - b.left);
  return first ?? null;
}
