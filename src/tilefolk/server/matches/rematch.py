"""A rematch: one person asks for another match, and it starts when all who play have agreed. Bots follow."""

from typing import Literal

from tilefolk.campaign import SERIES
from tilefolk.server.matches.series import standing_of
from tilefolk.server.tables.table import Seat, TableRow

Answer = Literal["asked", "yes", "no"]


def is_rematch(table: TableRow) -> bool:
    """Whether the table's next match would be a rematch: nothing runs, and no series goes on."""
    if table.match is None or not table.over or table.unreadable or table.newer:
        return False
    series = SERIES.get(table.game)
    return series is None or (standing_of(table, series).over and not series.coming)


def is_agreed(table: TableRow) -> bool:
    """Whether a rematch was asked for, all who have to agree did, and nobody has to sit down first."""
    asked = is_rematch(table) and True in table.rematch.values() and Seat() not in table.seats
    return asked and not table.closed and all(table.rematch.get(person) for person in _players(table))


def rematch_json(table: TableRow) -> list[Answer | None] | None:
    """The answer of each seat, None where nobody has to give one; None alone when nobody has answered."""
    if not table.rematch or not is_rematch(table):
        return None
    players = _players(table)
    return [_answer(table, seat.person) if seat.person in players else None for seat in table.seats]


def _answer(table: TableRow, person: str | None) -> Answer:
    agrees = table.rematch.get(person or "")
    return "asked" if agrees is None else "yes" if agrees else "no"


def _players(table: TableRow) -> set[str]:
    """Who has to agree: people who play themselves, not their stand-ins, nor bots over the network."""
    playing = {seat.person for seat in table.seats if seat.person and not seat.stand_in}
    return playing - table.bot_owners.keys()
