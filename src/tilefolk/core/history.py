"""Looking back: the moves of a match, and the match as it was after some of them."""

from tilefolk.core.match import Match
from tilefolk.core.notation import TABLE, Line


def moves_of(match: Match, lines: int | None = None) -> list[Line]:
    """Lines of seats and of chance in order, with take-backs and what was done for late seats: all, or the
    first so many lines of the match."""
    return [line for line in match.lines[:lines] if line.who != TABLE or line.action[0] == "late"]


def after_moves(match: Match, count: int) -> Match:
    """The match as it was after so many moves."""
    earlier = Match(match.game, match.header, match.legacy, match.asleep)
    for line in moves_of(match)[:count]:
        earlier.append(line)
    return earlier
