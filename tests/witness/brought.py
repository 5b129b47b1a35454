"""What a seat may bring into an episode of the island: a past of random places and random choices."""

from dataclasses import dataclass, field
from random import Random

from tests.witness.episode import Episode, Land
from tests.witness.gifts import CHOSEN, Gift, Hand, Open, Sticker, episode_named, nothing_for, options
from tests.witness.lattice import name_of
from tests.witness.metrics import ROOF_PARTS

ROWS = ("first", "second", "others", "others")
MOST_LIT = 2


@dataclass
class Brought:
    """Stickers in their order, counted things, and what it has put off."""

    stickers: tuple[Sticker, ...] = ()
    counts: dict[str, int] = field(default_factory=dict)
    owed: tuple[Open, ...] = ()


def brought_into(mode: str, stream: Random) -> Brought:
    """A random past of all episodes before this one; sometimes the last one's choices are still open."""
    game, _, number = mode.partition("/")
    hand, open_ = Hand((), {}), []
    for past in range(1, int(number)):
        episode = episode_named(f"{game}/{past}")
        gifts = given(episode, f"{game}/{past}", hand, stream)
        if past == int(number) - 1 and stream.random() < 0.4:
            open_ += gifts
            continue
        for one in gifts:
            choose(one, hand, stream)
    hand.counts["provisions"] = stream.randrange(3)
    return Brought(tuple(hand.stickers), {k: v for k, v in hand.counts.items() if v}, tuple(open_))


def given(episode: Episode, mode: str, hand: Hand, stream: Random) -> list[Open]:
    """What an episode has brought at once, and what was to be chosen."""
    gifts, row = [], stream.choice(ROWS)
    roof_and_light(episode, hand, stream)
    for name in ("everyone", row):
        for number, gift in enumerate(episode.all("award")[0].get(name, ())):
            if gift["gift"] == "ash":
                burn(episode, gift["sticker"], hand, stream)
            elif gift["gift"] in CHOSEN:
                cells = covered(episode, gift, hand, stream) if gift["gift"] == "hearth" else ()
                gifts.append(Open(mode, 1, f"award.{name}", number, cells))
    return gifts


def covered(episode: Episode, gift: Gift, hand: Hand, stream: Random) -> tuple[str, ...]:
    """The cells of a village that may have been there; somebody who was away had none."""
    if stream.random() < 0.3:
        return ()
    land = Land(episode, hand.stickers)
    free = sorted(land.chosen(gift["on"]) - land.chosen(gift["off"]))
    return tuple(name_of(episode.lattice, place) for place in sorted(stream.sample(free, 6)))


def roof_and_light(episode: Episode, hand: Hand, stream: Random) -> None:
    if episode.all("roofs"):
        for symbol in "FHW":
            what = f"roof:{symbol}"
            hand.counts[what] = min(ROOF_PARTS, hand.has(what) + stream.randrange(3))
    if episode.all("lit_plots"):
        land = Land(episode, hand.stickers)
        dark = sorted(place for place in land.layer("segment") if land.cells[place].wants)
        for place in stream.sample(dark, stream.randrange(MOST_LIT + 1)):
            hand.take(f"plot:{land.cells[place].wants}", name_of(episode.lattice, place))


def burn(episode: Episode, sticker: str, hand: Hand, stream: Random) -> None:
    land = Land(episode, hand.stickers)
    zones = land.chosen([zone for rule in episode.all("hazard") for zone in rule["on"]]) & land.open
    for place in sorted(zones):
        if stream.random() < 0.5:
            hand.take(sticker, name_of(episode.lattice, place))


def choose(one: Open, hand: Hand, stream: Random) -> None:
    possible = sorted(options(one, hand))
    if not possible:
        hand.take(*nothing_for(one))
        return
    verb, what, where = stream.choice(possible)
    hand.take(*((f"double:{what}", str(where)) if verb == "double" else (str(what), str(where))))
