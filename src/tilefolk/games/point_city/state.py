"""What is known at the table: positions and faces, never cards. An unseen side is not state."""

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

from tilefolk.core.first import first_of
from tilefolk.core.game import Json
from tilefolk.core.notation import Action
from tilefolk.games.point_city.cards import BUILDING, DOWN, KINDS, NONE, UP, Counts, Resource, symbols_on
from tilefolk.games.point_city.facts import COLUMNS, ROWS, SETUPS, TURNS, Setup
from tilefolk.games.point_city.payment import Purse, add

VERSION = 1
AUTOMATON = 1  # its seat in a solo match

Cell = int  # a place in the market, row by row from the top left
Position = int  # a place in the deck, from the top


@dataclass(frozen=True)
class Setting:
    """What is fixed before the first draw. `level`: that of the automaton, or nothing."""

    mode: str
    seats: int
    level: str = ""

    @cached_property
    def setup(self) -> Setup:
        return SETUPS[self.seats]

    @cached_property
    def shown(self) -> "Shown":
        """Parts of the views that were made last, for the next ones to share."""
        return Shown()

    def __reduce__(self) -> tuple[object, ...]:
        return Setting, (self.mode, self.seats, self.level)


class Shown:
    """What the newest views of a match have in common, each seat's pairs, and what follows from the state."""

    def __init__(self) -> None:
        self.state: State | None = None
        self.table: Json = {}
        self.deck: Json = {}
        self.offers: dict[int, Any] = {}
        self.answers: tuple[State | None, tuple[Action, ...]] = None, ()
        self.waits: tuple[State | None, bool] = None, False
        self.ways_of: object = None  # the market that `ways` are in
        self.ways: list[Any] = []


class Place(NamedTuple):
    """A card in the market: which one from the top of the deck, and which side is up."""

    position: Position
    side: str


class City(NamedTuple):
    """A seat's buildings in the order they were built, its resource cards and its civic tokens."""

    buildings: tuple[str, ...] = ()
    singles: Counts = NONE
    doubles: Counts = NONE
    ingenuity: int = 0
    tokens: tuple[str, ...] = ()

    @property
    def permanent(self) -> Counts:
        return _permanent(self.buildings)

    @property
    def points(self) -> int:
        """The points printed on its buildings."""
        return sum(BUILDING[name].points for name in self.buildings)

    @property
    def cards(self) -> int:
        """How many resource cards are unspent; a double is one card."""
        return sum(self.singles) + sum(self.doubles) + self.ingenuity

    def purse(self, permanent: Counts) -> Purse:
        return Purse(permanent, self.singles, self.doubles, self.ingenuity)

    def holding(self, purse: Purse) -> "City":
        return self._replace(singles=purse.singles, doubles=purse.doubles, ingenuity=purse.ingenuity)


@lru_cache(maxsize=1 << 12)
def _permanent(buildings: tuple[str, ...]) -> Counts:
    found = NONE
    for name in buildings:
        if kind := BUILDING[name].permanent:
            found = add(found, KINDS.index(kind), 1)
    return found


class State(NamedTuple):
    """A match at one moment.

    `up` and `down` hold the faces told so far for every position of the deck. `tasks` is what the seat in
    turn has yet to do with the cards it took: a building to pay for, or `token`. `gaps` are the market cells
    to refill with the side they get. `blind` waits for the face of the deck's second card.
    """

    setting: Setting
    first: int
    row: tuple[str, ...]
    up: tuple[str, ...]
    down: tuple[str, ...]
    market: tuple[Place | None, ...]
    deck: Position
    cities: tuple[City, ...]
    turn: int = 0
    flipped: bool = False
    free: Counts = NONE
    tasks: tuple[str, ...] = ()
    gaps: tuple[tuple[Cell, str], ...] = ()
    blind: tuple[int, Position] | None = None

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return (self.first + self.turn) % len(self.cities)

    @property
    def turns(self) -> int:
        return TURNS * len(self.cities)

    @property
    def left(self) -> int:
        """How many cards are left in the deck."""
        return sum(self.setting.setup.tiers) - self.deck

    @property
    def purse(self) -> Purse:
        """What the seat in turn can pay with."""
        return self.cities[self.seat].purse(self.free)

    def tier(self, position: Position) -> int:
        return tier_of(self.setting.setup.tiers, position)[0]

    def resource(self, position: Position) -> Resource:
        return _resource(self.up[position], self.tier(position))

    def face(self, place: Place) -> str:
        """The building's id or the resource's kind; empty while nobody knows it."""
        return (self.up if place.side == UP else self.down)[place.position]

    def with_city(self, seat: int, city: City) -> "State":
        return self._replace(cities=(*self.cities[:seat], city, *self.cities[seat + 1 :]))


@cache
def _resource(kind: str, tier: int) -> Resource:
    return Resource(kind, symbols_on(tier, kind))


@lru_cache(maxsize=1 << 10)
def tier_of(tiers: tuple[int, ...], position: Position) -> tuple[int, int]:
    """The tier of a position of the deck, and its number within that tier."""
    ends = list(accumulate(tiers))
    tier = first_of(place for place, end in enumerate(ends) if position < end)
    return tier + 1, position - (ends[tier] - tiers[tier])


def opening(setting: Setting) -> State:
    """The state before the first draw: nothing is turned, nobody has begun."""
    size = sum(setting.setup.tiers)
    market = tuple(Place(position, UP) for position in range(COLUMNS * ROWS))
    person, solo = City(ingenuity=1), bool(setting.level)
    cities = tuple(City() if solo and seat == AUTOMATON else person for seat in range(setting.seats))
    hidden = ("",) * size
    first = 0 if solo else -1
    return State(setting, first, ("",) * setting.setup.tokens, hidden, hidden, market, len(market), cities)


def other_side(side: str) -> str:
    return DOWN if side == UP else UP


def gained(city: City, card: Resource) -> City:
    """A city with one resource card more."""
    return city.holding(city.purse(NONE).plus(card))
