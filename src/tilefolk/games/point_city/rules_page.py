"""The page of rules: what is in force by what it is about, with cards, payments and tokens to draw."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tilefolk.core.first import first_of
from tilefolk.core.game import Json
from tilefolk.games.point_city import automaton
from tilefolk.games.point_city.cards import BUILDING, BUILDINGS, CARDS, DOWN, UP, Building, Card
from tilefolk.games.point_city.facts import COLUMNS, LEVELS, ROWS, TOKENS
from tilefolk.games.point_city.hints import by_kind
from tilefolk.games.point_city.market import BESIDE
from tilefolk.games.point_city.payment import Purse, add, payments, spelled
from tilefolk.games.point_city.state import City, other_side
from tilefolk.games.point_city.tokens import worth

GROUPS: Mapping[str, tuple[str, ...]] = {
    "aim": ("take", "flip", "refill"),
    "pay": ("pay", "joker"),
    "points": ("civic",),
    "end": ("end", "tie"),
}
PROCEDURE = ("automaton.takes", "automaton.keeps", "automaton.token")
REASONS = {
    "automaton.keeps": "nothing is paid",
    "automaton.token": "the first token of the row is marked on the table",
    "tie": "it compares what is left of two cities",
    **{f"automaton.{level}": "it adds up a whole city" for level in LEVELS},
}
FIRST = CARDS[0]  # cards of the first tier: what a market begins with
SHOWN = 4  # cards of a small market


def grouped(level: str) -> Mapping[str, tuple[str, ...]]:
    """The rules by what they are about; against an automaton how it plays, counts and loses ties."""
    if not level:
        return GROUPS
    return {**GROUPS, "automaton": (*PROCEDURE, f"automaton.{level}"), "end": ("end",)}


def rules_page(mode: str, *, pictures: bool = True) -> Json:
    """What a client shows of the rules; sentences by their ids."""
    return {
        "game": mode,
        "follows": None,
        "gifts": [],
        "buildings": {building.id: building_json(building) for building in BUILDINGS},
        "groups": [
            {
                "group": group,
                "said": ["aim.point_city"] if group == "aim" else [],
                "rules": [_told(rule, pictures) for rule in rules],
            }
            for group, rules in grouped(mode.partition("/solo-")[2]).items()
        ],
    }


def _told(rule: str, pictures: bool) -> Json:
    drawn = EXAMPLES[rule]() if pictures and rule in EXAMPLES else []
    return {"id": f"point_city.{rule}", "numbers": [], "clauses": [], "new": False, "pictures": drawn}


def building_json(building: Building) -> dict[str, Any]:
    """The building side of a card."""
    return {
        "tier": building.tier,
        "cost": by_kind(building.cost),
        "points": building.points,
        "permanent": building.permanent,
        "civic": building.civic,
    }


def _picture(rows: Sequence[Sequence[Json]], **more: Any) -> Json:
    """Cards in rows; by their numbers those it is about, whether that is allowed, and what follows."""
    return {
        "kind": "cards",
        "rows": [list(row) for row in rows],
        "lit": [],
        "allowed": None,
        "becomes": [],
        "pays": [],
        "tokens": [],
        "points": None,
        **more,
    }


def _face(card: Card, side: str) -> Json:
    tier = card.building.tier
    if side == DOWN:
        return {"tier": tier, "side": DOWN, "building": card.building.id}
    return {"tier": tier, "side": UP, "resource": card.resource.kind, "symbols": card.resource.symbols}


def _market() -> list[list[Json]]:
    """A corner of a market: resources, and one building among them."""
    step = len(FIRST) // SHOWN
    cards = [FIRST[index * step] for index in range(SHOWN)]
    faces = [_face(card, DOWN if index == 1 else UP) for index, card in enumerate(cards)]
    return [faces[:2], faces[2:]]


def take() -> list[Json]:
    """Two cards that share a side, and two that do not."""
    corner = (0, 1, COLUMNS, COLUMNS + 1)  # the cells of the market that the four cards lie on
    ways = [(one, two) for one in range(SHOWN) for two in range(one + 1, SHOWN)]
    beside = {way: (corner[way[0]], corner[way[1]]) in BESIDE for way in ways}
    good = first_of(way for way, allowed in beside.items() if allowed)
    bad = first_of(way for way, allowed in beside.items() if not allowed)
    return [_picture(_market(), lit=list(way), allowed=beside[way]) for way in (good, bad)]


def flip() -> list[Json]:
    """A whole row of resources; one of them is turned over."""
    cards = FIRST[:: len(FIRST) // COLUMNS][:COLUMNS]
    row = [_face(card, UP) for card in cards]
    return [_picture([row], lit=[len(row) - 1], becomes=[_face(cards[-1], other_side(UP))])]


def refill() -> list[Json]:
    """What fills the gap of a resource, and of a building."""
    return [
        _picture([[_face(FIRST[0], side)]], becomes=[_face(FIRST[-1], other_side(side))])
        for side in (UP, DOWN)
    ]


def pay() -> list[Json]:
    """A building, and a payment of a permanent resource and cards."""
    building = first_of(one for one in BUILDINGS if sum(one.cost) > 1 and max(one.cost) == sum(one.cost))
    kind = building.cost.index(max(building.cost))
    one = tuple(int(index == kind) for index in range(len(building.cost)))
    purse = Purse(permanent=one, singles=tuple(n * sum(building.cost) for n in one))
    return [_paid(building, purse)]


def joker() -> list[Json]:
    """A building that is paid for with ingenuity."""
    building = min(BUILDINGS, key=lambda one: (sum(one.cost), BUILDINGS.index(one)))
    kind = building.cost.index(max(building.cost))
    return [_paid(building, Purse(singles=add(building.cost, kind, -1), ingenuity=1))]


def _paid(building: Building, purse: Purse) -> Json:
    way = payments(purse, building.cost)[0]
    face = {"tier": building.tier, "side": DOWN, "building": building.id}
    return _picture([[face]], pays=list(spelled(way)[1:]))


def civic() -> list[Json]:
    """A civic building, a token, and what that is worth to a city."""
    building = first_of(one for one in BUILDINGS if one.civic)
    name = first_of(
        name for name, token in TOKENS.items() if token.counts == "together" and len(token.kinds) == 1
    )
    token = TOKENS[name]
    homes = [one.id for one in BUILDINGS if one.permanent == token.kinds[0]][:2]
    city = City(buildings=tuple(homes))
    face = {"tier": building.tier, "side": DOWN, "building": building.id}
    shown = {"counts": token.counts, "worth": token.worth, "kinds": list(token.kinds), "times": token.times}
    faces = [{"tier": BUILDING[one].tier, "side": DOWN, "building": one} for one in homes]
    return [_picture([[face]], tokens=[shown]), _picture([faces], tokens=[shown], points=worth(name, city))]


def takes() -> list[Json]:
    """A whole market, and what the automaton takes in its first turn."""
    step = len(FIRST) // (ROWS * COLUMNS)
    faces = [_face(FIRST[index * step], UP) for index in range(ROWS * COLUMNS)]
    rows = [faces[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)]
    return [_picture(rows, lit=sorted(automaton.cells(0)))]


def end() -> list[Json]:
    """Points that are printed on buildings."""
    found = [one.id for one in BUILDINGS if one.points][:2]
    faces = [{"tier": BUILDING[name].tier, "side": DOWN, "building": name} for name in found]
    return [_picture([faces], points=City(buildings=tuple(found)).points)]


EXAMPLES: Mapping[str, Callable[[], list[Json]]] = {
    "take": take,
    "flip": flip,
    "refill": refill,
    "pay": pay,
    "joker": joker,
    "civic": civic,
    "automaton.takes": takes,
    "end": end,
}
