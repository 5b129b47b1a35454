"""The history of a campaign: what every seat was given, when it was put, and what for."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tilefolk.core.legacy import LATER, OWED
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


def history(seats: int, played: Iterable[tuple[str, Mapping[str, Any]]]) -> tuple[tuple[Given, ...], ...]:
    """Per seat everything that `kept` of its matches tells, in order; matches come with their ways."""
    out: list[list[Given]] = [[] for _ in range(seats)]
    owed: list[list[tuple[str, str]]] = [[] for _ in range(seats)]
    for mode, end in played:
        for seat, kept in enumerate(end.get("kept", ())):
            for rule, what, value, gone in map(gain_of, kept):
                given_by = mode
                if rule == OWED:
                    given_by, rule = owed[seat].pop(0)
                if what == LATER:
                    owed[seat].append((mode, rule))
                elif not gone:
                    out[seat].append(Given(mode, given_by, rule, what, value))
    return tuple(map(tuple, out))
