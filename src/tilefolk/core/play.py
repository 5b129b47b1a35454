"""Playing: bots on all seats, chance from a seed, and counting what could be played."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from tilefolk.core.chance import match_key, open_seed, outcome, seal
from tilefolk.core.game import AnyGame, Json, Legacy, Mode, Options
from tilefolk.core.legacy import Asleep
from tilefolk.core.match import Header, Match, finish
from tilefolk.core.notation import CHANCE, Action, Line


class Sight(NamedTuple):
    """What a bot decides from: the game's functions, its seat, what it has seen, and its legal actions.

    `seat`, `legal` and `view` are stable; `game` and `state` are internal and may change with any version.
    """

    game: AnyGame
    seat: int
    state: Any
    legal: Sequence[Action]

    @property
    def view(self) -> Json:
        """What the seat may see and do, as JSON values; docs/views.md names every field."""
        return self.game.view(self.state, self.seat)


Bot = Callable[[Sight, Random], Action]


def stream(key: bytes, seat: int, n: int) -> Random:
    """The random stream of a seat's n-th decision in a match."""
    return Random(f"tilefolk-bot-1\n{key.hex()}\n{seat}\n{n}")


def sight(game: AnyGame, state: Any, seat: int) -> Sight:
    seen = game.seen(state, seat)
    return Sight(game, seat, seen, game.legal(seen, seat))


def forced(sight: Sight, stream: Random) -> Action:
    """The one action that the rules leave to a fixed bot of its game."""
    if len(sight.legal) != 1:
        raise ValueError(f"seat {sight.seat} has a choice: it is no seat of a fixed bot")
    return sight.legal[0]


def play(
    game: AnyGame,
    mode: Mode,
    bots: Sequence[Bot],
    seed: str,
    options: Options | None = None,
    legacy: Sequence[Legacy] = (),
    lineup: tuple[int, ...] = (),
    asleep: Sequence[Asleep] = (),
) -> Match:
    """A whole match between bots with an open seed, sealed and revealed like any other.

    The fixed bots of the mode need not be among them. `lineup`: their seats in a campaign, where
    named; `asleep`: what its other seats have.
    """
    bots = mode.seated(bots, lambda name: forced)
    secret = open_seed(seed)
    given = tuple(sorted((options or {}).items()))
    header = Header(mode.name, mode.version, len(bots), given, seal(secret), (), seed, lineup=lineup)
    match = Match(game, header, legacy, asleep)
    key = match_key(secret, ())
    answered = [0] * len(bots)
    while acting := game.to_act(match.state):
        who = acting[0]
        if who == CHANCE:
            match.append(Line(CHANCE, outcome(key, game.draws(match.state)[0])))
            continue
        action = bots[who](sight(game, match.state, who), stream(key, who, answered[who]))
        answered[who] += 1
        match.append(Line(who, action))
    finish(match, secret)
    return match


def first_sights(game: AnyGame, mode: Mode, seed: str) -> Iterator[Sight]:
    """What is seen decision by decision in a match of the fewest seats, where all give their first answer."""
    state, key = game.setup(mode.name, mode.seats[0], {}, ()), match_key(open_seed(seed), ())
    while acting := game.to_act(state):
        who = acting[0]
        if who == CHANCE:
            state = game.apply_trusted(state, CHANCE, outcome(key, game.draws(state)[0]))
            continue
        now = sight(game, state, who)
        yield now
        state = game.apply_trusted(state, who, now.legal[0])


def perft(game: AnyGame, state: Any, key: bytes, depth: int) -> int:
    """How many sequences of so many decisions there are, with the draws that follow from the key."""
    while (acting := game.to_act(state)) and acting[0] == CHANCE:
        state = game.apply_trusted(state, CHANCE, outcome(key, game.draws(state)[0]))
    if depth == 0 or not acting:
        return 1
    legal = game.legal(state, acting[0])
    if depth == 1:
        return len(legal)
    return sum(perft(game, game.apply_trusted(state, acting[0], action), key, depth - 1) for action in legal)
