"""The coach on 20 fixed matches of both Eternal games: best board found, bound, gap, processor time.

`python -m bench.coach` prints a line for each match and the means. It is no part of the test suite.
"""

import argparse
import statistics
import time

from tilefolk.bots.registry import find_bot
from tilefolk.coach.report import report
from tilefolk.core.play import play
from tilefolk.games import find

MODES = ("my_city/eternal", "my_island/eternal")
BOTS = ("greedy", "beaver", "random", "swallow")  # one after the other, so that matches differ


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--mode", choices=MODES, action="append")
    given = parser.parse_args()
    for mode in given.mode or MODES:
        _run(mode, given.matches)


def _run(mode: str, matches: int) -> None:
    game, found = find(mode)
    rows = []
    print(f"{mode}\n{'match':>5} {'bot':<8} value  best bound  gap  costliest (95 %)        CPU s")
    for number in range(matches):
        bot = BOTS[number % len(BOTS)]
        match = play(game, found, [find_bot(bot)], f"h5/{number}")
        begun = time.process_time()
        one = report(match, 0)
        seconds = time.process_time() - begun
        assert one.best is not None and one.bound.value is not None and one.gap is not None and one.gap >= 0
        costs = [named.cost for named in one.named]
        told = (
            f"{costs[0].points:4.1f} ({costs[0].interval[0]:.1f} to {costs[0].interval[1]:.1f})"
            if costs
            else "-"
        )
        print(
            f"{number:>5} {bot:<8} {one.value:>5} {one.best.value:>5} {one.bound.value:>5} {one.gap:>4}  "
            f"{told:<22} {seconds:>6.1f}",
            flush=True,
        )
        rows.append((one.value, one.best.value, one.bound.value, one.gap, seconds))
    means = [statistics.fmean(column) for column in zip(*rows, strict=True)]
    print("means: value {:.1f}, best {:.1f}, bound {:.1f}, gap {:.1f}, {:.1f} s".format(*means))
    print(f"slowest: {max(row[-1] for row in rows):.1f} s of CPU")


if __name__ == "__main__":
    main()
