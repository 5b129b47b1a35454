/** What was told so far, and how many lines of it are news. */
export interface Story {
  match: string;
  lines: readonly string[];
  fresh: number;
}

/**
 * The story with a push: the first one of a connection or match brings all of it, as history.
 * `told` is how many lines there are then: what was taken back is not told any more.
 */
export function grown(story: Story | undefined, match: string, news: readonly string[], told: number, first: boolean): Story {
  if (first || story?.match !== match) return { match, lines: news, fresh: 0 };
  return { match, lines: [...story.lines.slice(0, told - news.length), ...news], fresh: news.length };
}
