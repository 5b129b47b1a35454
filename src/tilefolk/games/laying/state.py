"""The state of a laying match: a frozen value of ints and tuples."""

from typing import NamedTuple

from tilefolk.core.chance import Outcome
from tilefolk.core.game import Legacy
from tilefolk.core.notation import Action
from tilefolk.core.track import RACE, Booking, Standing, Track, fold
from tilefolk.games.laying.board import Board, note
from tilefolk.games.laying.catalogue import EPISODES, ground_of
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground, Piece
from tilefolk.games.laying.rules.shapes import Prize, Task

ROUNDS, ASK, REWARD, OVER = "rounds", "ask", "reward", "over"
PHASES = (ROUNDS, ASK, REWARD, OVER)
HIDDEN: Action = ("hidden",)
FOREVER = 1 << 20


class State(NamedTuple):
    """Boards as they stood when the round began, plus one commit per seat.

    `draws` are the outcomes of the source in order, `finds` the sites dug up so far with their points,
    `tasks` and `given` what each seat still has to choose after the ranking and what it chose.
    """

    episode: str
    version: int
    pace: str
    award: bool
    legacies: tuple[Legacy, ...]
    draws: tuple[Outcome, ...]
    finds: tuple[tuple[int, int], ...]
    boards: tuple[Board, ...]
    commits: tuple[Action | None, ...]
    phase: str = ROUNDS
    asked: tuple[Action | None, ...] = ()
    tasks: tuple[tuple[Task, ...], ...] = ()
    given: tuple[tuple[Action, ...], ...] = ()


def episode_of(state: State) -> Episode:
    return EPISODES[state.episode]


def ground_at(state: State, seat: int) -> Ground:
    return ground_of(state.episode, state.legacies[seat])


def piece_at(state: State, seat: int) -> Piece | None:
    """The piece the seat has to answer now; None when it waits for a draw or has nothing to lay."""
    board = state.boards[seat]
    if board.round >= len(state.draws):
        return None
    card = EPISODES[state.episode].source.card(state.draws, board.round)
    return ground_of(state.episode, state.legacies[seat]).pieces.get(card)


def settled(state: State) -> int:
    """How many rounds every seat has closed: their races are judged."""
    return min(FOREVER if board.ended else board.round for board in state.boards)


def prizes(state: State, seat: int) -> list[tuple[Booking, Prize]]:
    """What the seat has won in races of settled rounds. Nothing is counted up: it follows from the boards."""
    won = []
    if state.boards[seat].notes:
        limit = settled(state)
        for race in EPISODES[state.episode].rules.race:
            when = [note(board, race.id, -1) for board in state.boards]
            mine = when[seat]
            if 0 <= mine < limit:
                earlier = {other for other in when if 0 <= other < mine}
                prize = race.prize(len(earlier))
                won.append((Booking(mine, RACE, race.id, prize.points), prize))
    return won


def track_of(episode: Episode) -> Track:
    return Track(episode.track.start, episode.track.lock)


def standing(state: State, seat: int) -> Standing:
    """Where the seat's marker stands; in own pace at least there."""
    episode, board = EPISODES[state.episode], state.boards[seat]
    provisions = state.legacies[seat].count("provisions")
    bookings = [*board.bookings, *(booking for booking, _ in prizes(state, seat))]
    if not bookings:
        return Standing(episode.track.start, False, provisions)
    return fold(track_of(episode), bookings, provisions)
