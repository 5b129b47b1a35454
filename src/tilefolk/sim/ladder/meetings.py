"""A ladder of one game: every two bots meet on the same seeds with seats exchanged until one is ahead."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import NamedTuple

from tilefolk.core.game import Mode
from tilefolk.sim.batch import Batch, Result, play_one
from tilefolk.sim.ladder.evidence import HALF, is_decided
from tilefolk.sim.workers import Workers

AT_ONCE = 5  # seeds between two looks at the evidence


class Ladder(NamedTuple):
    """A game for two, the bots, the most seeds for each pairing, and when to stop before.

    `share`: a pairing stops once it is clear whether the stronger one gets more or less of it; None: never.
    `neighbours`: each bot meets the next one of the list only.
    """

    game: str
    bots: tuple[str, ...]
    seeds: int
    seed: str
    share: float | None = HALF
    neighbours: bool = False


@dataclass
class Meeting:
    """What two bots have made of their matches. In a solo game the second is the game's own bot."""

    one: str
    two: str
    exchanged: bool
    scores: list[float] = field(default_factory=list)  # the first one's share of every seed
    points: list[tuple[float, float]] = field(default_factory=list)  # of both, for every seed

    @property
    def matches(self) -> int:
        return len(self.scores) * (2 if self.exchanged else 1)

    @property
    def score(self) -> float:
        """How many matches the first one has won, ties as halves."""
        return sum(self.scores) * (2 if self.exchanged else 1)

    @property
    def share(self) -> float:
        return self.score / self.matches

    def is_over(self, ladder: Ladder) -> bool:
        """Whether it stops here, by the evidence."""
        return ladder.share is not None and is_decided(self.scores, ladder.share)

    def seatings(self) -> list[tuple[str, str]]:
        return [(self.one, self.two), (self.two, self.one)] if self.exchanged else [(self.one, self.two)]


def meetings_of(mode: Mode, bots: Sequence[str], neighbours: bool = False) -> list[Meeting]:
    """Who meets whom: everybody everybody else, or the next one; where the game has its own bot, that one."""
    if mode.fixed_bots:
        own = mode.fixed_bots[0][1]
        return [Meeting(bot, own, exchanged=False) for bot in bots]
    pairs = pairwise(bots) if neighbours else combinations(bots, 2)
    return [Meeting(one, two, exchanged=True) for one, two in pairs]


def play_ladder(
    ladder: Ladder, mode: Mode, workers: Workers, on_match: Callable[[], None] = lambda: None
) -> list[Meeting]:
    """Play until every meeting is decided or has had all its seeds; the same for any number of processes."""
    meetings = meetings_of(mode, ladder.bots, ladder.neighbours)
    for first in range(0, ladder.seeds, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, ladder.seeds))
        undecided = [meeting for meeting in meetings if not meeting.is_over(ladder)]
        calls = list(_calls(ladder, undecided, numbers))
        results: dict[tuple[Batch, int], Result] = {}
        for call, result in workers.run(play_one, calls):
            results[call] = result
            on_match()
        for meeting in undecided:
            for number in numbers:
                _book(meeting, [results[_batch(ladder, seats), number] for seats in meeting.seatings()])
    return meetings


def _calls(ladder: Ladder, meetings: list[Meeting], numbers: range) -> Iterator[tuple[Batch, int]]:
    for meeting in meetings:
        for number in numbers:
            for seats in meeting.seatings():
                yield _batch(ladder, seats), number


def _batch(ladder: Ladder, seats: tuple[str, str]) -> Batch:
    return Batch(ladder.game, seats, ladder.seeds, ladder.seed)


def _book(meeting: Meeting, results: list[Result]) -> None:
    """Add a seed: once played, or twice with seats exchanged."""
    ways = [(result, seat) for seat, result in enumerate(results)]  # where the first bot sat
    scores = [_score(result.places[seat], result.places[1 - seat]) for result, seat in ways]
    mine = [result.values[seat] for result, seat in ways]
    theirs = [result.values[1 - seat] for result, seat in ways]
    meeting.scores.append(sum(scores) / len(scores))
    meeting.points.append((sum(mine) / len(mine), sum(theirs) / len(theirs)))


def _score(mine: int, theirs: int) -> float:
    return 0.5 if mine == theirs else float(mine < theirs)
