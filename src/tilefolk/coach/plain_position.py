"""Positions of any game in Python: worlds that agree with what a seat has seen, played on greedily."""

from collections.abc import Sequence
from random import Random
from typing import Any

from tilefolk.bots.greedy import greedy, ranked
from tilefolk.bots.picking import Pick
from tilefolk.bots.worlds import resample
from tilefolk.coach.review import Played
from tilefolk.core.game import AnyGame
from tilefolk.core.notation import Action
from tilefolk.core.play import sight
from tilefolk.core.tally import Tally
from tilefolk.core.world import World


class PlainPosition:
    """A state in which a seat has to answer. Others answer as greedy bots do."""

    def __init__(self, game: AnyGame, state: Any, seat: int) -> None:
        self.game, self.seat = game, seat
        self.sight = sight(game, state, seat)

    def promising(self, count: int) -> list[Action]:
        """The answers that the greedy bot ranks first."""
        if len(self.sight.legal) == 1:
            return list(self.sight.legal)
        picks = [_nth(number) for number in range(min(count, len(self.sight.legal)))]
        return list(dict.fromkeys(ranked(self.sight, Random(0), pick) for pick in picks))

    def futures(self, count: int, seed: int) -> list[World]:
        return [resample(self.sight, Random(f"{seed} {number}")) for number in range(count)]

    def play_on(self, action: Action, futures: Sequence[World], seed: int) -> Played:
        tallies = [self._played(world, action, seed + at) for at, world in enumerate(futures)]
        rules = dict.fromkeys(entry.rule for tally in tallies for entry in tally.entries)
        lines = {rule: [_points(tally, rule) for tally in tallies] for rule in rules}
        return Played([tally.value for tally in tallies], lines)

    def _played(self, world: World, action: Action, seed: int) -> Tally:
        stream = Random(seed)
        world = world.after(action, self.seat)
        while not world.over:
            seat = world.to_act[0]
            world = world.after(greedy(sight(self.game, world.state, seat), stream), seat)
        tallies: tuple[Tally, ...] = self.game.score(world.state)
        return tallies[self.seat]


def _points(tally: Tally, rule: str) -> int:
    return sum(entry.points for entry in tally.entries if entry.rule == rule)


def _nth(number: int) -> Pick:
    """The answer of this place in the ranking."""
    return lambda worths, stream: min(number, len(worths) - 1)
