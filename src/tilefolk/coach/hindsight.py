"""The best line found for a known draw: a beam on the compiled twin, or a narrow one in Python."""

from itertools import pairwise

from tilefolk.bots.laying import room, wants
from tilefolk.coach.part import Line, Part
from tilefolk.core.notation import Action
from tilefolk.games.laying.answers import END
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.scoring import value_of
from tilefolk.games.laying.state import alone
from tilefolk.twin import Unsupported
from tilefolk.twin.core import form

PLAIN_SHARE = 100  # one board in Python takes as long as so many of the twin


def best_line(part: Part, board: Board, width: int) -> Line:
    """The best line that a beam of this width finds from a board; its value is the engine's."""
    if form().is_compiled:
        from tilefolk.coach.twin_beam import best_answers

        try:
            return max((part.line(board, found) for found in best_answers(part, board, width)), key=_value)
        except Unsupported:
            pass
    return _plain_line(part, board, max(1, width // PLAIN_SHARE))


def _value(line: Line) -> int:
    return line.value


def _plain_line(part: Part, board: Board, width: int) -> Line:
    """A beam of the engine's own boards."""
    state = part.state(board)
    ground = state.ground(part.seat)
    wanted = wants(state.episode, ground)
    best = part.line(board, ())
    beam: list[tuple[Board, tuple[Action, ...]]] = [(board, ())]
    while beam:
        rated: list[tuple[float, int, Board, tuple[Action, ...]]] = []
        for one, actions in beam:
            for action in part.legal(one):
                after = part.after(one, action)
                value = part.value(after)
                if value > best.value:
                    best = Line(value, (*actions, action), part.ended(after))
                if action != END and not part.is_over(after):
                    looks = value_of(alone(part.state(after), part.seat), 0) + room(ground, after, wanted)
                    rated.append((looks, len(rated), after, (*actions, action)))
        rated.sort(key=lambda each: (-each[0], each[1]))
        beam = [(after, actions) for _, _, after, actions in rated[:width]]
    return best


def costs(part: Part, best: Line, width: int) -> list[int]:
    """What every answer cost with the draws known: what could be reached before it, less that after it.

    Searched backwards, so that a better line found late lifts all earlier ones: costs are never negative,
    and together they are what the best line is ahead of the played one.
    """
    reached = [part.played.value]
    for turn in reversed(part.turns[1:]):
        reached.append(max(reached[-1], best_line(part, turn.before, width).value))
    reached.append(max(reached[-1], best.value))
    reached.reverse()
    return [before - after for before, after in pairwise(reached)]
