"""Pushes of a match to one connection: the newest view of a seat and the lines it was told since the last."""

import json

from tilefolk.core.match import Kept
from tilefolk.core.notation import write
from tilefolk.server.matches.live_match import LiveMatch


class SentViews:
    """What one connection was sent of one match; seat None is a spectator."""

    def __init__(self) -> None:
        self._told: dict[int | None, dict[int, int]] = {}  # per seat: index of a told line -> its place
        self._sent: dict[int | None, str] = {}

    def next_push(self, live: LiveMatch, seat: int | None) -> str:
        """The match as the seat may see it, as JSON; empty when nothing has changed for the seat.

        `seq` counts the lines the seat was told, so that it does not reveal how much others did in secret.
        """
        news, view = self._news(live, seat), live.view(seat)
        head = {
            "type": "push",
            "match": live.id,
            "seq": len(self._told[seat]),
            "seat": seat,
            "n": 0 if seat is None else live.next_receipt(seat),
            "may_undo": seat is not None and live.may_undo(seat),
            "overdue": None if seat is None else live.late_answer(seat),
            "absent": None if seat is None else live.absence(seat).to_json(),
        }
        state = json.dumps(head) + view
        if not news and self._sent.get(seat) == state:
            return ""
        self._sent[seat] = state
        told = {
            "news": [write(kept.line) for kept in news],
            "by_bot": [index for index, kept in enumerate(news) if live.is_by_bot(kept)],
        }
        return json.dumps({**head, **told})[:-1] + ', "view": ' + view + "}"

    def _news(self, live: LiveMatch, seat: int | None) -> list[Kept]:
        """Lines told since the last push; a new connection gets the whole story so far."""
        match, known = live.match, self._told.get(seat, {})
        told = {
            index: kept
            for index, kept in enumerate(match.kept)
            if known.get(index) == kept.place or match.game.knows(kept.before, kept.act, match.state, seat)
        }
        self._told[seat] = {index: kept.place for index, kept in told.items()}
        return [kept for index, kept in told.items() if known.get(index) != kept.place]
