"""Batch play: the same matches and the same numbers for any number of processes."""

import statistics
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any, NamedTuple

from tilefolk.bots import BOTS
from tilefolk.core.game import Options
from tilefolk.core.play import play
from tilefolk.core.record import write_record
from tilefolk.games import find


class Batch(NamedTuple):
    """What is played: a way, a bot per seat, how often, from which seed."""

    game: str
    bots: tuple[str, ...]
    matches: int
    seed: str
    options: tuple[tuple[str, str], ...] = ()
    records: bool = False


class Result(NamedTuple):
    """How one match ended."""

    number: int
    values: tuple[int, ...]
    places: tuple[int, ...]
    tallies: tuple[tuple[tuple[str, int], ...], ...]
    record: str


def play_one(batch: Batch, number: int) -> Result:
    """The match of this number in the batch."""
    game, way = find(batch.game)
    options: Options = dict(batch.options)
    match = play(game, way, [BOTS[bot] for bot in batch.bots], f"{batch.seed}/{number}", options)
    end = match.end_record()
    tallies = tuple(tuple((rule, points) for rule, points in tally) for tally in end["tallies"])
    record = write_record(match) if batch.records else ""
    return Result(number, tuple(end["values"]), tuple(end["places"]), tallies, record)


def play_all(batch: Batch, jobs: int = 1) -> Iterator[Result]:
    """All matches in their order, played by so many processes."""
    numbers = range(batch.matches)
    if jobs <= 1:
        yield from map(partial(play_one, batch), numbers)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(partial(play_one, batch), numbers, chunksize=max(1, batch.matches // jobs // 8))


def summary(batch: Batch, results: Sequence[Result]) -> dict[str, Any]:
    """The numbers of a batch: one entry per seat."""
    return {
        "game": batch.game,
        "matches": batch.matches,
        "seed": batch.seed,
        "seats": [_seat(batch, results, seat) for seat in range(len(batch.bots))],
    }


def _seat(batch: Batch, results: Sequence[Result], seat: int) -> dict[str, Any]:
    values = [result.values[seat] for result in results]
    return {
        "seat": seat,
        "bot": batch.bots[seat],
        "mean": round(statistics.fmean(values), 3),
        "median": statistics.median(values),
        "stdev": round(statistics.stdev(values), 3) if len(values) > 1 else 0.0,
        "min": min(values),
        "max": max(values),
        "wins": sum(result.places[seat] == 1 for result in results),
        "tally": _mean_tally(results, seat),
    }


def _mean_tally(results: Sequence[Result], seat: int) -> dict[str, float]:
    sums: dict[str, int] = {}
    for result in results:
        for rule, points in result.tallies[seat]:
            sums[rule] = sums.get(rule, 0) + points
    return {rule: round(points / len(results), 3) for rule, points in sorted(sums.items())}
