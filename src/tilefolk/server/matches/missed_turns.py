"""What others wrote for a seat: the table when its time was up, or a bot."""

from collections.abc import Iterable
from typing import NamedTuple

from tilefolk.core.notation import TABLE, read
from tilefolk.core.table_lines import read_late
from tilefolk.server.storage.line_writer import LineRow


class Absence(NamedTuple):
    """Since the seat's own last line: how many deadlines it missed, how many answers a bot gave for it."""

    late: int = 0
    bot: int = 0

    def to_json(self) -> dict[str, int] | None:
        return self._asdict() if any(self) else None


THERE = Absence()


def sum_absences(absences: Iterable[Absence]) -> Absence:
    """What was written for all the seats of one person."""
    each = list(absences)
    return Absence(sum(one.late for one in each), sum(one.bot for one in each))


class MissedTurns:
    """Follows the rows of a record: a row with a receipt was written by the seat's own person."""

    def __init__(self) -> None:
        self.by_bot: set[int] = set()  # the places of lines that bots wrote
        self._absences: dict[int, Absence] = {}
        self._last_missed: dict[int, float] = {}  # all lines written for one missed deadline share one tick

    def of(self, seat: int) -> Absence:
        return self._absences.get(seat, THERE)

    def follow(self, row: LineRow) -> None:
        who, tick = row.who, row.tick
        if not tick:
            return  # an imported match: nobody knows who answered there
        if row.n is not None:
            self._absences.pop(who, None)
            self._last_missed.pop(who, None)
        elif who >= 0:
            self._bot_answered(who, row.seq)
        elif who == TABLE and (late := read_late(read(row.line))):
            if late.answer:
                self._deadline_missed(late.seat, tick)
            else:  # a missed deadline names its answer; a line without one stands for a bot that failed
                self._bot_answered(late.seat, row.seq)

    def _bot_answered(self, seat: int, seq: int) -> None:
        self.by_bot.add(seq - 1)
        self._count(seat, bot=1)

    def _deadline_missed(self, seat: int, tick: float) -> None:
        if self._last_missed.get(seat) != tick:
            self._last_missed[seat] = tick
            self._count(seat, late=1)

    def _count(self, seat: int, late: int = 0, bot: int = 0) -> None:
        before = self.of(seat)
        self._absences[seat] = Absence(before.late + late, before.bot + bot)
