"""A running match: its lines folded to a state, whoever acts, and everything that follows by itself."""

import asyncio
import json
import secrets
import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, insert, select, update

from tilefolk.core.chance import match_key, new_seed, outcome, seal
from tilefolk.core.game import Illegal, Legacy, Options
from tilefolk.core.match import Header, Match, finish, folded
from tilefolk.core.notation import CHANCE, TABLE, Action, Line, read, read_action, write
from tilefolk.core.record import read_header, write_header, write_record
from tilefolk.games import find
from tilefolk.server.schema import lines, matches
from tilefolk.server.store import Store


class Refused(Exception):
    """A line that is not taken, with the ids of the rules that forbid it."""

    def __init__(self, rules: Sequence[str]) -> None:
        super().__init__(", ".join(rules))
        self.rules = tuple(rules)


class Room:
    """The one place where a match grows. State is a cache: the record in the store is the match."""

    def __init__(self, store: Store, match_id: str, table: str, seed: bytes, match: Match) -> None:
        self.id, self.table, self.match = match_id, table, match
        self._store, self._seed = store, seed
        self._key = match_key(seed, match.header.nonces)
        self._lock = asyncio.Lock()
        self._sent: dict[int, list[str]] = {}  # the lines of each seat by their receipt numbers
        self._views: dict[int | None, tuple[int, str]] = {}
        self.seq = 0

    @property
    def over(self) -> bool:
        return self.match.over

    def next_n(self, seat: int) -> int:
        """The receipt number the seat's next line has to carry."""
        return len(self._sent.get(seat, ()))

    def acting(self) -> tuple[int, ...]:
        return self.match.game.to_act(self.match.state)

    def may_undo(self, seat: int) -> bool:
        return not self.over and self.match.may_undo(seat)

    async def act(self, seat: int, n: int, text: str) -> None:
        """A person's line: checked, stored with all that follows from it, and only then acknowledged."""
        async with self._lock:
            if n < self.next_n(seat):
                if self._sent[seat][n] != text:
                    raise Refused(("receipt_used",))
            elif n > self.next_n(seat):
                raise Refused(("receipt_ahead",))
            else:
                await self._append(Line(seat, _action(text)), n)

    async def act_for(self, seat: int, action: Action | None, closed: int) -> bool:
        """A bot's answer, or none: the default is written for it. False when its round is closed by now.

        Others may have answered while it thought: their lines do not change what this seat may do.
        """
        async with self._lock:
            if seat not in self.acting() or self.match.game.closed(self.match.state, seat) != closed:
                return False
            if action is not None and action in self.match.game.legal(self.match.state, seat):
                await self._append(Line(seat, action), None)
            else:
                await self._append(Line(TABLE, ("late", seat)), None)
            return True

    async def go_on(self) -> None:
        """Write what is due without anybody: draws, and the end of a match that is over."""
        async with self._lock:
            await self._append(None, None)

    def view(self, seat: int | None) -> str:
        """The view of a seat as JSON, made once for every state."""
        made = self._views.get(seat)
        if made is None or made[0] != self.seq:
            made = self.seq, json.dumps(self.match.game.view(self.match.state, seat), separators=(",", ":"))
            self._views[seat] = made
        return made[1]

    def record(self) -> str:
        return write_record(self.match)

    async def _append(self, line: Line | None, n: int | None) -> None:
        """Fold a line and what follows, then store them together; on failure nothing has happened."""
        before = len(self.match.lines)
        rows: list[dict[str, Any]] = []
        try:
            if line is not None:
                self.match.append(line)
            self._follow()
        except Illegal as error:
            raise Refused(error.rules) from error
        for index, stored in enumerate(self.match.lines[before:]):
            receipt = n if index == 0 and line is not None else None
            rows.append(stored_line(self.id, before + index + 1, stored, receipt, time.time()))
        if not rows:
            return
        try:
            await self._store.write(lambda connection: self._insert(connection, rows))
        except BaseException:
            await self.reload()
            raise
        self._took(rows)

    def _follow(self) -> None:
        game = self.match.game
        while CHANCE in game.to_act(self.match.state):
            self.match.append(Line(CHANCE, outcome(self._key, game.draws(self.match.state)[0])))
        if self.over and self.match.seed is None:
            finish(self.match, self._seed)

    def _insert(self, connection: Connection, rows: list[dict[str, Any]]) -> None:
        connection.execute(insert(lines), rows)
        if self.over:
            connection.execute(update(matches).where(matches.c.id == self.id).values(over=True))

    def _took(self, rows: Sequence[dict[str, Any]]) -> None:
        for row in rows:
            self.seq = row["seq"]
            if row["n"] is not None:
                self._sent.setdefault(row["who"], []).append(row["line"].partition(" ")[2])

    async def reload(self) -> None:
        """Fold the stored record again: after a failed write, or when somebody else has written."""
        rows = await self._store.read(lambda connection: _stored(connection, self.id))
        lines_so_far = [read(row["line"]) for row in rows]
        self.match, self.seq = folded(self.match.game, self.match.header, lines_so_far), 0
        self._sent.clear()
        self._views.clear()
        self._took(rows)


def _action(text: str) -> Action:
    try:
        return read_action(text)
    except ValueError as error:
        raise Refused(("no_such_action",)) from error


def _stored(connection: Connection, match_id: str) -> list[dict[str, Any]]:
    rows = connection.execute(select(lines).where(lines.c.match_id == match_id).order_by(lines.c.seq))
    return [dict(row) for row in rows.mappings()]


async def new_room(
    store: Store,
    table: str,
    number: int,
    way: str,
    seats: int,
    options: Options,
    legacy: Sequence[Legacy] = (),
) -> Room:
    """A new sealed match, stored with what the seats bring along before anybody sees it."""
    game, known = find(way)
    seed = new_seed()
    nonces = tuple(secrets.token_hex(8) for _ in range(seats))
    header = Header(way, known.version, seats, tuple(sorted(options.items())), seal(seed), nonces)
    match = Match(game, header, legacy)
    match_id = await store.write(lambda connection: store_match(connection, table, number, seed, match))
    room = Room(store, match_id, table, seed, match)
    await room.go_on()
    return room


def store_match(connection: Connection, table: str, number: int, seed: bytes, match: Match) -> str:
    """A match as far as it is played; its new id."""
    match_id, now = secrets.token_hex(12), time.time()
    text = "\n".join(write_header(match.header))
    values = {"id": match_id, "table_id": table, "number": number, "header": text, "seed": seed}
    connection.execute(insert(matches).values(**values, over=match.end is not None, created=now))
    rows = [stored_line(match_id, seq, line, None, now) for seq, line in enumerate(match.lines, start=1)]
    if rows:
        connection.execute(insert(lines), rows)
    return match_id


def stored_line(match_id: str, seq: int, line: Line, n: int | None, at: float) -> dict[str, Any]:
    return {"match_id": match_id, "seq": seq, "who": line.who, "n": n, "line": write(line), "at": at}


async def load_room(store: Store, match_id: str) -> Room | None:
    """A match from its record; what it owes is written when somebody calls `go_on`."""

    def load(connection: Connection) -> Any:
        row = connection.execute(select(matches).where(matches.c.id == match_id)).mappings().first()
        return (dict(row), _stored(connection, match_id)) if row else None

    found = await store.read(load)
    if found is None:
        return None
    row, rows = found
    header = read_header(enumerate(row["header"].split("\n"), start=1))
    game, _ = find(header.game)
    match = folded(game, header, [read(stored["line"]) for stored in rows])
    room = Room(store, match_id, row["table_id"], row["seed"], match)
    room._took(rows)
    return room
