"""What a seat is told before it decides: what each pair would cost and bring, what each token is worth."""

from typing import NamedTuple

from tilefolk.core.tally import Preview
from tilefolk.games.point_city.cards import BUILDING, KINDS, NONE, Counts, Resource
from tilefolk.games.point_city.market import price, shown
from tilefolk.games.point_city.payment import (
    Payment,
    Purse,
    can_take,
    lacking,
    offered,
    paid,
    payable,
    payments,
)
from tilefolk.games.point_city.scoring import city_tally
from tilefolk.games.point_city.state import Cell, City, State, gained


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


def purchase(state: State, seat: int, pair: tuple[Cell, Cell]) -> Purchase:
    """A pair of the market as this seat could take it."""
    purse, city = purse_of(state, seat), state.cities[seat]
    prices = [price(state, cell) for cell in pair]
    if not can_take(purse, prices):
        lacks, jokers = _lacks(purse, prices)
        return Purchase(pair, lacks=lacks, jokers=jokers)
    chosen: list[Payment] = []
    choice = False
    for place, (cell, cost) in enumerate(zip(pair, prices, strict=True)):
        if isinstance(cost, Resource):
            purse = purse.plus(cost)
        else:
            ways = offered(purse, cost, tuple(prices[place + 1 :]))
            choice |= len(ways) > 1
            chosen.append(ways[0])
            purse = paid(purse, ways[0])
            city = city._replace(buildings=(*city.buildings, state.face(shown(state, cell))))
    return Purchase(pair, tuple(chosen), city.holding(purse), choice)


def _lacks(purse: Purse, prices: list[Counts | Resource]) -> tuple[Counts, int]:
    """What is missing of each kind where the pair comes to a stop, and the ingenuity left for it.

    Of the ways to pay for a first building the one that leaves least missing for the second counts.
    """
    first, *rest = prices
    if isinstance(first, Resource):
        return _lacks(purse.plus(first), rest)
    if not payable(purse, first):
        return lacking(purse, first), purse.ingenuity
    stops = [_lacks(paid(purse, way), rest) for way in payments(purse, first)]
    return min(stops, key=lambda stop: sum(stop[0]) - stop[1])


def changes(before: City, after: City) -> list[tuple[str, int]]:
    """The lines of the tally that a purchase changes, and by how much; tokens still to come are left out."""
    return list(Preview.between(city_tally(before), city_tally(after)).lines)


def draw_changes(state: State, seat: int) -> list[tuple[str, int]]:
    """What the top card of the deck changes in the tally; the card below it is hidden."""
    city = state.cities[seat]
    return changes(city, gained(city, state.resource(state.deck)))


def payment_gain(state: State, payment: Payment) -> int:
    """The points that the building in hand brings when it is paid for in this way."""
    city = state.cities[state.seat]
    built = city._replace(buildings=(*city.buildings, state.tasks[0]))
    return sum(change for _, change in changes(city, built.holding(paid(state.purse, payment))))


def brings_token(purchase: Purchase, state: State) -> int:
    """How many civic buildings are in a pair."""
    faces = [state.face(shown(state, cell)) for cell in purchase.cells]
    return sum(face in BUILDING and BUILDING[face].civic for face in faces)


def by_kind(numbers: Counts) -> dict[str, int]:
    return {kind: n for kind, n in zip(KINDS, numbers, strict=True) if n}
