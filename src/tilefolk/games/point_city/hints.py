"""What a seat is told before it decides: what each pair would cost and bring, what each token is worth."""

from collections.abc import Sequence
from typing import NamedTuple

from tilefolk.core.tally import Preview, Tally
from tilefolk.games.point_city.cards import BUILDING, KINDS, NONE, Counts, Resource
from tilefolk.games.point_city.payment import (
    Payment,
    Purse,
    lacking,
    offered,
    paid,
    payable,
    payments,
    sparing,
)
from tilefolk.games.point_city.scoring import city_tally
from tilefolk.games.point_city.state import Cell, City, State, gained

Price = Counts | Resource  # what a card costs, or the resource it brings


class Way(NamedTuple):
    """A pair of the market in one of its orders: both cards, and what each costs or brings."""

    cells: tuple[Cell, Cell]
    faces: tuple[str, str]
    prices: tuple[Price, Price]


class Purchase(NamedTuple):
    """A pair in its order: the default payment of each building and the city then, or what is lacking.

    `choice`: whether some building can be paid for in another way.
    """

    cells: tuple[Cell, Cell]
    payments: tuple[Payment, ...] = ()
    city: City | None = None
    choice: bool = False
    lacks: Counts = NONE
    jokers: int = 0


def purse_of(state: State, seat: int) -> Purse:
    """What a seat can pay with now, or in its next turn."""
    city = state.cities[seat]
    return city.purse(state.free if seat == state.seat else city.permanent)


class Buyer(NamedTuple):
    """A seat that looks at the market: its city, what it can pay with, its tally."""

    city: City
    purse: Purse
    tally: Tally


def buyer_at(state: State, seat: int) -> Buyer:
    city = state.cities[seat]
    return Buyer(city, purse_of(state, seat), city_tally(city))


def purchase(buyer: Buyer, way: Way) -> Purchase:
    """A pair of the market as this seat could take it."""
    city, purse, _ = buyer
    chosen: list[Payment] = []
    choice = False
    for place, cost in enumerate(way.prices):
        if isinstance(cost, Resource):
            purse = purse.plus(cost)
            continue
        lacks = lacking(purse, cost)
        if sum(lacks) > purse.ingenuity:
            return Purchase(
                way.cells, lacks=_lacks_for_all(purse, way.prices[place:]), jokers=purse.ingenuity
            )
        ways = offered(purse, cost, way.prices[place + 1 :])
        if not ways:
            lacks, jokers = _lacks(buyer.purse, list(way.prices))
            return Purchase(way.cells, lacks=lacks, jokers=jokers)
        choice |= len(ways) > 1
        payment = ways[0] if len(ways) == 1 else sparing(ways)[0]
        chosen.append(payment)
        purse = paid(purse, payment)
        city = city._replace(buildings=(*city.buildings, way.faces[place]))
    return Purchase(way.cells, tuple(chosen), city.holding(purse), choice)


def _lacks(purse: Purse, prices: list[Price]) -> tuple[Counts, int]:
    """What is missing of each kind for the pair, and the ingenuity left for it.

    Of the ways to pay for a first building the one that leaves least missing for the second counts.
    """
    first, *rest = prices
    if isinstance(first, Resource):
        return _lacks(purse.plus(first), rest)
    if not payable(purse, first):
        return _lacks_for_all(purse, prices), purse.ingenuity
    stops = [_lacks(paid(purse, way), rest) for way in payments(purse, first)]
    return min(stops, key=lambda stop: sum(stop[0]) - stop[1])


def _lacks_for_all(purse: Purse, prices: Sequence[Price]) -> Counts:
    """What is missing of each kind for all buildings; a resource that comes after one does not pay for it."""
    costs = [price for price in prices if not isinstance(price, Resource)]
    return lacking(purse, tuple(map(sum, zip(*costs, strict=True))))


def changes(before: Tally, after: City) -> list[tuple[str, int]]:
    """The lines of the tally that a purchase changes, and by how much; tokens still to come are left out."""
    return list(Preview.between(before, city_tally(after)).lines)


def draw_changes(state: State, seat: int) -> list[tuple[str, int]]:
    """What the top card of the deck changes in the tally; the card below it is hidden."""
    city = state.cities[seat]
    return changes(city_tally(city), gained(city, state.resource(state.deck)))


def payment_gain(state: State, payment: Payment) -> int:
    """The points that the building in hand brings when it is paid for in this way."""
    city = state.cities[state.seat]
    built = city._replace(buildings=(*city.buildings, state.tasks[0]))
    return sum(change for _, change in changes(city_tally(city), built.holding(paid(state.purse, payment))))


def brings_token(faces: Sequence[str]) -> int:
    """How many civic buildings are in a pair."""
    return sum(face in BUILDING and BUILDING[face].civic for face in faces)


def by_kind(numbers: Counts) -> dict[str, int]:
    return {kind: n for kind, n in zip(KINDS, numbers, strict=True) if n}
