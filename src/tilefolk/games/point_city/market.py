"""The market: cells a1 to d4, pairs that share a side, lines that allow a flip."""

from functools import lru_cache
from itertools import pairwise

from tilefolk.games.point_city.cards import BUILDING, UP, Counts, Resource
from tilefolk.games.point_city.facts import COLUMNS, ROWS
from tilefolk.games.point_city.state import Cell, Place, State, other_side

CELLS = range(COLUMNS * ROWS)
NAMES = tuple(f"{'abcdefgh'[cell % COLUMNS]}{cell // COLUMNS + 1}" for cell in CELLS)
CELL = {name: cell for cell, name in enumerate(NAMES)}

_ROWS = tuple(tuple(CELLS[start : start + COLUMNS]) for start in CELLS[::COLUMNS])
_COLUMNS = tuple(tuple(CELLS[start::COLUMNS]) for start in range(COLUMNS))
LINES = _ROWS + _COLUMNS
BESIDE = tuple(sorted(pair for line in LINES for pair in pairwise(line)))
WAYS = tuple(((a, b), (b, a)) for a, b in BESIDE)  # both orders of every pair


def flippable(state: State) -> tuple[Cell, ...]:
    """The cells of all rows and columns that show nothing but resources."""
    return _flippable(tuple([place is not None and place.side == UP for place in state.market]))


@lru_cache(maxsize=1 << 10)
def _flippable(shows_resource: tuple[bool, ...]) -> tuple[Cell, ...]:
    up = {cell for cell, shows in enumerate(shows_resource) if shows}
    return tuple(sorted({cell for line in LINES if up.issuperset(line) for cell in line}))


def pairs(state: State) -> tuple[tuple[Cell, Cell], ...]:
    """All pairs in the order they are taken; of two resources the order is all one, so there is one."""
    up = {cell for cell in CELLS if shown(state, cell).side == UP}
    return tuple([way for ways in WAYS for way in (ways[:1] if up.issuperset(ways[0]) else ways)])


def price(state: State, cell: Cell) -> Counts | Resource:
    """What taking the card there costs, or the resource it brings."""
    place = shown(state, cell)
    return state.resource(place.position) if place.side == UP else BUILDING[state.face(place)].cost


def shown(state: State, cell: Cell) -> Place:
    place = state.market[cell]
    assert place is not None, "the market has no gaps while a seat chooses"
    return place


def without(state: State, cells: tuple[Cell, ...]) -> State:
    """The market with gaps; each will be filled with the other side up."""
    gaps = tuple((cell, other_side(shown(state, cell).side)) for cell in cells)
    market = tuple(None if cell in cells else place for cell, place in enumerate(state.market))
    return state._replace(market=market, gaps=tuple(sorted(gaps)))


def refilled(state: State) -> State:
    """The gaps filled from the deck in reading order, as far as it lasts."""
    market, deck = list(state.market), state.deck
    for cell, side in state.gaps if state.left else ():
        market[cell] = Place(deck, side)
        deck += 1
    return state._replace(market=tuple(market), deck=deck, gaps=())
