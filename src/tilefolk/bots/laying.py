"""What an answer is worth on a laying board: the score it leads to, and how good the room left is."""

from collections.abc import Callable
from random import Random

from tilefolk.bots.promise import promise_of
from tilefolk.core.notation import CHANCE, Action
from tilefolk.core.play import Sight
from tilefolk.games.laying.answers import END, PASS, placements
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.state import OWN, ROUNDS, Setting, State, standing

EDGE, HOLE, STAY = 0.3, 0.6, 2.5


def outlook(sight: Sight, stream: Random) -> Callable[[Action], float]:
    """For every answer: the score if it ended then, plus what the room left on the board promises."""
    state: State = sight.state
    if state.phase != ROUNDS:
        return lambda action: 0.0
    mine, promise = alone(state, sight.seat), promise_of(state, sight.seat)

    def worth(action: Action) -> float:
        if action == END:
            promised = promise(mine.ground(0), mine.boards[0])
            lost = _chance(mine) * (promised + _hope(mine))
            return _looks(sight, mine) + promised - lost - STAY
        after = _after(sight, mine, action, stream)
        return _looks(sight, after) + promise(after.ground(0), after.boards[0]) - STAY * (action == PASS)

    return worth


def alone(state: State, seat: int) -> State:
    """The seat by itself, so that its answer is carried out at once."""
    fixed = state.setting
    setting = Setting(fixed.name, fixed.version, OWN, fixed.award, (fixed.legacies[seat],))
    return state._replace(setting=setting, boards=(state.boards[seat],), commits=(None,))


def _after(sight: Sight, mine: State, action: Action, stream: Random) -> State:
    after: State = sight.game.apply_trusted(mine, 0, action)
    while after.commits[0] is not None:  # a find nobody knows yet: any of those left
        after = sight.game.apply_trusted(after, CHANCE, stream.choice(sight.game.legal(after, CHANCE)))
    return after


def _looks(sight: Sight, mine: State) -> float:
    return sight.game.score(mine)[0].value + room(mine.ground(0), mine.boards[0])


def room(ground: Ground, board: Board) -> float:
    """Free cells beside free cells are good room; a free cell alone is a hole."""
    free = board.clear & ground.open
    edges = sum((free & free >> shift).bit_count() for shift in ground.grid.shifts)
    holes = free & ~ground.grid.around(free)
    return EDGE * edges - HOLE * holes.bit_count()


def _hope(mine: State) -> float:
    """What staying in the match may still bring."""
    rounds, board = mine.episode.source.rounds, mine.boards[0]
    left = 10 if rounds is None else rounds - board.round - 1
    free = (board.clear & mine.ground(0).open).bit_count()
    return 0.0 if standing(mine, 0).value < 0 else min(left, free / 4)


def _chance(mine: State) -> float:
    """How many of the pieces to come would fit now, as a share."""
    episode, ground, board = mine.episode, mine.ground(0), mine.boards[0]
    pieces = [ground.pieces[card] for card in episode.source.left(mine.draws) if card in ground.pieces]
    fitting = [piece for piece in pieces if placements(episode, ground, board, piece)]
    return len(fitting) / len(pieces) if pieces else 1.0
