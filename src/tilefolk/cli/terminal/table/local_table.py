"""A table at one keyboard: the match, its people and bots, and draws from a sealed seed."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from tilefolk.cli.terminal.table.log_file import LogFile
from tilefolk.core.chance import outcome
from tilefolk.core.game import Illegal, Json
from tilefolk.core.match import UNDO, Match, finish
from tilefolk.core.notation import CHANCE, Action, Line
from tilefolk.core.play import Bot, sight, stream
from tilefolk.core.table_lines import end_line, late_line

Player = tuple[str, Bot] | None  # None: a person at this keyboard
FAILED: Action = ("failed",)


class Due(NamedTuple):
    """An action that no person decides: a draw or a bot's answer. `undos` shows if it is outdated."""

    who: int
    think: Callable[[], Action]
    undos: int


class Table:
    """A match with its players. Every line is written to the log at once.

    `failed`: seats whose bot failed. `write_error`: why the log lacks the last lines.
    """

    def __init__(self, match: Match, secret: bytes, players: Sequence[Player], log: LogFile | None) -> None:
        self.match, self.players, self.log = match, tuple(players), log
        self.people = tuple(seat for seat, player in enumerate(players) if player is None)
        self._secret = secret
        self._key = match.header.key(secret)
        self.failed: set[int] = set()
        self.write_error: OSError | None = None
        self._undos = 0
        self._seen: tuple[object, dict[int | None, Json]] = (None, {})
        self._told: tuple[object, dict[int, list[Line]]] = (None, {})
        if self.over:
            self._finish()
        if self.log:
            self._save_table_file(self.log)
            self.log.write(self.match)

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def acting(self) -> tuple[int, ...]:
        """The people who may act now."""
        return tuple(seat for seat in self.match.game.to_act(self.match.state) if seat in self.people)

    @property
    def views(self) -> Mapping[int | None, Json]:
        """The view of each person, and under None that of a spectator."""
        state, game = self.match.state, self.match.game
        if self._seen[0] is not state:
            self._seen = state, {seat: game.view(state, seat) for seat in (*self.people, None)}
        return self._seen[1]

    def told(self, seat: int) -> list[Line]:
        """The lines a seat may know."""
        if self._told[0] is not self.match.state:
            self._told = self.match.state, {}
        if seat not in self._told[1]:
            self._told[1][seat] = self.match.told(seat)
        return self._told[1][seat]

    def values(self, seat: int | None) -> list[int]:
        """The scores if the match ended now, as far as the seat knows."""
        game = self.match.game
        return [tally.value for tally in game.score(game.seen(self.match.state, seat))]

    def send(self, seat: int, action: Action) -> None:
        """Append a person's answer; raises Illegal."""
        self.match.append(Line(seat, action))
        self._save()

    def undo(self, seat: int) -> None:
        """Take a person's last answer back; raises Illegal."""
        self.match.append(Line(seat, UNDO))
        self._undos += 1
        self._save()

    def due(self) -> Due | None:
        """The next action that no person decides: draws first, then bots."""
        game, state = self.match.game, self.match.state
        acting = game.to_act(state)
        if CHANCE in acting:
            return Due(CHANCE, partial(outcome, self._key, game.draws(state)[0]), self._undos)
        seat = next((seat for seat in acting if self.players[seat] is not None), None)
        return None if seat is None else Due(seat, self._thinker(seat), self._undos)

    def take(self, due: Due, action: Action) -> None:
        """Append a due action, unless somebody took an answer back meanwhile.

        If a bot fails or answers illegally, the record says `@ late` and the default answer counts.
        """
        if due.undos != self._undos:
            return
        try:
            self.match.append(Line(due.who, action))
        except Illegal:
            self.failed.add(due.who)
            self.match.append(late_line(due.who))
        self._save()

    def _thinker(self, seat: int) -> Callable[[], Action]:
        player = self.players[seat]
        assert player is not None
        game, state, bot = self.match.game, self.match.state, player[1]
        n = sum(kept.line.who == seat for kept in self.match.kept)

        def think() -> Action:
            try:
                return bot(sight(game, state, seat), stream(self._key, seat, n))
            except Exception:  # whatever a bot does wrong, the match goes on
                return FAILED

        return think

    def _save(self) -> None:
        """Write the log. If it fails, the next line writes everything again."""
        if self.over:
            self._finish()
        if not self.log:
            return
        try:
            self.log.write(self.match)
            if self.match.seed is not None:
                self._save_table_file(self.log)
            self.write_error = None
        except OSError as error:
            self.write_error = error

    def _save_table_file(self, log: LogFile) -> None:
        secret = None if self.match.header.open_seed or self.match.seed is not None else self._secret
        log.write_table_file(secret, [player[0] if player else None for player in self.players])

    def _finish(self) -> None:
        if self.match.seed is None:
            finish(self.match, self._secret)
        elif self.match.end is None:
            self.match.append(end_line(self.match.end_record()))
