"""Laying positions on the compiled twin: answers played on through guessed cards, as bots do."""

from functools import cached_property

import numpy as np

from tilefolk.bots.playouts import features_for
from tilefolk.coach.part import Part, Turn
from tilefolk.coach.review import Luck, Played, Values, luck
from tilefolk.core.notation import Action
from tilefolk.games.laying.answers import END, PASS
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.state import State
from tilefolk.twin.board import TwinBoard, load
from tilefolk.twin.ground import tables as t
from tilefolk.twin.ground.arrays import Ints
from tilefolk.twin.play import beam, policy
from tilefolk.twin.play.futures import futures
from tilefolk.twin.value.features import Features


class TwinPosition:
    """A board before an answer, as far as its seat knows the cards. Raises Unsupported."""

    def __init__(self, state: State, seat: int) -> None:
        """`state` holds the draws that are known, the card to answer among them."""
        self.state, self.seat = state, seat
        self.board: TwinBoard = load(state, seat)
        self.tables: t.Tables = self.board.tables
        self.features: Features = features_for(state.setting.name, self.tables)
        self.number = state.boards[seat].round

    @cached_property
    def piece(self) -> int:
        """The piece to answer; BLOCKED before the first draw."""
        card = self.state.card(self.number) or ""
        return self.tables.names.index(card) if card in self.tables.names else t.BLOCKED

    def promising(self, count: int) -> list[Action]:
        """The answers that look best one answer ahead."""
        most = len(self.tables.cells) + 1
        parents, answers = np.empty(most, np.int32), np.empty(most, np.int32)
        worth, now, ahead = np.empty(most, np.float32), np.empty(1, np.float32), self.features
        found = beam.expand(
            self.tables.ints, self.tables.words, ahead.head, ahead.pairs, ahead.begins, ahead.touched,
            ahead.weights, self.board.words[None].copy(), self.board.ints[None].copy(), self.piece, parents,
            answers, worth, now,
        )  # fmt: skip
        best = np.argsort(-worth[:found], kind="stable")[:count]
        return [self._action(int(answers[at])) for at in best]

    def futures(self, count: int, seed: int) -> Ints:
        """Guesses of what comes after the card to answer, known cards first."""
        source, draws = self.state.episode.source, self.state.draws
        known = [source.card(draws, ahead) for ahead in range(self.number + 1, len(draws))]
        cards = futures(source, self.tables, draws, count, seed)
        ahead = [self.tables.names.index(card) if card in self.tables.names else t.BLOCKED for card in known]
        return np.hstack([np.tile(np.array(ahead, np.int32), (count, 1)), cards])

    def play_on(self, action: Action, cards: Ints, seed: int) -> Played:
        """Give an answer and play on through every future."""
        tables, ahead = self.tables, self.features
        rules = tables.sizes[t.H_RULES]
        ops = tables.sections[t.H_TIES] - tables.sections[t.H_LINES]
        values = np.empty(len(cards), np.int32)
        points = np.zeros((len(cards), rules + ops), np.int32)
        beam.rollouts(
            tables.ints, tables.words, ahead.head, ahead.pairs, ahead.begins, ahead.touched, ahead.weights,
            self.board.words, self.board.ints, self.piece, self._number_of(action), cards, seed, values,
            points,
        )  # fmt: skip
        by_rule = points[:, :rules].copy()
        owners = tables.op_ints[tables.sections[t.H_LINES] : tables.sections[t.H_TIES], t.RULE]
        for op, rule in enumerate(owners):
            by_rule[:, rule] += points[:, rules + op]
        lines = {rule: by_rule[:, at].tolist() for at, rule in enumerate(tables.rules)}
        return Played(values.tolist(), lines)

    def _action(self, answer: int) -> Action:
        return PASS if answer == policy.SKIP else self.tables.actions[answer]

    def _number_of(self, action: Action) -> int:
        if action in (PASS, END):
            return policy.SKIP if action == PASS else policy.STOP
        return next(row for row in self.board.rows(self.piece) if self.tables.actions[row] == action)


def position(part: Part, board: Board) -> TwinPosition:
    """A board before an answer in a finished match: the later draws are taken away."""
    state = part.state(board)
    known = state.draws[: board.round + 1 + state.episode.ahead]
    found = TwinPosition(state._replace(draws=known, cards=state.cards[: board.round + 1]), part.seat)
    at = t.I_BOOKED + found.tables.sizes[t.H_RULES] + found.tables.sizes[t.H_RACES]
    prizes = part.prizes(board.round)
    found.board.ints[at : at + len(prizes)] = prizes
    return found


def told_apart(part: Part, count: int) -> Luck:
    """Luck and play of a part, by so many rollouts before and after each answer."""
    fresh = part.state(part.fresh)
    start = TwinPosition(fresh._replace(draws=(), cards=()), part.seat)
    cards = futures(fresh.episode.source, start.tables, (), count, 0)
    first = start.play_on(PASS, cards, 0).values
    both = [_before_and_after(position(part, turn.before), turn, count) for turn in part.turns]
    return luck(part.played.value, first, both)


def _before_and_after(here: TwinPosition, turn: Turn, count: int) -> tuple[Values, Values]:
    """Rollouts that answer the card themselves, and rollouts after the answer that was given."""
    seed = turn.before.round
    cards = here.futures(count, seed)
    after = here.play_on(turn.action, cards, seed).values
    card = np.full((count, 1), here.piece, np.int32)
    here.piece = t.BLOCKED
    return here.play_on(PASS, np.hstack([card, cards]), seed).values, after
