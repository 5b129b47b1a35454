"""A series: chapters of matches, what the seats carry from one to the next, bonuses and titles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tilefolk.core.first import first_of
from tilefolk.core.game import Mode, Options

FIRSTS, LAST, LAST_PLACE = "firsts", "last", "last_place"  # in `wins`: first places; of the last match
FEWEST = (LAST_PLACE,)  # of these the lowest number is the best


class Circles(NamedTuple):
    """How the circles of progress are printed: so many rows of groups, each of so many circles."""

    rows: int
    groups: int
    each: int


class Title(NamedTuple):
    """A title that a player alone earns from so many points on."""

    name: str
    least: int


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points for whoever has collected most of something over a chapter, in full for all who share a rank.

    Ranks are by different numbers: whoever shares the first does not push the second away. Nobody gets
    anything for nothing. Alone, so many of it are worth so much.
    """

    what: str
    ranks: tuple[int, ...]
    alone: Mapping[int, int]

    def points(self, collected: Sequence[int]) -> tuple[int, ...]:
        if len(collected) == 1:
            return (self.alone.get(collected[0], 0),)
        best = sorted({n for n in collected if n > 0}, reverse=True)
        worth = dict(zip(best, self.ranks, strict=False))
        return tuple(worth.get(n, 0) for n in collected)


@dataclass(frozen=True, slots=True)
class Chapter:
    """Some matches whose points are counted together. `brings`: what of the series' `wins` they are the first

    to count; whoever may not know the chapter is not told of it.
    """

    name: str
    modes: tuple[str, ...]
    bonus: Bonus | None = None
    titles: tuple[Title, ...] = ()
    brings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Series:
    """A series as it is offered. `carries`: whether the seats take things along from match to match.

    `options` are set in every match that has them; `chosen` is what is left to the table, with its choices.
    `wins` says what a campaign counts instead of points: the first of these, then the next among those who
    are level. `sealed`: what is in a chapter is told to nobody before the one before it is played; `coming`
    are chapters that are not here yet. Each seat has one of the `animals` and gives its board a name;
    `circles` are what it crosses off for progress. `joining`: between two matches seats may join, sleep and
    wake.
    """

    name: str
    version: int
    seats: tuple[int, ...]
    chapters: tuple[Chapter, ...]
    carries: bool = True
    options: tuple[tuple[str, str], ...] = ()
    titles: tuple[Title, ...] = ()
    chosen: tuple[tuple[str, tuple[str, ...]], ...] = ()
    wins: tuple[str, ...] = ()
    sealed: bool = False
    coming: tuple[str, ...] = ()
    animals: tuple[str, ...] = ()
    circles: Circles | None = None
    joining: bool = False

    @property
    def game(self) -> str:
        return self.name.partition("/")[0]

    @property
    def mode(self) -> Mode:
        """The series as a mode, something to sit down to."""
        return Mode(self.name, self.version, self.seats, self.chosen)

    @property
    def modes(self) -> tuple[str, ...]:
        """All matches in their order."""
        return tuple(mode for chapter in self.chapters for mode in chapter.modes)

    def chapter_of(self, mode: str) -> Chapter:
        return first_of(chapter for chapter in self.chapters if mode in chapter.modes)

    def opened(self, played: int) -> int:
        """How many chapters may be known when so many matches are played; all where nothing is sealed."""
        if not self.sealed:
            return len(self.chapters)
        ends, total = [], 0
        for chapter in self.chapters:
            total += len(chapter.modes)
            ends.append(total)
        return min(len(self.chapters), 1 + sum(end <= played for end in ends))

    def wins_known(self, known: int) -> list[int]:
        """Which of `wins`, by index, somebody may be told of who knows so many chapters."""
        later = {what for chapter in self.chapters[known:] for what in chapter.brings}
        return [index for index, what in enumerate(self.wins) if not (self.sealed and what in later)]

    def options_of(self, mode: Mode, given: Options) -> Options:
        """What is set in one match: the series' own options and the table's, where the way has them."""
        offered = {name for name, _ in mode.options}
        return {name: value for name, value in {**given, **dict(self.options)}.items() if name in offered}


def title_for(titles: Sequence[Title], points: int) -> Title | None:
    """The best title that so many points reach; the lowest is for everybody."""
    reached = [title for title in titles if title.least <= points]
    return reached[-1] if reached else titles[0] if titles else None
