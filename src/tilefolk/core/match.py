"""A match: its header and its lines, folded to a state; take-back, told log and end record."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from tilefolk.core.chance import Draw, match_key, outcome, seal
from tilefolk.core.game import AnyGame, HeldGame, Illegal, Legacy
from tilefolk.core.legacy import Asleep
from tilefolk.core.notation import CHANCE, TABLE, Action, Line
from tilefolk.core.sealing import COMMITTED, ONE_SIDED, Part, committed_key
from tilefolk.core.table_lines import (
    CLOSE_LINE,
    END,
    HOLD_LINE,
    REVEAL,
    asleep_line,
    end_line,
    enter_line,
    gain_json,
    legacy_json,
    read_late,
    reveal_line,
)
from tilefolk.core.tally import places

UNDO: Action = ("undo",)


class Header(NamedTuple):
    """What is fixed before the first line. `open_seed`: draws anybody could know beforehand.

    `sealing` tells which kind of sealed draws it has: `nonces` belong to the one-sided kind, `parts` to the
    committed one. `lineup`: in a campaign where not all seats play, the numbers there of the seats that do.
    """

    game: str
    version: int
    seats: int
    options: tuple[tuple[str, str], ...] = ()
    seal: str = ""
    nonces: tuple[str, ...] = ()
    open_seed: str = ""
    practice: bool = False
    sealing: int = ONE_SIDED
    parts: tuple[Part, ...] = ()
    lineup: tuple[int, ...] = ()

    def key(self, seed: bytes) -> bytes:
        """The key of all draws of the match."""
        if self.sealing == COMMITTED:
            return committed_key(seed, self.parts)
        return match_key(seed, self.nonces)


class Kept(NamedTuple):
    """A line that counts: its place among all lines, the state before it, and who did what by it.

    A late seat's line is the table's.
    """

    place: int
    before: Any
    line: Line
    act: Line


class Match:
    """A match that grows line by line. A line that is not allowed raises Illegal and changes nothing."""

    def __init__(
        self, game: AnyGame, header: Header, legacy: Sequence[Legacy] = (), asleep: Sequence[Asleep] = ()
    ) -> None:
        self.game, self.header = game, header
        self.legacy, self.asleep = tuple(legacy), tuple(asleep)
        resting = tuple(seat.legacy for seat in asleep)
        options = dict(header.options)
        self.state = game.setup(header.game, header.seats, options, self.legacy, header.version, resting)
        self.lines: list[Line] = [enter_line(seat, brought) for seat, brought in enumerate(self.legacy)]
        self.lines += map(asleep_line, self.asleep)
        self.kept: list[Kept] = []
        self._acting: tuple[Any, tuple[int, ...]] = None, ()  # a state and who acts in it
        self.seed: bytes | None = None
        self.end: dict[str, Any] | None = None
        self._is_holding = False  # the running round stays open behind its last answer

    def append(self, line: Line) -> None:
        """Fold one more line."""
        if line.who == TABLE:
            self._table(line)
        elif line.action == UNDO:
            self._take_back(line.who)
        else:
            self._keep(line, line.who, line.action)
        self.lines.append(line)

    @property
    def streams(self) -> tuple[Draw, ...]:
        """What the numbers of its draws stand for; follows from the header alone."""
        return self.game.streams(self.header.game, self.header.seats, self.header.version)

    @property
    def acting(self) -> tuple[int, ...]:
        """Who may act now, CHANCE among them; nobody when it is over."""
        state, acting = self._acting
        if state is not self.state:
            acting = self.game.to_act(self.state)
            if self._is_holding:
                acting = tuple(who for who in acting if who != CHANCE)
            self._acting = self.state, acting
        return acting

    @property
    def over(self) -> bool:
        return not self.acting and not self._is_holding

    @property
    def held(self) -> bool:
        """Whether all have answered and the round is still open."""
        return self._is_holding and not self.acting

    def may_hold(self) -> bool:
        """Whether the running round can be held open behind its last answer; in practice there is no need."""
        game = self.game
        return not self.header.practice and isinstance(game, HeldGame) and game.may_hold(self.state)

    def may_undo(self, seat: int) -> bool:
        """Whether the seat's last line can still be taken back."""
        return self._undoable(seat) is not None

    def told(self, seat: int | None) -> list[Line]:
        """The lines a seat (or a spectator) may know by now."""
        return [k.line for k in self.kept if self.game.knows(k.before, k.act, self.state, seat)]

    def end_record(self) -> dict[str, Any]:
        """Tallies, places, what each seat kept and why, and what it takes along."""
        tallies, seats = self.game.score(self.state), range(self.header.seats)
        kept = [self.game.kept(self.state, seat) for seat in seats]
        told = [[gain_json(gain) for gain in gains] for gains in kept if gains is not None]
        return {
            "tallies": [[[entry.rule, entry.points] for entry in tally.entries] for tally in tallies],
            "values": [tally.value for tally in tallies],
            "places": list(places(tallies)),
            "legacy": [legacy_json(self.game.takes_along(self.state, seat)) for seat in seats],
            **({"kept": told} if told else {}),
        }

    def _keep(self, line: Line, who: int, action: Action) -> None:
        act = Line(who, action)
        after = self._after(self.state, line, act)
        self.kept.append(Kept(len(self.lines), self.state, line, act))
        self.state = after

    def _after(self, state: Any, line: Line, act: Line) -> Any:
        """The state after an act. What is answered for a late seat need not be something it could answer."""
        given = line.who == TABLE and act.action == self.game.timeout_action(state, act.who)
        if self._is_holding:
            return self._held_after(state, act, given)
        return (self.game.apply_trusted if given else self.game.apply)(state, act.who, act.action)

    def _held_after(self, state: Any, act: Line, given: bool) -> Any:
        if act.who == CHANCE or (not given and act.action not in self.game.legal(state, act.who)):
            raise Illegal(self.game.why(state, act.who, act.action) or ("no_such_draw",))
        return cast(HeldGame, self.game).hold(state, act.who, act.action)

    def _close_round(self) -> None:
        """Let the last answer do what it had done at once in a round that is not held open."""
        last = self.kept[-1]
        self._is_holding = False
        self.state = self._after(last.before, last.line, last.act)

    def _table(self, line: Line) -> None:
        verb, *rest = line.action
        late = read_late(line)
        if line == HOLD_LINE and self.acting and self.may_hold():
            self._is_holding = True
        elif line == CLOSE_LINE and self.held:
            self._close_round()
        elif late and late.seat in self.acting:
            self._keep(line, late.seat, late.answer or self.game.fallback_action(self.state, late.seat))
        elif verb == REVEAL and len(rest) == 1 and self.over:
            self._reveal(str(rest[0]))
        elif verb == END and len(rest) == 1 and self.over:
            if json.loads(str(rest[0])) != self.end_record():
                raise Illegal(("end_differs",))
            self.end = self.end_record()
        else:
            raise Illegal(("no_such_table_line",))

    def _reveal(self, text: str) -> None:
        try:
            seed = bytes.fromhex(text)
        except ValueError:
            raise Illegal(("no_seed",)) from None
        if seal(seed) != self.header.seal:
            raise Illegal(("seal_broken",))
        self.seed = seed

    def _undoable(self, seat: int) -> int | None:
        last = self._last_since_draw(seat)
        if last is None or self.over:
            return None
        if self.header.practice:
            return last
        before = self.game.closed(self.kept[last].before, seat)
        now = self.kept[-1].before if self.held else self.state  # a round that is held is not closed
        return None if self.game.closed(now, seat) != before else last

    def _last_since_draw(self, seat: int) -> int | None:
        """The place of the seat's last line; None when something was drawn after it, but in practice."""
        for index in range(len(self.kept) - 1, -1, -1):
            who = self.kept[index].line.who
            if who == seat:
                return index
            if who == CHANCE and not self.header.practice:
                return None
        return None

    def _take_back(self, seat: int) -> None:
        """Fold without the seat's last line; in practice everything after it is gone as well."""
        last = self._undoable(seat)
        if last is None:
            raise Illegal(("nothing_to_undo",))
        self._is_holding = False
        later = [] if self.header.practice else self.kept[last + 1 :]
        state, kept = self.kept[last].before, self.kept[:last]
        for one in later:
            kept.append(one._replace(before=state))
            state = self._after(state, one.line, one.act)
        self.state, self.kept = state, kept


class Moment(NamedTuple):
    """A state to look back at, and how many of the lines that count lead to it."""

    lines: int
    state: Any


def moments(match: Match) -> list[Moment]:
    """The moments to look back at: the first, each after which a round or turn was closed, the last."""
    seats = range(match.header.seats)
    states = [*(kept.before for kept in match.kept), match.state]
    closed = [tuple(match.game.closed(state, seat) for seat in seats) for state in states]
    last = len(states) - 1
    return [
        Moment(at, state)
        for at, state in enumerate(states)
        if at in (0, last) or closed[at] != closed[at - 1]
    ]


def finish(match: Match, seed: bytes) -> None:
    """Open the seal and write the end record of a match that is over."""
    match.append(reveal_line(seed))
    match.append(end_line(match.end_record()))


class WrongDraw(NamedTuple):
    """A draw that does not follow from the seed."""

    number: int
    line: Line
    expected: Action


def verify(match: Match) -> list[WrongDraw]:
    """All draws that differ from what the revealed seed gives; ValueError while it is sealed."""
    if match.seed is None:
        raise ValueError("the seed is not revealed yet")
    key = match.header.key(match.seed)
    wrong = []
    drawn = [kept for kept in match.kept if kept.line.who == CHANCE]
    for number, kept in enumerate(drawn, start=1):
        asked = {(d.stream, d.index): d for d in match.game.draws(kept.before)}
        stream, index = str(kept.line.action[0]), int(kept.line.action[1])
        expected = outcome(key, asked[stream, index])
        if expected != kept.line.action:
            wrong.append(WrongDraw(number, kept.line, expected))
    return wrong
