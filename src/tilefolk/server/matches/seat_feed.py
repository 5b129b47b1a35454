"""What one seat is shown of a match, followed from change to change; all its connections share it."""

from collections import deque
from typing import Any, NamedTuple

from pydantic_core import to_json

from tilefolk.core.game import AnyGame, Json, known_of, view_parts_of
from tilefolk.core.match import Kept, Match
from tilefolk.core.notation import write_action
from tilefolk.core.sharing import joined
from tilefolk.delta import SAME, delta
from tilefolk.server.matches.missed_turns import Absence
from tilefolk.server.matches.round_hold import Hold

MAX_STEPS = 4  # who has missed more gets the whole view again: a step may be as long as a view


class Receipts(NamedTuple):
    """What a push says of the seat's own lines: the next receipt number, take-back, what others answered.

    `hold`: the round is held open.
    """

    n: int = 0
    may_undo: bool = False
    absence: Absence = Absence()
    hold: Hold | None = None

    def hold_json(self) -> dict[str, Any] | None:
        return self.hold._asdict() if self.hold else None


class Step(NamedTuple):
    """One change: the delta as JSON, empty where only lines changed, and how many lines told before stand."""

    delta: str
    stand: int


class SharedDeltas:
    """The deltas of one step of a match that several seats have in common: each is made and written once."""

    def __init__(self) -> None:
        self._written: dict[tuple[int, int], tuple[str | None, object, object]] = {}

    def write(self, before: Json, after: Json) -> str | None:
        """The fields of a part that have changed, as JSON without brackets; None where its names have."""
        key = id(before), id(after)
        known = self._written.get(key)
        if known is None:
            known = _write_fields(before, after), before, after  # both stay alive, and with them their ids
            self._written[key] = known
        return known[0]


def _write_fields(before: Json, after: Json) -> str | None:
    if before.keys() != after.keys():
        return None
    changes = {}
    for name, was in before.items():
        now = after[name]
        if was is not now and (change := delta(was, now)) is not SAME:
            changes[name] = change
    return to_json(changes).decode()[1:-1] if changes else ""


def write_delta(before: Any, after: Any) -> str:
    """The delta as JSON; empty when nothing has changed."""
    change = delta(before, after)
    return "" if change is SAME else to_json(change).decode()


class SeatFeed:
    """The newest view of a seat, the lines it was told, and the last steps that led there.

    `version` counts the steps. A move that a seat may know nothing of is no step for it. Seat None is a
    spectator.
    """

    def __init__(self, seat: int | None, game: AnyGame) -> None:
        self._view_parts, self._known_of = view_parts_of(game), known_of(game)
        self.seat, self.version, self.seq = seat, 0, -1
        self.known: Json = {}  # what deltas may name
        self.receipts = Receipts()
        self.overdue: str | None = None
        self._parts: tuple[Json, ...] = ()  # of the view
        self.told: list[Kept] = []  # in the order in which they were told
        self._steps: deque[Step] = deque(maxlen=MAX_STEPS)
        self._seen: Any = None
        self._hidden: list[Kept] = []  # lines that the seat may not know yet
        self._looked_at = 0  # how many lines that count were looked at,
        self._last_place = -1  # and the place of the last of them

    def follow(self, match: Match, seq: int, receipts: Receipts, shared: SharedDeltas) -> None:
        """Take note of everything up to the line `seq`."""
        if seq == self.seq:
            return
        self.seq = seq
        game, state, seat = match.game, match.state, self.seat
        seen = game.seen(state, seat)
        if receipts == self.receipts and seen == self._seen:
            return  # a view and what a seat is told follow from what it has seen
        self._seen = seen
        overdue = None
        if seat is not None and seat in game.to_act(seen):
            overdue = write_action(game.timeout_action(seen, seat))
        parts = self._view_parts(state, seat)
        change = self._delta(receipts, overdue, parts, shared)
        before, told = len(self.told), self._tell(match)
        if change or told < before or len(self.told) > told:
            self._steps.append(Step(change, told))
            self.version += 1
        self.receipts, self.overdue, self._parts = receipts, overdue, parts
        self.known = self._known_of(state, seat)

    @property
    def view(self) -> dict[str, Any]:
        return joined(self._parts)

    def steps_since(self, version: int) -> list[Step] | None:
        """The steps after a version; None when they are not remembered."""
        missed = self.version - version
        if missed == 1 and self._steps:
            return [self._steps[-1]]  # the common case, decided fast
        return list(self._steps)[len(self._steps) - missed :] if missed <= len(self._steps) else None

    def _delta(
        self, receipts: Receipts, overdue: str | None, view: tuple[Json, ...], shared: SharedDeltas
    ) -> str:
        """The delta of everything but the lines, as JSON; empty when nothing has changed."""
        before = self.receipts
        parts = []
        if receipts.n != before.n:
            parts.append(f'"n":{receipts.n}')
        if receipts.may_undo != before.may_undo:
            parts.append(f'"may_undo":{"true" if receipts.may_undo else "false"}')
        if overdue != self.overdue:
            parts.append(f'"overdue":{to_json(overdue).decode()}')
        if receipts.absence != before.absence:
            absent = write_delta(before.absence.to_json(), receipts.absence.to_json())
            parts.append(f'"absent":{absent}')
        if receipts.hold != before.hold:
            parts.append(f'"hold":{write_delta(before.hold_json(), receipts.hold_json())}')
        if changed := self._view_delta(view, shared):
            parts.append(f'"view":{changed}')
        return "{" + ",".join(parts) + "}" if parts else ""

    def _view_delta(self, view: tuple[Json, ...], shared: SharedDeltas) -> str:
        """Part by part: the same object has not changed, and what seats share is compared once."""
        if len(view) != len(self._parts):
            return write_delta(self.view, joined(view))
        changes = []
        for before, after in zip(self._parts, view, strict=True):
            if before is not after:
                change = shared.write(before, after)
                if change is None:
                    return write_delta(self.view, joined(view))
                if change:
                    changes.append(change)
        return "{" + ",".join(changes) + "}" if changes else ""

    def _tell(self, match: Match) -> int:
        """Add the lines that may be told by now; how many of those told before still stand.

        A line that was taken back is told no more, and those told after it are told again.
        """
        kept, stand = match.kept, len(self.told)
        looked = self._looked_at
        if looked and (len(kept) < looked or kept[looked - 1].place != self._last_place):
            stand = self._forget_taken_back(kept)
        candidates = [*self._hidden, *kept[self._looked_at :]]
        self._hidden = []
        for one in candidates:
            known = match.game.knows(one.before, one.act, match.state, self.seat)
            (self.told if known else self._hidden).append(one)
        self._looked_at, self._last_place = len(kept), kept[-1].place if kept else -1
        return stand

    def _forget_taken_back(self, kept: list[Kept]) -> int:
        """Look at all lines again but those told before the first that was taken back."""
        now = {one.place: one for one in kept}
        stand = next((at for at, one in enumerate(self.told) if one.place not in now), len(self.told))
        del self.told[stand:]
        places = {one.place for one in self.told}
        self._hidden = [one for one in kept if one.place not in places]
        self._looked_at = len(kept)
        return stand
