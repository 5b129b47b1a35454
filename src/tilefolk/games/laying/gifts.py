"""What the places of an episode bring, told before anybody has one."""

from functools import lru_cache

from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.rules.award import AnyGift, Award, Count, SeatShape
from tilefolk.games.laying.rules.choice import Stick

KEPT = 64  # episodes and numbers of seats whose gifts are remembered

Told = tuple[tuple[str, ...], int | str]


@lru_cache(KEPT)
def promised(episode: Episode, seats: int) -> list[list[object]]:
    """`[row, what, how many or which shape]`; of several stickers in one gift the owner chooses one."""
    unused = {"award.second"} if seats == 2 else set()
    return [
        [row, list(what), value]
        for award in episode.listed
        if isinstance(award, Award)
        for row, gifts in award.rows.items()
        if row not in unused
        for gift in gifts
        for what, value in _told(gift)
    ]


def _told(gift: AnyGift) -> tuple[Told, ...]:
    match gift:
        case Count():
            return (((gift.what,), gift.n),)
        case SeatShape():
            return (((gift.card,), gift.shape),)
        case Stick():
            return ((gift.what, ""),)
    return ()
