"""The state of a laying match: a frozen value of ints and tuples."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tilefolk.core.chance import Outcome
from tilefolk.core.game import Legacy, Pace
from tilefolk.core.notation import Action
from tilefolk.core.track import RACE, Booking, Standing, fold
from tilefolk.games.laying.board import BLANK, Board, note
from tilefolk.games.laying.catalogue import EPISODES, ground_of
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground, Piece
from tilefolk.games.laying.rules.shapes import Prize, Task

OWN = Pace.OWN
ROUNDS, ASK, REWARD, OVER = "rounds", "ask", "reward", "over"
PHASES = (ROUNDS, ASK, REWARD, OVER)
HIDDEN: Action = ("hidden",)
FOREVER = 1 << 20


@dataclass(frozen=True)
class Setting:
    """What is fixed before the first draw, by name; the tables behind the names are looked up once."""

    name: str
    version: int
    pace: Pace
    award: bool
    legacies: tuple[Legacy, ...]

    @cached_property
    def episode(self) -> Episode:
        return EPISODES[self.name]

    @cached_property
    def used(self) -> tuple[Legacy, ...]:
        """What of the legacies this episode uses: all, or nothing."""
        return self.legacies if self.episode.legacy else (Legacy(),) * len(self.legacies)

    @cached_property
    def grounds(self) -> tuple[Ground, ...]:
        return tuple(ground_of(self.name, legacy) for legacy in self.used)

    @cached_property
    def fresh(self) -> bool:
        """Whether nobody brings anything countable along."""
        return not any(legacy.counts for legacy in self.used)

    def __reduce__(self) -> tuple[object, ...]:
        return Setting, (self.name, self.version, self.pace, self.award, self.legacies)


class Ending(NamedTuple):
    """The phases after the rounds: what each seat was asked, still has to choose, and chose."""

    phase: str = ROUNDS
    asked: tuple[Action | None, ...] = ()
    tasks: tuple[tuple[Task, ...], ...] = ()
    given: tuple[tuple[Action, ...], ...] = ()


class State(NamedTuple):
    """Boards as they stood when the round began, plus one commit per seat.

    `draws` are the outcomes of the source in order, `cards` what they give to lay (nothing when blocked),
    `finds` the sites dug up so far with their points.
    """

    setting: Setting
    draws: tuple[Outcome, ...]
    cards: tuple[str, ...]
    finds: tuple[tuple[int, int], ...]
    boards: tuple[Board, ...]
    commits: tuple[Action | None, ...]
    ending: Ending = Ending()

    @property
    def episode(self) -> Episode:
        return self.setting.episode

    @property
    def phase(self) -> str:
        return self.ending.phase

    def ground(self, seat: int) -> Ground:
        return self.setting.grounds[seat]

    def piece(self, seat: int) -> Piece | None:
        """The piece the seat has to answer now; None when it waits for a draw or has nothing to lay."""
        number = self.boards[seat].round
        return self.ground(seat).pieces.get(self.cards[number]) if number < len(self.cards) else None


def settled(state: State) -> int:
    """How many rounds every seat has closed: their races are judged."""
    return min(FOREVER if board.ended else board.round for board in state.boards)


def prizes(state: State, seat: int) -> list[tuple[Booking, Prize]]:
    """What the seat has won in races of settled rounds. Nothing is counted up: it follows from the boards."""
    won = []
    if state.boards[seat].notes:
        limit = settled(state)
        for race in state.episode.rules.race:
            when = [note(board, race.id, -1) for board in state.boards]
            mine = when[seat]
            if 0 <= mine < limit:
                earlier = {other for other in when if 0 <= other < mine}
                prize = race.prize(len(earlier))
                won.append((Booking(mine, RACE, race.id, prize.points), prize))
    return won


def standing(state: State, seat: int) -> Standing:
    """Where the seat's marker stands; at own pace a lower bound."""
    setting, book = state.setting, state.boards[seat].book
    bookings = book.bookings
    if book.notes:
        bookings += tuple([booking for booking, _ in prizes(state, seat)])
    provisions = 0 if setting.fresh else setting.used[seat].count("provisions")
    return fold(setting.episode.track, bookings, provisions)


def may_pass(state: State, seat: int, piece: Piece) -> bool:
    """Whether the seat may pass this piece."""
    setting, board = state.setting, state.boards[seat]
    passing = setting.episode.passing
    if piece.must or passing is None:
        return False
    if board.book is BLANK and setting.fresh:
        return setting.episode.passes_at_start
    return passing.allows(board, standing(state, seat), piece)


def why_no_pass(state: State, seat: int, piece: Piece) -> tuple[str, ...]:
    """The rules that forbid passing the piece."""
    passing = state.episode.passing
    if passing is None:
        return ("no.passing",)
    return () if may_pass(state, seat, piece) else (f"no.{piece.must or passing.id}",)
