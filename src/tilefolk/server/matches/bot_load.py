"""How much of its budget a bot may spend when answers of many tables wait for the same cores."""

import contextlib
from collections.abc import Iterator

from tilefolk.bots import CHARACTERS

QUEUE_SECONDS = 0.7  # of thinking that may wait for one process before budgets shrink
FIRST_GUESS_SECONDS = 0.5  # for an answer with the whole budget, before one of its kind has come
LEARNING = 0.2  # how much the newest answer changes what the next one is expected to cost
SMALLEST_PART = 64  # of a budget, at most so many times smaller

Kind = tuple[str, str]  # bot and game mode


class ThinkingLoad:
    """The answers that are being thought about, and what answers of their kind have cost so far."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._under_way = 0
        self._cost: dict[Kind, float] = {}  # seconds of a worker for an answer with the whole budget

    @contextlib.contextmanager
    def answer(self, bot: str, mode: str) -> Iterator[int]:
        """Count an answer as long as the block runs; gives the number its budget is divided by.

        It is 1, the same answer as anywhere, unless so many answers are under way that this one would come
        too late. Only characters that search have a budget.
        """
        self._under_way += 1
        try:
            yield self._divisor(bot, mode)
        finally:
            self._under_way -= 1

    def note_cost(self, bot: str, mode: str, divisor: int, seconds: float) -> None:
        """Remember how long a worker thought about an answer, on this machine as busy as it is."""
        whole, kind = divisor * seconds, (bot, mode)
        self._cost[kind] = whole + (1 - LEARNING) * (self._cost.get(kind, whole) - whole)

    def _divisor(self, bot: str, mode: str) -> int:
        if bot not in CHARACTERS or not CHARACTERS[bot].has_budget:
            return 1
        seconds = self._under_way * self._cost.get((bot, mode), FIRST_GUESS_SECONDS) / self._processes
        divisor = 1
        while seconds > divisor * QUEUE_SECONDS and divisor < SMALLEST_PART:
            divisor *= 2
        return divisor
