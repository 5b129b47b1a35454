"""What a seat takes along from match to match: stickers in their order, counted things, choices it owes.

Nothing here is written down twice: what a seat brings, plus what it kept of a match, is what it takes along.
"""

from collections.abc import Iterable
from typing import NamedTuple

LATER = "later"  # what was given: the right to choose at the next visit
OWED = "owed"  # the rule of what comes from a choice of an earlier match


class Owed(NamedTuple):
    """A choice not made yet: which gift, by its place in a rule of the way that gave it."""

    mode: str
    version: int
    rule: str
    number: int


class Gain(NamedTuple):
    """What one rule gave to a seat or, with `gone`, took away.

    With a number: so many of a counted thing. With a place: a sticker there; no place: there was none for it.
    """

    rule: str
    what: str
    value: str | int
    gone: bool = False


class Legacy(NamedTuple):
    """What a seat brings along. Stickers lie on each other in the order in which they were put."""

    stickers: tuple[tuple[str, str], ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    owed: tuple[Owed, ...] = ()

    def count(self, what: str) -> int:
        return dict(self.counts).get(what, 0)

    def plus(self, what: str, n: int) -> "Legacy":
        if not n:
            return self
        return self._replace(counts=tuple(sorted({**dict(self.counts), what: self.count(what) + n}.items())))

    def with_gains(self, gains: Iterable[Gain], mode: str, version: int) -> "Legacy":
        """What is taken along from a match of this way: the fold over what was kept, in order."""
        legacy = self
        for rule, what, value, gone in gains:
            if rule == OWED:
                legacy = legacy._replace(owed=legacy.owed[1:])
            if what == LATER:
                owed = Owed(mode, version, rule, int(value))
                legacy = legacy._replace(owed=(*legacy.owed, owed))
            elif isinstance(value, int):
                legacy = legacy.plus(what, value)
            elif value:
                legacy = legacy._without(what, value) if gone else legacy._with(what, value)
        return legacy

    def _with(self, what: str, where: str) -> "Legacy":
        return self._replace(stickers=(*self.stickers, (what, where)))

    def _without(self, what: str, where: str) -> "Legacy":
        at = self.stickers.index((what, where))
        return self._replace(stickers=self.stickers[:at] + self.stickers[at + 1 :])
