"""Civic tokens: what each is worth to a city. They count permanent resources, one of them ingenuity cards."""

from collections.abc import Callable

from tilefolk.games.point_city.cards import KINDS
from tilefolk.games.point_city.facts import TOKENS, Token
from tilefolk.games.point_city.state import City


def _flat(token: Token, city: City) -> int:
    return 1


def _together(token: Token, city: City) -> int:
    """Sets of one symbol of each of its kinds."""
    return min(city.permanent[KINDS.index(kind)] for kind in token.kinds)


def _often(token: Token, city: City) -> int:
    return sum(n >= token.times for n in city.permanent)


def _missing(token: Token, city: City) -> int:
    return city.permanent.count(0)


def _ingenuity(token: Token, city: City) -> int:
    return city.ingenuity


COUNTS: dict[str, Callable[[Token, City], int]] = {
    "flat": _flat,
    "together": _together,
    "often": _often,
    "missing": _missing,
    "ingenuity": _ingenuity,
}


def worth(name: str, city: City) -> int:
    """The points a token brings to a city as it stands."""
    token = TOKENS[name]
    return token.worth * COUNTS[token.counts](token, city)
