"""The seal of a table's next match: its seed, and the parts of its people (docs/notation.md).

The seed is fixed with the first commitment, before any nonce is known. When a start is asked for, commitments
are fixed and browsers show their nonces; whoever has not by the time the match is stored is left out.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from tilefolk.core.chance import new_seed, seal
from tilefolk.core.sealing import Part, commitment_to
from tilefolk.server.storage.schema import commitments, next_seals, seats, tables
from tilefolk.server.storage.statements import ByIds

NEXT_SEALS = ByIds(next_seals.c.table_id, lambda among: select(next_seals).where(among))
COMMITMENTS = ByIds(
    commitments.c.table_id, lambda among: select(commitments).where(among).order_by(commitments.c.seat)
)
LEAST_PEOPLE = 2  # who plays alone, or against bots, has nobody to prove anything to


class Commitment(NamedTuple):
    """What the browser of a person committed to for a seat, and the nonce once it was shown."""

    seat: int
    person: str
    commitment: str
    nonce: str | None


@dataclass(frozen=True)
class NextSeal:
    """What a table's next match will be drawn from, as far as it is fixed; the seed stays in the store.

    `asked` is when the start was asked for, on the site clock.
    """

    number: int
    seal: str
    asked: float | None
    commitments: tuple[Commitment, ...]


def load_next_seals(connection: Connection, ids: Sequence[str]) -> dict[str, NextSeal]:
    found = NEXT_SEALS.execute(connection, ids).all()
    if not found:
        return {}
    given: dict[str, list[Commitment]] = defaultdict(list)
    for table_id, *row in COMMITMENTS.execute(connection, ids):
        given[table_id].append(Commitment(*row))
    return {
        table_id: NextSeal(number, seal(seed), asked, tuple(given[table_id]))
        for table_id, number, seed, asked in found
    }


def commit(
    connection: Connection, table_id: str, number: int, seat: int, person: str, commitment: str
) -> bool:
    """Store what a person's browser commits to, unless the start was asked for or they have committed before.

    `number` is the number of the next match, `seat` the first of the person's: the caller has checked that.
    """
    _lock(connection, table_id)
    known = load_next_seals(connection, [table_id]).get(table_id)
    if known is None or known.number != number:
        _forget(connection, table_id)
        connection.execute(insert(next_seals).values(table_id=table_id, number=number, seed=new_seed()))
    elif known.asked is not None or any(one[:2] == (seat, person) for one in known.commitments):
        return False
    this_seat = (commitments.c.table_id == table_id) & (commitments.c.seat == seat)
    connection.execute(delete(commitments).where(this_seat))
    values = {"table_id": table_id, "seat": seat, "person": person, "commitment": commitment}
    connection.execute(insert(commitments).values(**values))
    return True


def withdraw(connection: Connection, table_id: str, person: str, commitment: str) -> bool:
    """Delete a commitment whose browser is gone, unless the start was asked for."""
    _lock(connection, table_id)
    known = load_next_seals(connection, [table_id]).get(table_id)
    if known is None or known.asked is not None:
        return False
    theirs = (commitments.c.person == person) & (commitments.c.commitment == commitment)
    gone = connection.execute(delete(commitments).where((commitments.c.table_id == table_id) & theirs))
    return gone.rowcount > 0


def ask_for_nonces(
    connection: Connection, table_id: str, number: int, here: Collection[str], now: float
) -> float | None:
    """Fix the commitments of those who sit at the table and are here; return when that was done.

    None when there are none: nobody has to be waited for.
    """
    _lock(connection, table_id)
    known = load_next_seals(connection, [table_id]).get(table_id)
    if known is None or known.number != number:
        return None
    if known.asked is not None:
        return known.asked
    sitters = {number: one for number, one in enumerate(_sitters(connection, table_id)) if one in here}
    away = [one.seat for one in known.commitments if sitters.get(one.seat) != one.person]
    of_table = commitments.c.table_id == table_id
    connection.execute(delete(commitments).where(of_table & commitments.c.seat.in_(away)))
    if len(away) == len(known.commitments):
        return None
    connection.execute(update(next_seals).where(next_seals.c.table_id == table_id).values(asked=now))
    return now


def reveal(connection: Connection, table_id: str, number: int, seat: int, person: str, nonce: str) -> bool:
    """Store a nonce that fits its commitment; return whether all have been shown now."""
    _lock(connection, table_id)
    known = load_next_seals(connection, [table_id]).get(table_id)
    if known is None or known.number != number or known.asked is None:
        return False
    open_parts = {one.seat: one for one in known.commitments if one.nonce is None}
    one = open_parts.pop(seat, None)
    if one is None or one.person != person or one.commitment != commitment_to(seat, nonce):
        return False
    if _sitters(connection, table_id)[seat] != person:
        return False
    this_seat = (commitments.c.table_id == table_id) & (commitments.c.seat == seat)
    connection.execute(update(commitments).where(this_seat).values(nonce=nonce))
    return not open_parts


def take_seal(connection: Connection, table_id: str, number: int) -> tuple[bytes, tuple[Part, ...]]:
    """The seed and the parts of the match that is stored now; a new seed where none was fixed."""
    query = select(next_seals.c.seed).where(
        (next_seals.c.table_id == table_id) & (next_seals.c.number == number)
    )
    seed = connection.execute(query).scalar()
    known = load_next_seals(connection, [table_id]).get(table_id)
    _forget(connection, table_id)
    if seed is None or known is None:
        return new_seed(), ()
    given = known.commitments if known.asked is not None else ()
    return seed, tuple(Part(one.seat, one.commitment, one.nonce or "") for one in given)


def drop_commitments(connection: Connection, table_id: str) -> None:
    """Forget who has committed: other seats play now, and browsers commit again when they are shown that.

    Where nonces were asked for, the seal goes too: some may be known by now.
    """
    known = load_next_seals(connection, [table_id]).get(table_id)
    if known is not None and known.asked is not None:
        _forget(connection, table_id)
    connection.execute(delete(commitments).where(commitments.c.table_id == table_id))


def _sitters(connection: Connection, table_id: str) -> list[str | None]:
    """Who sits on the seats that play."""
    playing = (seats.c.table_id == table_id) & ~seats.c.asleep
    return list(connection.execute(select(seats.c.person).where(playing).order_by(seats.c.seat)).scalars())


def _forget(connection: Connection, table_id: str) -> None:
    connection.execute(delete(commitments).where(commitments.c.table_id == table_id))
    connection.execute(delete(next_seals).where(next_seals.c.table_id == table_id))


def _lock(connection: Connection, table_id: str) -> None:
    """Let nobody else change the table before this transaction ends; SQLite has one writer anyway."""
    connection.execute(select(tables.c.id).where(tables.c.id == table_id).with_for_update())
