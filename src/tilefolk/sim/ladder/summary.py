"""The numbers of a ladder, as JSON values."""

import statistics
from collections.abc import Sequence
from typing import Any

from tilefolk.bots import CHARACTERS
from tilefolk.sim.intervals import share_interval
from tilefolk.sim.ladder.evidence import HALF, is_decided, verdict
from tilefolk.sim.ladder.meetings import Ladder, Meeting
from tilefolk.sim.ladder.rating import Met, ratings


def ladder_summary(ladder: Ladder, meetings: Sequence[Meeting]) -> dict[str, Any]:
    """Ratings of all who took part, the strongest first, and what every two made of their matches."""
    names = list(dict.fromkeys(name for meeting in meetings for name in (meeting.one, meeting.two)))
    met = {(meeting.one, meeting.two): Met(meeting.score, meeting.matches) for meeting in meetings}
    rated = ratings(names, met)
    return {
        "game": ladder.game,
        "seed": ladder.seed,
        "seeds": ladder.seeds,
        "stops_at": ladder.share,
        "neighbours": ladder.neighbours,
        "bots": [
            {
                "bot": name,
                "level": CHARACTERS[name].level if name in CHARACTERS else None,
                "rating": round(rated[name].value),
                "rating_95": [
                    round(rated[name].value - rated[name].half),
                    round(rated[name].value + rated[name].half),
                ],
                "matches": sum(meeting.matches for meeting in meetings if name in (meeting.one, meeting.two)),
                "mean": round(_mean(name, meetings), 2),
            }
            for name in sorted(names, key=lambda name: -rated[name].value)
        ],
        "meetings": [_meeting(ladder, meeting) for meeting in meetings],
    }


def _mean(name: str, meetings: Sequence[Meeting]) -> float:
    """The mean points of a bot over all its seeds."""
    sides = [(meeting, side) for meeting in meetings for side in (0, 1)]
    of_name = [(meeting, side) for meeting, side in sides if (meeting.one, meeting.two)[side] == name]
    return statistics.fmean(points[side] for meeting, side in of_name for points in meeting.points)


def _meeting(ladder: Ladder, meeting: Meeting) -> dict[str, Any]:
    """What two made of their matches; `more`: whether each gets more than was asked about, None: open."""
    bound = HALF if ladder.share is None else ladder.share
    low, high = share_interval(meeting.score, meeting.matches)
    return {
        "one": meeting.one,
        "two": meeting.two,
        "matches": meeting.matches,
        "score": meeting.score,
        "share": round(meeting.share, 4),
        "share_95": [round(low, 4), round(high, 4)],
        "means": [round(statistics.fmean(column), 2) for column in zip(*meeting.points, strict=True)],
        "decided": is_decided(meeting.scores, bound),
        "more": [
            verdict(scores, bound) for scores in (meeting.scores, [1 - score for score in meeting.scores])
        ],
        "stopped": len(meeting.scores) < ladder.seeds,
    }
