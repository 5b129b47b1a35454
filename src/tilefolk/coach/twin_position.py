"""Laying positions on the compiled twin: answers played on through guessed cards, as bots do."""

from collections.abc import Sequence
from functools import cached_property

from tilefolk.bots.playouts import features_for
from tilefolk.coach.part import Part, Turn
from tilefolk.coach.review import Luck, Played, Values, luck
from tilefolk.core.first import first_of
from tilefolk.core.notation import Action
from tilefolk.games.laying.answers import END, PASS
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.state import State
from tilefolk.twin import core
from tilefolk.twin.board import TwinBoard, load
from tilefolk.twin.core import Array, laying
from tilefolk.twin.ground import tables as t
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
        most = self.tables.count_slots + 1
        parents, answers = core.empty("i4", most), core.empty("i4", most)
        worth, now = core.empty("f4", most), core.empty("f4", 1)
        words, ints = (
            core.rows("u8", [self.board.words.tolist()]),
            core.rows("i4", [self.board.ints.tolist()]),
        )
        found = laying.expand(
            self.tables.ints, self.tables.words, *self.features.all, words, ints, self.piece, parents,
            answers, worth, now,
        )  # fmt: skip
        best = sorted(range(found), key=lambda at: -worth.numbers[at])[:count]
        return [self._action(answers[at]) for at in best]

    def futures(self, count: int, seed: int, first: Sequence[int] = ()) -> Array:
        """Guesses of what comes after the card to answer: some pieces first, then cards that are known."""
        source, draws = self.state.episode.source, self.state.draws
        known = [source.card(draws, ahead) for ahead in range(self.number + 1, len(draws))]
        ahead = [self.tables.names.index(card) if card in self.tables.names else t.BLOCKED for card in known]
        return futures(source, self.tables, draws, count, seed, [*first, *ahead])

    def play_on(self, action: Action, cards: Array, seed: int) -> Played:
        """Give an answer and play on through every future."""
        tables = self.tables
        rules, owners = tables.sizes[t.H_RULES], tables.rules_of_lines()
        values, points = core.empty("i4", len(cards)), core.empty("i4", len(cards), rules + len(owners))
        laying.rollouts(
            tables.ints, tables.words, *self.features.all, self.board.words, self.board.ints, self.piece,
            self._number_of(action), cards, seed, values, points,
        )  # fmt: skip
        rows = points.tolist()
        by_rule = [[row[at] for row in rows] for at in range(rules)]
        for op, rule in enumerate(owners):
            by_rule[rule] = [total + row[rules + op] for total, row in zip(by_rule[rule], rows, strict=True)]
        return Played(values.tolist(), dict(zip(tables.rules, by_rule, strict=True)))

    def _action(self, answer: int) -> Action:
        return PASS if answer == t.SKIP else self.tables.actions[answer]

    def _number_of(self, action: Action) -> int:
        if action in (PASS, END):
            return t.SKIP if action == PASS else t.STOP
        return first_of(row for row in self.board.rows(self.piece) if self.tables.actions[row] == action)


def position(part: Part, board: Board) -> TwinPosition:
    """A board before an answer in a finished match: the later draws are taken away."""
    state = part.state(board)
    known = state.draws[: board.round + 1 + state.episode.ahead]
    cards = state.cards[: board.round + 1]
    found = TwinPosition(state._replace(draws=known, cards=cards, finds=()), part.seat)
    at = t.I_BOOKED + found.tables.sizes[t.H_RULES] + found.tables.sizes[t.H_RACES]
    prizes = part.prizes(board.round)
    found.board.ints.put(prizes, at)
    return found


def told_apart(part: Part, count: int) -> Luck:
    """Luck and play of a part, by so many rollouts before and after each answer."""
    fresh = part.state(part.fresh)
    start = TwinPosition(fresh._replace(draws=(), cards=(), finds=()), part.seat)
    cards = futures(fresh.episode.source, start.tables, (), count, 0)
    first = start.play_on(PASS, cards, 0).values
    both = [_before_and_after(position(part, turn.before), turn, count) for turn in part.turns]
    return luck(part.played.value, first, both)


def _before_and_after(here: TwinPosition, turn: Turn, count: int) -> tuple[Values, Values]:
    """Rollouts that answer the card themselves, and rollouts after the answer that was given."""
    seed = turn.before.round
    cards = here.futures(count, seed)
    after = here.play_on(turn.action, cards, seed).values
    cards = here.futures(count, seed, [here.piece])
    here.piece = t.BLOCKED
    return here.play_on(PASS, cards, seed).values, after
