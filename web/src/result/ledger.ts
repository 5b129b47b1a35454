/** The tallies of all seats side by side. */

import type { View } from '../play/view';

export interface Row {
  rule: string;
  points: number[]; // in the order of the columns
  best: boolean[]; // who has most of it, where that says anything; nothing is never best
  cells: Map<number, string>; // seat to the cells behind its points
}

/** Seats from the first place on; who shares a place stands in seat order. */
export function columns(view: View): number[] {
  const place = (seat: number) => view.places[seat] ?? view.boards.length;
  return view.boards.map(({ seat }) => seat).sort((a, b) => place(a) - place(b) || a - b);
}

/** One row per entry, in scoring order. A rule that appears more than once keeps its rows apart. */
export function ledger(view: View): Row[] {
  const seats = columns(view);
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

function row(view: View, seats: readonly number[], rule: string, nth: number): Row {
  const entries = seats.map((seat) => view.boards[seat]?.tally.filter((entry) => entry[0] === rule)[nth]);
  const points = entries.map((entry) => entry?.[1] ?? 0);
  const most = Math.max(...points);
  const told = points.some((other) => other !== most);
  const cells = new Map(seats.map((seat, column) => [seat, entries[column]?.[2] ?? '0']));
  return { rule, points, best: points.map((one) => told && one === most && one !== 0), cells };
}

/** Seats on the first place. */
export function winners(view: View): number[] {
  return columns(view).filter((seat) => view.places[seat] === 1);
}
