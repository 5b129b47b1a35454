"""Episode 11 of Roll & Build as the rules draw it, and sheets that are drawn on by hand."""

from itertools import product

from tests.dialect import game_of
from tests.games.my_city.board import Cell, at_origin, cell
from tilefolk.core.game import Legacy
from tilefolk.core.notation import CHANCE, Action
from tilefolk.games import roll_and_build
from tilefolk.games.laying.state import State

MODE = "roll_and_build/11"
FILE = roll_and_build.GAME.folder / "11.toml"
SHEET = [
    "o.T....B..o",
    "o...B...T.T",
    "M.....T...o",
    "MM.........",
    "Mo.......To",
    "o.T...T.B..",
    "o.B....B...",
    ".....o.o.o.",
]
BANDITS = {"H1", "E2", "I6", "C7", "H7"}
LEFT_BANK = "EDDCEEDC"  # the last column of each row before the river
RIVER_CELLS = {
    *("E1", "D2", "D3", "C4", "D5", "E5", "E6", "D7", "C8"),
    *("F1", "E2", "E3", "D4", "E4", "F5", "F6", "E7", "D8"),
}
DIE_1 = {
    "C": [(0, 0), (1, 0), (1, 1)],
    "V": [(0, 1), (1, 1)],
    "H": [(1, 0), (1, 1)],
    "single": [(1, 1)],
}
DIE_2: dict[str, list[Cell]] = {
    "V": [(0, 2), (1, 2)],
    "H": [(1, 2), (1, 3)],
    "single": [(1, 2)],
    "blank": [],
    "compass": [],
}
BLANK_SINGLE, COMPASS = ("single", "blank", "filled"), ("single", "compass", "filled")


class Sheets:
    """A match played by hand: dice are rolled by name, seats answer with cells, `pass` or `end`."""

    def __init__(
        self, seats: int = 1, legacy: tuple[Legacy, ...] = (), mode: str = MODE, **options: str
    ) -> None:
        self.game, self.mode = game_of(mode), mode
        self.state: State = self.game.setup(mode, seats, {"pace": "together", **options}, legacy)

    def roll(self, first: str, second: str, kind: str = "filled") -> "Sheets":
        self.state = self.game.apply(self.state, CHANCE, ("dice", len(self.state.draws), first, second, kind))
        return self

    def answer(self, seat: int, text: str) -> "Sheets":
        action = next(
            a for a in self.game.legal(self.state, seat) if self.covered(a, seat) == frozenset(text.split())
        )
        self.state = self.game.apply(self.state, seat, action)
        return self

    def round(self, dice: tuple[str, str, str], *answers: str) -> "Sheets":
        self.roll(*dice)
        for seat, text in enumerate(answers):
            if text:
                self.answer(seat, text)
        return self

    def covered(self, action: Action, seat: int = 0) -> frozenset[str]:
        """The cells an action covers; `pass` and `end` stand for themselves."""
        if action[0] != "place":
            return frozenset(map(str, action))
        ground = self.state.ground(seat)
        shape = next(piece.shape for piece in ground.pieces.values() if piece.name == action[1])
        index = next(i for i, turned in enumerate(shape.turned) if turned.orientation == action[2])
        return frozenset(ground.grid.listed(shape.masks[index] << ground.grid.bits[str(action[3])]))

    def offered(self, seat: int = 0) -> set[frozenset[str]]:
        """The places where the seat may build."""
        return {self.covered(a, seat) for a in self.game.legal(self.state, seat) if a[0] == "place"}

    def can(self, seat: int = 0) -> set[str]:
        return {str(action[0]) for action in self.game.legal(self.state, seat)}

    def points(self, rule: str) -> list[int]:
        """What one line of the scoring comes to for each seat."""
        tallies = self.game.score(self.state)
        return [next(e.points for e in tally.entries if e.rule.startswith(rule)) for tally in tallies]

    @property
    def over(self) -> bool:
        return not self.game.to_act(self.state)


NAMES = {
    "#": "one",
    "##": "two",
    "###": "three-row",
    "#./##": "three-L",
    "####": "four-row",
    "##/##": "square",
    "#../###": "four-L",
    "#.../####": "five-L",
    "#.#/###": "U",
}


def drawn(sheets: Sheets, first: str, second: str) -> str:
    """The name of the shape the dice show, as the game lets it be built."""
    state = sheets.game.apply(
        sheets.state, CHANCE, ("dice", len(sheets.state.draws), first, second, "filled")
    )
    rolled = Sheets()
    rolled.state = state
    some = next(iter(rolled.offered()))
    forms = orientations([cell(name) for name in some])
    return next(name for drawing, name in NAMES.items() if from_drawing(drawing) in forms)


def from_drawing(drawing: str) -> tuple[Cell, ...]:
    rows = enumerate(drawing.split("/"))
    return tuple((y, x) for y, row in rows for x, sign in enumerate(row) if sign == "#")


def orientations(cells: list[Cell]) -> set[tuple[Cell, ...]]:
    """A shape turned and mirrored freely."""
    found = set()
    for mirrored, times in product((False, True), range(4)):
        turned = [(y, -x) for y, x in cells] if mirrored else cells
        for _ in range(times):
            turned = [(x, -y) for y, x in turned]
        found.add(tuple(at_origin(turned)))
    return found
