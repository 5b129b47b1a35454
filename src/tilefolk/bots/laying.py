"""What an answer is worth on a laying board: the score it leads to, and how good the room left is."""

from collections.abc import Callable
from random import Random

from tilefolk.core.notation import CHANCE, Action
from tilefolk.core.play import Sight
from tilefolk.games.laying.answers import END, PASS
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.state import OWN, ROUNDS, Setting, State, standing

EDGE, HOLE, STAY = 0.3, 0.6, 2.5
MOOD = 1.0  # so that three greedy bots at one table do not build one city three times


def outlook(sight: Sight, stream: Random) -> Callable[[Action], float]:
    return lambda action: worth(sight, action, stream) + stream.random() * MOOD


def worth(sight: Sight, action: Action, stream: Random) -> float:
    """The score if it ended now, plus what the room left on the board promises."""
    state: State = sight.state
    if state.phase != ROUNDS:
        return 0.0
    if action == END:
        return _now(sight, state) - STAY - _hope(state, sight.seat)
    if action == PASS:
        return _after(sight, alone(state, sight.seat), action, stream) - STAY
    return _after(sight, alone(state, sight.seat), action, stream)


def alone(state: State, seat: int) -> State:
    """The seat by itself, so that its answer is carried out at once."""
    fixed = state.setting
    setting = Setting(fixed.name, fixed.version, OWN, fixed.award, (fixed.legacies[seat],))
    return state._replace(setting=setting, boards=(state.boards[seat],), commits=(None,))


def _now(sight: Sight, state: State) -> float:
    mine = alone(state, sight.seat)
    return sight.game.score(mine)[0].value + room(mine.ground(0), mine.boards[0])


def _after(sight: Sight, mine: State, action: Action, stream: Random) -> float:
    after: State = sight.game.apply_trusted(mine, 0, action)
    while after.commits[0] is not None:  # a find nobody knows yet: any of those left
        after = sight.game.apply_trusted(after, CHANCE, stream.choice(sight.game.legal(after, CHANCE)))
    return sight.game.score(after)[0].value + room(after.ground(0), after.boards[0])


def room(ground: Ground, board: Board) -> float:
    """Free cells beside free cells are good room; a free cell alone is a hole."""
    free = board.clear & ground.open
    edges = sum((free & free >> shift).bit_count() for shift in ground.grid.shifts)
    holes = free & ~ground.grid.around(free)
    return EDGE * edges - HOLE * holes.bit_count()


def _hope(state: State, seat: int) -> float:
    """What staying in the match may still bring."""
    episode, board = state.episode, state.boards[seat]
    left = 10 if episode.source.rounds is None else episode.source.rounds - board.round - 1
    free = (board.clear & state.ground(seat).open).bit_count()
    return 0.0 if standing(state, seat).value < 0 else min(left, free / 4)
