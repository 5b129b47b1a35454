"""A whole series between bots."""

from collections.abc import Sequence
from typing import NamedTuple

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


def play_series(series: Series, bots: Sequence[Bot], seed: str, given: Options | None = None) -> Played:
    """One match after the other, each with what the seats bring along."""
    matches: list[Match] = []
    now = standing(series, len(bots), ())
    while now.next_mode:
        game, mode = find(now.next_mode)
        options = series.options_of(mode, given or {})
        matches.append(play(game, mode, bots, f"{seed}/{len(matches) + 1}", options, now.legacy))
        now = standing(series, len(bots), [match.end_record() for match in matches])
    return Played(tuple(matches), now)
