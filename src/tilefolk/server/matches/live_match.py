"""A running match: its lines folded to a state, whoever acts, and everything that follows by itself.

The record in the store is the match; a room is a node's copy of it. To append is to insert at the head of
the record together with all that follows; whoever finds the place taken looks again and tries again.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pydantic_core import to_json
from sqlalchemy import Connection, insert, update
from sqlalchemy.exc import IntegrityError

from tilefolk.core.chance import match_key, outcome
from tilefolk.core.game import Illegal
from tilefolk.core.match import Kept, Match, finish
from tilefolk.core.notation import CHANCE, Action, Line, read, read_action, write_action
from tilefolk.core.record import write_header, write_record
from tilefolk.core.table_lines import late_line
from tilefolk.server import metrics
from tilefolk.server.matches.missed_turns import Absence, Absences
from tilefolk.server.matches.records import Unreadable
from tilefolk.server.matches.rows import folded_lines, stored_line, stored_lines
from tilefolk.server.matches.turn_clock import TurnClock
from tilefolk.server.storage.schema import lines, matches
from tilefolk.server.storage.store import Store, Unavailable

TRIES = 30  # looks at a record whose next place is always taken


class Refused(Exception):
    """A line that is not taken, with the ids of the rules that forbid it."""

    def __init__(self, rules: Sequence[str]) -> None:
        super().__init__(", ".join(rules))
        self.rules = tuple(rules)


class LiveMatch:
    """The one place of a node where a match grows. State is a cache: the record in the store is the match."""

    def __init__(
        self,
        store: Store,
        match_id: str,
        table: str,
        seed: bytes,
        match: Match,
        turn_clock: TurnClock,
        rows: Sequence[dict[str, Any]] = (),
    ) -> None:
        self.id, self.table, self.match, self.turn_clock = match_id, table, match, turn_clock
        self._store, self._seed = store, seed
        self._key = match_key(seed, match.header.nonces)
        self.bots_key = match_key(self._key, ("bots",))  # leads back to no draw
        self._lock = asyncio.Lock()
        self._sent: dict[int, list[str]] = {}  # the lines of each seat by their receipt numbers
        self._absences = Absences()
        self._views: dict[int | None, tuple[int, str]] = {}
        self.has_unstored_lines = False  # whether more is folded than is known to be stored
        self.seq = 0
        self._index_rows(rows)

    @property
    def over(self) -> bool:
        return self.match.over

    def next_n(self, seat: int) -> int:
        """The receipt number the seat's next line has to carry."""
        return len(self._sent.get(seat, ()))

    def absence(self, seat: int) -> Absence:
        """What was written for the seat since its own last line."""
        return self._absences.of(seat)

    def by_bot(self, kept: Kept) -> bool:
        """Whether a bot wrote this line, on its own seat or on a person's."""
        return kept.place in self._absences.by_bot

    def bot_answers(self) -> list[int]:
        """How many of each seat's answers a bot gave."""
        wrote = [kept.act.who for kept in self.match.kept if self.by_bot(kept)]
        return [wrote.count(seat) for seat in range(self.match.header.seats)]

    def acting(self) -> tuple[int, ...]:
        return self.match.game.to_act(self.match.state)

    def may_undo(self, seat: int) -> bool:
        return not self.over and self.match.may_undo(seat)

    def overdue(self, seat: int) -> str | None:
        """What would be answered for the seat if its time were up, where it is waited for."""
        game, seen = self.match.game, self.match.game.seen(self.match.state, seat)
        return write_action(game.overdue(seen, seat)) if seat in game.to_act(seen) else None

    def spoken(self, seat: int) -> int:
        """How many lines of a seat count."""
        return sum(kept.act.who == seat for kept in self.match.kept)

    async def act(self, seat: int, n: int, text: str) -> None:
        """A person's line: checked, stored with all that follows from it, and only then acknowledged.

        Raises Refused, Unavailable; the same line under the same number may always be tried again.
        """

        def said() -> Iterator[Line]:
            if n > self.next_n(seat):
                raise Refused(("receipt_ahead",))
            if n == self.next_n(seat):
                yield Line(seat, _action(text))
            elif self._sent[seat][n] != text:
                raise Refused(("receipt_used",))

        async with self._lock:
            await self._append(said, n)

    async def act_for(self, seat: int, action: Action | None, spoken: int) -> bool:
        """A bot's answer, or none: the default is written for it. False when somebody answered meanwhile.

        Others may have answered while it thought: their lines do not change what this seat may do.
        """
        wrote = False

        def answer() -> Iterator[Line]:
            nonlocal wrote
            wrote = seat in self.acting() and self.spoken(seat) == spoken
            if wrote and action is not None and action in self.match.game.legal(self.match.state, seat):
                yield Line(seat, action)
            elif wrote:
                yield late_line(seat)

        async with self._lock:
            await self._append(answer)
        return wrote

    async def late(self, clock_from: Mapping[int, float], limit: float) -> set[int]:
        """Answer for those of these seats whose time is up until nothing is overdue; which ones that were.

        `anew` tells of each since when, at the earliest, its time counts.
        """
        late: set[int] = set()
        now = self._store.clock.now()
        game = self.match.game

        def answers() -> Iterator[Line]:
            late.clear()
            for seat, began in clock_from.items():
                while seat in self.acting() and self.turn_clock.until(seat, limit, began) <= now:
                    late.add(seat)
                    yield late_line(seat, game.overdue(self.match.state, seat))

        async with self._lock:
            await self._append(answers)
        return late

    async def go_on(self) -> None:
        """Write what is due without anybody: draws, and the end of a match that is over."""
        async with self._lock:
            await self._append(lambda: iter(()))

    async def refresh(self) -> bool:
        """Fold what other nodes have written; whether there was anything."""
        async with self._lock:
            return await self._refresh()

    def view(self, seat: int | None) -> str:
        """The view of a seat as JSON, made once for every state."""
        made = self._views.get(seat)
        if made is None or made[0] != self.seq:
            made = self.seq, to_json(self.match.game.view(self.match.state, seat)).decode()
            self._views[seat] = made
        return made[1]

    def record(self) -> str:
        return write_record(self.match)

    async def _append(self, given: Callable[[], Iterator[Line]], n: int | None = None) -> None:
        """Fold lines and what follows from each, then store all together; on failure nothing has happened.

        What is refused, or finds its place taken, may only be behind: it looks at the record and tries again.
        A database that does not answer may or may not have stored it: the record tells, once it answers.
        """
        for _ in range(TRIES):
            try:
                with metrics.append_seconds.time():
                    await self._try(given, n)
                return
            except Refused:
                if not self._store.shared or not await self._refresh():
                    raise
            except IntegrityError:
                metrics.conflicts.inc()
        raise Unavailable("others are always faster")

    async def _try(self, given: Callable[[], Iterator[Line]], n: int | None) -> None:
        if self.has_unstored_lines:
            await self._reload()
        before, tick, line = len(self.match.lines), self._store.clock.now(), None
        try:
            for line in given():
                self._fold(line, tick)
                self._follow(tick)
            self._follow(tick)
        except Illegal as error:
            raise Refused(error.rules) from error
        rows = []
        for index, stored in enumerate(self.match.lines[before:]):
            receipt = n if index == 0 and line is not None else None
            rows.append(stored_line(self.id, before + index + 1, stored, receipt, tick))
        if rows:
            self.has_unstored_lines = True
            await self._store.write(lambda connection: self._insert(connection, rows), self.id)
            self.has_unstored_lines = False
            metrics.lines.inc(len(rows))
            self._index_rows(rows)

    def _fold(self, line: Line, tick: float) -> None:
        self.match.append(line)
        self.turn_clock.follow(self.match, tick)

    def _follow(self, tick: float) -> None:
        game = self.match.game
        while CHANCE in game.to_act(self.match.state):
            self._fold(Line(CHANCE, outcome(self._key, game.draws(self.match.state)[0])), tick)
        if self.over and self.match.seed is None:
            finish(self.match, self._seed)

    def _insert(self, connection: Connection, rows: list[dict[str, Any]]) -> None:
        connection.execute(insert(lines), rows)
        if self.over:
            connection.execute(update(matches).where(matches.c.id == self.id).values(over=True))
        self._store.changes.announce(connection, "match", self.id)

    def _index_rows(self, rows: Sequence[dict[str, Any]]) -> None:
        for row in rows:
            self.seq = row["seq"]
            self._absences.follow(row)
            if row["n"] is not None:
                self._sent.setdefault(row["who"], []).append(row["line"].partition(" ")[2])

    async def _refresh(self) -> bool:
        if self.has_unstored_lines:
            await self._reload()
            return True
        rows = await self._store.read(lambda connection: stored_lines(connection, self.id, self.seq))
        try:
            for row in rows:
                self._fold(read(row["line"]), row["tick"])
        except (Illegal, ValueError, LookupError, TypeError) as error:
            raise Unreadable("broken", repr(error)) from error
        self._index_rows(rows)
        return bool(rows)

    async def _reload(self) -> None:
        """Fold the stored record again: what was folded and not stored has not happened."""
        rows = await self._store.read(lambda connection: stored_lines(connection, self.id))
        self.match, self.turn_clock = folded_lines("\n".join(write_header(self.match.header)), rows)
        self.seq, self.has_unstored_lines = 0, False
        self._absences = Absences()
        self._sent.clear()
        self._views.clear()
        self._index_rows(rows)


def _action(text: str) -> Action:
    try:
        return read_action(text)
    except ValueError as error:
        raise Refused(("no_such_action",)) from error
