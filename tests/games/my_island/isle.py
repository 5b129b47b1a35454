"""Single boards of My Island laid by hand, and its tiles as the rules list them."""

import re
from pathlib import Path
from typing import Self

from tests.dialect import for_one
from tests.games.my_city.table import Table
from tilefolk.core.game import Legacy
from tilefolk.core.notation import CHANCE, Action
from tilefolk.games import my_island
from tilefolk.games.laying.catalogue import load_episode
from tilefolk.games.laying.state import standing

TRAILS, PALMS, FOREST, IDOLS, LAVA = (for_one(f"my_island/{number}") for number in (2, 3, 10, 11, 23))
IDOLS_FILE = my_island.GAME.folder / "11.toml"
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

    def reveal(self, tile: int) -> Self:
        self.draw(f"tile-t{tile}")
        return self

    def allows(self, tile: int, rot: int, at: Hex, seat: int = 0) -> bool:
        """Whether the seat may lay the tile so, were it revealed now."""
        state = self.game.apply(self.state, CHANCE, ("deck", len(self.state.draws), f"tile-t{tile}"))
        return self.game.why(state, seat, place(tile, rot, at)) == ()

    def lay(self, tile: int, rot: int, at: Hex) -> Self:
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


def begun(mode: str, *stickers: tuple[str, str], first: int = 4) -> Isle:
    """A match of one seat with these stickers; its first tile lies in the north-west corner."""
    return Isle(mode, 1, (Legacy(stickers),)).lay(first, 0, (0, 0))


FOR_ONE = ("seats = [2, 3, 4]", "seats = [1, 2, 3, 4]")


def edited(folder: Path, *changes: tuple[str, str], source: Path = IDOLS_FILE) -> str:
    """The way to play a copy of an episode with some texts replaced."""
    text = source.read_text().replace(*FOR_ONE)
    for old, new in changes:
        assert text.count(old) == 1, f"{old} stands {text.count(old)} times"
        text = text.replace(old, new)
    path = folder / f"{folder.name}.toml"
    path.write_text(text)
    return load_episode("my_island", path, my_island.GAME.folder / "game.toml").name


def ended(mode: str, *legacies: Legacy, **options: str) -> Isle:
    """A match in which everybody ends at the first tile."""
    isle = Isle(mode, len(legacies), legacies, **options).reveal(1)
    for seat in range(len(legacies)):
        isle.answer(seat, "end")
    return isle


def found(isle: Isle, points: int) -> Isle:
    """Chance shows what the site hides."""
    (draw,) = isle.game.draws(isle.state)
    assert draw.stream == "find"
    isle.state = isle.game.apply(isle.state, CHANCE, ("find", draw.index, points))
    return isle


def majority(isle: Isle, symbol: str) -> list[int]:
    tallies = isle.game.score(isle.state)
    rule = f"most.largest:{symbol}"
    return [next(entry.points for entry in tally.entries if entry.rule == rule) for tally in tallies]


def around(symbol: str, count: int) -> list[tuple[str, str]]:
    """So many plots of its own symbol around a megalith."""
    cells = {
        "F": ("2,4", "4,4", "3,5", "4,3", "3,3"),
        "H": ("4,5", "6,5", "5,6", "6,4", "5,4"),
        "W": ("7,4", "9,4", "8,5", "9,3", "8,3"),
    }
    return list(plots(symbol, *cells[symbol][:count]))
