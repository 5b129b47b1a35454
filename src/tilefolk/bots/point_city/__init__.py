"""What an answer is worth in Point City: the city and the market it leads to, hidden faces guessed."""

from operator import itemgetter
from random import Random
from statistics import fmean

from tilefolk.bots.picking import Pick, highest
from tilefolk.bots.point_city.order import guess, laid_open
from tilefolk.bots.point_city.promises import promise, prospect, turns_left, wishes
from tilefolk.bots.point_city.rivals import threat
from tilefolk.core.notation import Action, Token
from tilefolk.core.play import Sight
from tilefolk.games.point_city.state import State, gained
from tilefolk.games.point_city.turn import TOKEN, acted, answers

GUESSES = 3


def choose(sight: Sight, stream: Random, pick: Pick = highest) -> Action:
    """The answer that looks best, or the one that `pick` takes of all."""
    outlook = Outlook(sight, stream)
    ranked = sorted(
        [(outlook.worth(action), action) for action in sight.legal], key=itemgetter(0), reverse=True
    )
    return ranked[pick([worth for worth, _ in ranked], stream)][1]


class Outlook:
    """One decision; all answers are compared by the same few guesses of what lies face down."""

    def __init__(self, sight: Sight, stream: Random) -> None:
        self.state: State = sight.state
        self.seat = sight.seat
        self.orders = [guess(self.state, stream) for _ in range(GUESSES)]
        ending = [action for action in sight.legal if action[0] != "flip"]
        self.worths = {action: self._mean(self._ended(self.state, action)) for action in ending}

    def worth(self, action: Action) -> float:
        return self._flip(action) if action[0] == "flip" else self.worths[action]

    def _flip(self, action: Action) -> float:
        """The worth of a flip: afterwards the turn takes the building, or goes on as without the flip."""
        cell, flipped = action[1], acted(self.state, action)
        without = max((other for other in self.worths if cell not in other), key=self.worths.__getitem__)
        return fmean(self._best(laid_open(flipped, order), cell, without) for order in self.orders)

    def _best(self, flipped: State, cell: Token, without: Action) -> float:
        with_it = [take for take in answers(flipped) if cell in take]
        return max(self._value(self._ended(flipped, take)) for take in (without, *with_it))

    def _ended(self, state: State, action: Action) -> State:
        """The state at the end of the turn, with default payments and the token of the best prospect."""
        state = acted(state, action)
        while state.tasks:
            state = acted(state, self._token(state) if state.tasks[0] == TOKEN else answers(state)[0])
        return state

    def _token(self, state: State) -> Action:
        city, left = state.cities[self.seat], turns_left(state, self.seat) - 1
        return (TOKEN, max(state.row, key=lambda name: prospect(name, city, left)))

    def _mean(self, ended: State) -> float:
        return fmean(self._value(laid_open(ended, order)) for order in self.orders)

    def _value(self, state: State) -> float:
        """The worth of a state with all faces known, at the end of the turn."""
        if state.blind:
            city = gained(state.cities[self.seat], state.resource(state.blind[1]))
            state = state.with_city(self.seat, city)
        return promise(state, self.seat) + wishes(state, self.seat) - threat(state)
