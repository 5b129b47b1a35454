"""What an answer of a search may cost."""

from typing import NamedTuple


class Budget(NamedTuple):
    """How many playouts an answer may cost, how many answers they may have together, and next cards instead.

    `always`: there are playouts also where a value was learned. `boards`: how many go on side by side in a
    playout by a learned value; the answers of each of them count.
    """

    playouts: int
    answers: int
    guesses: int
    always: bool = True
    boards: int = 1
