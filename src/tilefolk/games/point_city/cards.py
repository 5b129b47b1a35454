"""The 160 cards: a resource on one side, a building on the other."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tilefolk.core.first import first_of

KINDS = ("industry", "energy", "economy", "community", "ecology")
INGENUITY = "ingenuity"
TIERS = (1, 2, 3)
UP, DOWN = "up", "down"  # the resource side, the building side

Counts = tuple[int, ...]  # one number per kind
NONE: Counts = (0, 0, 0, 0, 0)

DATA = Path(__file__).parent / "data"


def counts(of: Mapping[str, int]) -> Counts:
    """Numbers by kind, in the order of KINDS."""
    if unknown := set(of) - set(KINDS):
        raise ValueError(f"no such kind: {', '.join(sorted(unknown))}")
    return tuple(of.get(kind, 0) for kind in KINDS)


@dataclass(frozen=True, slots=True)
class Building:
    """The building side of a card. A civic building brings a token, and neither points nor a resource."""

    id: str
    tier: int
    cost: Counts
    points: int = 0
    permanent: str = ""
    civic: bool = False


@dataclass(frozen=True, slots=True)
class Resource:
    """The resource side of a card: a kind, and how many symbols of it."""

    kind: str
    symbols: int


@dataclass(frozen=True, slots=True)
class Card:
    """Both sides. Nobody at the table may know both before they have been turned."""

    resource: Resource
    building: Building


@dataclass(frozen=True, slots=True)
class Family:
    """A building as it is written in the data; the ring turns it into four others.

    A building is named after what its face shows: its permanent resource, else the kind its cost names
    first. `shows`: the family whose buildings look the same, so that a name never tells what is behind.
    """

    name: str
    tier: int
    resource: str
    symbols: int
    cost: Mapping[str, int]
    points: int = 0
    permanent: str = ""
    civic: bool = False
    copies: int = 1
    shows: str = ""

    def cards(self, ring: tuple[str, ...]) -> Iterator[Card]:
        for step in range(len(ring)):
            turned = {old: ring[(place + step) % len(ring)] for place, old in enumerate(ring)}
            cost = counts({turned[old]: n for old, n in self.cost.items()})
            resource = Resource(turned.get(self.resource, self.resource), self.symbols)
            permanent = turned.get(self.permanent, "")
            name = f"{self.shows or self.name}-{permanent or turned[first_of(self.cost)]}"
            building = Building(name, self.tier, cost, self.points, permanent, self.civic)
            yield from [Card(resource, building)] * self.copies


def _load() -> tuple[tuple[Card, ...], ...]:
    """The cards of each tier, in the order of the data: what the numbers of chance point to."""
    data = tomllib.loads((DATA / "cards.toml").read_text(encoding="utf-8"))
    ring = tuple(data["ring"])
    cards = [card for name, entry in data["family"].items() for card in Family(name, **entry).cards(ring)]
    return tuple(tuple(card for card in cards if card.building.tier == tier) for tier in TIERS)


CARDS = _load()
BUILDINGS = tuple(dict.fromkeys(card.building for tier in CARDS for card in tier))
BUILDING = {building.id: building for building in BUILDINGS}


def symbols_on(tier: int, kind: str) -> int:
    """How many symbols a resource side of that tier shows."""
    return 1 if tier == 1 or kind == INGENUITY else 2
