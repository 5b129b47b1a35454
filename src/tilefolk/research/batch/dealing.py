"""Deals for many matches at once: the cards of all rounds, and what the dice have used up by then."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.random import Generator

from tilefolk.core.chance import Outcome
from tilefolk.games.laying.rules.rule_kinds import Source
from tilefolk.games.laying.rules.source import BLOCKING, Dice
from tilefolk.research.batch.arrays import Floats, Ints

ROLLS = 192  # more than any match with dice lasts: boards have fewer cells, and few passes

Numbers = Mapping[str, int]  # cards by number


class Deals(NamedTuple):
    """The numbers of the cards round by round, -1 where there is nothing to lay.

    `drawn` are the same without that: also cards that nobody may lay. `used`: which row of the chances holds
    when so many draws are known.
    """

    cards: Ints
    drawn: Ints
    used: Ints


class Dealer(Protocol):
    """Deals an episode.

    `chances`: how many outcomes of a draw bring each card, a row for each number of pieces that are used up.
    `once`: whether what has come does not come again.
    """

    chances: Floats
    once: bool

    def deal(self, random: Generator, count: int) -> Deals:
        """The draws of so many matches."""


def dealer_of(source: Source, cards: Numbers) -> Dealer:
    return DiceDealer(source, cards) if isinstance(source, Dice) else DeckDealer(source, cards)


class DeckDealer:
    """A shuffled deck for each match."""

    once = True

    def __init__(self, source: Source, cards: Numbers) -> None:
        drawn = [str(outcome[0]) for outcome in source.draw(0).told]
        self._deck = np.array([-1 if card == BLOCKING else cards[card] for card in drawn], np.int32)
        self.chances = _rows([source.chances(())], cards)

    def deal(self, random: Generator, count: int) -> Deals:
        drawn: Ints = random.permuted(np.tile(self._deck, (count, 1)), axis=1)
        cards = drawn.copy()
        cards[:, 1:][drawn[:, :-1] < 0] = -1  # nor is the card laid that follows a blocking one
        return Deals(cards, drawn, np.zeros((count, cards.shape[1] + 1), np.int32))


class DiceDealer:
    """Rolls for each match; a special face brings the next piece of a row, while there is one."""

    once = False

    def __init__(self, dice: Dice, cards: Numbers) -> None:
        rolls = dice.draw(0).told
        special: Outcome = ("", dice.special, "")
        row_used = (special,) * len(dice.row)
        self._row: Ints = np.array([cards[card] for card in dice.row], np.int32)
        shown = [dice.card([*row_used, roll], len(dice.row)) for roll in rolls]
        self._cards: Ints = np.array([cards[card] for card in shown], np.int32)
        self._is_special = np.array([roll[1] == dice.special for roll in rolls])
        self.chances = _rows([dice.chances([special] * used) for used in range(len(dice.row) + 1)], cards)

    def deal(self, random: Generator, count: int) -> Deals:
        rolls = random.integers(len(self._cards), size=(count, ROLLS))
        special = self._is_special[rolls]
        so_far = np.cumsum(special, axis=1)
        used = np.zeros((count, ROLLS + 1), np.int32)
        used[:, 1:] = np.minimum(so_far, len(self._row))
        cards = self._cards[rolls]
        if len(self._row):
            before = so_far - special
            of_row = self._row[np.minimum(before, len(self._row) - 1)]
            cards = np.where(special & (before < len(self._row)), of_row, cards)
        return Deals(cards, cards, used)


def _rows(chances: Sequence[Mapping[str, int]], cards: Numbers) -> Floats:
    return np.array([[row.get(card, 0) for card in cards] for row in chances], np.float32)
