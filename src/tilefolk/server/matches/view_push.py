"""Pushes of a match: the newest view of a seat, and the lines it has been told since the last one."""

import json

from tilefolk.core.match import Kept
from tilefolk.core.notation import write
from tilefolk.server.matches.live_match import LiveMatch


class SentViews:
    """What one connection has been sent of one match; a seat of None is a spectator's."""

    def __init__(self) -> None:
        self._told: dict[int | None, dict[int, int]] = {}  # the places of the lines, in their order
        self._sent: dict[int | None, str] = {}

    def push(self, live: LiveMatch, seat: int | None) -> str:
        """The match as a seat may see it; empty when nothing has changed for it.

        `seq` counts what the seat has been told: how much others have done in secret is not to be seen.
        """
        news, view = self._news(live, seat), live.view(seat)
        head = {
            "type": "push",
            "match": live.id,
            "seq": len(self._told[seat]),
            "seat": seat,
            "n": 0 if seat is None else live.next_n(seat),
            "may_undo": seat is not None and live.may_undo(seat),
            "overdue": None if seat is None else live.overdue(seat),
            "absent": None if seat is None else live.absence(seat).told(),
        }
        same = json.dumps(head) + view
        if not news and self._sent.get(seat) == same:
            return ""
        self._sent[seat] = same
        told = {
            "news": [write(kept.line) for kept in news],
            "by_bot": [index for index, kept in enumerate(news) if live.by_bot(kept)],
        }
        return json.dumps({**head, **told})[:-1] + ', "view": ' + view + "}"

    def _news(self, live: LiveMatch, seat: int | None) -> list[Kept]:
        """Told lines since the last push; a new connection gets the story so far."""
        match, known = live.match, self._told.get(seat, {})
        told = {
            index: kept
            for index, kept in enumerate(match.kept)
            if known.get(index) == kept.place or match.game.knows(kept.before, kept.act, match.state, seat)
        }
        self._told[seat] = {index: kept.place for index, kept in told.items()}
        return [kept for index, kept in told.items() if known.get(index) != kept.place]
