"""The numbers of a campaign, episode by episode and seat by seat."""

import statistics
from collections.abc import Sequence
from typing import Any

from tilefolk.campaign import Standing
from tilefolk.games.laying.catalogue import EPISODES

LOW = 0  # a value that nobody should often end at or below


def episode_numbers(standings: Sequence[Standing]) -> list[dict[str, Any]]:
    """Per episode and seat: the values, how many were locked or low, and the progress they brought."""
    chapters = standings[0].series.chapters
    return [
        _episode(mode, standings, index, row)
        for index, chapter in enumerate(chapters)
        for row, mode in enumerate(chapter.modes)
    ]


def _episode(mode: str, standings: Sequence[Standing], chapter: int, row: int) -> dict[str, Any]:
    parts = [now.chapters[chapter] for now in standings]
    lock = EPISODES[mode].track.lock
    seats = [
        {"seat": seat, **_numbers([part.values[row][seat] or 0 for part in parts], lock)}
        | {"progress": round(statistics.fmean(part.gains[row][seat] or 0 for part in parts), 3)}
        for seat in range(standings[0].seats)
    ]
    together = [value or 0 for part in parts for value in part.values[row]]
    return {"mode": mode, "all": _numbers(together, lock), "seats": seats}


def _numbers(values: Sequence[int], lock: int | None) -> dict[str, Any]:
    locked = sum(lock is not None and value >= lock for value in values)
    return {
        "mean": round(statistics.fmean(values), 3),
        "p5": per_cent(values, 5),
        "p50": statistics.median(values),
        "p95": per_cent(values, 95),
        "locked": round(locked / len(values), 4),
        "low": round(sum(value <= LOW for value in values) / len(values), 4),
    }


def per_cent(values: Sequence[int], share: int) -> int:
    """The smallest value that so many per cent of all do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * share // 100) - 1)]
