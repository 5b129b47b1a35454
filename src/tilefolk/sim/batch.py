"""Batches of matches between bots; the results do not depend on the number of processes."""

import math
import statistics
from collections.abc import Generator, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from tilefolk.bots import find_bot
from tilefolk.campaign import SERIES, Series, Standing
from tilefolk.campaign.playing import play_series
from tilefolk.campaign.record import SeriesRecord, write_series
from tilefolk.campaign.series import Title
from tilefolk.core.game import Illegal
from tilefolk.core.notation import Action
from tilefolk.core.play import Bot, Sight, play
from tilefolk.core.record import write_record
from tilefolk.games import find
from tilefolk.sim.episodes import episode_numbers
from tilefolk.sim.gifts import gift_numbers, reached_numbers
from tilefolk.sim.intervals import Interval, mean_interval, share_interval
from tilefolk.sim.workers import Workers


class Batch(NamedTuple):
    """A game mode or series, a bot per seat, the number of matches, and the seed."""

    game: str
    bots: tuple[str, ...]
    matches: int
    seed: str
    options: tuple[tuple[str, str], ...] = ()
    records: bool = False


class Result(NamedTuple):
    """The result of a match or series. For a series the tallies are its chapters, and `standing` is set."""

    number: int
    values: tuple[int, ...]
    places: tuple[int, ...]
    tallies: tuple[tuple[tuple[str, int], ...], ...]
    record: str
    standing: Standing | None = None


class BotFailed(RuntimeError):
    """A bot raised an exception or answered illegally: which bot, on which seat, in which match, and how."""

    def __init__(self, bot: str, seat: int, number: int, error: str, rules: tuple[str, ...] = ()) -> None:
        super().__init__(bot, seat, number, error, rules)
        self.bot, self.seat, self.number, self.error, self.rules = bot, seat, number, error, rules


def play_one(batch: Batch, number: int) -> Result:
    """Play the match or series of this number; raises BotFailed."""
    asked: list[int] = []
    bots = [partial(_ask, asked, find_bot(bot)) for bot in batch.bots]
    series = SERIES.get(batch.game)
    try:
        return _play_series(batch, number, bots, series) if series else _play_match(batch, number, bots)
    except Exception as error:
        if not asked:
            raise
        rules = error.rules if isinstance(error, Illegal) else ()
        told = f"{type(error).__name__}: {error}".removesuffix(": ")
        raise BotFailed(batch.bots[asked[-1]], asked[-1], number, told, rules) from error


def _play_match(batch: Batch, number: int, bots: Sequence[Bot]) -> Result:
    game, mode = find(batch.game)
    match = play(game, mode, bots, f"{batch.seed}/{number}", dict(batch.options))
    end = match.end_record()
    tallies = tuple(tuple((rule, points) for rule, points in tally) for tally in end["tallies"])
    record = write_record(match) if batch.records else ""
    return Result(number, tuple(end["values"]), tuple(end["places"]), tallies, record)


def _play_series(batch: Batch, number: int, bots: Sequence[Bot], series: Series) -> Result:
    matches, now = play_series(series, bots, f"{batch.seed}/{number}", dict(batch.options))
    tallies = tuple(
        tuple((f"chapter.{part.chapter.name}", part.totals[seat]) for part in now.chapters)
        for seat in range(now.seats)
    )
    record = write_series(SeriesRecord(series, now.seats, matches)) if batch.records else ""
    return Result(number, now.totals, now.places, tallies, record, now)


def _ask(asked: list[int], bot: Bot, sight: Sight, stream: Random) -> Action:
    """The bot's answer. The seat is noted first, so that a failing bot is known."""
    asked.append(sight.seat)
    return bot(sight, stream)


def play_all(batch: Batch, jobs: int = 1) -> Generator[Result, None, None]:
    """Play all matches in `jobs` processes and yield each result at once; closing stops them."""
    with Workers(min(jobs, batch.matches)) as workers:
        for _, result in workers.run(play_one, ((batch, number) for number in range(batch.matches))):
            yield result


def summary(batch: Batch, results: Sequence[Result]) -> dict[str, Any]:
    """The statistics of a batch: an entry per seat, and for series those of the chapters."""
    standings = [result.standing for result in results if result.standing]
    return {
        "game": batch.game,
        "matches": len(results),
        "seed": batch.seed,
        "seats": [_seat_statistics(batch, results, seat) for seat in range(len(batch.bots))],
        **(
            {"chapters": _chapter_statistics(standings), "titles": _title_statistics(standings)}
            if standings
            else {}
        ),
        **(_campaign_statistics(standings) if standings and standings[0].series.wins else {}),
    }


def _campaign_statistics(standings: Sequence[Standing]) -> dict[str, Any]:
    """What only campaigns have that count something else than points."""
    return {
        "episodes": episode_numbers(standings),
        "gifts": gift_numbers(standings),
        "reached": reached_numbers(standings),
    }


def _chapter_statistics(standings: Sequence[Standing]) -> list[dict[str, Any]]:
    """For each chapter the median of every seat; in solo series also how often each title was reached."""
    out = []
    for index, chapter in enumerate(standings[0].series.chapters):
        parts = [now.chapters[index] for now in standings]
        medians = [statistics.median(column) for column in zip(*(part.totals for part in parts), strict=True)]
        titles = _count_titles(chapter.titles, [part.title for part in parts])
        out.append(
            {"chapter": chapter.name, "modes": list(chapter.modes), "medians": medians, "titles": titles}
        )
    return out


def _title_statistics(standings: Sequence[Standing]) -> list[dict[str, Any]]:
    return _count_titles(standings[0].series.titles, [now.title for now in standings])


def _count_titles(titles: Sequence[Title], held: Sequence[Title | None]) -> list[dict[str, Any]]:
    """How many runs ended with each title; empty if it is no solo series."""
    if not any(held):
        return []
    return [{"title": title.name, "least": title.least, "reached": held.count(title)} for title in titles]


def _seat_statistics(batch: Batch, results: Sequence[Result], seat: int) -> dict[str, Any]:
    values = [result.values[seat] for result in results]
    wins = sum(result.places[seat] == 1 for result in results)
    return {
        "seat": seat,
        "bot": batch.bots[seat],
        "mean": round(statistics.fmean(values), 3),
        "mean_95": _rounded(mean_interval(values), 3),
        "median": statistics.median(values),
        "stdev": round(statistics.stdev(values), 3) if len(values) > 1 else 0.0,
        "min": min(values),
        "max": max(values),
        "wins": wins,
        "win_rate": round(wins / len(results), 4),
        "win_rate_95": _rounded(share_interval(wins, len(results)), 4),
        "tally": _mean_tally(results, seat),
    }


def _rounded(interval: Interval, digits: int) -> list[float] | None:
    """The interval as JSON; None if it is boundless."""
    return [round(bound, digits) for bound in interval] if math.isfinite(interval[0]) else None


def _mean_tally(results: Sequence[Result], seat: int) -> dict[str, float]:
    sums: dict[str, int] = {}
    for result in results:
        for rule, points in result.tallies[seat]:
            sums[rule] = sums.get(rule, 0) + points
    return {rule: round(points / len(results), 3) for rule, points in sorted(sums.items())}
