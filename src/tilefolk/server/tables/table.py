"""Tables: where people meet to play matches. Who sits where, who hosts, which match runs."""

import json
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, func, insert, select, update

from tilefolk.campaign import SERIES
from tilefolk.core.notation import TABLE
from tilefolk.server.storage.schema import lines, matches, mutes, people, presence, seats, tables

END = "@ end "
DAY_SECONDS = 86_400


class Seat(NamedTuple):
    """A place at a table: a person, a bot, or nobody; `stand_in` plays for one who left or was `late`."""

    person: str | None = None
    bot: str | None = None
    stand_in: str | None = None
    late: bool = False

    @property
    def played_by_bot(self) -> str | None:
        return self.bot or self.stand_in


class FinishedMatch(NamedTuple):
    """A finished match of a series, with its end record."""

    match: str
    end: dict[str, Any]


@dataclass(frozen=True)
class TableRow:
    """A table as it is stored; `past` are the finished matches of a table that plays a series."""

    id: str
    game: str
    options: dict[str, str]
    listed: bool
    time: int | None
    host: str
    created: float
    touched: float
    name: str = ""
    closed: bool = False
    quiet: bool = False
    seats: tuple[Seat, ...] = ()
    clock_from: tuple[float, ...] = ()  # per seat: site clock from which time counts
    match: str | None = None
    number: int = 0
    over: bool = False
    past: tuple[FinishedMatch, ...] = ()
    presence: frozenset[tuple[str, str]] = frozenset()  # nodes and the people connected there
    names: dict[str, str] = field(default_factory=dict)
    muted: frozenset[str] = frozenset()

    @property
    def people(self) -> frozenset[str]:
        return frozenset(seat.person for seat in self.seats if seat.person)

    @property
    def limit_seconds(self) -> int | None:
        """Seconds for a round or turn, at own pace for the match; the only one who plays has no clock."""
        playing = {seat.person for seat in self.seats if seat.person and not seat.stand_in}
        return self.time if len(playing) > 1 and not self.closed else None

    @property
    def asleep(self) -> bool:
        """Whether nobody is left but those a bot stands in for because they were late: it waits for them."""
        seats = [seat for seat in self.seats if seat.person]
        return any(seat.late for seat in seats) and all(seat.stand_in for seat in seats)

    @property
    def is_correspondence(self) -> bool:
        """Whether its people need not meet: at own pace, or with days for a round."""
        return self.options.get("pace") == "own" or (self.time or 0) >= DAY_SECONDS

    def held_by(self, person: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.person == person]


def create_table(
    connection: Connection,
    game: str,
    options: dict[str, str],
    listed: bool,
    host: str,
    sitting: Sequence[Seat],
    limit: int | None = None,
) -> TableRow:
    table = secrets.token_urlsafe(9)
    values = {"id": table, "game": game, "options": options, "listed": listed, "host": host, "time": limit}
    now = time.time()
    connection.execute(insert(tables).values(**values, created=now, touched=now))
    rows = [{"table_id": table, "seat": number, **seat._asdict()} for number, seat in enumerate(sitting)]
    connection.execute(insert(seats), rows)
    return load_tables(connection, [table])[0]


def set_seat(connection: Connection, table: str, number: int, seat: Seat, now: float) -> None:
    """Whoever is new in it, or has it back after being late, has the whole time: to leave it gains none."""
    touch(connection, table)  # first, so that two nodes do not change it at once
    before = load_tables(connection, [table])[0]
    old, where = before.seats[number], (seats.c.table_id == table) & (seats.c.seat == number)
    if before.limit_seconds is None:
        _give_whole_time(connection, (seats.c.table_id == table) & (seats.c.seat != number), now)
    if old.late or old.person != seat.person:
        _give_whole_time(connection, where, now)
    connection.execute(update(seats).where(where).values(**seat._asdict()))


def set_table(connection: Connection, table: str, name: str, closed: bool, now: float) -> None:
    touch(connection, table)
    if load_tables(connection, [table])[0].limit_seconds is None:
        _give_whole_time(connection, seats.c.table_id == table, now)
    connection.execute(update(tables).where(tables.c.id == table).values(name=name, closed=closed))


def _give_whole_time(connection: Connection, where: ColumnElement[bool], now: float) -> None:
    """No time counts for these seats that passed before."""
    connection.execute(update(seats).where(where).values(clock_from=now))


def touch(connection: Connection, table: str) -> None:
    connection.execute(update(tables).where(tables.c.id == table).values(touched=time.time()))


def load_tables(connection: Connection, ids: Sequence[str]) -> list[TableRow]:
    """Tables by id, in the order of the ids, with seats, names and the newest match."""
    found = {
        row["id"]: TableRow(**{column.name: row[column.name] for column in tables.c})
        for row in connection.execute(select(tables).where(tables.c.id.in_(ids))).mappings()
    }
    sitting: dict[str, list[Seat]] = {name: [] for name in found}
    clock_from: dict[str, list[float]] = {name: [] for name in found}
    named: dict[str, dict[str, str]] = {name: {} for name in found}
    joined = seats.outerjoin(people, seats.c.person == people.c.id)
    query = select(seats, people.c.name).select_from(joined).where(seats.c.table_id.in_(ids))
    for row in connection.execute(query.order_by(seats.c.table_id, seats.c.seat)).mappings():
        sitting[row["table_id"]].append(Seat(*(row[part] for part in Seat._fields)))
        clock_from[row["table_id"]].append(row["clock_from"])
        if row["person"]:
            named[row["table_id"]][row["person"]] = row["name"]
    latest: dict[str, Any] = {}
    for row in connection.execute(
        select(matches.c.table_id, matches.c.id, matches.c.number, matches.c.over)
        .where(matches.c.table_id.in_(ids))
        .order_by(matches.c.number)
    ).mappings():
        latest[row["table_id"]] = row
    connected = stored_presence(connection, ids)
    past = _past(connection, [name for name, table in found.items() if table.game in SERIES])
    muted: dict[str, set[str]] = {name: set() for name in found}
    for table, person in connection.execute(select(mutes).where(mutes.c.table_id.in_(ids))):
        muted[table].add(person)
    out = []
    for name in ids:
        if name in found:
            extra: dict[str, Any] = {"seats": tuple(sitting[name]), "names": named[name]}
            extra |= {"past": tuple(past.get(name, {}).values()), "muted": frozenset(muted[name])}
            extra |= {"presence": connected.get(name, frozenset()), "clock_from": tuple(clock_from[name])}
            if match := latest.get(name):
                extra |= {"match": match["id"], "number": match["number"], "over": match["over"]}
            out.append(replace(found[name], **extra))
    return out


def stored_presence(connection: Connection, ids: Sequence[str]) -> dict[str, frozenset[tuple[str, str]]]:
    """Who is connected to these tables, and on which node."""
    out: dict[str, set[tuple[str, str]]] = {}
    for table, node, person in connection.execute(
        select(presence.c.table_id, presence.c.node, presence.c.person).where(presence.c.table_id.in_(ids))
    ):
        out.setdefault(table, set()).add((node, person))
    return {table: frozenset(there) for table, there in out.items()}


def _past(connection: Connection, ids: Sequence[str]) -> dict[str, dict[str, FinishedMatch]]:
    """The finished matches of these tables in their order, by match."""
    out: dict[str, dict[str, FinishedMatch]] = {}
    ended = (lines.c.who == TABLE) & lines.c.line.startswith(END)
    query = select(matches.c.table_id, matches.c.id, lines.c.line).join_from(matches, lines)
    for table, match, line in connection.execute(
        query.where(matches.c.table_id.in_(ids) & ended).order_by(matches.c.number)
    ):
        out.setdefault(table, {})[match] = FinishedMatch(match, json.loads(line.removeprefix(END)))
    return out


def listed_tables(connection: Connection, most: int = 50) -> list[TableRow]:
    """Listed tables, newest first."""
    query = select(tables.c.id).where(tables.c.listed & ~tables.c.closed)
    return load_tables(
        connection, list(connection.execute(query.order_by(tables.c.touched.desc()).limit(most)).scalars())
    )


def tables_of_person(connection: Connection, person: str, most: int = 50) -> list[TableRow]:
    """Tables a person sits at or hosts, newest first."""
    sits = select(seats.c.table_id).where(seats.c.person == person)
    query = select(tables.c.id).where(((tables.c.host == person) | tables.c.id.in_(sits)) & ~tables.c.closed)
    return load_tables(
        connection, list(connection.execute(query.order_by(tables.c.touched.desc()).limit(most)).scalars())
    )


def unfinished_matches(connection: Connection) -> list[str]:
    """Matches that are not over: a start looks after what they owe."""
    return list(connection.execute(select(matches.c.id).where(~matches.c.over)).scalars())


def stored_heads(
    connection: Connection, match_ids: Sequence[str], table_ids: Sequence[str]
) -> tuple[dict[str, int], dict[str, tuple[float, frozenset[tuple[str, str]]]]]:
    """How long the records of matches are; when tables were last touched, and who is there."""
    last = select(lines.c.match_id, func.max(lines.c.seq)).group_by(lines.c.match_id)
    found = connection.execute(last.where(lines.c.match_id.in_(match_ids)))
    touched = connection.execute(select(tables.c.id, tables.c.touched).where(tables.c.id.in_(table_ids)))
    connected = stored_presence(connection, table_ids)
    return dict(found.all()), {table: (at, connected.get(table, frozenset())) for table, at in touched}
