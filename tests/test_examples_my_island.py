"""The worked examples of My Island, EX01 to EX16, and its rulings, on the probe episodes 11 and 23.

Single symbols of the drawings are plots: they count as laid. A first tile lies far away where the example does
not speak of the first tile. These wait for their rule: EX07, EX08a and EX08b (roads), EX11 (a ring of symbols
round a megalith), EX12 (beams of a lighthouse).
"""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.dialect import DATA, Position, load_probes
from tests.test_examples_my_city import Table, with_marker, with_veins
from tilefolk.core.game import Legacy
from tilefolk.core.notation import CHANCE, Action
from tilefolk.core.tally import Tally, places
from tilefolk.core.track import Booking, Track, fold
from tilefolk.games.laying.board import note
from tilefolk.games.laying.catalogue import ground_of, load_episode
from tilefolk.games.laying.rules.race import RaceCovered
from tilefolk.games.laying.state import standing

IDOLS, LAVA = "my_island/episode-11", "my_island/episode-23"
TILES = {
    1: "00F 10W",
    2: "00F 10H",
    3: "00F 10P",
    4: "00W 10H",
    5: "00W 10P",
    6: "00H 10P",
    7: "00F 10W 20H",
    8: "00F 10H 20W",
    9: "00W 10F 20P",
    10: "00F 10W 20P",
    11: "00H 10F 20P",
    12: "00F 10P 20H",
    13: "00W 10H 20P",
    14: "00W 10P 20H",
    15: "00F 10W 01H",
    16: "00F 10H 01W",
    17: "00F 10W 01P",
    18: "00F 10P 01W",
    19: "00F 10H 01P",
    20: "00F 10P 01H",
    21: "00W 10H 01P",
    22: "00W 10P 01H",
    23: "10F 01W 00H 11P",
    24: "10F 01H 00P 11W",
    25: "10F 01P 00W 11H",
    26: "10W 01H 00P 11F",
    27: "10W 01P 00F 11H",
    28: "10H 01P 00W 11F",
    29: "00P 10P 11P",
    30: "00H 10F 11W",
    31: "00P 10F -11W 0-1H",
    32: "00F 10H 20W 30P",
}

Hex = tuple[int, int]


def laid_as(tile: int, rot: int, at: Hex) -> dict[Hex, str]:
    """Where the symbols of a tile come to lie: so many times (q, r) to (-r, q + r), then moved."""
    cells = {}
    for q0, r0, symbol in re.findall(r"(-?\d)(-?\d)([FWHP])", TILES[tile]):
        q, r = int(q0), int(r0)
        for _ in range(rot):
            q, r = -r, q + r
        cells[at[0] + q, at[1] + r] = symbol
    return cells


def place(tile: int, rot: int, at: Hex) -> Action:
    q, r = min(laid_as(tile, rot, at), key=lambda cell: (cell[1], cell[0]))
    return ("place", f"t{tile}", rot, f"{q},{r}")


def plots(symbol: str, *cells: str) -> tuple[tuple[str, str], ...]:
    return tuple((f"plot:{symbol}", cell) for cell in cells)


def row_5(*qs: int) -> tuple[str, ...]:
    return tuple(f"{q},5" for q in qs)


class Isle(Table):
    """A match on the island, played by hand with the tiles of the rules."""

    def reveal(self, tile: int) -> "Isle":
        self.draw(f"tile-t{tile}")
        return self

    def allows(self, tile: int, rot: int, at: Hex, seat: int = 0) -> bool:
        """Whether the seat may lay the tile so, were it revealed now."""
        state = self.game.apply(self.state, CHANCE, ("deck", len(self.state.draws), f"tile-t{tile}"))
        return self.game.why(state, seat, place(tile, rot, at)) == ()

    def lay(self, tile: int, rot: int, at: Hex) -> "Isle":
        """Seat 0 lays a tile, the others pass."""
        self.reveal(tile)
        self.state = self.game.apply(self.state, 0, place(tile, rot, at))
        for seat in self.game.to_act(self.state):
            if seat != CHANCE:
                self.state = self.game.apply(self.state, seat, ("pass",))
        return self

    def points(self, tile: int, rot: int, at: Hex) -> int:
        """What laying the tile brings."""
        before = standing(self.state, 0).value
        return standing(self.lay(tile, rot, at).state, 0).value - before


def begun(way: str, *stickers: tuple[str, str], counts: tuple[tuple[str, int], ...] = ()) -> Isle:
    """A match of one seat with these stickers; its first tile, wall and house, lies in the north-west corner."""
    return Isle(way, 1, (Legacy(stickers, counts),)).lay(4, 0, (0, 0))


# Placing


def test_ex01a_first_tile_without_beach() -> None:
    assert not Isle(IDOLS, 1).allows(1, 0, (1, 0))


def test_ex01b_first_tile_touching_beach() -> None:
    assert Isle(IDOLS, 1).allows(1, 0, (0, 0))


def test_ex02a_touching_only_different_symbols() -> None:
    assert not Isle(IDOLS, 1).lay(2, 3, (1, 6)).allows(5, 0, (2, 6))


def test_ex02b_one_matching_side_is_enough() -> None:
    assert Isle(IDOLS, 1).lay(2, 3, (1, 6)).allows(1, 0, (2, 6))


def test_ex03a_no_mirroring() -> None:
    assert begun(IDOLS, *plots("F", "4,6")).allows(15, 0, (5, 6))


MIRRORED = {(5, 6): "F", (6, 6): "H", (5, 7): "W"}


def offers(tile: int, cells: dict[Hex, str]) -> bool:
    """Whether the tile can lie so, in any rotation the game knows."""
    isle = begun(IDOLS, *plots("F", "4,6")).reveal(tile)
    wanted = [place(tile, rot, at) for rot in range(6) for at in cells if laid_as(tile, rot, at) == cells]
    return any(action in isle.game.legal(isle.state, 0) for action in wanted)


def test_ex03b_mirror_image_is_impossible() -> None:
    assert not offers(15, MIRRORED)
    position = Position(IDOLS)
    assert {t.orientation for t in position.ground.pieces["tile-t15"].shape.turned} == set(range(6))


def test_ex03c_mirror_image_by_another_tile() -> None:
    assert offers(16, MIRRORED)


@pytest.mark.parametrize("tile", TILES)
def test_tiles_turn_clockwise_and_are_never_mirrored(tile: int) -> None:
    load_probes()
    ground = ground_of(LAVA, Legacy())
    for rot in range(6):
        isle = Isle(LAVA, 1).reveal(tile)
        firsts = [a for a in isle.game.legal(isle.state, 0) if a[0] == "place" and a[2] == rot]
        at = next(
            (q, r)
            for r in range(8)
            for q in range(16 - r)
            if place(tile, rot, (q, r)) in firsts
        )  # fmt: skip
        isle.state = isle.game.apply(isle.state, 0, place(tile, rot, at))
        board = isle.state.boards[0]
        for symbol in "FWHP":
            wanted = {f"{q},{r}" for (q, r), shown in laid_as(tile, rot, at).items() if shown == symbol}
            shown = board.marks[ground.kind(symbol)] & ~ground_marks(ground, symbol)
            assert set(ground.grid.listed(shown)) == wanted


def test_ex04a_palm_closed(tmp_path: Path) -> None:
    way = edited(tmp_path, ('"heath", "palm", "rainforest"] },\n  { rule = "on_land"', '"heath"] },\n  { rule = "on_land"'))
    isle = Isle(way, 1, (Legacy(plots("H", "2,4")),)).lay(4, 0, (0, 0))
    assert not isle.allows(4, 3, (4, 4))


def test_ex04b_palm_open() -> None:
    assert begun(IDOLS, *plots("H", "2,4")).allows(4, 3, (4, 4))
