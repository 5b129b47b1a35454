"""Campaigns that bots play, once for all tests that look at them."""

from collections.abc import Callable, Sequence
from functools import cache
from random import Random

from tilefolk.bots import BOTS
from tilefolk.campaign import SERIES, Standing
from tilefolk.campaign.playing import Played, play_series
from tilefolk.core.notation import Action
from tilefolk.core.play import Bot, Sight


@cache
def campaign(name: str, seats: int, pace: str) -> Played:
    bots = [BOTS["greedy"], BOTS["random"], BOTS["random"], BOTS["greedy"]][:seats]
    return play_series(SERIES[name], bots, f"fold-{seats}", {"pace": pace})


Lineups = Sequence[Sequence[int]]


def by_plan(lineups: Lineups) -> Callable[[Standing], Sequence[int]]:
    """One line-up after the other, then nobody."""
    return lambda now: lineups[now.played] if now.played < len(lineups) else ()


def changing_hands(seat: int) -> Bot:
    """A seat that another bot has in every episode: a campaign does not know who sits where."""

    def answer(sight: Sight, stream: Random) -> Action:
        episode = int(sight.state.setting.name.partition("/")[2])
        return BOTS["random"](sight, stream) if (episode + seat) % 3 else sight.legal[0]

    return answer
