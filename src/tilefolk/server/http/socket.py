"""The live connection of a client to a table: receives lines and talk, sends receipts and newest views."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from tilefolk.locale import texts
from tilefolk.server import metrics
from tilefolk.server.http.limits import MessageAllowance
from tilefolk.server.http.outbox import Outbox
from tilefolk.server.http.socket_entry import close_socket
from tilefolk.server.matches.live_match import LiveMatch, Refused
from tilefolk.server.messages import Act, Commit, Foresee, Ping, React, Reveal, Say, Whole, read_message
from tilefolk.server.node import moves, table_changes
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person
from tilefolk.server.storage.waiting import NOTICE_SECONDS, RETRY_SECONDS, wait_for_database
from tilefolk.server.talk.entries import TalkRefused

SEND_TIMEOUT_SECONDS = 20.0  # a client that takes longer for one message is gone
MAX_MESSAGE_BYTES = 4096
POLICY_VIOLATION = 1008  # the close code for those who may not stay


class Connection:
    """One socket. A receiver and a sender run side by side until one of them ends."""

    def __init__(self, node: Node, socket: WebSocket, person: Person, table_id: str) -> None:
        self.node, self.socket, self.person, self.table_id = node, socket, person, table_id
        deltas = socket.query_params.get("deltas") == "1"
        self._outbox = Outbox(node, person, table_id, str(socket.base_url), deltas)
        self._is_disconnected = False  # by us: the client is sent its last replies, then closed
        self._is_gone = False
        self._allowance = MessageAllowance()
        self._commitment = ""  # what this client committed to for the next match

    async def run(self) -> None:
        """Send and receive until either ends."""
        metrics.sockets.inc()
        sender = asyncio.create_task(self._send_all())
        try:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # gone, with or without a goodbye
                await self._retry_until_available(self._enter)
                await self._receive_all()
        finally:
            self.node.presence.leave(self.table_id, self)
            if self._commitment:
                withdrawing = self.node.sealing.withdraw(self.table_id, self.person, self._commitment)
                self.node.background.spawn(withdrawing)
            metrics.sockets.dec()
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)

    # What a listener is told

    def table_changed(self) -> None:
        self._outbox.mark("table", "talk")  # talk entries name the seats of their authors

    def talk_changed(self) -> None:
        self._outbox.mark("talk")

    def match_changed(self, live: LiveMatch) -> None:
        self._outbox.mark_match(live)

    def outage(self, is_out: bool) -> None:
        self._outbox.set_outage(is_out)

    def disconnect(self) -> None:
        """The person was deleted, or sends too much: close after the last replies."""
        self._is_disconnected = True
        self._outbox.wake.set()

    # Coming in

    async def _enter(self) -> None:
        table = await self.node.table(self.table_id)
        if table and not table.closed:
            await table_changes.give_seats_back(self.node, table, self.person)
        if table and table.match:
            self._outbox.mark_match(await self.node.live_match(table.match))
        self.node.presence.enter(self.table_id, self)
        self._outbox.wake.set()

    async def _retry_until_available(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do the work once the database answers, unless the client is gone; tell a client that waits.

        The work runs in this task, so that its receipt is queued before the sender can send what it changed.
        """

        async def pause(_: object) -> None:
            if self._is_gone:
                raise WebSocketDisconnect
            with metrics.waiting_appends.track_inprogress():
                await asyncio.sleep(RETRY_SECONDS)

        notices = asyncio.create_task(self._send_notices())
        try:
            await wait_for_database(work, pause, retry_seconds=0)
        finally:
            notices.cancel()

    async def _send_notices(self) -> None:
        while True:
            await asyncio.sleep(NOTICE_SECONDS)
            self._outbox.report_problem("waiting")

    # Receiving

    async def _receive_all(self) -> None:
        while True:
            text = await self._receive_text()
            if self._is_disconnected:
                continue  # until the last reply is sent
            if len(text) > MAX_MESSAGE_BYTES:
                self._outbox.report_problem("too_large")
                self.disconnect()
            elif not self._allowance.take():
                self._outbox.report_problem("too_many")
                if self._allowance.overdrawn:
                    self.disconnect()
            else:
                await self._receive(text)

    async def _receive_text(self) -> str:
        """The next message; a binary one is answered like any text that says nothing."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or 1005)
        return message.get("text") or ""

    async def _receive(self, text: str) -> None:
        try:
            message = read_message(text)
        except (ValidationError, ValueError):
            self._outbox.report_problem("bad_request")
            return
        if isinstance(message, Act):
            await self._act(message)
        elif isinstance(message, Foresee):
            await self._foresee(message)
        elif isinstance(message, Commit | Reveal):
            await self._take_part(message)
        elif isinstance(message, Whole):
            self._outbox.send_whole(message.match, message.seat)
        elif isinstance(message, Ping):
            self._outbox.reply({"type": "pong"})
        else:
            await self._say(message)

    async def _act(self, act: Act) -> None:
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

    async def _foresee(self, question: Foresee) -> None:
        """What each answer would bring; nothing where the seat has none to give or is somebody else's."""
        table = await self.node.table(self.table_id)
        answers = await moves.previews(self.node, table, self.person, question) if table else []
        self._outbox.reply({"type": "foreseen", "id": question.id, "answers": answers})

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

    # Sending

    async def _send_all(self) -> None:
        while True:
            await self._outbox.wake.wait()
            self._outbox.wake.clear()
            is_last = self._is_disconnected
            try:
                for text in self._outbox.take_replies() if is_last else await self._outbox.take_all():
                    async with asyncio.timeout(SEND_TIMEOUT_SECONDS):  # wait_for may swallow our cancellation
                        await self.socket.send_text(text)
            except (WebSocketDisconnect, RuntimeError, TimeoutError, OSError):
                self._is_gone = True
                await close_socket(self.socket)
                return
            if is_last:
                self._is_gone = True
                await close_socket(self.socket, POLICY_VIOLATION)
                return
