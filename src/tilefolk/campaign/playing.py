"""A whole series between bots."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tilefolk.campaign.lineups import finished
from tilefolk.campaign.series import Series
from tilefolk.campaign.standing import Standing, standing
from tilefolk.core.game import Options
from tilefolk.core.match import Match
from tilefolk.core.play import Bot, play
from tilefolk.games import find


class Played(NamedTuple):
    """A series played to its end."""

    matches: tuple[Match, ...]
    standing: Standing


Lineup = Callable[[Standing], Sequence[int]]


def everybody(now: Standing) -> Sequence[int]:
    """All seats play."""
    return range(now.seats)


def play_series(
    series: Series, bots: Sequence[Bot], seed: str, given: Options | None = None, lineup: Lineup = everybody
) -> Played:
    """One match after the other, each with what the seats bring along; `lineup` says who plays the next.

    A series is left where nobody plays the next match.
    """
    matches: list[Match] = []
    now = standing(series, len(bots), ())
    while now.next_mode and (playing := tuple(lineup(now))):
        game, mode = find(now.next_mode)
        options, number = series.options_of(mode, given or {}), len(matches) + 1
        seated = [bots[seat] for seat in playing]
        legacy, named, asleep = now.legacy_of(playing), now.named(playing), now.asleep(playing)
        matches.append(play(game, mode, seated, f"{seed}/{number}", options, legacy, named, asleep))
        now = standing(series, len(bots), list(map(finished, matches)))
    return Played(tuple(matches), now)
