"""What the coach has to say about one seat of a finished match."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from tilefolk.coach.bound import Bound, upper_bound
from tilefolk.coach.guided import guided_numbers
from tilefolk.coach.hindsight import best_line, costs
from tilefolk.coach.part import Line, Part, part_of
from tilefolk.coach.plain_position import PlainPosition
from tilefolk.coach.review import Answer, Cost, Effort, Luck, Position, costliest, review
from tilefolk.core.first import first_of
from tilefolk.core.history import moves_of
from tilefolk.core.match import Match, moments
from tilefolk.core.play import sight
from tilefolk.games.laying.state import State as LayingState
from tilefolk.games.point_city.state import State as PointCityState
from tilefolk.twin import Unsupported
from tilefolk.twin.core import form

PLAIN = Effort(4, 12)  # rollouts of an answer without the compiled twin
PLAIN_ANSWERS = 8  # that are looked at where there is no compiled twin: the last ones take least time


class Budget(NamedTuple):
    """How much the coach does: the width of the beam from a fresh board and from every later one, rollouts of
    an answer, and rollouts before and after each answer to tell luck and play apart."""

    width: int = 4000
    later_width: int = 100
    effort: Effort = Effort(40, 200)
    deals: int = 200


WHOLE = Budget()


class Where(NamedTuple):
    """Where an answer stands: among the moves of the record, and the step of looking back that shows it."""

    move: int
    step: int


class Named(NamedTuple):
    """An answer that cost much: on average, and with the cards that came (None where that is not known)."""

    cost: Cost
    in_hindsight: int | None
    at: Where


class Report(NamedTuple):
    """`best` and `bound` are there for laying games only."""

    mode: str
    seat: int
    value: int
    named: tuple[Named, ...]
    looked_at: int
    luck: Luck | None = None
    best: Line | None = None
    bound: Bound = Bound(None, "game")
    part: Part | None = None

    @property
    def gap(self) -> int | None:
        """By how much the best board found may be short of what is possible."""
        if self.best is None or self.bound.value is None:
            return None
        return self.bound.value - self.best.value


def report(match: Match, seat: int, budget: Budget = WHOLE) -> Report:
    """The report on one seat of a match that is over; ValueError while it is not."""
    if not match.over:
        raise ValueError("the match is not over")
    value = match.game.score(match.state)[seat].value
    if isinstance(match.state, LayingState):
        return _laying(match, seat, value, budget)
    answers = _answers(match, seat)
    effort = budget.effort if form().is_compiled else PLAIN
    guided = guided_numbers(match.header, [frozenset(map(str, one.action[1:])) for one in answers])
    found = costliest(_blamed(review(answers, effort), guided))
    named = tuple(Named(cost, None, _where(match, cost.answer)) for cost in found)
    return Report(match.header.game, seat, value, named, len(answers))


def _laying(match: Match, seat: int, value: int, budget: Budget) -> Report:
    part = part_of(match, seat)
    found_line = best_line(part, part.settled(part.fresh), budget.width)
    best = max(found_line, part.played, key=lambda line: line.value)
    lost = costs(part, best, budget.later_width)
    try:
        found, apart = _on_twin(part, budget)
        looked_at = len(part.turns)
    except Unsupported:
        answers = _answers(match, seat)[-PLAIN_ANSWERS:]
        found, apart, looked_at = review(answers, PLAIN), None, len(answers)
    blamed = _blamed(found, guided_numbers(match.header, [part.covered(turn) for turn in part.turns]))
    named = tuple(
        Named(cost, lost[cost.answer.number - 1], _where(match, cost.answer)) for cost in costliest(blamed)
    )
    mode = match.header.game
    return Report(mode, seat, value, named, looked_at, apart, best, upper_bound(part), part)


def _blamed(costs: list[Cost], guided: set[int]) -> list[Cost]:
    return [cost for cost in costs if cost.answer.number not in guided]


def _on_twin(part: Part, budget: Budget) -> tuple[list[Cost], Luck]:
    if not form().is_compiled:
        raise Unsupported("no compiler")
    from tilefolk.coach.twin_position import position, told_apart

    answers = [
        Answer(number, turn.card, turn.action, partial(position, part, turn.before), turn.place)
        for number, turn in enumerate(part.turns, start=1)
    ]
    return review(answers, budget.effort), told_apart(part, budget.deals)


def _answers(match: Match, seat: int) -> list[Answer]:
    """The answers of a seat that had a choice, for positions in Python or on the game's own twin."""
    found: list[Answer] = []
    for place, kept in enumerate(match.kept):
        if kept.act.who == seat and len(match.game.legal(kept.before, seat)) > 1:
            where: Callable[[], Position] = partial(_position, match.game, kept.before, seat)
            found.append(Answer(len(found) + 1, "", kept.act.action, where, place))
    return found


def _where(match: Match, answer: Answer) -> Where:
    line = match.kept[answer.place].place
    step = first_of(at for at, moment in enumerate(moments(match)) if moment.lines > answer.place)
    return Where(len(moves_of(match, line + 1)), step)


def _position(game: Any, state: Any, seat: int) -> Position:
    if isinstance(state, PointCityState):
        from tilefolk.coach.point_city import PointCityPosition

        return PointCityPosition(sight(game, state, seat).state, seat)
    return PlainPosition(game, state, seat)
