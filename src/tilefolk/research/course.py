"""A match as environments play it: ids in, states on, draws and bots by themselves, rewards."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tilefolk.core.chance import match_key, open_seed, outcome
from tilefolk.core.game import AnyGame, Mode
from tilefolk.core.notation import CHANCE, Action
from tilefolk.core.play import Bot, sight, stream
from tilefolk.research.actions import ActionTable, actions_of
from tilefolk.research.observing import Observed, Observer, observer_of

SCORE, DIFFERENCE = "score", "difference"
REWARDS = (SCORE, DIFFERENCE)


class Table(NamedTuple):
    """What all matches of an environment have in common. A seat without a bot is the environment's."""

    game: AnyGame
    mode: Mode
    bots: tuple[Bot | None, ...]
    options: Mapping[str, str]
    reward: str = SCORE

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that are played by ids."""
        return tuple(seat for seat, bot in enumerate(self.bots) if bot is None)

    @property
    def actions(self) -> ActionTable:
        return actions_of(self.mode.name)

    @property
    def observer(self) -> Observer:
        return observer_of(self.mode.name, len(self.bots))


class Course:
    """One match of a table. After every act, draws and bots go on until a seat of ours decides."""

    def __init__(self, table: Table, seed: str) -> None:
        self.table, self.game = table, table.game
        self.actions, self.observer = table.actions, table.observer
        self.state: Any = table.game.setup(table.mode.name, len(table.bots), table.options, ())
        self._key = match_key(open_seed(seed), ())
        self._answered = [0] * len(table.bots)
        self._standing = dict.fromkeys(table.seats, 0)
        self._go_on()
        self._standing = self._standings()

    @property
    def to_act(self) -> tuple[int, ...]:
        """Our seats that decide now; none when the match is over."""
        acting = self.game.to_act(self.state)
        return tuple(seat for seat in acting if seat >= 0 and self.table.bots[seat] is None)

    def act(self, seat: int, number: int) -> bool:
        """Do what an id means; what is not allowed is answered by the game's fallback, and that is told."""
        action = self._legal(seat, number)
        allowed = action is not None
        self._apply(seat, self.game.fallback_action(self.state, seat) if action is None else action)
        self._go_on()
        return allowed

    def _legal(self, seat: int, number: int) -> Action | None:
        """The action behind an id where it is allowed."""
        if not 0 <= number < len(self.actions):
            return None
        action = self.actions.spelled(self.state, seat, number)
        return action if action in self.game.legal(self.state, seat) else None

    def observe(self, seat: int) -> Observed:
        """What the seat sees."""
        return self.observer.observe(self.game.seen(self.state, seat), seat)

    def mask(self, seat: int) -> Any:
        """What the seat may do."""
        return self.actions.mask(self.game, self.state, seat)

    def rewards(self) -> dict[int, float]:
        """What has changed for each of our seats since this was asked last."""
        before, self._standing = self._standing, self._standings()
        return {seat: float(now - before[seat]) for seat, now in self._standing.items()}

    def scores(self, seat: int) -> tuple[int, ...]:
        """The points of all seats, as far as the seat knows them."""
        return tuple(tally.value for tally in self.game.score(self.game.seen(self.state, seat)))

    def _standings(self) -> dict[int, int]:
        return {seat: self._standing_of(self.scores(seat), seat) for seat in self.table.seats}

    def _standing_of(self, scores: Sequence[int], seat: int) -> int:
        if self.table.reward == SCORE or len(scores) == 1:
            return scores[seat]
        return scores[seat] - max(points for other, points in enumerate(scores) if other != seat)

    def _apply(self, who: int, action: Action) -> None:
        self.state = self.game.apply_trusted(self.state, who, action)

    def _go_on(self) -> None:
        game, bots = self.game, self.table.bots
        while True:
            who = next((who for who in game.to_act(self.state) if who == CHANCE or bots[who]), None)
            if who is None:
                return
            if who == CHANCE:
                self._apply(CHANCE, outcome(self._key, game.draws(self.state)[0]))
            else:
                self._ask(who)

    def _ask(self, seat: int) -> None:
        bot = self.table.bots[seat]
        assert bot is not None
        action = tuple(bot(sight(self.game, self.state, seat), stream(self._key, seat, self._answered[seat])))
        self._answered[seat] += 1
        self.state = self.game.apply(self.state, seat, action)
