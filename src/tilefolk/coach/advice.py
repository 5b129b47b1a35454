"""What the coach would do: the best answers of a seat that has to answer, from what it has seen alone."""

import statistics
from typing import NamedTuple

from tilefolk.coach.plain_position import PlainPosition
from tilefolk.coach.review import Position, differing_lines
from tilefolk.coach.told import cells_of
from tilefolk.core.game import Json
from tilefolk.core.notation import Action
from tilefolk.core.play import Sight
from tilefolk.games.laying.state import State as LayingState
from tilefolk.games.point_city.state import State as PointCityState
from tilefolk.twin import Unsupported
from tilefolk.twin.core import form

SHOWN = 3  # answers that are told
REASONS = 2  # lines of the tally that are told of each
TRIED, ROLLOUTS = 12, 120  # answers that are played on, and how often, with the compiled twin
PLAIN_TRIED, PLAIN_ROLLOUTS = 4, 2  # without it
SEED = 1  # the same question has the same answer


class Advice(NamedTuple):
    """An answer, what the seat comes to with it on average, and how much less that is than with the best.

    `lines` are the rules that make the difference: of the best one to the next, of the others to the best.
    """

    action: Action
    expected: float
    less: float
    lines: tuple[tuple[str, float], ...] = ()


def advise(sight: Sight) -> list[Advice]:
    """The best answers, the best first. `sight` holds what the seat has seen, and nothing else."""
    position, tried, rollouts = _position(sight)
    answers = [action for action in position.promising(tried) if action in sight.legal]
    if not answers:
        return []
    futures = position.futures(rollouts, SEED)
    played = [(action, position.play_on(action, futures, SEED)) for action in answers]
    found = sorted(played, key=lambda one: -statistics.fmean(one[1].values))[:SHOWN]
    best, second = found[0][1], found[min(1, len(found) - 1)][1]
    most = statistics.fmean(best.values)
    return [
        Advice(
            action,
            statistics.fmean(one.values),
            most - statistics.fmean(one.values),
            differing_lines(second if one is best else best, one)[:REASONS],
        )
        for action, one in found
    ]


def advice_json(sight: Sight) -> list[Json]:
    """The same as JSON values, with the cells that an answer covers."""
    return [
        {
            "answer": list(one.action),
            "expected": round(one.expected, 1),
            "less": round(one.less, 1),
            "lines": [[rule, round(points, 1)] for rule, points in one.lines],
            "cells": _cells(sight, one.action),
        }
        for one in advise(sight)
    ]


def _cells(sight: Sight, action: Action) -> str:
    return cells_of(sight.state, sight.seat, action) if isinstance(sight.state, LayingState) else "0"


def _position(sight: Sight) -> tuple[Position, int, int]:
    """The position, how many answers are tried in it, and how often."""
    if isinstance(sight.state, PointCityState):
        from tilefolk.coach.point_city import PointCityPosition

        few = PLAIN_ROLLOUTS * 4
        return PointCityPosition(sight.state, sight.seat), TRIED, ROLLOUTS if form().is_compiled else few
    if isinstance(sight.state, LayingState) and form().is_compiled and sight.state.piece(sight.seat):
        from tilefolk.coach.twin_position import TwinPosition

        try:
            return TwinPosition(sight.state, sight.seat), TRIED, ROLLOUTS
        except Unsupported:
            pass
    return PlainPosition(sight.game, sight.state, sight.seat), PLAIN_TRIED, PLAIN_ROLLOUTS
