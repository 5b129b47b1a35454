"""Where a series stands: a fold over the end records of its matches."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tilefolk.campaign.series import Chapter, Series, Title, title_for
from tilefolk.core.game import Legacy
from tilefolk.core.table_lines import legacy_of

End = Mapping[str, Any]


class ChapterStanding(NamedTuple):
    """One chapter as far as it has been played: points and place per seat, bonus included.

    `values` and `ranks` have a row per match played: what each seat scored, and its place.
    """

    chapter: Chapter
    values: tuple[tuple[int, ...], ...]
    ranks: tuple[tuple[int, ...], ...]
    bonus: tuple[int, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    whole: bool
    title: Title | None


class Standing(NamedTuple):
    """A series as far as it has been played."""

    series: Series
    seats: int
    chapters: tuple[ChapterStanding, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    legacy: tuple[Legacy, ...]
    title: Title | None

    @property
    def played(self) -> int:
        return sum(len(chapter.values) for chapter in self.chapters)

    @property
    def over(self) -> bool:
        return self.played == len(self.series.ways)

    @property
    def next_way(self) -> str | None:
        """What is played next, or nothing when all is played."""
        return None if self.over else self.series.ways[self.played]


def standing(series: Series, seats: int, ends: Sequence[End]) -> Standing:
    """Where a series stands after these end records. Seats bring along what they took from the last match."""
    chapters, at = [], 0
    for chapter in series.chapters:
        chapters.append(_chapter(chapter, seats, ends[at : at + len(chapter.ways)]))
        at += len(chapter.ways)
    totals = tuple(sum(chapter.totals[seat] for chapter in chapters) for seat in range(seats))
    over = len(ends) == len(series.ways)
    title = title_for(series.titles, totals[0]) if over and seats == 1 else None
    brought = carried(ends[-1]) if ends and series.carries else ()
    return Standing(series, seats, tuple(chapters), totals, ranked(totals), brought, title)


def _chapter(chapter: Chapter, seats: int, ends: Sequence[End]) -> ChapterStanding:
    values = tuple(tuple(end["values"]) for end in ends)
    ranks = tuple(tuple(end["places"]) for end in ends)
    whole = len(ends) == len(chapter.ways)
    bonus = (0,) * seats
    if chapter.bonus and whole:
        bonus = chapter.bonus.points([legacy.count(chapter.bonus.what) for legacy in carried(ends[-1])])
    totals = tuple(sum(row[seat] for row in values) + bonus[seat] for seat in range(seats))
    title = title_for(chapter.titles, totals[0]) if whole and seats == 1 else None
    return ChapterStanding(chapter, values, ranks, bonus, totals, ranked(totals), whole, title)


def standing_json(now: Standing) -> dict[str, Any]:
    """A standing as the interfaces tell it; titles are there for a player alone."""
    return {
        "played": now.played,
        "matches": len(now.series.ways),
        "over": now.over,
        "next": now.next_way,
        "chapters": [_chapter_json(part, now.seats) for part in now.chapters],
        "totals": list(now.totals),
        "places": list(now.places),
        **_title_json(now.title, now.series.titles, now.seats),
    }


def _chapter_json(part: ChapterStanding, seats: int) -> dict[str, Any]:
    return {
        "chapter": part.chapter.name,
        "ways": list(part.chapter.ways),
        "values": [list(row) for row in part.values],
        "ranks": [list(row) for row in part.ranks],
        "bonus": {"what": part.chapter.bonus.what, "points": list(part.bonus)}
        if part.chapter.bonus
        else None,
        "totals": list(part.totals),
        "places": list(part.places),
        "whole": part.whole,
        **_title_json(part.title, part.chapter.titles, seats),
    }


def _title_json(title: Title | None, titles: Sequence[Title], seats: int) -> dict[str, Any]:
    ladder = [title._asdict() for title in titles] if seats == 1 else []
    return {"title": title.name if title else None, "titles": ladder}


def carried(end: End) -> tuple[Legacy, ...]:
    """What each seat took along."""
    return tuple(legacy_of(entry) for entry in end["legacy"])


def ranked(totals: Sequence[int]) -> tuple[int, ...]:
    """Places by points; whoever is level shares one."""
    return tuple(1 + sum(other > mine for other in totals) for mine in totals)
