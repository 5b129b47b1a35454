"""The history of a campaign: what every seat was given, when it was put, and what for."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tilefolk.campaign.lineups import Visit
from tilefolk.core.legacy import LATER, OWED, Gain


class Given(NamedTuple):
    """One thing a seat was given: in which match it came, which match gave it, and by which rule.

    The two matches differ for a choice that was put off, and for what a seat missed. A sticker without a
    place was forfeited.
    """

    mode: str
    given_by: str
    rule: str
    what: str
    value: str | int


def history(seats: int, played: Iterable[tuple[str, Sequence[Visit]]]) -> tuple[tuple[Given, ...], ...]:
    """Per seat everything that its matches tell, in order: what it had missed, and what it kept."""
    out: list[list[Given]] = [[] for _ in range(seats)]
    owed: list[list[tuple[str, str]]] = [[] for _ in range(seats)]
    for mode, visits in played:
        for visit in visits:
            before = [(arrival.given_by, gain) for arrival in visit.arrivals for gain in arrival.gains]
            for given_by, gain in (*before, *((mode, gain) for gain in visit.kept)):
                out[visit.seat] += _given(mode, given_by, gain, owed[visit.seat])
    return tuple(map(tuple, out))


def _given(mode: str, given_by: str, gain: Gain, owed: list[tuple[str, str]]) -> list[Given]:
    """What a gain tells; a choice that was put off is told when it is made."""
    rule, what, value, gone = gain
    if rule == OWED:
        given_by, rule = owed.pop(0)
    if what == LATER:
        owed.append((given_by, rule))
        return []
    return [] if gone else [Given(mode, given_by, rule, what, value)]
