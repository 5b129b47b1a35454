"""Search on a laying board: answers are played on through guessed futures, and the best of them oftener.

It knows what its seat has seen and nothing else: the cards that have not come are guessed. Playouts run on
the compiled twin; without it, or where a rule has no twin, the next card is guessed and answered in Python.
Where a value was learned, playouts go by it, and a bot may do without them. Budgets count playouts, never
seconds, so that the same stream always gives the same answer.
"""

from random import Random

from tilefolk.bots import laying
from tilefolk.bots.budget import Budget
from tilefolk.core.notation import Action
from tilefolk.core.play import Sight, first_sights
from tilefolk.games import find
from tilefolk.games.laying import finish
from tilefolk.games.laying.state import ROUNDS, State
from tilefolk.twin import Unsupported
from tilefolk.twin.core import form

_warm: set[str] = set()


def warm_up(mode: str) -> None:
    """Compile the twin or load it from disk, and make the tables of a mode: once in a process."""
    if mode in _warm:
        return
    _warm.add(mode)
    for sight in first_sights(*find(mode), "warm up"):
        if decides(sight) and len(sight.legal) > 1:
            for boards in (1, 2):
                search(sight, Random(0), playouts=1, answers=1, guesses=0, boards=boards)
            return


def search(
    sight: Sight, stream: Random, playouts: int, answers: int, guesses: int, boards: int = 1
) -> Action:
    """The answer that leads furthest. `playouts`: how many there are, at most.

    `answers`: how many they have together, at most, so that the first rounds take no longer than later ones.
    `guesses`: how many next cards are tried in Python instead, where there is no twin.
    `boards`: how many go on side by side in a playout where a value was learned.
    """
    return _answer(sight, stream, Budget(playouts, answers, guesses, boards=boards))


def by_value(sight: Sight, stream: Random, playouts: int, answers: int, guesses: int) -> Action:
    """The answer with the best learned value, without a search; where nothing was learned, `search`."""
    return _answer(sight, stream, Budget(playouts, answers, guesses, always=False))


def _answer(sight: Sight, stream: Random, budget: Budget) -> Action:
    if decides(sight):
        if len(sight.legal) == 1:
            return sight.legal[0]
        if form().is_compiled:
            from tilefolk.bots.playouts import best_answer

            try:
                return best_answer(sight.state, sight.seat, sight.legal, stream, budget)
            except (Unsupported, MemoryError):
                pass
    return laying.choose(sight, stream, guesses=budget.guesses)


def decides(sight: Sight) -> bool:
    """Whether a card is to be answered, and nothing that lasts is to be chosen."""
    state: State = sight.state
    answers = state.phase == ROUNDS and sight.seat not in state.setting.owes
    return answers and not finish.is_asked(state, sight.seat)
