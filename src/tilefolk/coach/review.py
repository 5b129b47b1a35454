"""The answers that cost most, and luck told apart from play: the same for every game."""

import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from tilefolk.core.notation import Action
from tilefolk.sim.intervals import Z_95, Interval, mean_interval

NAMED = 3  # answers that are named, at most
ANSWERS = 6  # that are tried in place of the played one


Values = Sequence[float]


class Played(NamedTuple):
    """What rollouts came to: the value of each, and the points of each by rule."""

    values: Values
    lines: Mapping[str, Values]


class Position(Protocol):
    """A moment at which a seat had to answer, with what it knew then."""

    def promising(self, count: int) -> list[Action]:
        """The answers that look best at first sight."""

    def futures(self, count: int, seed: int) -> Any:
        """Guesses of what may come."""

    def play_on(self, action: Action, futures: Any, seed: int) -> Played:
        """Give an answer and play on through every future."""


class Answer(NamedTuple):
    """An answer of a match: its number among those of the seat, the card, the position before it."""

    number: int
    card: str
    action: Action
    position: Callable[[], Position]
    place: int = 0  # of its line among those that count


class Effort(NamedTuple):
    """How many futures choose the better answer, and how many others measure how much better it is."""

    choosing: int
    measuring: int


class Cost(NamedTuple):
    """What an answer cost on average, over cards nobody knows: the better one, and by how much.

    `lines` are the rules by which the two differ, the largest difference first.
    """

    answer: Answer
    better: Action
    rollouts: int
    points: float
    interval: Interval
    lines: tuple[tuple[str, float], ...]

    @property
    def is_certain(self) -> bool:
        """Whether the interval leaves no doubt that the other answer is better."""
        return self.interval[0] > 0


def review(answers: Sequence[Answer], effort: Effort) -> list[Cost]:
    """What every answer cost for which a better one was found, in the order of the match."""
    costs = [_cost(answer, effort) for answer in answers]
    return [cost for cost in costs if cost is not None]


def costliest(costs: Sequence[Cost]) -> list[Cost]:
    """The answers to name: those that cost most, of which it is certain that they cost anything."""
    certain = [cost for cost in costs if cost.is_certain]
    return sorted(certain, key=lambda cost: (-cost.points, cost.answer.number))[:NAMED]


def _cost(answer: Answer, effort: Effort) -> Cost | None:
    position, seed = answer.position(), 2 * answer.number + 1
    better = _better(position, answer.action, effort.choosing, seed)
    if better is None:
        return None
    # Other futures than those that chose it: being chosen does not flatter it.
    futures = position.futures(effort.measuring, seed + 1)
    mine = position.play_on(answer.action, futures, seed + 1)
    other = position.play_on(better, futures, seed + 1)
    gains = [b - a for a, b in zip(mine.values, other.values, strict=True)]
    points, interval = statistics.fmean(gains), mean_interval(gains)
    return Cost(answer, better, len(gains), points, interval, differing_lines(mine, other))


def _better(position: Position, played: Action, count: int, seed: int) -> Action | None:
    """The answer with the best mean over some futures; None where the played one has it."""
    tried = [played, *(action for action in position.promising(ANSWERS) if action != played)]
    if len(tried) == 1:
        return None
    futures = position.futures(count, seed)
    means = [statistics.fmean(position.play_on(action, futures, seed).values) for action in tried]
    best = means.index(max(means))
    return tried[best] if best else None


def differing_lines(mine: Played, other: Played) -> tuple[tuple[str, float], ...]:
    """By rule, how much more the other one has of it on average; the largest difference first."""
    rules = dict.fromkeys([*mine.lines, *other.lines])
    changes = {rule: _mean(other.lines.get(rule, ())) - _mean(mine.lines.get(rule, ())) for rule in rules}
    told = [(rule, change) for rule, change in changes.items() if round(change, 1)]
    return tuple(sorted(told, key=lambda line: -abs(line[1])))


def _mean(values: Sequence[float]) -> float:
    return statistics.fmean(values) if len(values) else 0.0


class Luck(NamedTuple):
    """Luck and play apart: `expected + luck + play` is what the seat came to.

    `expected`: what a mean deal brings the one who plays on in rollouts. `luck`: how much each card that came
    changed what was to be expected, before it was answered; over all deals that is nothing on average.
    `play`: how much each answer changed it, beside the one that the rollouts would have given. `half`: half
    the interval of luck, and so of play.
    """

    expected: float
    luck: float
    play: float
    half: float


def luck(value: int, start: Values, cards: Sequence[tuple[Values, Values]]) -> Luck:
    """`start`: rollouts from a fresh board; `cards`: those before each answer with the card known, and those
    after it with the next one not known."""
    expected, together, variance = _mean(start), 0.0, _variance(start)
    before = expected
    for known, after in cards:
        together += _mean(known) - before
        before = _mean(after)
        variance += _variance(known) + _variance(after)
    return Luck(expected, together, value - expected - together, Z_95 * variance**0.5)


def _variance(values: Sequence[float]) -> float:
    """The variance of a mean."""
    return statistics.variance(values) / len(values)
