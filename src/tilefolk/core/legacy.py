"""What a seat takes along from match to match: stickers in their order, counted things, choices it owes.

Nothing here is written down twice: what a seat brings, plus what it kept of a match, is what it takes along.
"""

from collections.abc import Iterable
from typing import NamedTuple

LATER = "later"  # what was given: the right to choose at the next visit
WAITS = "waits"  # what was given: something that the choices of all seats decide
OWED = "owed"  # the rule of what comes from a choice of an earlier match
BETWEEN = ","  # the words of what is still open, where none of them has one
APART = ";"  # the same where names of cells have commas
SETTLED = "settled"  # the rule of what comes of something that has waited


def joined(*words: object) -> str:
    """The words of what is still open as one text."""
    parts = [str(word) for word in words]
    return (APART if any(BETWEEN in part for part in parts) else BETWEEN).join(parts)


def parted(text: str) -> list[str]:
    """The words of such a text."""
    return text.split(APART if APART in text else BETWEEN)


class Owed(NamedTuple):
    """A gift that is still open, by its place in a rule of its mode; `cells`: where it may go."""

    mode: str
    version: int
    rule: str
    number: int
    cells: tuple[str, ...] = ()


class Gain(NamedTuple):
    """What one rule gave to a seat or, with `gone`, took away.

    With a number: so many of a counted thing. With a place: a sticker there; no place: there was none for it.
    What is still open: the number of the gift in its rule, with the cells it may go on `0,C1,H8` or `0;5,3`;
    when it follows from a choice that was owed, behind its rule `dig.B,1`.
    """

    rule: str
    what: str
    value: str | int
    gone: bool = False


class Legacy(NamedTuple):
    """What a seat brings along. Stickers lie on each other in the order in which they were put.

    `owed` are choices it has put off, `waits` what others' choices still decide.
    """

    stickers: tuple[tuple[str, str], ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    owed: tuple[Owed, ...] = ()
    waits: tuple[Owed, ...] = ()

    def count(self, what: str) -> int:
        return dict(self.counts).get(what, 0)

    def plus(self, what: str, n: int) -> "Legacy":
        if not n:
            return self
        return self._replace(counts=tuple(sorted({**dict(self.counts), what: self.count(what) + n}.items())))

    def without_open(self) -> "Legacy":
        """The same without what is still open."""
        return self._replace(owed=(), waits=()) if self.owed or self.waits else self

    def with_gains(self, gains: Iterable[Gain], mode: str, version: int) -> "Legacy":
        """What is taken along from a match of this mode: the fold over what was kept, in order."""
        legacy, origin = self, Owed(mode, version, "", 0)
        for rule, what, value, gone in gains:
            if what in (LATER, WAITS):
                legacy = legacy._with_open(rule, what, str(value), Owed(mode, version, "", 0), origin)
                continue
            if rule == OWED:
                origin, legacy = legacy.owed[0], legacy._replace(owed=legacy.owed[1:])
            elif rule == SETTLED:
                legacy = legacy._replace(waits=legacy.waits[1:])
            if isinstance(value, int):
                legacy = legacy.plus(what, value)
            elif value:
                legacy = legacy._without(what, value) if gone else legacy._with(what, value)
        return legacy

    def _with_open(self, rule: str, what: str, text: str, match: Owed, origin: Owed) -> "Legacy":
        """With one more open gift: of the match, or of the one whose owed choice has just been answered."""
        words = parted(text)
        follows = rule == OWED
        if follows:
            rule, match = words.pop(0), origin
        gift = match._replace(rule=rule, number=int(words[0]), cells=tuple(words[1:]))
        if what == WAITS:
            return self._replace(waits=(*self.waits, gift))
        return self._replace(owed=(gift, *self.owed) if follows else (*self.owed, gift))

    def _with(self, what: str, where: str) -> "Legacy":
        return self._replace(stickers=(*self.stickers, (what, where)))

    def _without(self, what: str, where: str) -> "Legacy":
        at = self.stickers.index((what, where))
        return self._replace(stickers=self.stickers[:at] + self.stickers[at + 1 :])


class Asleep(NamedTuple):
    """What a seat of a campaign has that does not play a match: it counts where seats are compared."""

    seat: int
    legacy: Legacy
