"""What the places of an episode bring, told before anybody has one."""

from functools import lru_cache

from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.rules.award import MOST_BOXES, AnyGift, Award, Count, SeatShape
from tilefolk.games.laying.rules.choice import Box, Double, MarkPiece, Stick

KEPT = 64  # episodes and numbers of seats whose gifts are remembered

Told = tuple[tuple[str, ...], int | str]


@lru_cache(KEPT)
def promised(episode: Episode, seats: int) -> list[list[object]]:
    """`[row, what, how many or which shape]`; of several stickers in one gift the owner chooses one."""
    unused = {"award.second"} if seats == 2 else set()
    awards = [rule for rule in episode.listed if isinstance(rule, Award)]
    rows = [row for rule in awards for row in (*rule.rows.items(), (MOST_BOXES, rule.most_boxes))]
    told = [(row, _told(gift)) for row, gifts in rows if row not in unused for gift in gifts]
    return [[row, list(what), value] for row, (what, value) in told]


def _told(gift: AnyGift) -> Told:
    """What a gift is; nothing where that follows only from the finished board."""
    match gift:
        case Count():
            return (gift.what,), gift.n
        case SeatShape():
            return (gift.card,), gift.shape
        case Stick() | MarkPiece() | Box() | Double():
            return gift.what, ""
    return (), ""
