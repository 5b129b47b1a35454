"""What a view says of every pair of the market: what it would cost a seat and bring it.

A pair follows from its two cards, from what the seat has, and where it brings a token from the row of tokens.
So what was said before is said again, as the same object, until one of them has changed.
"""

from collections.abc import Sequence

from tilefolk.core.game import Json
from tilefolk.core.notation import CHANCE
from tilefolk.games.point_city import automaton
from tilefolk.games.point_city.answers import to_act
from tilefolk.games.point_city.cards import Counts, Resource
from tilefolk.games.point_city.hints import (
    Buyer,
    Purchase,
    Way,
    brings_token,
    buyer_at,
    by_kind,
    changes,
    purchase,
    purse_of,
)
from tilefolk.games.point_city.market import NAMES, pairs, price
from tilefolk.games.point_city.payment import lacking, payable, spelled
from tilefolk.games.point_city.state import City, Shown, State
from tilefolk.games.point_city.tokens import worth

NO_PAIRS: Json = {"pairs": [], "lacks": {}}


class Offers:
    """The pairs as one seat was shown them last, and what they follow from."""

    def __init__(self, city: City, free: Counts, row: Sequence[str], ways: list[Way]) -> None:
        self.city, self.free, self.row, self.ways = city, free, row, ways
        self.of_ways: dict[int, Json] = {}  # by the id of the way, which `ways` keeps alive
        self.part: Json = {}

    def made_of(self, city: City, free: Counts) -> bool:
        return self.city == city and self.free == free


def pairs_part(state: State, seat: int | None) -> Json:
    """Every pair as this seat could take it in its turn (now, or next if the market stays), and what each
    building lacks by itself."""
    if seat is None or state.tasks or automaton.is_automaton(state, seat):
        return NO_PAIRS
    acting = to_act(state)
    if not acting or CHANCE in acting:
        return NO_PAIRS
    offers: dict[int, Offers] = state.setting.shown.offers
    last, now = offers.get(seat), state.cities[seat]
    ways, free = _ways(state), purse_of(state, seat).permanent
    before = last if last is not None and last.made_of(now, free) else None
    if before is None or before.ways is not ways or before.row != state.row:
        offers[seat] = before = _offers(state, seat, free, ways, before)
    return before.part


def _offers(state: State, seat: int, free: Counts, ways: list[Way], before: Offers | None) -> Offers:
    offers = Offers(state.cities[seat], free, state.row, ways)
    known = before.of_ways if before else {}
    same_row = before is not None and before.row == state.row
    buyer: Buyer | None = None
    for way in ways:
        found = known.get(id(way))
        if found is None or not (same_row or "row" not in found):
            buyer = buyer or buyer_at(state, seat)
            found = _pair(state.row, buyer, purchase(buyer, way), brings_token(way.faces))
        offers.of_ways[id(way)] = found
    offers.part = {"pairs": list(offers.of_ways.values()), "lacks": _lacks(state, seat)}
    return offers


def _lacks(state: State, seat: int) -> Json:
    """What is missing for the building at each place of the market, where it cannot be paid by itself."""
    purse = purse_of(state, seat)
    prices = ((cell, price(state, cell)) for cell, place in enumerate(state.market) if place)
    costs = ((cell, cost) for cell, cost in prices if not isinstance(cost, Resource))
    return {NAMES[cell]: by_kind(lacking(purse, cost)) for cell, cost in costs if not payable(purse, cost)}


def _ways(state: State) -> list[Way]:
    """All pairs with the faces and prices of their cards; a pair that lies as before is the same object.

    One order of every pair first: it has the same place in every list, whatever lies in the market.
    """
    shown: Shown = state.setting.shown
    made_of = state.market, state.up, state.down
    if shown.ways_of != made_of:
        faces = [state.face(place) for place in state.market if place]
        prices = [price(state, cell) for cell in range(len(state.market))]
        known = {way.cells: way for way in shown.ways}
        ways = []
        for a, b in sorted(pairs(state), key=lambda pair: pair[0] > pair[1]):
            now = Way((a, b), (faces[a], faces[b]), (prices[a], prices[b]))
            ways.append(was if (was := known.get((a, b))) == now else now)
        shown.ways_of, shown.ways = made_of, ways
    return shown.ways


def _pair(row: Sequence[str], buyer: Buyer, found: Purchase, tokens: int) -> Json:
    """A pair as the seat could take it: it follows from both cards, what the seat has, and the row."""
    cells = [NAMES[cell] for cell in found.cells]
    if found.city is None:
        return {"take": cells, "lacks": by_kind(found.lacks), "jokers": found.jokers}
    lines = changes(buyer.tally, found.city)
    worths = {"row": [worth(name, found.city) for name in row]} if tokens else {}
    return {
        "take": cells,
        "pays": [list(spelled(payment)[1:]) for payment in found.payments],
        "choice": found.choice,
        "gain": sum(change for _, change in lines),
        "changes": lines,
        "tokens": tokens,
        **worths,
    }
