"""Looking back: the moves of a match, and the match as it was after some of them."""

from tilefolk.core.match import Match
from tilefolk.core.notation import TABLE, Line
from tilefolk.core.table_lines import CLOSE_LINE, HOLD_LINE


def moves_of(match: Match, lines: int | None = None) -> list[Line]:
    """Lines of seats and of chance in order, with take-backs and what was done for late seats.

    With `lines`, those among the first lines of the match alone.
    """
    return [line for line in match.lines[:lines] if _is_move(line)]


def _is_move(line: Line) -> bool:
    return line.who != TABLE or line.action[0] == "late"


def after_moves(match: Match, count: int) -> Match:
    """The match as it was after its first moves.

    A round that was held open is closed by then, unless the next move takes an answer of it back.
    """
    earlier = Match(match.game, match.header, match.legacy, match.asleep)
    for line in match.lines:
        if not count and line != CLOSE_LINE:
            break
        if _is_move(line) or line in (HOLD_LINE, CLOSE_LINE):
            earlier.append(line)
        count -= _is_move(line)
    return earlier
