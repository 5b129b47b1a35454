"""The state of a laying match: a frozen value of ints and tuples."""

from typing import NamedTuple

from tilefolk.core.chance import Outcome
from tilefolk.core.game import Legacy
from tilefolk.core.notation import Action
from tilefolk.core.track import RACE, Booking, Standing, fold
from tilefolk.games.laying.board import BLANK, Board, note
from tilefolk.games.laying.catalogue import EPISODES, ground_of
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground, Piece
from tilefolk.games.laying.rules.shapes import Prize, Task

TOGETHER, OWN = "together", "own"
ROUNDS, ASK, REWARD, OVER = "rounds", "ask", "reward", "over"
PHASES = (ROUNDS, ASK, REWARD, OVER)
HIDDEN: Action = ("hidden",)
FOREVER = 1 << 20
FRESH = Legacy()


class Setting(NamedTuple):
    """What is fixed before the first draw. No legacies: nobody brings anything along."""

    episode: str
    version: int
    pace: str
    award: bool
    legacies: tuple[Legacy, ...]


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
        return EPISODES[self.setting.episode]

    @property
    def phase(self) -> str:
        return self.ending.phase

    @property
    def pace(self) -> str:
        return self.setting.pace

    def legacy(self, seat: int) -> Legacy:
        return self.setting.legacies[seat] if self.setting.legacies else FRESH

    def ground(self, seat: int) -> Ground:
        legacies = self.setting.legacies
        return ground_of(self.setting.episode, legacies[seat] if legacies else FRESH)

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
    """Where the seat's marker stands; in own pace at least there."""
    episode, book = EPISODES[state.setting.episode], state.boards[seat].book
    if book is BLANK and not state.setting.legacies:
        return episode.fresh
    bookings = book.bookings
    if book.notes:
        bookings += tuple([booking for booking, _ in prizes(state, seat)])
    return fold(episode.track, bookings, state.legacy(seat).count("provisions"))


def may_pass(state: State, seat: int, episode: Episode, piece: Piece) -> bool:
    """Whether the seat may pass this piece."""
    passing, board = episode.passing, state.boards[seat]
    if piece.must or passing is None:
        return False
    return passing.allows(board, standing(state, seat), piece)


def why_no_pass(state: State, seat: int, piece: Piece) -> tuple[str, ...]:
    """The rules that forbid passing the piece."""
    episode = state.episode
    if episode.passing is None:
        return ("no.passing",)
    if may_pass(state, seat, episode, piece):
        return ()
    return (f"no.{piece.must or episode.passing.id}",)
