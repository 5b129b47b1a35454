"""A world: a match as it may be, with everything that is hidden made up, to be played on in thought."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tilefolk.core.chance import Draw, Outcome
from tilefolk.core.game import AnyGame, Json
from tilefolk.core.notation import CHANCE, Action

Future = Callable[[Draw], Outcome]  # what a draw will bring


@dataclass(frozen=True)
class World:
    """A match that may be the one a seat sees. Playing on gives a new world; this one stays as it is.

    `to_act`, `over`, `legal`, `after`, `score` and `view` are stable; the fields are internal.
    """

    game: AnyGame
    state: Any
    future: Future

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may move now."""
        return tuple(seat for seat in self.game.to_act(self.state) if seat >= 0)

    @property
    def over(self) -> bool:
        return not self.game.to_act(self.state)

    def legal(self, seat: int | None = None) -> Sequence[Action]:
        """All moves of a seat; without one, of the first that may move."""
        return self.game.legal(self.state, self._seat(seat))

    def after(self, move: Action, seat: int | None = None) -> "World":
        """The world after a move and the draws that follow from it; ValueError if it is not allowed."""
        moved = self.game.apply(self.state, self._seat(seat), tuple(move))
        return World(self.game, moved, self.future).drawn()

    def score(self) -> tuple[int, ...]:
        """The points of each seat if the match ended now."""
        return tuple(tally.value for tally in self.game.score(self.state))

    def view(self, seat: int) -> Json:
        """What a seat would see and might do."""
        return self.game.view(self.state, seat)

    def drawn(self) -> "World":
        """The world after all draws for which somebody waits and nobody can move."""
        state = self.state
        while (acting := self.game.to_act(state)) and acting[0] == CHANCE:
            draw = self.game.draws(state)[0]
            line = (draw.stream, draw.index, *self.future(draw))
            state = self.game.apply_trusted(state, CHANCE, line)
        return self if state is self.state else World(self.game, state, self.future)

    def _seat(self, seat: int | None) -> int:
        return (*self.to_act, -2)[0] if seat is None else seat


def arranged(told: Sequence[Outcome], known: Mapping[int, Outcome], stream: Random) -> dict[int, Outcome]:
    """What every draw of a stream brings: the known ones, and the rest in any order."""
    rest = list(told)
    for outcome in known.values():
        rest.remove(outcome)
    stream.shuffle(rest)
    unknown = (index for index in range(len(told)) if index not in known)
    return {**known, **dict(zip(unknown, rest, strict=True))}
