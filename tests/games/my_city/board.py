"""My City's boards and shapes as the rulebook draws them, and cells by name."""

from tilefolk.core.notation import Action

HOUSES = ("I2", "I3", "V3", "O4", "T4", "S4", "L4", "U5")
CHURCHES = ("J4", "Z4", "V5")
LEGACY_BOARD = [
    ".T...s.s.sR",
    "......s.s..",
    "R....s.s.T.",
    "MMR...T.s.F",
    "MMM..s.s.FF",
    "MMM...s.sFF",
    "MMR..s..T.F",
    "R.....Rs.sF",
    "....s.s..FF",
    ".T...T.sFFF",
    "......sFFFF",
]
ETERNAL_BOARD = [
    ".T........G",
    "..W........",
    "R......W.T.",
    "MMR...T...F",
    "MMM......FF",
    "MMM......FF",
    "MMR.....T.F",
    "G.....R...F",
    "......W..FF",
    ".T...T..FFF",
    ".......FFFF",
]
RIVER_CELLS_LEFT = ["D1", "D2", "E3", "E4", "E5", "E6", "D7", "C8", "C9", "D10", "D11"]
RIVER_CELLS_RIGHT = ["E1", "E2", "F3", "F4", "F5", "F6", "E7", "D8", "D9", "E10", "E11"]
DRAWINGS = {
    "I2": "##",
    "I3": "###",
    "V3": "#./##",
    "O4": "##/##",
    "T4": "###/.#.",
    "S4": ".##/##.",
    "L4": "#./#./##",
    "U5": "#.#/###",
    "J4": ".#/.#/##",
    "Z4": "##./.##",
    "V5": "#../#../###",
    "P5": "##/##/#.",
    "X1": "#",
}
Cell = tuple[int, int]


def cell(name: str) -> Cell:
    return int(name[1:]) - 1, ord(name[0]) - ord("A")


def named(at: Cell) -> str:
    return f"{chr(ord('A') + at[1])}{at[0] + 1}"


def at_origin(cells: list[Cell]) -> list[Cell]:
    """The cells moved so that their bounding box begins at (0, 0)."""
    top, left = min(y for y, _ in cells), min(x for _, x in cells)
    return sorted((y - top, x - left) for y, x in cells)


def turned(shape: str, times: int) -> list[Cell]:
    """Orientation 0 turned clockwise so many times: (y, x) to (x, -y)."""
    rows = DRAWINGS[shape].split("/")
    cells = [(y, x) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#"]
    for _ in range(times):
        cells = [(x, -y) for y, x in cells]
    return at_origin(cells)


def on(shape: str, cells: str) -> Action:
    """The action that lays a shape on these cells; equal orientations have the lowest number."""
    wanted = sorted(map(cell, cells.split()))
    for times in range(4):
        if turned(shape, times) == at_origin(wanted):
            return ("place", shape, times, named(wanted[0]))
    raise AssertionError(f"{shape} never covers {cells}")


def cells_with(letters: str, board: list[str]) -> set[str]:
    return {named((y, x)) for y, row in enumerate(board) for x, sign in enumerate(row) if sign in letters}


def card_of(shape: str) -> str:
    return f"{'C' if shape in CHURCHES else 'Y'}-{shape}"
