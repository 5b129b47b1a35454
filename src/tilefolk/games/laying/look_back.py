"""What an episode has from those before it: read when a match is set up, so that no view waits for files."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tilefolk.games.laying.catalogue import EPISODES, Rules, changes
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.rules.reward import Cabinet
from tilefolk.games.laying.rules.shaft import Dig, digs_of

MAX_EPISODES = 256  # of which it is remembered


class LookBack(NamedTuple):
    """The rules that are new since the episode before and those that are gone.

    `digs` are the shafts and `milestones` the nuggets ever earned that bring progress, as they are or were
    last.
    """

    new: Rules
    gone: Rules
    digs: tuple[Dig, ...]
    milestones: list[int]


@lru_cache(MAX_EPISODES)
def look_back(episode: Episode) -> LookBack:
    """Follow the episodes back to the first, each of the version that belongs to this one's."""
    course = [*_course(episode)]
    digs = (digs_of(one.rules.reward) for one in course)
    cabinets = ([rule for rule in one.rules.reward if isinstance(rule, Cabinet)] for one in course)
    nuggets = next((found for found in cabinets if found), [])
    return LookBack(
        *changes(episode),
        digs=tuple(next((found for found in digs if found), ())),
        milestones=[number for cabinet in nuggets for number in cabinet.milestones],
    )


def _course(episode: Episode) -> Iterator[Episode]:
    """The episode and those before it, the nearest first."""
    found: Episode | None = episode
    while found:
        yield found
        found = EPISODES.before(found, episode.version)
