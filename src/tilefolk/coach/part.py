"""One seat's part of a finished laying match: every draw known, the other seats as they ended."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from tilefolk.core.chance import Outcome, outcome
from tilefolk.core.game import AnyGame
from tilefolk.core.match import Match, verify
from tilefolk.core.notation import Action
from tilefolk.core.tally import Tally
from tilefolk.games.laying.answers import END
from tilefolk.games.laying.board import Board, fresh, note
from tilefolk.games.laying.rounds import find_draw, settle
from tilefolk.games.laying.scoring import score_of
from tilefolk.games.laying.state import ROUNDS, Ending, State, dealt, standing


class Turn(NamedTuple):
    """An answer that the seat gave: the card, the board before it, the answer, the board after it."""

    card: str
    before: Board
    action: Action
    after: Board
    place: int = 0  # of its line among those that count


class Line(NamedTuple):
    """Answers from some board on, the board they lead to, and what it comes to."""

    value: int
    actions: tuple[Action, ...]
    board: Board


class Part:
    """What a seat could have done, and what it did.

    Whatever the seat answers, the others keep the boards they ended with, and the draws stay the same:
    outcomes have names, so they do not depend on what anybody answers.
    """

    def __init__(self, game: AnyGame, final: State, seat: int, turns: Sequence[Turn]) -> None:
        self.game, self.seat = game, seat
        self._final = final._replace(commits=(None,) * len(final.boards), ending=Ending())
        self.turns = tuple(turns)

    @property
    def rounds(self) -> int:
        """How many rounds there are with a known draw."""
        return len(self._final.cards)

    @cached_property
    def fresh(self) -> Board:
        return fresh(self._final.ground(self.seat))

    @cached_property
    def played(self) -> Line:
        board = self._final.boards[self.seat]
        return Line(self.value(board), tuple(turn.action for turn in self.turns), board)

    def state(self, board: Board) -> State:
        """The match with this board on the seat, ready to answer its round."""
        boards = (*self._final.boards[: self.seat], board, *self._final.boards[self.seat + 1 :])
        return self._final._replace(boards=boards)

    def tally(self, board: Board) -> Tally:
        """The tally of the seat if this were its last board."""
        return score_of(self.state(self.ended(board)), self.seat)

    def value(self, board: Board) -> int:
        return self.tally(board).value

    def value_so_far(self, board: Board) -> int:
        """Where the marker stands: what has been booked, no line of the end scoring."""
        return standing(self.state(board), self.seat).value

    def ended(self, board: Board) -> Board:
        """The board with its part over, so that all its races are judged."""
        if board.ended or board.round >= self.rounds:
            return board
        return self.after(board, END)

    def legal(self, board: Board) -> Sequence[Action]:
        """The answers of a board; none where there is nothing to answer any more."""
        return () if self.is_over(board) else self.game.legal(self.state(board), self.seat)

    def is_over(self, board: Board) -> bool:
        return bool(board.ended) or board.round >= self.rounds

    def after(self, board: Board, action: Action) -> Board:
        """The board after a legal answer, and after the rounds that leave no choice; raises Illegal."""
        moved: State = self.game.apply(self.state(board), self.seat, action)
        return self.settled(moved.boards[self.seat])

    def settled(self, board: Board) -> Board:
        """The board after all rounds that leave it no choice."""
        return settle(self.state(board)).boards[self.seat]

    def line(self, board: Board, actions: Sequence[Action]) -> Line:
        """Answers played out by the engine, as far as they are asked for; then the part ends."""
        done: list[Action] = []
        for action in actions:
            if self.is_over(board):
                break
            board = self.after(board, action)
            done.append(action)
        board = self.ended(board)
        return Line(self.value(board), tuple(done), board)

    def covered(self, turn: Turn) -> frozenset[str]:
        """The names of the cells that an answer built on."""
        grid = self._final.ground(self.seat).grid
        return frozenset(grid.listed(turn.before.clear & ~turn.after.clear))

    def prizes(self, number: int) -> list[int]:
        """What each race brings a seat that reaches its goal in this round."""
        others = [board for at, board in enumerate(self._final.boards) if at != self.seat]
        races = self._final.setting.races
        reached = [{note(board, race.id, -1) for board in others} for race in races]
        steps = [sum(0 <= when < number for when in rounds) for rounds in reached]
        return [race.prize(step).points for race, step in zip(races, steps, strict=True)]


def part_of(match: Match, seat: int) -> Part:
    """The part of a seat in a finished laying match. With its seed known, also draws nobody waited for."""
    final: State = match.state
    draws = (*final.draws, *_later_draws(match, final))
    finds = _all_finds(match, final)
    final = final._replace(draws=draws, cards=dealt(final.episode, draws), finds=finds)
    moves = [
        (place, kept)
        for place, kept in enumerate(match.kept)
        if kept.act.who == seat and _answers_card(kept.before, seat)
    ]
    boards = [kept.before.boards[seat] for _, kept in moves]
    after = [*boards[1:], final.boards[seat]]
    turns = [
        Turn(final.cards[before.round], before, kept.act.action, then, place)
        for (place, kept), before, then in zip(moves, boards, after, strict=True)
    ]
    return Part(match.game, final, seat, turns)


def _all_finds(match: Match, final: State) -> tuple[tuple[int, int], ...]:
    """What every site hides, as the seed tells; without it, for sites that nobody dug up, what is likely."""
    find = final.episode.find
    if find is None:
        return final.finds
    found, sites = dict(final.finds), final.ground(0).layer(find.at).bit_count()
    if match.seed is not None and not verify(match):
        key = match.header.key(match.seed)
        drawn = [outcome(key, find_draw(find, site)) for site in range(sites)]
        return tuple((site, int(action[2])) for site, action in enumerate(drawn))
    return tuple(enumerate(find.expected(found, sites)))


def _answers_card(state: State, seat: int) -> bool:
    board = state.boards[seat]
    deciding = state.phase == ROUNDS and seat not in state.setting.owes
    return deciding and not board.ended and board.round < len(state.cards)


def _later_draws(match: Match, final: State) -> list[Outcome]:
    """The rest of the deck, which nobody drew because everybody had ended; dice have no rest.

    A record whose draws do not follow from its seed tells nothing of the rest.
    """
    source = final.episode.source
    if source.rounds is None or match.seed is None or verify(match):
        return []
    key = match.header.key(match.seed)
    return [outcome(key, source.draw(index))[2:] for index in range(len(final.draws), source.rounds)]
