"""The history of a campaign: what every seat was given, when it was put, and what for."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tilefolk.campaign.lineups import Visit
from tilefolk.core.legacy import LATER, OWED, SETTLED, WAITS, Gain, parted


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


class _Open(NamedTuple):
    """What a seat still has open while its matches are told: the match that gave it, and the rule."""

    mode: str
    rule: str


class _Still(NamedTuple):
    """Everything a seat has open: choices it owes, and what waits for the choices of others."""

    owed: list[_Open]
    waits: list[_Open]


def history(seats: int, played: Iterable[tuple[str, Sequence[Visit]]]) -> tuple[tuple[Given, ...], ...]:
    """Per seat everything that its matches tell, in order: what it had missed, and what it kept."""
    out: list[list[Given]] = [[] for _ in range(seats)]
    still = [_Still([], []) for _ in range(seats)]
    for mode, visits in played:
        for visit in visits:
            for arrival in visit.arrivals:
                out[visit.seat] += _given(mode, arrival.given_by, arrival.gains, still[visit.seat])
            out[visit.seat] += _given(mode, mode, visit.kept, still[visit.seat])
    return tuple(map(tuple, out))


def _given(mode: str, given_by: str, gains: Iterable[Gain], still: _Still) -> Iterator[Given]:
    """What a match tells that a seat was given; what is open is added to its lists and taken from them."""
    source, (owed, waits) = given_by, still
    for rule, what, value, gone in gains:
        origin = _Open(given_by, rule)
        if what in (LATER, WAITS):
            if rule == OWED:
                origin = _Open(source, parted(str(value))[0])
            waits.append(origin) if what == WAITS else owed.insert(0 if rule == OWED else len(owed), origin)
            continue
        if rule == OWED:
            origin = owed.pop(0)
            source = origin.mode
        elif rule == SETTLED:
            origin = waits.pop(0)
        if not gone and not (rule == SETTLED and value == ""):
            yield Given(mode, *origin, what, value)
