"""Resources, buildings and tokens of a view in signs and in words."""

from collections.abc import Iterable, Mapping

from tilefolk.cli.terminal.text.words import lowered, say_or
from tilefolk.core.game import Json
from tilefolk.locale import Texts

JOKER, PERMANENT = "ingenuity", "permanent"
SIGNS = {"industry": "#", "energy": "☼", "economy": "$", "community": "♥", "ecology": "♣", JOKER: "*"}
COLOURS = {
    "industry": "#e08a5f",
    "energy": "#efba3c",
    "economy": "#79b3c6",
    "community": "#e794b1",
    "ecology": "#84b75c",
    JOKER: "#b3a1e0",
}
SIDES = {"up": "♦", "down": "⌂"}
TOKEN, POINTS = "○", "p"


def is_market(view: Json) -> bool:
    """Whether the view is one of a card market."""
    return "market" in view and "pairs" in view


def kinds_of(view: Json) -> list[str]:
    """The kinds of resources, the joker last."""
    return [*view["boards"][0][PERMANENT], JOKER]


def sign(kind: str) -> str:
    return SIGNS.get(kind, kind[:1].upper())


def counted(numbers: Mapping[str, int]) -> str:
    """The number of each kind, as in `2☼ #`."""
    return " ".join(f"{n if n > 1 else ''}{sign(kind)}" for kind, n in numbers.items())


def pips(numbers: Mapping[str, int]) -> str:
    """One sign per resource, as in `☼☼ #`."""
    return " ".join(sign(kind) * n for kind, n in numbers.items())


def resource_word(texts: Texts, kind: str) -> str:
    return say_or(texts, f"resource.{kind}", kind)


def resource_words(texts: Texts, numbers: Mapping[str, int]) -> str:
    """The number of each kind in words, as in `energy 2, industry 1`."""
    return ", ".join(f"{lowered(resource_word(texts, kind))} {n}" for kind, n in numbers.items())


def building_word(texts: Texts, building: str) -> str:
    return say_or(texts, f"building.{building}", building)


def token_word(texts: Texts, token: str) -> str:
    return say_or(texts, f"token.{token}", token)


def card_word(texts: Texts, card: Json) -> str:
    """The name of a market card; a card that is being turned has none yet."""
    if "building" in card:
        return building_word(texts, card["building"])
    return f"{resource_word(texts, card['resource'])} {card['symbols']}" if "resource" in card else "…"


def brings_words(texts: Texts, building: Json) -> str:
    """What a building brings, in words."""
    points, permanent = building["points"], building[PERMANENT]
    words = [texts.say("ui.points", points)] if points else []
    words += [say_or(texts, f"item.{PERMANENT}-{permanent}", permanent)] if permanent else []
    return ", ".join([*words, *([texts.say("ui.token")] if building["civic"] else [])])


def brings_signs(building: Json) -> str:
    """What a building brings, in signs such as `2p ♥`."""
    points, permanent, civic = building["points"], building[PERMANENT], building["civic"]
    signs = [f"{points}{POINTS}" * bool(points), sign(permanent) if permanent else "", TOKEN * civic]
    return " ".join(filter(None, signs))


def payment_signs(items: Iterable[object]) -> str:
    """A payment in signs: `(☼)` permanent, `☼` a card, `☼☼` a double card, `*☼` ingenuity instead."""
    return "  ".join(_item_sign(*str(item).split("-")) for item in items)


def _item_sign(head: str, tail: str) -> str:
    if head == PERMANENT:
        return f"({sign(tail)})"
    return sign(head) + sign(tail) if head == JOKER else sign(head) * int(tail)


def payment_words(texts: Texts, items: Iterable[object]) -> str:
    return ", ".join(say_or(texts, f"item.{item}", str(item)) for item in items)


def token_signs(token: Json) -> str:
    """The worth of a token in signs: `3/☼♥` is 3 points for each of what follows the slash."""
    counted_signs = {
        "flat": POINTS,
        "together": "/" + "".join(map(sign, token["kinds"])),
        "often": f"/{token['times']}×",
        "missing": "/0×",
        "ingenuity": "/" + sign(JOKER),
    }
    return f"{token['worth']}{counted_signs[token['counts']]}"
