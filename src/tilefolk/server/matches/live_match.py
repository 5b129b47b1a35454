"""A live match: this node's folded copy of a stored record, and the one place where the record grows.

The record in the store is the match; the state here is a cache. An append inserts a line at the head of the
record together with everything that follows from it (draws, the end record). When another node has taken
that place, the live match reads what was written and tries again.
"""

import time
from collections.abc import Callable, Container, Iterator, Mapping, Sequence

from sqlalchemy.exc import IntegrityError

from tilefolk.core.chance import match_key, outcome
from tilefolk.core.game import Illegal
from tilefolk.core.match import UNDO, Kept, Match, finish
from tilefolk.core.notation import CHANCE, Action, Line, read, read_action
from tilefolk.core.record import write_header, write_record
from tilefolk.core.table_lines import CLOSE_LINE, HOLD_LINE, late_line
from tilefolk.server import metrics
from tilefolk.server.errors import Unavailable
from tilefolk.server.matches.append_turns import AppendTurns, WaitingAct
from tilefolk.server.matches.missed_turns import Absence, MissedTurns
from tilefolk.server.matches.records import (
    MAX_LINES_FOR_UNDO,
    Unreadable,
    fold_aside,
    line_row,
    select_rows,
)
from tilefolk.server.matches.round_hold import Hold, RoundHold
from tilefolk.server.matches.seat_feed import Receipts, SeatFeed, SharedDeltas
from tilefolk.server.matches.turn_clock import TurnClock
from tilefolk.server.storage.line_writer import LineRow, NewLines
from tilefolk.server.storage.store import Store

MAX_TRIES = 30  # appends that find their place taken before we give up


class Refused(Exception):
    """A line that is not accepted, with the ids of the rules that forbid it."""

    def __init__(self, rules: Sequence[str]) -> None:
        super().__init__(", ".join(rules))
        self.rules = tuple(rules)


class LiveMatch:
    """A match folded from its stored record."""

    def __init__(
        self,
        store: Store,
        match_id: str,
        table: str,
        seed: bytes,
        match: Match,
        turn_clock: TurnClock,
        rows: Sequence[LineRow] = (),
    ) -> None:
        self.id, self.table, self.match, self.turn_clock = match_id, table, match, turn_clock
        self._store, self._seed = store, seed
        self._key = match.header.key(seed)
        self.bots_key = match_key(self._key, ("bots",))  # a one-way derivation: tells nothing of the draws
        self._turns = AppendTurns()
        self._acts: list[WaitingAct] = []  # lines of people that wait for their turn
        self._receipts: dict[int, list[str]] = {}  # each seat's lines by receipt number
        self._missed = MissedTurns()
        self.hold = RoundHold()
        self._feeds: dict[int | None, SeatFeed] = {}
        self._shared_deltas = (0, SharedDeltas())
        self.has_unstored_lines = False  # what is folded here may differ from what is stored
        self.seq = 0
        self._index_rows(rows)
        self.hold.follow_rows(rows)

    @property
    def over(self) -> bool:
        return self.match.over

    def next_receipt(self, seat: int) -> int:
        """The receipt number that the seat's next line must carry."""
        return len(self._receipts.get(seat, ()))

    def absence(self, seat: int) -> Absence:
        """What was written for the seat since its own last line."""
        return self._missed.of(seat)

    def is_by_bot(self, kept: Kept) -> bool:
        """Whether a bot wrote this line, on its own seat or on a person's."""
        return kept.place in self._missed.by_bot

    def bot_answers(self) -> list[int]:
        """How many of each seat's answers a bot gave."""
        answered = [kept.act.who for kept in self.match.kept if self.is_by_bot(kept)]
        return [answered.count(seat) for seat in range(self.match.header.seats)]

    def acting(self) -> tuple[int, ...]:
        return self.match.acting

    def may_undo(self, seat: int) -> bool:
        return self.match.may_undo(seat)

    def lines_of(self, seat: int) -> int:
        """How many lines of the seat count."""
        return sum(kept.act.who == seat for kept in self.match.kept)

    async def act(self, seat: int, receipt: int, text: str, bots: Container[int] | None = None) -> None:
        """Check a person's line, store it with all that follows, and return once that is committed.

        `bots` as in `WaitingAct`. Raises Refused, Unavailable. The same line under the same receipt may
        always be sent again.
        """
        async with self._turns:
            await self._append(lambda: self._line_of(seat, receipt, text, bots), receipt)

    async def close_round(self, seat: int | None = None) -> None:
        """Close a round that is held open: at the wish of the seat that may, or of nobody."""

        def line() -> Iterator[Line]:
            if self.match.held and seat in (None, self.hold.seat):
                yield CLOSE_LINE

        async with self._turns:
            await self._append(line)

    def hold_left(self) -> float | None:
        """For how many seconds the round is held open yet; None where it is not."""
        return self.hold.left(self._store.clock.now()) if self.match.held else None

    def submit(self, act: WaitingAct) -> None:
        """The short way of a person's line: no task, and one commit for all that wait.

        `act.done` is told whether the line is stored by now. Where it is not, for whatever reason, the long
        way (`act`) stores it after all or tells why not.
        """
        self._acts.append(act)
        if len(self._acts) == 1:
            self._turns.take(self._store_acts)

    def _store_acts(self) -> None:
        """Fold the lines that wait, one of each seat, and store them together."""
        acts, self._acts = self._acts, []
        before, tick, begin = len(self.match.lines), self._store.clock.now(), time.perf_counter()
        rows: list[LineRow] = []
        folded: list[WaitingAct] = []
        for act in acts:
            if any(act.seat == other.seat for other in folded):
                self._acts.append(act)  # what it may say depends on what becomes of the one before
            elif self._fold_act(act, before + len(rows), tick, rows):
                folded.append(act)
            else:
                act.done(False)
        if self._acts:
            self._turns.take(self._store_acts)
        in_doubt = self.has_unstored_lines and len(self.match.lines) != before + len(rows)

        def stored(_: object, failure: Exception | None) -> None:
            try:
                if failure is None:
                    metrics.append_seconds.observe(time.perf_counter() - begin)
                    self._stored(rows)
                    self.has_unstored_lines = in_doubt
                for act in folded:
                    act.done(failure is None)
            finally:
                self._turns.give_back()

        if rows:
            self._store.submit(NewLines(self.id, rows, self.over), stored)
        elif folded:
            stored(None, None)
        else:
            self._turns.give_back()

    def _fold_act(self, act: WaitingAct, place: int, tick: float, rows: list[LineRow]) -> bool:
        """Fold a line and what follows from it, and add their rows; whether it may stand."""
        if len(self.match.lines) != place or (self.has_unstored_lines and not rows):
            return False  # the state here is in doubt: the long way reads the record first
        try:
            answered = self._fold_all(self._line_of(act.seat, act.receipt, act.text, act.bots), tick)
        except Exception:  # also a fault of a game: the long way tells of it
            self.has_unstored_lines = bool(rows) or len(self.match.lines) != place
            return False
        rows += self._rows(place, act.receipt if answered else None, tick)
        self.has_unstored_lines = bool(rows)
        return True

    def _line_of(self, seat: int, receipt: int, text: str, bots: Container[int] | None) -> Iterator[Line]:
        """The line, unless it stands already, and before it what holds its round open. Raises Refused."""
        if receipt > self.next_receipt(seat):
            raise Refused(("receipt_ahead",))
        if receipt == self.next_receipt(seat):
            action = _read_action(text)
            if action == UNDO and len(self.match.lines) > MAX_LINES_FOR_UNDO:
                raise Refused(("too_many_lines",))
            if bots is not None and self.hold.begins_with(self.match, Line(seat, action), bots):
                yield HOLD_LINE
            yield Line(seat, action)
        elif self._receipts[seat][receipt] != text:
            raise Refused(("receipt_used",))

    async def act_for_bot(
        self, seat: int, action: Action | None, answered: int, stands_in: bool = False
    ) -> bool:
        """Write a bot's answer, or the game's default where it gave none or an illegal one.

        A bot that stands in for a person chooses and spends nothing that lasts, whatever it answered.

        False when the seat has more than `answered` lines by now: somebody else answered meanwhile. Lines of
        other seats do not matter, they do not change what this seat may do.
        """
        wrote = False

        def line() -> Iterator[Line]:
            nonlocal wrote
            wrote = seat in self.acting() and self.lines_of(seat) == answered
            if not wrote:
                return
            game, state = self.match.game, self.match.state
            is_away = stands_in and game.lasts(state, seat)
            chosen = game.timeout_action(state, seat) if is_away else action
            if chosen is not None and chosen in game.legal(state, seat):
                yield Line(seat, chosen)
            else:
                yield late_line(seat, game.timeout_action(state, seat) if is_away else ())

        async with self._turns:
            await self._append(line)
        return wrote

    async def answer_late_seats(self, clock_from: Mapping[int, float], limit_seconds: float) -> set[int]:
        """Answer for those of these seats whose time is up, until none is overdue; return which they were.

        `clock_from` gives for each seat the site clock before which no time counts against it.
        """
        late: set[int] = set()
        now = self._store.clock.now()
        game = self.match.game

        def answers() -> Iterator[Line]:
            late.clear()
            for seat, start in clock_from.items():
                while seat in self.acting() and self.turn_clock.deadline(seat, limit_seconds, start) <= now:
                    late.add(seat)
                    yield late_line(seat, game.timeout_action(self.match.state, seat))

        async with self._turns:
            await self._append(answers)
        return late

    async def write_due_lines(self) -> None:
        """Write what is due without anybody's answer: draws, and the end of a match that is over."""
        async with self._turns:
            await self._append(lambda: iter(()))

    async def refresh(self) -> bool:
        """Fold what other nodes have written; whether there was anything."""
        async with self._turns:
            return await self._refresh()

    def feed(self, seat: int | None) -> SeatFeed:
        """What the seat is shown, up to the newest stored line."""
        feed = self._feeds.get(seat)
        if feed is None:
            feed = self._feeds[seat] = SeatFeed(seat, self.match.game)
        if feed.seq != self.seq:
            if self._shared_deltas[0] != self.seq:
                self._shared_deltas = self.seq, SharedDeltas()
            feed.follow(self.match, self.seq, self._receipts_of(seat), self._shared_deltas[1])
        return feed

    def _receipts_of(self, seat: int | None) -> Receipts:
        left = self.hold_left()
        hold = None if left is None else Hold(round(left, 1), self.hold.seat == seat)
        if seat is None:
            return Receipts(hold=hold)
        return Receipts(self.next_receipt(seat), self.may_undo(seat), self.absence(seat), hold)

    def record(self) -> str:
        return write_record(self.match)

    async def _append(self, new_lines: Callable[[], Iterator[Line]], receipt: int | None = None) -> None:
        """Fold lines and what follows from each, then store all of it in one transaction.

        A refused line, or one whose place is taken, may only be behind the record: refresh and try again.
        When the database does not answer, the lines may or may not be stored: the next call reads the record.
        """
        for _ in range(MAX_TRIES):
            try:
                with metrics.append_seconds.time():
                    await self._try_append(new_lines, receipt)
                return
            except Refused:
                if not self._store.shared or not await self._refresh():
                    raise
            except IntegrityError:
                metrics.conflicts.inc()
        raise Unavailable("other nodes always append first")

    async def _try_append(self, new_lines: Callable[[], Iterator[Line]], receipt: int | None) -> None:
        if self.has_unstored_lines:
            await self._reload()
        before, tick = len(self.match.lines), self._store.clock.now()
        answered = self._fold_all(new_lines(), tick)
        rows = self._rows(before, receipt if answered else None, tick)
        if rows:
            await self._store.append(NewLines(self.id, rows, self.over))
        self._stored(rows)

    def _rows(self, before: int, receipt: int | None, tick: float) -> list[LineRow]:
        """The rows of the lines behind the first `before`; the first of an answer may carry a receipt."""
        new = self.match.lines[before:]
        answer = 1 if new[:1] == [HOLD_LINE] else 0
        return [
            line_row(self.id, before + index + 1, line, receipt if index == answer else None, tick)
            for index, line in enumerate(new)
        ]

    def _stored(self, rows: Sequence[LineRow]) -> None:
        """What is folded here is the record."""
        metrics.lines.inc(len(rows))
        self._index_rows(rows)
        self.has_unstored_lines = False

    def _fold_all(self, new_lines: Iterator[Line], tick: float) -> bool:
        """Fold lines and what follows from each; whether there was any. Raises Refused.

        Until the caller has stored them, the state here is ahead of the record, also when this fails halfway.
        """
        before, answered = len(self.match.lines), False
        self.has_unstored_lines = True
        try:
            for line in new_lines:
                answered = True
                self._fold(line, tick)
                self._fold_due_lines(tick)
            self._fold_due_lines(tick)
        except (Illegal, Refused) as error:
            self.has_unstored_lines = len(self.match.lines) > before
            if isinstance(error, Refused):
                raise
            raise Refused(error.rules) from error
        return answered

    def _fold(self, line: Line, tick: float) -> None:
        self.match.append(line)
        self.hold.follow(line, tick)
        self.turn_clock.follow(self.match, tick)

    def _fold_due_lines(self, tick: float) -> None:
        game = self.match.game
        if self.match.held and not self.hold.left(tick):
            self._fold(CLOSE_LINE, tick)
        while CHANCE in self.match.acting:
            self._fold(Line(CHANCE, outcome(self._key, game.draws(self.match.state)[0])), tick)
        if self.over and self.match.seed is None:
            finish(self.match, self._seed)

    def _index_rows(self, rows: Sequence[LineRow]) -> None:
        for row in rows:
            self.seq = row.seq
            self._missed.follow(row)
            if row.n is not None:
                self._receipts.setdefault(row.who, []).append(row.line.partition(" ")[2])

    async def _refresh(self) -> bool:
        if self.has_unstored_lines:
            await self._reload()
            return True
        rows = await self._store.read(lambda connection: select_rows(connection, self.id, self.seq))
        self.has_unstored_lines = True  # until all of them are folded and indexed, only a reload is sure
        try:
            for row in rows:
                self._fold(read(row.line), row.tick)
        except (Illegal, ValueError, LookupError, TypeError) as error:
            raise Unreadable("broken", repr(error)) from error
        self._index_rows(rows)
        self.has_unstored_lines = False
        return bool(rows)

    async def _reload(self) -> None:
        """Fold the stored record from its beginning; what was folded and not stored has not happened."""
        rows = await self._store.read(lambda connection: select_rows(connection, self.id))
        header = "\n".join(write_header(self.match.header))
        self.match, self.turn_clock = await fold_aside(header, rows)
        self.seq, self.has_unstored_lines = 0, False
        self._missed = MissedTurns()
        self._receipts.clear()
        self._index_rows(rows)
        self.hold.follow_rows(rows)


def _read_action(text: str) -> Action:
    try:
        return read_action(text)
    except ValueError as error:
        raise Refused(("no_such_action",)) from error
