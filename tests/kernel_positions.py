"""Positions with what playouts make of them in Python, for the kernels in a browser to give the same.

`python -m tests.kernel_positions` writes them: a line of JSON, then the numbers of all arrays; packed.
"""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tilefolk.bots import playouts
from tilefolk.bots.search import decides
from tilefolk.core.chance import match_key, open_seed, outcome
from tilefolk.core.notation import CHANCE
from tilefolk.core.play import Sight, sight
from tilefolk.games import find
from tilefolk.games.laying.answers import END
from tilefolk.twin import core
from tilefolk.twin.board import load
from tilefolk.twin.core import Array, laying

FILE = Path(__file__).parents[1] / "build" / "kernel_positions.gz"
MODES = ("my_city/eternal", "my_island/eternal", "roll_and_build/7", "my_city/24", "my_island/24")
EACH = 20  # positions of a mode
SYMBOL = "laying_playouts"
CANDIDATES, FUTURES = 6, 3  # of a position: answers that are compared, and how often each is played on
PLACE = 8  # arrays begin at multiples of so many bytes


class Packed:
    """Arrays one after the other; one that comes again is kept once."""

    def __init__(self) -> None:
        self.bytes = bytearray()
        self._known: dict[int, tuple[Array, dict[str, Any]]] = {}

    def add(self, array: Array) -> dict[str, Any]:
        """Where an array is and what it is."""
        if array.address not in self._known:
            told = {"kind": array.kind, "shape": array.shape, "at": len(self.bytes)}
            self._known[array.address] = array, told  # which keeps it: another one cannot get its address
            self.bytes += array.numbers.tobytes() or bytes(PLACE)  # none begins where another one does
            self.bytes += bytes(-len(self.bytes) % PLACE)
        return self._known[array.address][1]


def sights(mode: str) -> Iterator[Sight]:
    """Decisions between several answers, from all rounds of matches that are played at random."""
    game, found = find(mode)
    stream = Random(mode)
    while True:
        state = game.setup(mode, min(found.seats), {}, ())
        key = match_key(open_seed(f"{stream.random()}"), ())
        while acting := game.to_act(state):
            who = acting[0]
            if who == CHANCE:
                state = game.apply_trusted(state, CHANCE, outcome(key, game.draws(state)[0]))
                continue
            now = sight(game, state, who)
            if decides(now) and len(now.legal) > 2 and stream.random() < 1 / 3:
                yield now
            others = [action for action in now.legal if action != END]
            state = game.apply_trusted(state, who, stream.choice(others or now.legal))


def question(one: Sight, stream: Random) -> tuple[Any, ...]:
    """What `playouts` is asked about a position, without the array for the totals."""
    state, number = one.state, one.state.boards[one.seat].round
    board = load(state, one.seat)
    tables, features = board.tables, playouts.features_for(state.setting.name, board.tables)
    piece = tables.names.index(state.cards[number])
    seed = stream.getrandbits(63)
    answers = playouts._rated(board, features, piece).answers
    assert len(answers) == len(one.legal), f"the kernels do not know {state.setting.name}"
    candidates = core.array("i4", stream.sample(answers, min(CANDIDATES, len(answers))))
    cards = playouts._futures(state, number, tables, FUTURES, seed)
    now = board.words, board.ints, piece
    return tables.ints, tables.words, *features.all, *now, candidates, cards, 0, FUTURES, seed


def packed_positions() -> bytes:
    """All positions, with the totals that Python gets."""
    packed, positions = Packed(), []
    for mode in MODES:
        stream, seen = Random(f"positions {mode}"), sights(mode)
        for _ in range(EACH):
            asked = question(next(seen), stream)
            totals = core.empty("f4", len(asked[-5]))
            laying.playouts(*asked, totals)
            told = [packed.add(value) if isinstance(value, Array) else str(value) for value in asked]
            positions.append({"arguments": told, "totals": totals.tolist()})
    head = json.dumps({"symbol": SYMBOL, "positions": positions}).encode()
    head += b" " * (-(len(head) + 1) % PLACE) + b"\n"
    return gzip.compress(head + packed.bytes, 1, mtime=0)


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_bytes(packed_positions())
