"""A match in Python: legal moves, playing, taking back, the view of a seat, a readable board, the record."""

import sys
from collections.abc import Mapping, Sequence
from secrets import token_hex
from typing import IO, Any

from tilefolk.api.errors import Error, IllegalMove, error, illegal, spoken, unknown
from tilefolk.api.players import Seats, seated
from tilefolk.core.chance import match_key, open_seed, outcome, seal
from tilefolk.core.game import BadSetup, Illegal
from tilefolk.core.match import UNDO, Header, finish
from tilefolk.core.match import Match as Fold
from tilefolk.core.notation import CHANCE, Action, BadLine, Line, read_action, write, write_action
from tilefolk.core.play import Bot, Sight, sight, stream
from tilefolk.core.record import write_record
from tilefolk.games import UnknownGame, find, list_games

Move = str | Sequence[str | int]


class Match:
    """A match you play from Python. `tilefolk.match` begins one, `tilefolk.read` reads one from its record.

    Draws happen by themselves, and so do the moves of bots. A move is a tuple such as
    `("place", "T4", 2, "C5")` or its text, `"place T4 2 C5"`. Seats count from 0. Where a seat may be
    named and is not, the first of your seats that is to act is meant.
    """

    def __init__(
        self, fold: Fold, bots: Sequence[Bot | None], secret: bytes | None, go_on: bool = True
    ) -> None:
        self._fold, self._bots, self._secret = fold, tuple(bots), secret
        if go_on:
            self._go_on()

    @property
    def game(self) -> str:
        """The name of the game, such as `my_city/eternal`."""
        return self._fold.header.game

    @property
    def seats(self) -> int:
        """How many seats there are, bots included."""
        return self._fold.header.seats

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._fold.over

    @property
    def to_act(self) -> tuple[int, ...]:
        """Your seats that may move now."""
        acting = self._fold.game.to_act(self._fold.state)
        return tuple(seat for seat in acting if seat >= 0 and self._bots[seat] is None)

    @property
    def lines(self) -> list[str]:
        """Everything that has happened: a line begins with its seat, `*` for chance or `@` for the table."""
        return [write(line) for line in self._fold.lines]

    def legal(self, seat: int | None = None) -> Sequence[Action]:
        """All moves of a seat. The sequence is lazy: ask for its length or pick one without listing all."""
        chosen = self._seat(seat)
        return self._fold.game.legal(self._fold.state, chosen) if chosen >= 0 else ()

    def play(self, move: Move, seat: int | None = None) -> None:
        """Make a move; raises IllegalMove, which says why, and then nothing has changed."""
        if not self.to_act:
            self._go_on()
        chosen, action = self._seat(seat), _action(move)
        if chosen >= 0 and self._bots[chosen] is not None:
            raise error("python.bot_seat", seat=str(chosen))
        if action == UNDO:
            self.undo(seat)
            return
        self._append(chosen, action)
        self._go_on()

    def undo(self, seat: int | None = None) -> None:
        """Take back the last move of a seat (without one: the last move of yours); raises IllegalMove."""
        self._append(self._last_mover() if seat is None else self._seat(seat), UNDO)
        self._go_on()

    def view(self, seat: int | None = None, *, spectator: bool = False) -> Mapping[str, Any]:
        """What a seat may see and do, as JSON values; docs/views.md names every field."""
        return self._fold.game.view(self._fold.state, None if spectator else self._seat(seat, looking=True))

    def sight(self, seat: int | None = None) -> Sight:
        """What a seat has seen, as bots get it; `tilefolk.resample` takes it."""
        return sight(self._fold.game, self._fold.state, self._seat(seat, looking=True))

    def score(self) -> tuple[int, ...]:
        """The points of each seat if the match ended now."""
        return tuple(tally.value for tally in self._fold.game.score(self._fold.state))

    def places(self) -> tuple[int, ...]:
        """The place of each seat if the match ended now; equal places are shared."""
        return tuple(self._fold.end_record()["places"])

    def print(self, seat: int | None = None, file: IO[str] | None = None) -> None:
        """Print a board that a person can read, as the seat sees it."""
        from tilefolk.cli.terminal.plain_text import drawn

        chosen = self._seat(seat, looking=True)
        view = self._fold.game.view(self._fold.state, chosen)
        print(drawn(view, spoken(), chosen), file=file or sys.stdout)

    def record(self) -> str:
        """The match as text, which `tilefolk.read` and `tilefolk replay` take."""
        return write_record(self._fold)

    def __repr__(self) -> str:
        return f"<tilefolk.Match {self.game}, {self.seats} seats, {len(self._fold.lines)} lines>"

    def _seat(self, seat: int | None, looking: bool = False) -> int:
        """The seat that is meant; -1 if none was named and none of yours is to act."""
        if seat is None:
            mine = [number for number, bot in enumerate(self._bots) if bot is None]
            return (*self.to_act, *(mine or [0] if looking else []), -1)[0]
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise error("python.seat", given=repr(seat), known=", ".join(map(str, range(self.seats))))
        return seat

    def _last_mover(self) -> int:
        mine = [kept.line.who for kept in self._fold.kept if self._is_mine(kept.line.who)]
        return next((seat for seat in reversed(mine) if self._fold.may_undo(seat)), mine[-1] if mine else -1)

    def _is_mine(self, who: int) -> bool:
        return who >= 0 and self._bots[who] is None

    def _append(self, seat: int, action: Action) -> None:
        move = write_action(action)
        if self.over and action != UNDO:
            raise IllegalMove(spoken().say("python.over", move=move), ("not_to_act",))
        if seat < 0:
            raise illegal(move, ("nothing_to_undo",) if action == UNDO else ("not_to_act",))
        try:
            self._fold.append(Line(seat, action))
        except Illegal as forbidden:
            raise illegal(move, forbidden.rules) from None

    def _go_on(self) -> None:
        """Draw and let bots move until one of your seats decides alone, and close the record at the end."""
        fold, game = self._fold, self._fold.game
        if self._secret is None:
            return
        key = match_key(self._secret, fold.header.nonces)
        while acting := game.to_act(fold.state):
            who = next((who for who in acting if not self._is_mine(who)), None)
            if who is None:
                return
            if who == CHANCE:
                fold.append(Line(CHANCE, outcome(key, game.draws(fold.state)[0])))
            else:
                self._ask(who, key)
        if fold.end is None:
            finish(fold, self._secret)

    def _ask(self, seat: int, key: bytes) -> None:
        bot, fold = self._bots[seat], self._fold
        assert bot is not None
        answered = sum(kept.line.who == seat for kept in fold.kept)
        action = tuple(bot(sight(fold.game, fold.state, seat), stream(key, seat, answered)))
        try:
            fold.append(Line(seat, action))
        except Illegal as forbidden:
            raise illegal(f"{seat} {write_action(action)}", forbidden.rules) from None


def match(
    game: str, seats: Seats = None, seed: str | int | None = None, *, practice: bool = False, **options: str
) -> Match:
    """Begin a match.

    `game`: one of `tilefolk.games()`. `seats`: how many, all of them yours, or who sits on each: None for
    you, the name of a bot, a function, or `"./my_bots.py:clever"`. The same `seed` gives the same draws.
    `practice`: moves can be taken back without limit. `options` are those of the game, such as `pace="own"`.
    """
    try:
        found, mode = find(game)
    except (UnknownGame, AttributeError):
        raise unknown("cli.unknown_game", str(game), [known.name for known in list_games()]) from None
    bots = seated(mode, seats)
    word = token_hex(8) if seed is None else str(seed)
    if not word or not word.isprintable():
        raise error("python.seed", given=repr(seed))
    secret = open_seed(word)
    chosen = tuple(sorted((key, str(value)) for key, value in options.items()))
    header = Header(mode.name, mode.version, len(bots), chosen, seal(secret), (), word, practice)
    try:
        return Match(Fold(found, header), bots, secret)
    except BadSetup as bad:
        raise Error(spoken().say(bad.problem, **bad.names)) from None


def _action(move: Move) -> Action:
    """A move from its tuple or its text."""
    text = move if isinstance(move, str) else write_action(tuple(move))
    try:
        return read_action(text)
    except BadLine:
        raise IllegalMove(spoken().say("python.no_move", move=text), ("no_such_action",)) from None
