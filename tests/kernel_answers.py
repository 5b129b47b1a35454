"""What bots answer in every mode, in any form of the kernels; `python -m tests.kernel_answers` writes it.

The kernels as numba compiles them write it, and every other form has to give the same. Read the difference
before you commit it: the bots play differently after it.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

FILE = Path(__file__).with_name("data") / "kernel_answers.json"
DECISIONS = 3  # of a mode


def modes() -> list[str]:
    """Every mode of the games in which bots search on kernels."""
    from tilefolk.games import GAMES

    return [mode for game in GAMES.values() for mode in game.mode_names()]


def answers(mode: str) -> str:
    """A digest of what bots answer at some decisions of a mode, each in several ways."""
    told = [list(map(list, ways)) for ways in _answered(mode)]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


def _answered(mode: str) -> Iterator[list[tuple[str | int, ...]]]:
    from tilefolk.bots.point_city import search as market
    from tilefolk.bots.search import by_value, decides, search
    from tilefolk.core.play import Sight, play
    from tilefolk.games import find

    seen: list[Sight] = []

    def note(sight: Sight, stream: Random) -> tuple[str | int, ...]:
        is_market = mode.startswith("point_city")
        if len(sight.legal) > 1 and (is_market or decides(sight)):
            seen.append(sight)
        return sight.legal[0]

    game, found = find(mode)
    play(game, found, [note] * min(found.seats), f"answers {mode}")
    for number, sight in enumerate(seen[:: max(1, len(seen) // DECISIONS)][:DECISIONS]):
        if mode.startswith("point_city"):
            yield [market.search(sight, Random(number), playouts=60, guesses=6)]
            continue
        yield [
            search(sight, Random(number), playouts=60, answers=600, guesses=0),
            search(sight, Random(number), playouts=60, answers=600, guesses=0, boards=3),
            by_value(sight, Random(number), playouts=30, answers=300, guesses=0),
        ]


def known() -> dict[str, str]:
    found: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def main() -> None:
    """Print the answers as JSON; without an argument write them, as numba's kernels give them."""
    only_print = sys.argv[1:] == ["print"]
    if not only_print:
        os.environ["TILEFOLK_KERNELS"] = "numba"
    told = json.dumps({mode: answers(mode) for mode in modes()}, indent=1) + "\n"
    if only_print:
        print(told)
    else:
        FILE.write_text(told, encoding="utf-8")


if __name__ == "__main__":
    main()
