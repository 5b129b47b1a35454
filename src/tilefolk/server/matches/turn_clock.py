"""Since when a match waits for each seat. Read off the stored lines, so that every node knows the same."""

from typing import NamedTuple

from tilefolk.core.game import Pace, pace_of
from tilefolk.core.match import Match


class TurnStart(NamedTuple):
    """The line with which a seat's round or turn began, and the site clock at that moment."""

    seq: int = 0
    tick: float = 0.0


class TurnClock:
    """When each seat's present round or turn began; taking a line back does not restart it.

    At own pace a seat closes its rounds alone. Its time began when the counts of all seats moved at once: at
    the start of the match, or when the last seat finished its rounds.
    """

    def __init__(self) -> None:
        self._starts: dict[int, TurnStart] = {}
        self._closed: dict[int, int] = {}

    def start(self, seat: int) -> TurnStart:
        return self._starts.get(seat, TurnStart())

    def deadline(self, seat: int, limit_seconds: float, clock_from: float) -> float:
        """The site clock at which the seat's time is up; nothing before `clock_from` counts."""
        return max(self.start(seat).tick, clock_from) + limit_seconds

    def follow(self, match: Match, tick: float) -> None:
        """Take note of the line that was just folded."""
        game, state, header = match.game, match.state, match.header
        closed = {seat: game.closed(state, seat) for seat in range(header.seats)}
        if closed == self._closed:
            return
        moved = [seat for seat in closed if closed[seat] != self._closed.get(seat)]
        if pace_of(dict(header.options)) is Pace.OWN:
            self._closed = closed
            began = moved if len(moved) == header.seats else []
        else:
            began = [seat for seat in moved if seat in match.acting]
        for seat in began:
            self._closed[seat], self._starts[seat] = closed[seat], TurnStart(len(match.lines), tick)
