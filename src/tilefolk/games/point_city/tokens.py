"""Civic tokens: what each is worth to a city. They count permanent resources, one of them ingenuity cards."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from tilefolk.games.point_city.cards import KINDS
from tilefolk.games.point_city.facts import TOKENS, Token
from tilefolk.games.point_city.state import City

Number = TypeVar("Number", int, float)


def _flat(token: Token, permanent: Sequence[Number], ingenuity: Number) -> Number:
    return 1


def _together(token: Token, permanent: Sequence[Number], ingenuity: Number) -> Number:
    """Sets of one symbol of each of its kinds."""
    return min(permanent[KINDS.index(kind)] for kind in token.kinds)


def _often(token: Token, permanent: Sequence[Number], ingenuity: Number) -> Number:
    """Kinds of which there are enough; a part of a symbol towards that counts as that part of a kind."""
    return sum(max(0, min(1, n - token.times + 1)) for n in permanent)


def _missing(token: Token, permanent: Sequence[Number], ingenuity: Number) -> Number:
    """Kinds of which there is none."""
    return sum(max(0, 1 - n) for n in permanent)


def _ingenuity(token: Token, permanent: Sequence[Number], ingenuity: Number) -> Number:
    return ingenuity


COUNTS: dict[str, Callable[[Token, Sequence[Number], Number], Number]] = {
    "flat": _flat,
    "together": _together,
    "often": _often,
    "missing": _missing,
    "ingenuity": _ingenuity,
}


def worth(name: str, city: City) -> int:
    """The points a token brings to a city as it stands."""
    return worth_of(TOKENS[name], city.permanent, city.ingenuity)


def worth_of(token: Token, permanent: Sequence[Number], ingenuity: Number) -> Number:
    """The points a token brings for so many permanent resources of each kind.

    The numbers need not be whole: a bot asks what a city will have on average.
    """
    return token.worth * COUNTS[token.counts](token, permanent, ingenuity)
