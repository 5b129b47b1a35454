"""The automaton of a solo match: it takes the pair its markers point to, and pays nothing."""

from tilefolk.games.point_city.facts import COLUMNS, LEVELS, ROWS, Level
from tilefolk.games.point_city.state import AUTOMATON, Cell, State

FIRST_COLUMN, FIRST_ROW = 0, 1  # where the two markers begin


def is_automaton(state: State, seat: int) -> bool:
    return bool(state.setting.level) and seat == AUTOMATON


def level_of(state: State) -> Level:
    return LEVELS[state.setting.level]


def markers(turn: int) -> tuple[int, int]:
    """The marked column and row in the automaton's n-th turn, counted from 0."""
    return (FIRST_COLUMN + turn) % COLUMNS, (FIRST_ROW + turn) % ROWS


def cells(turn: int) -> tuple[Cell, Cell]:
    """Where the markers cross, and the cell below; from the bottom row the top one of that column."""
    column, row = markers(turn)
    return row * COLUMNS + column, (row + 1) % ROWS * COLUMNS + column


def next_cells(state: State) -> tuple[Cell, Cell]:
    """What it takes in its next turn (or in this one)."""
    return cells(state.turn // 2)
