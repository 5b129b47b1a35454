"""What a seat is told before it decides: what each pair would cost and bring, what each token is worth."""

from typing import NamedTuple

from tilefolk.games.point_city.cards import BUILDING, KINDS, NONE, Counts, Resource
from tilefolk.games.point_city.market import pairs, price, shown
from tilefolk.games.point_city.payment import Payment, Purse, can_take, lacking, offered, paid, payable
from tilefolk.games.point_city.scoring import city_tally
from tilefolk.games.point_city.state import Cell, City, State


class Purchase(NamedTuple):
    """A pair in its order: the default payment of each building and the city then, or what is lacking."""

    cells: tuple[Cell, Cell]
    payments: tuple[Payment, ...] = ()
    city: City | None = None
    lacks: Counts = NONE


def purse_of(state: State, seat: int) -> Purse:
    """What a seat can pay with now, or in its next turn."""
    city = state.cities[seat]
    return city.purse(state.free if seat == state.seat else city.permanent)


def purchases(state: State, seat: int) -> list[Purchase]:
    """All pairs of the market as this seat could take them."""
    return [purchase(state, seat, pair) for pair in pairs(state)]


def purchase(state: State, seat: int, pair: tuple[Cell, Cell]) -> Purchase:
    purse, city = purse_of(state, seat), state.cities[seat]
    prices = [price(state, cell) for cell in pair]
    if not can_take(purse, prices):
        return Purchase(pair, lacks=_lacks(purse, prices))
    chosen: list[Payment] = []
    for place, (cell, cost) in enumerate(zip(pair, prices, strict=True)):
        if isinstance(cost, Resource):
            purse = purse.plus(cost)
        else:
            chosen.append(offered(purse, cost, prices[place + 1 :])[0])
            purse = paid(purse, chosen[-1])
            city = city._replace(buildings=(*city.buildings, state.face(shown(state, cell))))
    return Purchase(pair, tuple(chosen), city.holding(purse))


def _lacks(purse: Purse, prices: list[Counts | Resource]) -> Counts:
    """What is missing of each kind over both cards, before ingenuity."""
    total = NONE
    for cost in prices:
        if isinstance(cost, Resource):
            purse = purse.plus(cost)
            continue
        if not payable(purse, cost):
            return lacking(purse, cost)
        total = tuple(one + two for one, two in zip(total, cost, strict=True))
    return lacking(purse, total)


def gain(before: City, after: City) -> int:
    """The points a purchase brings right away, its tokens to come left out."""
    return city_tally(after).value - city_tally(before).value


def brings_token(purchase: Purchase, state: State) -> int:
    """How many civic buildings are in a pair."""
    faces = [state.face(shown(state, cell)) for cell in purchase.cells]
    return sum(face in BUILDING and BUILDING[face].civic for face in faces)


def by_kind(numbers: Counts) -> dict[str, int]:
    return {kind: n for kind, n in zip(KINDS, numbers, strict=True) if n}
