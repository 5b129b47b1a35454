/** What was told so far, how many lines of it are news, and which of them a bot wrote for a person. */
import type { Push, Seat } from '../base/api/types';

export interface Story {
  match: string;
  lines: readonly string[];
  fresh: number;
  by_bot: readonly number[];
}

/**
 * The story with a push: the first one of a connection or match brings all of it, as history.
 * `seq` is how many lines there are then: what was taken back is not told any more.
 */
export function grown(
  story: Story | undefined,
  push: Pick<Push, 'match' | 'news' | 'seq' | 'by_bot'>,
  seats: readonly Seat[],
  first: boolean,
): Story {
  const { match, news, seq } = push;
  const before = first || story?.match !== match ? null : story;
  const from = before ? seq - news.length : 0;
  const forPeople = push.by_bot.filter((index) => seats[seatOf(news[index] ?? '')]?.sitter?.kind === 'person');
  return {
    match,
    lines: before ? [...before.lines.slice(0, from), ...news] : news,
    fresh: before ? news.length : 0,
    by_bot: [...(before?.by_bot.filter((index) => index < from) ?? []), ...forPeople.map((index) => from + index)],
  };
}

/** How many answers of each seat a bot gave in place of its person. */
export function botAnswers(story: Story, seats: number): number[] {
  const answered = story.by_bot.map((index) => seatOf(story.lines[index] ?? ''));
  return Array.from({ length: seats }, (_, seat) => answered.filter((one) => one === seat).length);
}

/** Whose answer a line is: `1 pass`, or `@ late 1` by the table. */
function seatOf(line: string): number {
  const [who, , seat] = line.split(' ');
  return Number(who === '@' ? seat : who);
}
