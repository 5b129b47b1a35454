"""A campaign that bots have played up to an episode, as the text that a table goes on with."""

from tilefolk.bots import BOTS
from tilefolk.campaign import SERIES, standing
from tilefolk.campaign.lineups import finished
from tilefolk.campaign.record import SeriesRecord, write_series
from tilefolk.core.match import Match
from tilefolk.core.play import play
from tilefolk.games import find

BOT = "random"


def campaign_before(name: str, seats: int, episode: int) -> str:
    """The text of a series whose next match is this one; the same one every time."""
    series, matches = SERIES[name], list[Match]()
    while len(matches) < episode - 1:
        now = standing(series, seats, list(map(finished, matches)))
        assert now.next_mode
        game, mode = find(now.next_mode)
        options, lineup = series.options_of(mode, {}), range(seats)
        brought = now.legacy_of(lineup), now.named(lineup), now.asleep(lineup)
        matches.append(play(game, mode, [BOTS[BOT]] * seats, f"load/{len(matches)}", options, *brought))
    return write_series(SeriesRecord(series, seats, tuple(matches)))
