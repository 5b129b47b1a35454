"""What becomes of tables when their people are deleted: the others play on, and one of them is the host."""

import time
from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, Select, bindparam, delete, exists, func, select, update

from tilefolk.server.people.identity import DELETED
from tilefolk.server.storage.schema import (
    commitments,
    matches,
    network_bots,
    next_seals,
    people,
    restart_agreements,
    restarts,
    seats,
    tables,
)
from tilefolk.server.tables.next_seal import drop_commitments
from tilefolk.server.tables.queries import note_free_seats
from tilefolk.server.tables.table import STAND_IN

_newer = matches.alias()
_newest_number = select(func.max(_newer.c.number)).where(_newer.c.table_id == matches.c.table_id)
_is_newest = matches.c.number == _newest_number.scalar_subquery()


class Deserted(NamedTuple):
    """Tables that people have left: those where a match runs, and those where a restart waits for others."""

    running: list[str]
    asked: list[str]


def leave_tables(connection: Connection, gone: Collection[str]) -> Deserted:
    """Free the seats of these people where nothing was played yet; a bot stands in on all others.

    They are still stored: the caller deletes them afterwards.
    """
    sit_at = select(seats.c.table_id).where(seats.c.person.in_(gone))
    theirs = select(tables.c.id).where(tables.c.host.in_(gone) | tables.c.id.in_(sit_at))
    connection.execute(theirs.order_by(tables.c.id).with_for_update())
    now = time.time()
    connection.execute(update(tables).where(tables.c.id.in_(theirs)).values(touched=now))
    is_theirs = matches.c.table_id.in_(theirs)
    connection.execute(update(matches).where(is_theirs & _is_newest).values(next_checked=False))
    _drop_questions(connection, gone, theirs)
    running = select(matches.c.table_id).where(is_theirs & ~matches.c.over)
    asked = select(restarts.c.table_id).where(restarts.c.table_id.in_(theirs))
    deserted = Deserted(*(list(connection.execute(query).scalars()) for query in (running, asked)))
    _leave_seats(connection, gone)
    _hand_over(connection, gone)
    return deserted


def _drop_questions(connection: Connection, gone: Collection[str], theirs: Select[str]) -> None:
    """Nobody waits any longer for these people: restarts they asked for, nonces they were asked for."""
    asked = list(connection.execute(select(restarts.c.table_id).where(restarts.c.person.in_(gone))).scalars())
    for of_restart in (restart_agreements, restarts):
        connection.execute(delete(of_restart).where(of_restart.c.table_id.in_(asked)))
    starting = next_seals.c.table_id.in_(theirs) & next_seals.c.asked.is_not(None)
    for table_id in list(connection.execute(select(next_seals.c.table_id).where(starting)).scalars()):
        drop_commitments(connection, table_id)
    connection.execute(delete(commitments).where(commitments.c.person.in_(gone)))


def _leave_seats(connection: Connection, gone: Collection[str]) -> None:
    is_theirs = seats.c.person.in_(gone)
    has_begun = exists().where(matches.c.table_id == seats.c.table_id)
    unplayed = select(seats.c.table_id).where(is_theirs & ~has_begun).distinct()
    freed = list(connection.execute(unplayed).scalars())
    alone = {"late": False, "replaced": False}
    connection.execute(
        update(seats).where(is_theirs & ~has_begun).values(person=None, stand_in=None, **alone)
    )
    connection.execute(update(seats).where(is_theirs).values(stand_in=STAND_IN, **alone))
    for table_id in freed:
        note_free_seats(connection, table_id)


def _hand_over(connection: Connection, gone: Collection[str]) -> None:
    """Make the first person at a table its host; a table without people is listed no more."""
    is_bot = exists().where(network_bots.c.person == seats.c.person)
    sitting = (
        select(seats.c.table_id, seats.c.person)
        .join(tables, tables.c.id == seats.c.table_id)
        .join(people, people.c.id == seats.c.person)
        .where(tables.c.host.in_(gone), seats.c.person.not_in(gone), people.c.name != DELETED, ~is_bot)
        .order_by(seats.c.table_id, seats.c.seat.desc())
    )
    hosts = [
        {"of_table": table, "to": person} for table, person in dict(connection.execute(sitting).all()).items()
    ]
    if hosts:
        this_table = tables.c.id == bindparam("of_table")
        connection.execute(update(tables).where(this_table).values(host=bindparam("to")), hosts)
    connection.execute(update(tables).where(tables.c.host.in_(gone)).values(listed=False))
