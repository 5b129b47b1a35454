"""What an episode may bring, told before anybody has it."""

from functools import lru_cache

from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.rules.award import MOST_BOXES, AnyGift, Ash, Award, Count, SeatShape
from tilefolk.games.laying.rules.choice import BOXES, Box, Double, MarkPiece, Stick
from tilefolk.games.laying.rules.shaft import digs_of, shafts_of

KEPT = 64  # episodes and numbers of seats whose gifts are remembered

SECOND = "award.second"  # the row of the second place

Told = tuple[tuple[str, ...], int | str]


@lru_cache(KEPT)
def promised(episode: Episode, seats: int) -> list[list[object]]:
    """`[row, what, how many or which shape]`; of several stickers in one gift the owner chooses one."""
    told = [(row, _told(gift)) for row, gift in _awarded(episode, seats)]
    return [[row, list(what), value] for row, (what, value) in told]


def offered(episode: Episode, seats: int) -> list[tuple[str, str]]:
    """Every gift of places and shafts: the rule it is kept under, and what it may be."""
    dug = [(rule.id, gift) for rule in digs_of(episode.rules.reward) for gift in rule.gifts]
    gifts = [*_awarded(episode, seats), *dug]
    return [(rule, what) for rule, gift in gifts for what in _names(gift, episode)]


def _awarded(episode: Episode, seats: int) -> list[tuple[str, AnyGift]]:
    """The gifts of all places that there are with so many seats, each with its row."""
    unused = {SECOND} if seats == 2 else set()
    awards = [rule for rule in episode.listed if isinstance(rule, Award)]
    rows = [row for rule in awards for row in (*rule.rows.items(), (MOST_BOXES, rule.most_boxes))]
    return [(row, gift) for row, gifts in rows if row not in unused for gift in gifts]


def _names(gift: AnyGift, episode: Episode) -> tuple[str, ...]:
    """What a history may call this gift."""
    match gift:
        case Box():
            return tuple(BOXES + shaft for shaft in shafts_of(episode.rules.reward))
        case Ash():
            return (gift.sticker,)
    return _told(gift)[0]


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
