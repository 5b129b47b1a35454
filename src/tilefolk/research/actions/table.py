"""A table of actions by number."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilefolk.core.game import AnyGame
from tilefolk.core.notation import Action, write_action

Mask = NDArray[np.int8]

WAIT: Action = ("wait",)  # what a seat does that is not to act, where all seats answer at once


class ActionTable:
    """All actions of a way to play, in a fixed order; the last one is to wait.

    An entry is what stands in a line of the match, apart from pieces that are laid: those are named by what
    does not depend on the draw (`spelled` and `listed` translate).
    """

    def __init__(self, entries: Iterable[Action]) -> None:
        self.entries: tuple[Action, ...] = tuple(dict.fromkeys((*entries, WAIT)))
        self.numbers = {entry: number for number, entry in enumerate(self.entries)}

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def wait(self) -> int:
        """The id of waiting."""
        return len(self.entries) - 1

    def meaning(self, number: int) -> str:
        """An id in words, such as `place 2 C5`: the drawn piece, turned twice, first cell on C5."""
        return write_action(self.entries[number])

    def mask(self, game: AnyGame, state: Any, seat: int) -> Mask:
        """One number per action: 1 where the seat may do it now."""
        mask = np.zeros(len(self), np.int8)
        legal = game.legal(state, seat)
        if legal:
            self.fill(mask, state, seat, legal)
        else:
            mask[self.wait] = 1
        return mask

    def fill(self, mask: Mask, state: Any, seat: int, legal: Sequence[Action]) -> None:
        """Set the numbers of these actions."""
        mask[[self.number(state, seat, action) for action in legal]] = 1

    def number(self, state: Any, seat: int, action: Action) -> int:
        """The id of an action of a seat."""
        return self.numbers[self.listed(state, seat, action)]

    @abstractmethod
    def listed(self, state: Any, seat: int, action: Action) -> Action:
        """The entry of an action."""

    @abstractmethod
    def spelled(self, state: Any, seat: int, number: int) -> Action:
        """The action behind an id as it stands in a line; it need not be allowed."""
