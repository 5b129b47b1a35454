"""Where a series stands: a fold over the end records of its matches."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from tilefolk.campaign.history import Given, history
from tilefolk.campaign.series import FIRSTS, LAST, Chapter, Series, Title, title_for
from tilefolk.core.game import Legacy
from tilefolk.core.table_lines import legacy_of

End = Mapping[str, Any]


class ChapterStanding(NamedTuple):
    """One chapter as far as it has been played: points and place per seat, bonus included.

    `values`, `ranks` and `gains` have a row per match played: what each seat scored, its place, and what
    it won of the thing the series counts; `totals` are of that thing, or of points where it counts none.
    """

    chapter: Chapter
    values: tuple[tuple[int, ...], ...]
    ranks: tuple[tuple[int, ...], ...]
    gains: tuple[tuple[int, ...], ...]
    bonus: tuple[int, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    whole: bool
    title: Title | None

    @property
    def counted(self) -> tuple[tuple[int, ...], ...]:
        """The rows that the totals add up: what the series counts, or points."""
        return self.gains or self.values


class Standing(NamedTuple):
    """A series as far as it has been played. `counts`: per seat what decides, in the order of `wins`;
    `history`: per seat what it was given, with match and reason.
    """

    series: Series
    seats: int
    chapters: tuple[ChapterStanding, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    legacy: tuple[Legacy, ...]
    title: Title | None
    counts: tuple[tuple[int, ...], ...] = ()
    history: tuple[tuple[Given, ...], ...] = ()
    ends: tuple[End, ...] = ()

    @property
    def played(self) -> int:
        return sum(len(chapter.values) for chapter in self.chapters)

    @property
    def over(self) -> bool:
        return self.played == len(self.series.modes)

    @property
    def next_mode(self) -> str | None:
        """What is played next, or nothing when all is played."""
        return None if self.over else self.series.modes[self.played]


def standing(series: Series, seats: int, ends: Sequence[End]) -> Standing:
    """Where a series stands after these end records. Seats bring along what they took from the last match."""
    chapters, at = [], 0
    won = _won(series, seats, ends)
    for chapter in series.chapters:
        upto = at + len(chapter.modes)
        chapters.append(_chapter(chapter, seats, ends[at:upto], won[at:upto] if series.wins else None))
        at = upto
    totals = tuple(sum(chapter.totals[seat] for chapter in chapters) for seat in range(seats))
    over = len(ends) == len(series.modes)
    title = title_for(series.titles, totals[0]) if over and seats == 1 else None
    brought = carried(ends[-1]) if ends and series.carries else ()
    counts = tuple(_counts(series, seat, ends) for seat in range(seats)) if series.wins else ()
    placed = ranked(counts) if counts else ranked(totals)
    told = history(seats, zip(series.modes, ends, strict=False)) if series.wins else ()
    return Standing(series, seats, tuple(chapters), totals, placed, brought, title, counts, told, tuple(ends))


def _won(series: Series, seats: int, ends: Sequence[End]) -> list[tuple[int, ...]]:
    """What each seat won in each match of the thing the series counts."""
    if not series.wins:
        return []
    had, out = (0,) * seats, []
    for end in ends:
        now = tuple(legacy.count(series.wins[0]) for legacy in carried(end))
        out.append(tuple(mine - before for mine, before in zip(now, had, strict=True)))
        had = now
    return out


def _counts(series: Series, seat: int, ends: Sequence[End]) -> tuple[int, ...]:
    """What decides for one seat, in order."""
    legacy = carried(ends[-1])[seat] if ends else Legacy()
    firsts = sum(end["places"][seat] == 1 for end in ends)
    last = ends[-1]["values"][seat] if ends else 0
    special = {FIRSTS: firsts, LAST: last}
    return tuple(special[name] if name in special else legacy.count(name) for name in series.wins)


def _chapter(
    chapter: Chapter, seats: int, ends: Sequence[End], won: Sequence[tuple[int, ...]] | None
) -> ChapterStanding:
    values = tuple(tuple(end["values"]) for end in ends)
    ranks = tuple(tuple(end["places"]) for end in ends)
    whole = len(ends) == len(chapter.modes)
    bonus = (0,) * seats
    if chapter.bonus and whole:
        bonus = chapter.bonus.points([legacy.count(chapter.bonus.what) for legacy in carried(ends[-1])])
    rows = values if won is None else won
    totals = tuple(sum(row[seat] for row in rows) + bonus[seat] for seat in range(seats))
    title = title_for(chapter.titles, totals[0]) if whole and seats == 1 else None
    gains = () if won is None else tuple(won)
    return ChapterStanding(chapter, values, ranks, gains, bonus, totals, ranked(totals), whole, title)


def standing_json(now: Standing, known: int | None = None) -> dict[str, Any]:
    """A standing as the interfaces tell it; titles are there for a player alone.

    `known` is how many chapters the reader may know; without it, as many as those who play.
    """
    opened = now.series.opened(now.played)
    known = opened if known is None or not now.series.sealed else min(opened, known)
    return {
        "played": now.played,
        "matches": len(now.series.modes),
        "over": now.over,
        "next": now.next_mode,
        "chapters": _chapters_json(now, known),
        "totals": list(now.totals),
        "places": list(now.places),
        **_title_json(now.title, now.series.titles, now.seats),
        **_campaign_json(now, known),
    }


def _campaign_json(now: Standing, known: int) -> dict[str, Any]:
    """What only a campaign has that counts something else than points."""
    series = now.series
    if not series.wins:
        return {}
    told = [mode for chapter in series.chapters[:known] for mode in chapter.modes]
    decides = series.wins_known(known)
    return {
        "wins": [series.wins[index] for index in decides],
        "counts": [[row[index] for index in decides] for row in now.counts],
        "opened": known,
        "coming": list(series.coming),
        "animals": list(series.animals[: now.seats]),
        "history": [[list(given) for given in row if given.mode in told] for row in now.history],
        "owed": _owed_json(now, told),
    }


def _owed_json(now: Standing, told: Collection[str]) -> list[list[dict[str, Any]]]:
    """Per seat the choices that it has put off, as far as they come from these matches."""
    brought = now.legacy or (Legacy(),) * now.seats
    return [
        [
            {"mode": owed.mode, "rule": owed.rule, "number": owed.number}
            for owed in legacy.owed
            if owed.mode in told
        ]
        for legacy in brought
    ]


def _chapters_json(now: Standing, known: int) -> list[dict[str, Any]]:
    """The chapters; one that is still sealed is its number and nothing else."""
    return [
        {**_chapter_json(part, now.seats), **_gains_json(now, part)}
        if index < known
        else {"chapter": part.chapter.name, "sealed": True}
        for index, part in enumerate(now.chapters)
    ]


def _gains_json(now: Standing, part: ChapterStanding) -> dict[str, Any]:
    """What the seats won and kept in each match of a chapter, in a campaign that counts such things."""
    if not now.series.wins:
        return {}
    played = dict(zip(now.series.modes, now.ends, strict=False))
    kept = [played[mode].get("kept", [[]] * now.seats) for mode in part.chapter.modes if mode in played]
    return {"gains": [list(row) for row in part.gains], "kept": kept}


def _chapter_json(part: ChapterStanding, seats: int) -> dict[str, Any]:
    return {
        "chapter": part.chapter.name,
        "modes": list(part.chapter.modes),
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


def ranked(totals: Sequence[int] | Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Places by points, or by one thing after the other; whoever is level in all shares one."""
    keys = [total if isinstance(total, tuple) else (total,) for total in totals]
    return tuple(1 + sum(other > mine for other in keys) for mine in keys)
