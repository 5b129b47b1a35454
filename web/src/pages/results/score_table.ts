/** The tallies of all seats side by side. */

import type { Head } from '../../base/api/view';

export interface Row {
  rule: string;
  points: (number | null)[]; // in the order of the columns; null where a board has no such line
  best: boolean[]; // who has most of it, where that says anything; nothing is never best
  from: Map<number, string>; // seat to where its points come from
}

/** Seats from the first place on; who shares a place stands in seat order. */
export function columns(view: Head): number[] {
  const place = (seat: number) => view.places[seat] ?? view.boards.length;
  return view.boards.map(({ seat }) => seat).sort((a, b) => place(a) - place(b) || a - b);
}

/** One row per entry, in scoring order. A rule that appears more than once keeps its rows apart. */
export function ledger(view: Head, seats: readonly number[] = columns(view)): Row[] {
  const lines: Line[] = [];
  for (const board of view.boards) {
    let after = -1;
    for (const line of linesOf(board.tally.map(([rule]) => rule))) {
      const known = lines.findIndex((other) => other.rule === line.rule && other.nth === line.nth);
      after = known >= 0 ? known : after + 1;
      if (known < 0) lines.splice(after, 0, line); // it stands where this board has it
    }
  }
  return lines.map(({ rule, nth }) => row(view, seats, rule, nth));
}

interface Line {
  rule: string;
  nth: number;
}

function linesOf(rules: readonly string[]): Line[] {
  return rules.map((rule, i) => ({ rule, nth: rules.slice(0, i).filter((other) => other === rule).length }));
}

function row(view: Head, seats: readonly number[], rule: string, nth: number): Row {
  const entries = seats.map((seat) => view.boards[seat]?.tally.filter((entry) => entry[0] === rule)[nth]);
  const points = entries.map((entry) => entry?.[1] ?? null);
  const most = Math.max(...points.map((one) => one ?? 0));
  const told = points.some((other) => (other ?? 0) !== most);
  const from = new Map(seats.map((seat, column) => [seat, entries[column]?.[2] ?? '']));
  return { rule, points, best: points.map((one) => told && one === most && one !== 0), from };
}
