/** Comparisons that one led and leads no longer: told as they happen, and kept for the log. */
import { untrack } from 'svelte';
import type { Say } from '../../../base/i18n/say';
import type { LogEntry } from '../../shared/log_entry';
import { boardOf } from '../stage';
import type { View } from '../view';

type Compared = Pick<View, 'majorities' | 'sealed'>;

/** The rule, and who leads now. */
export interface Overtaken {
  rule: string;
  by: readonly number[];
}

export function overtaken(before: Compared, now: Compared, seat: number): Overtaken[] {
  if (now.sealed) return [];
  return now.majorities.flatMap(([rule, , leaders]) => {
    const [, , led] = before.majorities.find(([id]) => id === rule) ?? [];
    if (!led?.includes(seat) || leaders.includes(seat) || !leaders.length) return [];
    return [{ rule, by: leaders }];
  });
}

interface Told extends LogEntry {
  /** How many lines the log had then. */
  lines: number;
  round: number;
}

/** What is seen of the match: one's seat, the lines of the log so far, the names by seat. */
interface Seen {
  view: View;
  seat: number | null;
  lines: number;
  names: readonly string[];
  say: Say;
}

/** Follows the comparisons while its component lives. */
export class Overtakings {
  #told = $state.raw<readonly Told[]>([]);

  constructor(seen: () => Seen) {
    let before = untrack(seen).view;
    $effect(() => {
      const { view, seat, lines, names, say } = seen();
      const news = seat === null ? [] : overtaken(before, view, seat);
      before = view;
      if (!news.length) return;
      const told = news.map(({ rule, by }) => ({
        who: by.map((other) => names[other] ?? '').join(', '),
        text: say('web.play.overtaken', by.length, { line: say(`tally.${rule}`) }),
        lines,
        round: boardOf(view, seat).round,
      }));
      this.#told = [...untrack(() => this.#told), ...told];
    });
  }

  /** What is told until one's board is a round further. */
  sentences(round: number): string[] {
    return this.#told.filter((one) => one.round === round).map(({ who, text }) => `${who} ${text}`);
  }

  /** The log with what was told in its place: `entries` are those of some of the lines. */
  among(lines: number, entries: (from: number, to: number) => LogEntry[]): LogEntry[] {
    const out: LogEntry[] = [];
    let from = 0;
    for (const { who, text, lines: at } of this.#told) {
      out.push(...entries(from, at), { who, text });
      from = at;
    }
    return [...out, ...entries(from, lines)];
  }
}
