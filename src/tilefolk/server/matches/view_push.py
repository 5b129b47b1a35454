"""Pushes of a match to one connection: the newest view of a seat and the lines it was told since the last."""

import hashlib
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from pydantic_core import to_json

from tilefolk.core.game import Json
from tilefolk.core.match import Kept
from tilefolk.core.notation import write
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.matches.seat_feed import SeatFeed, Step


class KnownValues(NamedTuple):
    """What deltas may name, as JSON, and a short name for all of it: it follows from what it says."""

    values: Json
    name: str
    text: str


_WRITTEN: dict[int, KnownValues] = {}  # by the ids of the tables; games keep as many
MAX_WRITTEN = 256


def written(known: Json) -> KnownValues:
    """What is known, written once: nearly all seats of a game know the same."""
    found = _WRITTEN.get(id(known))
    if found is None or found.values is not known:
        if len(_WRITTEN) >= MAX_WRITTEN:
            _WRITTEN.clear()
        text = to_json(known)
        found = KnownValues(known, hashlib.sha256(text).hexdigest()[:16], text.decode())
        _WRITTEN[id(known)] = found
    return found


class Sent(NamedTuple):
    """How far a connection has followed a feed: steps, lines, its last number, what it knows."""

    feed: SeatFeed
    version: int
    told: int
    number: int
    known: Json


class SentViews:
    """What one connection was sent of one match; seat None is a spectator.

    `deltas`: the client folds them. It gets the whole view first, then what has changed. `has`: the names of
    what it knows from an earlier connection, which is not sent again; None for clients that remember nothing.
    """

    def __init__(self, deltas: bool = False, has: Collection[str] | None = None) -> None:
        self._deltas, self._has = deltas, has
        self._sent: dict[int | None, Sent] = {}
        self._knows: dict[int | None, str] = {}  # what a seat was told last that it may name

    def of_next_match(self) -> "SentViews":
        """What the connection was sent of a match that begins: nothing, but it still knows what it knew."""
        following = SentViews(self._deltas, self._has)
        following._knows = self._knows
        return following

    def forget(self, seat: int | None) -> None:
        """Send the seat's whole view and all its lines next, with all it may know."""
        self._sent.pop(seat, None)
        self._knows.pop(seat, None)
        self._has = None if self._has is None else ()

    def next_push(self, live: LiveMatch, seat: int | None) -> str:
        """What has changed for the seat, as JSON; empty when nothing has.

        `seq` counts the lines the seat was told, `number` the messages of this connection: neither reveals
        how much others did in secret.
        """
        feed, sent = live.feed(seat), self._sent.get(seat)
        steps = None if sent is None or sent.feed is not feed else feed.steps_since(sent.version)
        if steps == []:
            return ""
        number = sent.number + 1 if sent else 1
        known = feed.known if self._deltas else {}
        self._sent[seat] = Sent(feed, feed.version, len(feed.told), number, known)
        if sent is None or steps is None or (sent.known is not known and sent.known != known):
            return _push(live, feed, _in_order(feed.told), self._numbered(number, seat, known))
        news = feed.told[min(step.stand for step in steps) :]
        if not self._deltas:
            return _push(live, feed, news, "")
        return _delta(live, feed, steps, news if news or len(feed.told) != sent.told else None, number)

    def _numbered(self, number: int, seat: int | None, known: Json) -> str:
        """What a whole push has for those who fold deltas: its number, and what they may name."""
        if not self._deltas:
            return ""
        if not known:
            return f'"number":{number},"known":{{}},'
        _, name, text = written(known)
        has_it = self._has is not None and (name in self._has or self._knows.get(seat) == name)
        self._knows[seat] = name
        return f'"number":{number},"known_id":"{name}",' + ("" if has_it else f'"known":{text},')


def _push(live: LiveMatch, feed: SeatFeed, news: Sequence[Kept], numbered: str) -> str:
    """Everything there is to draw."""
    push = {
        "match": live.id,
        "seat": feed.seat,
        "n": feed.receipts.n,
        "may_undo": feed.receipts.may_undo,
        "overdue": feed.overdue,
        "absent": feed.receipts.absence.to_json(),
        "hold": feed.receipts.hold_json(),
        **_lines(live, feed, news),
        "view": feed.view,
    }
    return f'{{"type":"push",{numbered}{to_json(push).decode()[1:]}'


def _delta(
    live: LiveMatch, feed: SeatFeed, steps: Sequence[Step], news: Sequence[Kept] | None, number: int
) -> str:
    """What has changed since the last message, in steps; lines where there are new ones or fewer."""
    seat = "null" if feed.seat is None else feed.seat
    head = f'"type":"delta","seat":{seat},"number":{number}'
    changes = ",".join(step.delta for step in steps if step.delta)
    told = {} if news is None else _lines(live, feed, news)
    if told and not told["by_bot"]:
        del told["by_bot"]
    lines = "," + to_json(told).decode()[1:-1] if told else ""
    return f'{{{head},"changes":[{changes}]{lines}}}'


def _lines(live: LiveMatch, feed: SeatFeed, news: Sequence[Kept]) -> dict[str, Any]:
    return {
        "seq": len(feed.told),
        "news": [write(kept.line) for kept in news],
        "by_bot": [index for index, kept in enumerate(news) if live.is_by_bot(kept)],
    }


def _in_order(told: Sequence[Kept]) -> list[Kept]:
    """The lines in the order in which they were written."""
    return sorted(told, key=lambda kept: kept.place)
