"""The live connection of a client to a table: receives lines and talk, sends receipts and newest views.

A line takes the short way through the house: from the socket to the match and back without a task. Everything
else, and a line that cannot go that way, is the work of a task; the messages behind it wait.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine
from functools import partial
from typing import Any

from pydantic import ValidationError

from tilefolk.locale import texts
from tilefolk.server import metrics
from tilefolk.server.http.limits import MessageAllowance
from tilefolk.server.http.live.outbox import Outbox
from tilefolk.server.http.live.wire import POLICY_VIOLATION, TRY_AGAIN_LATER, Wire
from tilefolk.server.matches.live_match import LiveMatch, Refused
from tilefolk.server.messages import Act, Commit, Foresee, Next, Ping, React, Reveal, Say, Whole, read_message
from tilefolk.server.node import moves, table_changes
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person, find_outdated
from tilefolk.server.storage.waiting import RETRY_SECONDS, notices, wait_for_database
from tilefolk.server.talk.entries import TalkRefused

MAX_MESSAGE_BYTES = 4096


class Gone(Exception):
    """The client has left."""


class Connection:
    """One socket. Its messages are handled one after the other, in their order."""

    def __init__(
        self,
        node: Node,
        wire: Wire,
        person: Person,
        table_id: str,
        base_url: str,
        on_lost: Callable[[], None] = lambda: None,
        deltas: bool = False,
        has: Collection[str] | None = None,
        generation: int | None = None,
    ) -> None:
        self.node, self.person, self.table_id = node, person, table_id
        self._generation = node.people_cache.generation if generation is None else generation
        self._wire, self._on_lost, self._deltas = wire, on_lost, deltas
        self._outbox = Outbox(node, person, table_id, base_url, wire, deltas, has)
        self._waiting: list[str] = []  # messages behind one that is not handled yet: few, as reading pauses
        self._is_busy = False
        self._is_disconnected = False  # by us: the client is sent its last replies, then closed
        self._is_gone = False
        self._allowance = MessageAllowance()
        self._notices = notices()
        self._commitment = ""  # what this client committed to for the next match

    def start(self) -> None:
        """Come in, then handle what the client sends."""
        metrics.sockets.inc()
        self._work_on(self._retry_until_available(self._enter))
        self._wire.hand_over(self, sends_whole_views=not self._deltas)

    # What the wire tells

    def received(self, text: str) -> None:
        if self._is_busy or self._waiting:
            self._waiting.append(text)
            self._wire.pause_reading()
        else:
            self._handle(text)

    def writable(self) -> None:
        self._outbox.wake()

    def lost(self) -> None:
        self._is_gone = True
        self._stop_notices()
        self._waiting.clear()
        self._outbox.close()
        self.node.presence.leave(self.table_id, self)
        if self._commitment:
            withdrawing = self.node.sealing.withdraw(self.table_id, self.person, self._commitment)
            self.node.background.spawn(withdrawing)
        metrics.sockets.dec()
        self._on_lost()

    # What a listener is told

    def table_changed(self) -> None:
        self._outbox.mark("table", "talk")  # talk entries name the seats of their authors

    def talk_changed(self) -> None:
        self._outbox.mark("talk")

    def match_changed(self, live: LiveMatch) -> None:
        self._outbox.mark_match(live)

    def shows(self, live: LiveMatch) -> bool:
        return self._outbox.shows(live)

    def outage(self, is_out: bool) -> None:
        self._outbox.set_outage(is_out)

    def disconnect(self) -> None:
        """The person was deleted, or sends too much: close after the last replies."""
        if not self._is_disconnected and not self._is_gone:
            self._is_disconnected = True
            self._wire.send_texts(self._outbox.take_replies())
            self._outbox.close()
            self._wire.close_with(POLICY_VIOLATION)

    # Coming in

    async def _enter(self) -> None:
        table = await self.node.table_now(self.table_id)
        if table and not table.closed:
            await table_changes.give_seats_back(self.node, table, self.person)
        if table and table.match:
            self._outbox.mark_match(await self.node.live_match_now(table.match))
        await self._check_person()
        if not self._is_gone and not self._is_disconnected:
            self.node.presence.enter(self.table_id, self)
            self._outbox.wake()

    async def _check_person(self) -> None:
        """Close the socket if its person's link or token has ended since they were found."""
        credential, cache = self.person.credential, self.node.people_cache
        while self._generation != cache.generation:
            self._generation = cache.generation
            if await self.node.store.read(lambda connection: find_outdated(connection, [credential])):
                self.disconnect()

    async def _retry_until_available(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do the work once the database answers, unless the client is gone; tell a client that waits.

        The work runs in this task, so that its receipt is queued before the sender can send what it changed.
        """

        async def pause(_: object) -> None:
            if self._is_gone:
                raise Gone
            with metrics.waiting_appends.track_inprogress():
                await asyncio.sleep(RETRY_SECONDS)

        self._notify_later()
        try:
            await wait_for_database(work, pause, retry_seconds=0)
        finally:
            self._stop_notices()

    # Receiving

    def _handle(self, text: str) -> None:
        if self._is_disconnected:
            return
        if len(text) > MAX_MESSAGE_BYTES:
            self._outbox.report_problem("too_large")
            self.disconnect()
        elif not self._allowance.take():
            self._outbox.report_problem("too_many")
            if self._allowance.overdrawn:
                self.disconnect()
        else:
            self._read(text)

    def _read(self, text: str) -> None:
        try:
            message = read_message(text)
        except (ValidationError, ValueError):
            self._outbox.report_problem("bad_request")
            return
        if isinstance(message, Act):
            self._act(message)
        elif isinstance(message, Ping):
            self._outbox.reply({"type": "pong"})
        elif isinstance(message, Whole):
            self._outbox.send_whole(message.seat)
        else:
            self._work_on(self._answer(message))

    def _act(self, act: Act) -> None:
        self._is_busy = True
        self._notify_later()
        if not moves.submit(self.node, self.table_id, self.person, act, partial(self._acted, act)):
            self._acted(act, False)

    def _notify_later(self) -> None:
        self._notices.start(self, self._notify)

    def _notify(self) -> None:
        """Somebody whose line is not stored yet is told to wait, again and again."""
        self._outbox.report_problem("waiting")
        self._notify_later()

    def _stop_notices(self) -> None:
        self._notices.stop(self)

    def _acted(self, act: Act, is_stored: bool) -> None:
        """A line is stored, or has to take the long way."""
        self._stop_notices()
        if is_stored:
            self._outbox.reply({"type": "ack", "match": act.match, "seat": act.seat, "n": act.n})
            self._handle_waiting()
        else:
            self._work_on(self._act_by_long_way(act))

    def _work_on(self, work: Coroutine[Any, Any, None]) -> None:
        """Let a task do some work; messages wait until it is done."""
        self._is_busy = True
        self.node.background.spawn(self._finish(work))

    async def _finish(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Gone:
            return
        except Exception:
            self._wire.close_with(TRY_AGAIN_LATER)
            raise
        finally:
            self._handle_waiting()

    def _handle_waiting(self) -> None:
        self._is_busy = False
        while self._waiting and not self._is_busy:
            self._handle(self._waiting.pop(0))
        if not self._waiting and not self._is_busy and not self._is_gone:
            self._wire.resume_reading()

    async def _answer(self, message: Foresee | Next | Commit | Reveal | Say | React) -> None:
        if isinstance(message, Foresee):
            await self._foresee(message)
        elif isinstance(message, Next):
            await self._end_hold(message)
        elif isinstance(message, Commit | Reveal):
            await self._take_part(message)
        else:
            await self._say(message)

    async def _act_by_long_way(self, act: Act) -> None:
        receipt = {"match": act.match, "seat": act.seat, "n": act.n}

        async def write() -> None:
            table = await self.node.table(self.table_id)
            if table is None:
                raise Refused(("no_such_match",))
            await moves.act(self.node, table, self.person, act)

        try:
            await self._retry_until_available(write)
        except Refused as error:
            self._outbox.reply({"type": "refused", **receipt, "rules": list(error.rules)})
        else:
            self._outbox.reply({"type": "ack", **receipt})

    async def _end_hold(self, wish: Next) -> None:
        async def close() -> None:
            if table := await self.node.table(self.table_id):
                await moves.end_hold(self.node, table, self.person, wish)

        await self._retry_until_available(close)

    async def _foresee(self, question: Foresee) -> None:
        """What each answer would bring; nothing where the seat has none to give or is somebody else's."""
        table = await self.node.table(self.table_id)
        foreseen = await moves.previews(self.node, table, self.person, question) if table else moves.NOTHING
        self._outbox.reply({"type": "foreseen", "id": question.id, **foreseen})

    async def _take_part(self, message: Commit | Reveal) -> None:
        """A part in the draws of the next match; the table that is pushed then tells what counts."""
        sealing = self.node.sealing
        if isinstance(message, Reveal):
            await sealing.reveal(self.table_id, self.person, message)
        elif await sealing.commit(self.table_id, self.person, message):
            self._commitment = message.commitment

    async def _say(self, message: Say | React) -> None:
        try:
            seq = await self.node.talk.say(self.table_id, self.person, message)
        except TalkRefused as error:
            detail = texts(self.person.language).say(f"api.{error.code}")
            self._outbox.reply({"type": "unsaid", "id": message.id, "code": error.code, "detail": detail})
        else:
            self._outbox.reply({"type": "said", "id": message.id, "seq": seq})
