/** The lines of a match as told to one seat: how many are new, and which a bot wrote for a person. */
import type { Push, Seat } from '../../base/api/types';
import { answeringSeat } from './told_line';

export interface MatchLog {
  match: string;
  lines: readonly string[];
  /** How many of the last lines came with the last push. */
  newLines: number;
  /** Indexes of the lines that a bot wrote in place of a person. */
  botLines: readonly number[];
}

/**
 * The log with a push added. The first push of a connection or match brings all lines, as history.
 * `seq` is how many lines there are then: lines that were taken back are told no more.
 */
export function extendLog(
  log: MatchLog | undefined,
  push: Pick<Push, 'match' | 'news' | 'seq' | 'by_bot'>,
  seats: readonly Seat[],
  first: boolean,
): MatchLog {
  const { match, news, seq } = push;
  const before = first || log?.match !== match ? null : log;
  const from = before ? seq - news.length : 0;
  const forPeople = push.by_bot.filter((index) => holdsPerson(seats, answeringSeat(news[index] ?? '')));
  return {
    match,
    lines: before ? [...before.lines.slice(0, from), ...news] : news,
    newLines: before ? news.length : 0,
    botLines: [...(before?.botLines.filter((index) => index < from) ?? []), ...forPeople.map((index) => from + index)],
  };
}

const holdsPerson = (seats: readonly Seat[], seat: number | null): boolean =>
  seat !== null && seats[seat]?.sitter?.kind === 'person';

/** How many answers of each seat a bot gave in place of its person. */
export function countBotAnswers(log: MatchLog, seats: number): number[] {
  const answered = log.botLines.map((index) => answeringSeat(log.lines[index] ?? ''));
  return Array.from({ length: seats }, (_, seat) => answered.filter((one) => one === seat).length);
}
