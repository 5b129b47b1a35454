"""For whom a match waits, and since when: read off the lines, so that every node knows the same."""

from typing import NamedTuple

from tilefolk.core.game import Pace, pace_of
from tilefolk.core.match import Match


class TurnStart(NamedTuple):
    """The line with which a seat's round or turn came up, and the house clock then."""

    seq: int = 0
    tick: float = 0.0


class TurnClock:
    """When the running round or turn of each seat came up; taking back does not set it anew.

    At own pace a seat closes its rounds alone: its time began when everybody's count moved at once, at the
    start of the match or at the barrier behind the rounds.
    """

    def __init__(self) -> None:
        self._began: dict[int, TurnStart] = {}
        self._closed: dict[int, int] = {}

    def since(self, seat: int) -> TurnStart:
        return self._began.get(seat, TurnStart())

    def until(self, seat: int, limit: float, clock_from: float) -> float:
        """When the time of a seat is up; what passed before `anew` does not count."""
        return max(self.since(seat).tick, clock_from) + limit

    def follow(self, match: Match, tick: float) -> None:
        """After a line was folded."""
        game, state, header = match.game, match.state, match.header
        closed = {seat: game.closed(state, seat) for seat in range(header.seats)}
        moved = [seat for seat in closed if closed[seat] != self._closed.get(seat)]
        if pace_of(dict(header.options)) is Pace.OWN:
            self._closed = closed
            came_up = moved if len(moved) == header.seats else []
        else:
            acting = game.to_act(state)
            came_up = [seat for seat in moved if seat in acting]
        for seat in came_up:
            self._closed[seat], self._began[seat] = closed[seat], TurnStart(len(match.lines), tick)
