"""The history of a campaign: what every seat was given, when it was put, and what for."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from tilefolk.core.legacy import BETWEEN, LATER, OWED, SETTLED, WAITS, Gain
from tilefolk.core.table_lines import gain_of


class Given(NamedTuple):
    """One thing a seat was given: in which match it came, which match gave it, and by which rule.

    The two matches differ for a choice that was put off. A sticker without a place was forfeited.
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


def history(seats: int, played: Iterable[tuple[str, Mapping[str, Any]]]) -> tuple[tuple[Given, ...], ...]:
    """Per seat everything that `kept` of its matches tells, in order; matches come with their ways."""
    out: list[list[Given]] = [[] for _ in range(seats)]
    owed: list[list[_Open]] = [[] for _ in range(seats)]
    waits: list[list[_Open]] = [[] for _ in range(seats)]
    for mode, end in played:
        for seat, kept in enumerate(end.get("kept", ())):
            out[seat] += _given(mode, map(gain_of, kept), owed[seat], waits[seat])
    return tuple(map(tuple, out))


def _given(mode: str, kept: Iterable[Gain], owed: list[_Open], waits: list[_Open]) -> Iterator[Given]:
    """What one match gave a seat; what is open is added to its lists and taken from them."""
    source = mode
    for rule, what, value, gone in kept:
        origin = _Open(mode, rule)
        if what in (LATER, WAITS):
            if rule == OWED:
                origin = _Open(source, str(value).partition(BETWEEN)[0])
            waits.append(origin) if what == WAITS else owed.insert(0 if rule == OWED else len(owed), origin)
            continue
        if rule == OWED:
            origin = owed.pop(0)
            source = origin.mode
        elif rule == SETTLED:
            origin = waits.pop(0)
        if not gone and not (rule == SETTLED and value == ""):
            yield Given(mode, *origin, what, value)
