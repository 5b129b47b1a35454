"""The outbox of a socket: what changed is marked, not queued, so a slow client gets only the newest state.

What changed in one round of the event loop goes out in one write. A push of a match takes no task: what it
needs is in memory. A task gathers what may have to be read first, such as the table.
"""

import asyncio
from collections.abc import Collection
from typing import Any, Literal

from pydantic_core import to_json

from tilefolk.server.errors import Unavailable
from tilefolk.server.http.live.socket_entry import problem_message
from tilefolk.server.http.live.wire import Wire
from tilefolk.server.http.table_json import table_json
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.matches.view_push import SentViews
from tilefolk.server.node.deadlines import visible_deadlines
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person
from tilefolk.server.storage.waiting import RETRY_SECONDS
from tilefolk.server.tables.table import TableRow
from tilefolk.server.talk.feed import SentTalk, entry_json

Part = Literal["table", "talk", "match"]
ONLY_MATCH: frozenset[Part] = frozenset({"match"})


class Outbox:
    """What one client has to be sent: replies in their order, and the newest table, talk and views."""

    def __init__(
        self,
        node: Node,
        person: Person,
        table_id: str,
        base_url: str,
        wire: Wire | None = None,
        deltas: bool = False,
        has: Collection[str] | None = None,
    ) -> None:
        self._node, self._person, self._table_id, self._base_url = node, person, table_id, base_url
        self._wire = wire  # None when closed, and in tests that take what there is to send
        self._is_waking = self._is_gathering = False
        self._is_wanted = False  # somebody woke us while we gathered
        self._retry_timer: asyncio.TimerHandle | None = None
        self._replies: list[dict[str, Any]] = []
        self._changed: set[Part] = {"table", "talk"}
        self._live: LiveMatch | None = None
        self._deltas = deltas  # the client folds what has changed into its views
        self._sent_views = SentViews(deltas, has)
        self._sent_talk = SentTalk()
        self._deadlines: dict[int, float] = {}
        self._deadlines_of: tuple[TableRow, LiveMatch, int] | None = None  # what they were made of
        self._is_out = False  # the database does not answer

    def reply(self, message: dict[str, Any]) -> None:
        self._replies.append(message)
        self.wake()

    def report_problem(self, code: str) -> None:
        self.reply(problem_message(code, self._person.language))

    def mark(self, *parts: Part) -> None:
        """These parts are to be sent again."""
        self._changed.update(parts)
        self.wake()

    def mark_match(self, live: LiveMatch | None) -> None:
        """The match has changed, or another match is shown from now on."""
        if self._live is None or live is None or self._live.id != live.id:
            self._sent_views = self._sent_views.of_next_match()
            self._deadlines_of = None  # it holds the match that was shown before
        self._live = live
        self.mark("match")

    def shows(self, live: LiveMatch) -> bool:
        return self._live is not None and self._live.id == live.id

    def send_whole(self, seat: int | None) -> None:
        """The client needs the whole view of a seat again."""
        self._sent_views.forget(seat)
        self.mark("match")

    def set_outage(self, is_out: bool) -> None:
        """Tell the client that the database does not answer; that it is back is told by the table."""
        self._is_out = is_out
        if is_out:
            self.report_problem("waiting")
        else:
            self.mark("table", "talk")

    def close(self) -> None:
        """Nothing is sent any more."""
        self._wire = None
        if self._retry_timer is not None:
            self._retry_timer.cancel()

    def wake(self) -> None:
        """Send what there is in the next round of the event loop."""
        if self._wire is not None and not self._is_waking:
            self._is_waking = True
            self._node.next_round.add(self._flush)

    def take_replies(self) -> list[str]:
        replies, self._replies = self._replies, []
        return [_json(message) for message in replies]

    async def take_all(self) -> list[str]:
        """Everything there is to send now; what needs a database that does not answer comes later."""
        try:
            return await self._gather()
        except Unavailable:
            self._changed.add("table")
            self._replies.append(problem_message("waiting", self._person.language))
            self._wake_later()
        return self.take_replies()

    def _flush(self) -> None:
        self._is_waking = False
        if self._wire is None or not self._wire.is_writable:
            return  # a wire that can be written to again wakes us
        if self._is_gathering:
            self._is_wanted = True
            self._wire.send_texts(self.take_replies())  # they need not wait for a database
            return
        table = self._node.table_cache.peek(self._table_id)
        if table is not None:
            self._look_at_deadlines(table)
        if table is None or not self._changed <= ONLY_MATCH:
            self._is_gathering = True
            self._node.background.spawn(self._gather_and_send())
        elif texts := [*self.take_replies(), *self._views(table)]:
            self._wire.send_texts(texts)

    async def _gather_and_send(self) -> None:
        try:
            texts = await self.take_all()
            if self._wire is not None and texts:
                self._wire.send_texts(texts)
        finally:
            self._is_gathering = False
        if self._is_wanted:
            self._is_wanted = False
            self.wake()

    def _wake_later(self) -> None:
        if self._retry_timer is None:
            self._retry_timer = asyncio.get_running_loop().call_later(RETRY_SECONDS, self._retry)

    def _retry(self) -> None:
        self._retry_timer = None
        self.wake()

    async def _gather(self) -> list[str]:
        """Replies first, then table, talk and views. No view is made of lines that are not stored yet."""
        table = await self._node.table(self._table_id)
        table_text = await self._table(table) if table else ""
        talk_text = await self._talk(table) if table else ""
        texts = [*self.take_replies(), table_text, talk_text]
        if table_text and self._is_out:  # the table was shown for another reason: the outage goes on
            self.report_problem("waiting")
            texts += self.take_replies()
        texts += self._views(table) if table else []
        return [text for text in texts if text]

    async def _table(self, table: TableRow) -> str:
        """The table if it has changed; a new deadline is a change as well."""
        self._look_at_deadlines(table)
        if "table" not in self._changed:
            return ""
        self._changed.discard("table")
        deadlines = self._deadlines if self._live and self._live.id == table.match else None
        shown = await table_json(self._node, table, self._person, self._base_url, deadlines)
        return _json({"type": "table", "table": shown})

    def _look_at_deadlines(self, table: TableRow) -> None:
        """Mark the table if its deadlines are others than those that were shown."""
        if self._live is None or (table.time is None and not self._deadlines):
            return  # no clock runs
        if self._live.id != table.match:
            return
        made_of = table, self._live, self._live.seq
        if self._deadlines_of == made_of:
            return
        deadlines = visible_deadlines(self._live, table, table.held_by(self._person.id))
        if not self._live.has_unstored_lines:
            self._deadlines_of = made_of
        if deadlines != self._deadlines:
            self._changed.add("table")
            self._deadlines = deadlines

    async def _talk(self, table: TableRow) -> str:
        """The new entries of the talk; a closed table has none."""
        if "talk" not in self._changed:
            return ""
        entries = () if table.closed else await self._node.talk.newest(table.id)
        self._changed.discard("talk")
        news = self._sent_talk.news([entry_json(entry, table, self._person) for entry in entries])
        return "" if news is None else _json({"type": "talk", "entries": news})

    def _views(self, table: TableRow) -> list[str]:
        if "match" not in self._changed or self._live is None:
            self._changed.discard("match")
            return []
        if self._live.has_unstored_lines:
            self._wake_later()
            return []
        self._changed.discard("match")
        seats: list[int | None] = [*seats_in_match(table, self._live, self._person.id)]
        pushes = [self._sent_views.next_push(self._live, seat) for seat in seats or [None]]
        return [push for push in pushes if push]


def _json(message: dict[str, Any]) -> str:
    return to_json(message).decode()


def seats_in_match(table: TableRow, live: LiveMatch, person: str) -> list[int]:
    """The seats a person has in a match; between two matches of a campaign others may sit at the table."""
    held = table.held_by(person)
    if not table.lineup or not live.over:
        return held
    header = live.match.header
    played = header.lineup or tuple(range(header.seats))
    return [played.index(table.lineup[seat]) for seat in held if table.lineup[seat] in played]
