"""Where a series stands: a fold over the end records of its matches."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from tilefolk.campaign.finale import Finale, finale, finale_json, key_of
from tilefolk.campaign.history import Given, history
from tilefolk.campaign.lineups import Course, Finished, SeatNow, Visit, course
from tilefolk.campaign.series import FIRSTS, LAST, LAST_PLACE, Chapter, Series, Title, title_for
from tilefolk.core.game import Legacy
from tilefolk.core.legacy import Asleep

Row = tuple[int | None, ...]  # a number per seat; none for one that did not play


class ChapterStanding(NamedTuple):
    """One chapter as far as it has been played: points and place per seat, bonus included.

    `values`, `ranks` and `gains` have a row per match played: what each seat scored, its place, and what
    it won of the thing the series counts; `totals` are of that thing, or of points where it counts none.
    """

    chapter: Chapter
    values: tuple[Row, ...]
    ranks: tuple[Row, ...]
    gains: tuple[Row, ...]
    bonus: tuple[int, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    whole: bool
    title: Title | None

    @property
    def counted(self) -> tuple[Row, ...]:
        """The rows that the totals add up: what the series counts, or points."""
        return self.gains or self.values


class Standing(NamedTuple):
    """A series as far as it has been played. `counts`: per seat what decides, in the order of `wins`;
    `history`: per seat what it was given, with match and reason. `legacy`: what each seat brings along if it
    plays the next match. `known_seats`: how many seats there have been in matches so far.
    """

    series: Series
    seats: int
    chapters: tuple[ChapterStanding, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    legacy: tuple[Legacy, ...]
    title: Title | None
    counts: tuple[Row, ...] = ()
    history: tuple[tuple[Given, ...], ...] = ()
    matches: tuple[Finished, ...] = ()
    known_seats: int = 0
    seats_now: tuple[SeatNow, ...] = ()

    @property
    def played(self) -> int:
        return sum(len(chapter.values) for chapter in self.chapters)

    @property
    def over(self) -> bool:
        return self.played == len(self.series.modes)

    @property
    def finale(self) -> Finale | None:
        """Who has won, step by step, once all is played in a campaign that does not count points."""
        return finale(self.series.wins, self.counts) if self.over and self.series.wins else None

    @property
    def next_mode(self) -> str | None:
        """What is played next, or nothing when all is played."""
        return None if self.over else self.series.modes[self.played]

    @property
    def last_lineup(self) -> tuple[int, ...]:
        """The seats that played the last match; before the first, all."""
        return self.matches[-1].seats if self.matches else tuple(range(self.seats))

    def legacy_of(self, lineup: Sequence[int]) -> tuple[Legacy, ...]:
        """What these seats bring into the next match."""
        return tuple(self.legacy[seat] for seat in lineup) if self.legacy else ()

    def asleep(self, lineup: Sequence[int]) -> tuple[Asleep, ...]:
        """What the seats have that do not play the next match and have played before."""
        resting = [(seat, now) for seat, now in enumerate(self.seats_now) if seat not in lineup]
        return tuple(Asleep(seat, now.legacy) for seat, now in resting if now.has_played)

    def named(self, lineup: Sequence[int]) -> tuple[int, ...]:
        """The line-up as a record of the next match names it: not at all where everybody plays."""
        is_everybody = tuple(lineup) == tuple(range(len(lineup))) and len(lineup) >= self.known_seats
        return () if is_everybody else tuple(lineup)


def standing(series: Series, seats: int, played: Sequence[Finished]) -> Standing:
    """Where a series stands after these matches. Seats bring along what they took from their last one."""
    so_far = course(seats, series.modes, played)
    chapters, at = [], 0
    for chapter in series.chapters:
        upto = at + len(chapter.modes)
        chapters.append(_chapter(series, chapter, seats, so_far.visits[at:upto]))
        at = upto
    brought = tuple(so_far.brought(seat)[1] for seat in range(seats)) if played and series.carries else ()
    totals = tuple(sum(chapter.totals[seat] for chapter in chapters) for seat in range(seats))
    if series.wins and brought:
        totals = tuple(legacy.count(series.wins[0]) for legacy in brought)
    over = len(played) == len(series.modes)
    title = title_for(series.titles, totals[0]) if over and seats == 1 else None
    legacies = brought or (Legacy(),) * seats
    counts = tuple(_counts(series, seat, legacies[seat], so_far) for seat in range(seats))
    placed = ranked(counts, series.wins) if series.wins else ranked(totals)
    told = history(seats, zip(series.modes, so_far.visits, strict=False)) if series.wins else ()
    return Standing(
        series=series,
        seats=seats,
        chapters=tuple(chapters),
        totals=totals,
        places=placed,
        legacy=brought,
        title=title,
        counts=counts if series.wins else (),
        history=told,
        matches=tuple(played),
        known_seats=so_far.known_seats,
        seats_now=so_far.seats,
    )


def _counts(series: Series, seat: int, legacy: Legacy, so_far: Course) -> Row:
    """What decides for one seat, in order."""
    own = [visit for match in so_far.visits for visit in match if visit.seat == seat]
    last = so_far.visits[-1] if so_far.visits else ()
    ending = next((visit for visit in last if visit.seat == seat), None)
    absent = None if last else 0
    special = {
        FIRSTS: sum(visit.place == 1 for visit in own),
        LAST: ending.value if ending else absent,
        LAST_PLACE: ending.place if ending else absent,
    }
    return tuple(special[name] if name in special else legacy.count(name) for name in series.wins)


def _chapter(
    series: Series, chapter: Chapter, seats: int, matches: Sequence[Sequence[Visit]]
) -> ChapterStanding:
    rows = [{visit.seat: visit for visit in match} for match in matches]
    values = tuple(_row(seats, {seat: one.value for seat, one in row.items()}) for row in rows)
    ranks = tuple(_row(seats, {seat: one.place for seat, one in row.items()}) for row in rows)
    gains: tuple[Row, ...] = ()
    if series.wins:
        what = series.wins[0]
        won = [
            {seat: one.taken.count(what) - one.brought.count(what) for seat, one in row.items()}
            for row in rows
        ]
        gains = tuple(_row(seats, row) for row in won)
    whole = len(rows) == len(chapter.modes)
    bonus = (0,) * seats
    if chapter.bonus and whole:
        took = [rows[-1][seat].taken if seat in rows[-1] else Legacy() for seat in range(seats)]
        bonus = chapter.bonus.points([legacy.count(chapter.bonus.what) for legacy in took])
    counted = gains if series.wins else values
    totals = tuple(sum(row[seat] or 0 for row in counted) + bonus[seat] for seat in range(seats))
    title = title_for(chapter.titles, totals[0]) if whole and seats == 1 else None
    return ChapterStanding(chapter, values, ranks, gains, bonus, totals, ranked(totals), whole, title)


def _row(seats: int, found: dict[int, int]) -> Row:
    return tuple(found.get(seat) for seat in range(seats))


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
        "circles": series.circles._asdict() if series.circles else None,
        "history": [[list(given) for given in row if given.mode in told] for row in now.history],
        "owed": _owed_json(now, told),
        "finale": finale_json(now.finale) if now.finale and known == len(series.chapters) else None,
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
    played = dict(zip(now.series.modes, now.matches, strict=False))
    kept = [_kept_json(played[mode], now.seats) for mode in part.chapter.modes if mode in played]
    return {"gains": [list(row) for row in part.gains], "kept": kept}


def _kept_json(match: Finished, seats: int) -> list[Any]:
    """What every seat kept of a match; nothing for one that did not play."""
    kept = dict(zip(match.seats, match.end.get("kept", ()), strict=False))
    return [kept.get(seat, []) for seat in range(seats)]


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


def ranked(totals: Sequence[int] | Sequence[Row], wins: Sequence[str] = ("",)) -> tuple[int, ...]:
    """Places by points, or by one thing of `wins` after the other; whoever is level in all shares one.

    A seat without a number is behind all that have one.
    """
    rows = [total if isinstance(total, tuple) else (total,) for total in totals]
    keys = [[key_of(what, part) for what, part in zip(wins, row, strict=True)] for row in rows]
    return tuple(1 + sum(other > mine for other in keys) for mine in keys)
