"""Who has the seats of a campaign at this keyboard, and which of them sleep; changed between two matches."""

from collections.abc import Sequence

from tilefolk.bots import BOTS
from tilefolk.campaign import Series
from tilefolk.cli.terminal.table.local_table import Player
from tilefolk.defaults import BOT

NEW_SEAT: Player = (BOT, BOTS[BOT])


class Seating:
    """The seats of a campaign by number; whoever sits at the keyboard does not sleep."""

    def __init__(self, series: Series, seats: int, lineup: Sequence[int], players: Sequence[Player]) -> None:
        self._series = series
        playing = dict(zip(lineup, players, strict=True))
        self.players = [playing.get(seat, NEW_SEAT) for seat in range(seats)]
        self.asleep = set(range(seats)) - set(lineup)

    @property
    def lineup(self) -> tuple[int, ...]:
        """The seats that play the next match."""
        return tuple(seat for seat in range(len(self.players)) if seat not in self.asleep)

    @property
    def playing(self) -> list[Player]:
        return [self.players[seat] for seat in self.lineup]

    @property
    def may_change(self) -> bool:
        return self._series.joining

    @property
    def may_join(self) -> bool:
        return self.may_change and len(self.players) < max(self._series.seats)

    @property
    def is_paused(self) -> bool:
        """Whether too few are awake to play on."""
        return len(self.lineup) < min(self._series.seats)

    def join(self) -> None:
        """A bot joins on a new seat."""
        if self.may_join:
            self.players.append(NEW_SEAT)

    def may_sleep(self, seat: int) -> bool:
        return self.may_change and seat < len(self.players) and self.players[seat] is not None

    def sleep_or_wake(self, seat: int) -> None:
        if self.may_sleep(seat):
            self.asleep ^= {seat}
