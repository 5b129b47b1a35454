"""What others wrote for a seat: the table when its time was up, or a bot."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tilefolk.core.notation import TABLE, read
from tilefolk.core.table_lines import read_late


class Absence(NamedTuple):
    """Since the seat's own last line: how many deadlines it has missed, how many answers a bot gave."""

    late: int = 0
    bot: int = 0

    def told(self) -> dict[str, int] | None:
        return self._asdict() if any(self) else None


def together(absences: Iterable[Absence]) -> Absence:
    """What was written for all the seats of one person."""
    known = list(absences)
    return Absence(sum(one.late for one in known), sum(one.bot for one in known))


class Absences:
    """Read off the rows of a record: those with a receipt are a person's own."""

    def __init__(self) -> None:
        self.by_bot: set[int] = set()  # the places of the lines that bots wrote
        self._of: dict[int, Absence] = {}
        self._missed: dict[int, float] = {}  # all lines for one missed deadline carry one tick

    def of(self, seat: int) -> Absence:
        return self._of.get(seat, Absence())

    def follow(self, row: Mapping[str, Any]) -> None:
        who, tick = row["who"], row["tick"]
        if not tick:
            return  # a match from elsewhere: who answered there is not known
        if row["n"] is not None:
            self._of.pop(who, None)
            self._missed.pop(who, None)
        elif who >= 0:
            self._answered(who, row["seq"])
        elif who == TABLE and (late := read_late(read(row["line"]))):
            if late.answer:
                self._late(late.seat, tick)
            else:  # the line of a missed deadline names its answer; that of a bot that failed does not
                self._answered(late.seat, row["seq"])

    def _answered(self, seat: int, seq: int) -> None:
        self.by_bot.add(seq - 1)
        self._count(seat, bot=1)

    def _late(self, seat: int, tick: float) -> None:
        if self._missed.get(seat) != tick:
            self._missed[seat] = tick
            self._count(seat, late=1)

    def _count(self, seat: int, late: int = 0, bot: int = 0) -> None:
        before = self.of(seat)
        self._of[seat] = Absence(before.late + late, before.bot + bot)
