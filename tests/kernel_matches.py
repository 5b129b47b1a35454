"""Matches of bots that search, and what the coach says: `python -m tests.kernel_matches MODES BOTS COUNT`.

With `alone` as a further word nothing but the standard library and what `make play` installs is at hand.
"""

import json
import sys
from typing import Any

LACKING = ("numpy", "numba", "llvmlite", "scipy")  # what `make play` does not install
BOUND = ("bound", "bound_lacks", "gap")  # of a report: what needs scipy


def records(mode: str, bot: str, count: int) -> list[str]:
    """The records of some matches of a bot against beaver, or against the automaton."""
    import tilefolk

    rival = "automaton" if "solo-" in mode else "beaver"
    matches = [tilefolk.match(mode, seats=[bot, rival], seed=f"5/{number}") for number in range(count)]
    return [match.record() for match in matches]


def reports(mode: str, bot: str) -> dict[str, Any]:
    """What the coach says of a match, with a small budget."""
    from tilefolk.bots.registry import find_bot
    from tilefolk.coach.report import Budget, report
    from tilefolk.coach.review import Effort
    from tilefolk.coach.told import told
    from tilefolk.core.play import play
    from tilefolk.games import find

    match = play(*find(mode), [find_bot(name) for name in (bot, "greedy")], "coach")
    found = told(report(match, 0, Budget(50, 5, Effort(3, 6), 4)))
    return {key: value for key, value in found.items() if key not in BOUND}


def main() -> None:
    modes, bots, count, *words = sys.argv[1:]
    if "alone" in words:
        for name in LACKING:
            sys.modules[name] = None  # type: ignore[assignment]
    out = {}
    for mode in modes.split(","):
        for bot in bots.split(","):
            out[f"{mode} {bot}"] = {"records": records(mode, bot, int(count)), "report": reports(mode, bot)}
    print(json.dumps(out))


if __name__ == "__main__":
    main()
