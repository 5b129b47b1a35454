"""The live connection: pushes of the newest view, receipts for lines, and nobody waits for a slow client."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from tilefolk.locale import texts
from tilefolk.server import metrics
from tilefolk.server.http.security import MessageAllowance
from tilefolk.server.http.socket_entry import AGAIN, closed, problem
from tilefolk.server.http.table_json import table_json
from tilefolk.server.matches.live_match import LiveMatch, Refused
from tilefolk.server.matches.view_push import SentViews
from tilefolk.server.messages import Act, Ping, React, Say, read_message
from tilefolk.server.node.deadlines import deadlines
from tilefolk.server.node.node import Node
from tilefolk.server.node.outage_notice import TELL
from tilefolk.server.people.identity import Person
from tilefolk.server.storage.store import Unavailable
from tilefolk.server.tables.table import TableRow
from tilefolk.server.talk.entries import TalkRefused
from tilefolk.server.talk.feed import SentTalk, entry_json

SLOW = 20.0  # seconds one message may take to be sent
LARGEST = 4096  # bytes of a client's message

log = structlog.get_logger()


class Connection:
    """One socket. What changed is marked, not queued: a slow client gets the newest view and all news."""

    def __init__(self, node: Node, socket: WebSocket, person: Person, table_id: str) -> None:
        self.node, self.socket, self.person, self.table_id = node, socket, person, table_id
        self._replies: list[dict[str, Any]] = []
        self._table_dirty = self._talk_dirty = True
        self._heard = SentTalk()
        self._live: LiveMatch | None = None
        self._match_dirty = False
        self._pushes = SentViews()
        self._deadlines: dict[int, float] = {}
        self._dismissed = self._gone = self._out = False
        self._wake = asyncio.Event()
        self._allowance = MessageAllowance()

    async def run(self) -> None:
        """Send and receive until one of both ends."""
        metrics.sockets.inc()
        sender = asyncio.create_task(self._send_all())
        try:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # gone, politely or not
                await self._patiently(self._arrive)
                await self._receive_all()
        finally:
            self.node.presence.leave(self.table_id, self)
            metrics.sockets.dec()
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)

    async def _arrive(self) -> None:
        table = await self.node.table(self.table_id)
        if table:
            await self.node.welcome(table, self.person)
        if table and table.match:
            self._live = await self.node.live_match(table.match)
            self._match_dirty = True
        self.node.presence.enter(self.table_id, self)
        self._wake.set()

    async def _patiently(self, work: Callable[[], Awaitable[None]]) -> None:
        """Until the database answers, or the person is gone; whoever waits is told."""
        telling = asyncio.create_task(self._tell())
        try:
            while not self._gone:
                try:
                    return await work()
                except Unavailable:
                    with metrics.waiting.track_inprogress():
                        await asyncio.sleep(AGAIN)
            raise WebSocketDisconnect
        finally:
            telling.cancel()

    async def _tell(self) -> None:
        while True:
            await asyncio.sleep(TELL)
            self._trouble("waiting")

    def table_changed(self) -> None:
        self._table_dirty = self._talk_dirty = True  # who sits where also stands in the talk
        self._wake.set()

    def talk_changed(self) -> None:
        self._talk_dirty = True
        self._wake.set()

    def match_changed(self, live: LiveMatch) -> None:
        if self._live is None or self._live.id != live.id:
            self._pushes = SentViews()
        self._live, self._match_dirty = live, True
        self._wake.set()

    def outage(self, lasts: bool) -> None:
        """The database does not answer; when it is back, the table says so by coming again."""
        self._out = lasts
        if lasts:
            self._trouble("waiting")
        else:
            self.table_changed()

    def dismiss(self) -> None:
        """The person is nobody here any more, or too rude to stay."""
        self._dismissed = True
        self._wake.set()

    def reply(self, message: dict[str, Any]) -> None:
        self._replies.append(message)
        self._wake.set()

    def _trouble(self, code: str) -> None:
        self.reply(problem(code, self.person.language))

    async def _receive_all(self) -> None:
        while True:
            text = await self.socket.receive_text()
            if self._dismissed:
                continue  # until the last word to them is sent
            if len(text) > LARGEST or not self._allowance.take():
                self._trouble("too_large" if len(text) > LARGEST else "too_many")
                if self._allowance.overdrawn or len(text) > LARGEST:
                    self.dismiss()
                continue
            try:
                message = read_message(text)
            except (ValidationError, ValueError):
                self._trouble("bad_request")
                continue
            if isinstance(message, Act):
                await self._act(message)
            elif isinstance(message, Ping):
                self.reply({"type": "pong"})
            else:
                await self._say(message)

    async def _act(self, act: Act) -> None:
        same = {"match": act.match, "seat": act.seat, "n": act.n}

        async def said() -> None:
            table = await self.node.table(self.table_id)
            if table is None:
                raise Refused(("no_such_match",))
            await self.node.act(table, self.person, act)

        try:
            await self._patiently(said)
        except Refused as error:
            self.reply({"type": "refused", **same, "rules": list(error.rules)})
        else:
            self.reply({"type": "ack", **same})

    async def _say(self, message: Say | React) -> None:
        try:
            seq = await self.node.talk.say(self.table_id, self.person, message)
        except (TalkRefused, Unavailable) as error:
            code = error.code if isinstance(error, TalkRefused) else "talk_later"
            detail = texts(self.person.language).say(f"api.{code}")
            self.reply({"type": "unsaid", "id": message.id, "code": code, "detail": detail})
        else:
            self.reply({"type": "said", "id": message.id, "seq": seq})

    async def _send_all(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            last = self._dismissed
            try:
                for text in self._answers() if last else await self._due():
                    async with asyncio.timeout(SLOW):  # wait_for may swallow that we are cancelled
                        await self.socket.send_text(text)
            except (WebSocketDisconnect, RuntimeError, TimeoutError, OSError):
                self._gone = True
                await closed(self.socket)
                return
            if last:
                self._gone = True
                await closed(self.socket, 1008)
                return

    async def _due(self) -> list[str]:
        """Everything there is to send now; what the database keeps back comes later."""
        try:
            return await self._gathered()
        except Unavailable:
            self._table_dirty = True
            self._trouble("waiting")
            self._later()
        return self._answers()

    def _later(self) -> None:
        asyncio.get_running_loop().call_later(AGAIN, self._wake.set)

    def _answers(self) -> list[str]:
        replies, self._replies = self._replies, []
        return [json.dumps(message) for message in replies]

    async def _gathered(self) -> list[str]:
        """Receipts first; no line comes in while views are made, and none is shown that is not stored."""
        table, shown = await self.node.table(self.table_id), ""
        if table and self._live and self._live.id == table.match:
            self._time_runs(deadlines(self._live, table, table.held_by(self.person.id)))
        if table and self._table_dirty:
            self._table_dirty = False
            seen = await table_json(self.node, table, self.person, str(self.socket.base_url))
            shown = json.dumps({"type": "table", "table": seen})
        talk = await self._talk(table) if table and self._talk_dirty else ""
        out = [*self._answers(), shown, talk]
        if shown and self._out:  # somebody went meanwhile: that is no sign of the database
            self._trouble("waiting")
            out += self._answers()
        if self._match_dirty and self._live and self._live.has_unstored_lines:
            self._later()
        elif table and self._match_dirty and self._live:
            self._match_dirty = False
            seats: list[int | None] = [*table.held_by(self.person.id)]
            out += [self._pushes.push(self._live, seat) for seat in seats or [None]]
        return [text for text in out if text]

    async def _talk(self, table: TableRow) -> str:
        """What is new in it; a closed table has none."""
        self._talk_dirty = False
        try:
            entries = () if table.closed else await self.node.talk.newest(table.id)
        except Unavailable:
            self._talk_dirty = True
            raise
        news = self._heard.news([entry_json(entry, table, self.person) for entry in entries])
        return "" if news is None else json.dumps({"type": "talk", "entries": news})

    def _time_runs(self, until: dict[int, float]) -> None:
        """Another round, another deadline: the table shows it."""
        self._table_dirty |= until != self._deadlines
        self._deadlines = until
