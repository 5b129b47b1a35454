"""Gifts that their owner chooses: what is possible, and why nothing else is, once more with sets."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from tests.witness.episode import Episode, Land, Rule, files_of, read
from tests.witness.lattice import Place, address_of, name_of
from tests.witness.rounds import Action

Sticker = tuple[str, str]
Gift = Mapping[str, Any]
VERBS = ("stick", "mark", "box", "double")
CHOSEN = (*VERBS, "hearth")
"""Gifts that their owner chooses; a hearth is a sticker too."""
SOOTED, HEARTH = "stick.sooted", "stick.hearth"


class Open(NamedTuple):
    """A gift that is still open: of which episode, in which rule, and the cells it is bound to."""

    mode: str
    version: int
    rule: str
    number: int
    cells: tuple[str, ...] = ()


@cache
def episode_named(mode: str) -> Episode:
    """An episode of which only what comes after the ranking matters."""
    own, game = (read(path) for path in files_of(mode))
    return Episode(own, game, tuple(rule["rule"] for rule in own["rules"]))


def shaft_of(episode: Episode, kind: str) -> Rule:
    return next(rule for rule in episode.all("dig") if rule["kind"] == kind)


def gift_at(episode: Episode, rule: str, number: int) -> Gift:
    head, _, tail = rule.partition(".")
    if head == "soot":
        soot = episode.all("soot")[0]
        return {"gift": "stick", "what": [soot["put"]], "on": soot["on"], "off": soot["off"], "bound": True}
    rows = shaft_of(episode, tail)["gifts"] if head == "dig" else episode.all("award")[0][tail]
    gift: Gift = rows[number]
    return gift


def verb_of(gift: Gift) -> str:
    return "stick" if gift["gift"] == "hearth" else str(gift["gift"])


def stick_reasons(gift: Gift, land: Land, bound: Sequence[str] = ()) -> dict[str, set[Place]]:
    """The cells against which each reason speaks."""
    cells = set(land.cells)
    around = {place: land.next_to[place] for place in cells}
    out = {f"stick.off.{name}": land.chosen([name]) for name in gift.get("off", ())}
    if gift.get("bound") or bound:
        reason = SOOTED if gift.get("bound") else HEARTH
        out[reason] = cells - {address_of(land.episode.lattice, name) for name in bound}
    for name in gift.get("near", ()):
        out[f"stick.near.{name}"] = {p for p in cells if not around[p] & land.chosen([name])}
    for name in gift.get("apart", ()):
        out[f"stick.apart.{name}"] = {p for p in cells if around[p] & land.chosen([name])}
    if terrains := gift.get("sides", ()):
        inside = {p for p in cells if len(around[p]) == 4}
        sound = {p for p in inside if all(land.cells[other].terrain in terrains for other in around[p])}
        out[f"stick.sides.{'.'.join(terrains)}"] = cells - sound
    if built := {place for place in cells if land.cells[place].building}:
        out["stick.built"] = built
    refused = {place for lacking in out.values() for place in lacking}
    first, second = gift["on"], gift.get("second", ())
    if not second or land.chosen(first) - refused:
        out[f"stick.on.{'.'.join(first)}"] = cells - land.chosen(first)
    if second:
        out[f"stick.on.{'.'.join(second)}"] = cells - land.chosen(second)
    return {reason: lacking for reason, lacking in out.items() if lacking}


def stick_cells(gift: Gift, land: Land, bound: Sequence[str] = ()) -> set[Place]:
    lacking = stick_reasons(gift, land, bound).values()
    return set(land.cells) - {place for places_ in lacking for place in places_}


class Hand:
    """What a seat has at one moment: stickers in their order, and counted things."""

    def __init__(self, stickers: Sequence[Sticker], counts: Mapping[str, int]) -> None:
        self.stickers, self.counts = list(stickers), dict(counts)

    def take(self, what: str, value: str | int) -> None:
        if isinstance(value, int):
            self.counts[what] = self.counts.get(what, 0) + value
        elif value:
            self.stickers.append((what, value))

    def has(self, what: str) -> int:
        return self.counts.get(what, 0)

    @property
    def boxes(self) -> int:
        return sum(number for what, number in self.counts.items() if what.startswith("boxes:"))


def options(one: Open, hand: Hand) -> set[Action]:
    """Everything the owner of an open gift may answer."""
    episode = episode_named(one.mode)
    gift = gift_at(episode, one.rule, one.number)
    if gift["gift"] == "box":
        shafts = episode.all("dig")
        return {("box", dig["kind"]) for dig in shafts if hand.has(f"boxes:{dig['kind']}") < dig["boxes"]}
    if gift["gift"] == "mark":
        cards = {f"{gift['kind']}-{shape}" for shape in episode.all("deck")[0]["shapes"]}
        return {("mark", gift["mark"], c) for c in cards if (gift["mark"], c) not in hand.stickers}
    if gift["gift"] == "double":
        return {
            ("double", tile, number)
            for tile in episode.all("deck")[0]["shapes"]
            for number in range(len(episode.game["shapes"][tile]))
            if f"double:{tile}" not in dict(hand.stickers)
        }
    land = Land(episode, hand.stickers, whole=True)
    cells = [name_of(episode.lattice, place) for place in stick_cells(gift, land, one.cells)]
    return {("stick", what, name) for name in cells for what in gift["what"]}


def nothing_for(one: Open) -> tuple[str, str | int]:
    """What is told when no answer is possible: what there is instead, or that there is nothing."""
    gift = gift_at(episode_named(one.mode), one.rule, one.number)
    if "otherwise" in gift:
        return str(gift["otherwise"]), 1
    return {"box": "box", "mark": str(gift.get("mark"))}.get(gift["gift"]) or gift["what"][0], ""
