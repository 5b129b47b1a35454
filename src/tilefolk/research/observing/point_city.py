"""What a seat of Point City sees: the market as planes, the cities and the turn as a vector."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from tilefolk.core.game import AnyGame
from tilefolk.games.point_city.cards import BUILDING, BUILDINGS, INGENUITY, KINDS, UP
from tilefolk.games.point_city.facts import COLUMNS, ROWS, TOKENS
from tilefolk.games.point_city.state import City, Place, State
from tilefolk.games.point_city.turn import TOKEN
from tilefolk.research.observing.observer import Observed, Observer

RESOURCES = (*KINDS, INGENUITY)
NOTHING_THERE = [0] * (len(RESOURCES) + 2 * len(KINDS) + 3)
COLUMNS_OF_CITY = ("permanent", "singles", "doubles")


class PointCityObserver(Observer):
    """Planes, a number per cell of the market: its resource as symbols, or its building.

    Of a building they have the cost per kind, the permanent resource, the points, and whether it is civic.
    Vector: the turn, the top of the deck, the token row, what is to be paid for, permanent resources still to
    use, how many of each building have been seen, then per seat its city.
    """

    def __init__(self, game: AnyGame, state: State) -> None:
        super().__init__(game, len(state.cities))
        self.rows, self.columns = ROWS, COLUMNS
        self.plane_names = (
            *(f"resource.{kind}" for kind in RESOURCES),
            *(f"cost.{kind}" for kind in KINDS),
            *(f"permanent.{kind}" for kind in KINDS),
            "points",
            "civic",
            "building",
        )
        self.vector_names = tuple(self._vector_names())

    def _vector_names(self) -> Iterator[str]:
        yield from ("turn", "turns_left", "deck_left", "flipped", "to_take_token")
        yield from (f"in_turn.{seat}" for seat in range(self.seats))
        yield from (f"top.{kind}" for kind in RESOURCES)
        yield from (f"row.{token}" for token in TOKENS)
        yield from (f"to_pay.{kind}" for kind in KINDS)
        yield from (f"to_use.{kind}" for kind in KINDS)
        yield from (f"seen.{building.id}" for building in BUILDINGS)
        for seat in range(self.seats):
            yield from (f"{seat}.{name}" for name in ("value", "ingenuity", "buildings"))
            yield from (f"{seat}.{column}.{kind}" for column in COLUMNS_OF_CITY for kind in KINDS)
            yield from (f"{seat}.token.{token}" for token in TOKENS)

    def observe(self, seen: State, seat: int) -> Observed:
        cells = [_cell(seen, place) for place in seen.market]
        planes = np.array(cells, np.int8).T.reshape(self.shape)
        return Observed(np.ascontiguousarray(planes), np.array(self._numbers(seen, seat), np.float32))

    def _numbers(self, seen: State, seat: int) -> list[float]:
        order = self.order(seat)
        task = seen.tasks[0] if seen.tasks else ""
        cost = BUILDING[task].cost if task in BUILDING else (0,) * len(KINDS)
        known = Counter(seen.down)
        out: list[float] = [seen.turn, seen.turns - seen.turn, seen.left, seen.flipped, task == TOKEN]
        out += [other == seen.seat for other in order]
        out += _symbols(seen, seen.deck) if seen.left else [0] * len(RESOURCES)
        out += [token in seen.row for token in TOKENS]
        out += [*cost, *seen.free, *(known[building.id] for building in BUILDINGS)]
        tallies = self.game.score(seen)
        for other in order:
            out += [tallies[other].value, *_of_city(seen.cities[other])]
        return out


def _cell(seen: State, place: Place | None) -> list[int]:
    if place is None or not seen.face(place):
        return NOTHING_THERE
    if place.side == UP:
        return [*_symbols(seen, place.position), *NOTHING_THERE[len(RESOURCES) :]]
    building = BUILDING[seen.face(place)]
    permanent = [kind == building.permanent for kind in KINDS]
    return [*[0] * len(RESOURCES), *building.cost, *permanent, building.points, building.civic, 1]


def _symbols(seen: State, position: int) -> list[int]:
    """The symbols of each resource on the upper side of a card; none while nobody has seen it."""
    if not seen.up[position]:
        return [0] * len(RESOURCES)
    resource = seen.resource(position)
    return [resource.symbols if kind == resource.kind else 0 for kind in RESOURCES]


def _of_city(city: City) -> list[int]:
    held = [*city.permanent, *city.singles, *city.doubles]
    return [city.ingenuity, len(city.buildings), *held, *(token in city.tokens for token in TOKENS)]
