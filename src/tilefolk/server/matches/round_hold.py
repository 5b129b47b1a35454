"""Until when a round is held open: all have answered, and the last person may still think again."""

from collections.abc import Container, Iterable
from typing import NamedTuple

from tilefolk.core.match import Match
from tilefolk.core.notation import Line, write
from tilefolk.core.table_lines import HOLD_LINE
from tilefolk.server.storage.line_writer import LineRow

HOLD = write(HOLD_LINE)


class Hold(NamedTuple):
    """What a push says of a round held open: for how long at most, and whether the seat may end it."""

    seconds: float
    yours: bool


class RoundHold:
    """The newest hold of a match, read off its lines and their ticks: every node knows the same.

    It runs for `seconds` of the site clock from the answer of the last person; with 0 no round is held open.
    """

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self.seat = -1
        self._since = 0.0
        self._is_new = False  # the answer that belongs to the line comes next

    def follow(self, line: Line, tick: float) -> None:
        """Take note of the line that was just folded."""
        self._follow(line == HOLD_LINE, line.who, tick)

    def follow_rows(self, rows: Iterable[LineRow]) -> None:
        for row in rows:
            self._follow(row.line == HOLD, row.who, row.tick)

    def _follow(self, is_hold: bool, who: int, tick: float) -> None:
        if self._is_new:
            self.seat = who
        self._is_new = is_hold
        if is_hold:
            self._since = tick

    def left(self, now: float) -> float:
        """For how many seconds the round stays open; a site clock that was set back does not make it more."""
        return min(max(self._since + self.seconds - now, 0.0), self.seconds)

    def begins_with(self, match: Match, line: Line, bots: Container[int]) -> bool:
        """Whether a person's answer is to be held: after it only bots have to answer, or nobody."""
        who, state = line.who, match.state
        if self.seconds <= 0 or not all(seat in bots for seat in match.acting if seat != who):
            return False
        return match.may_hold() and line.action in match.game.legal(state, who)
