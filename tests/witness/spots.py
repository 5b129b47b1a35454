"""Things with a ring, or a bay: what lies there, and whether that is enough."""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.witness.episode import Land, Rule
from tests.witness.lattice import Place
from tests.witness.position import Position


@dataclass(frozen=True)
class Spot:
    """A thing and the cells that are looked at: its ring, or a bay itself."""

    thing: frozenset[Place]
    ring: frozenset[Place]
    own: str = ""


def spots(rule: Rule, land: Land) -> Iterator[Spot]:
    """All of a kind; nobody looks at what can never be covered."""
    if bays := rule.get("inside", ""):
        return (Spot(frozenset(bay), frozenset(bay - land.stones)) for bay in land.things(bays))
    return spots_around(rule["around"], land)


def spots_around(name: str, land: Land) -> Iterator[Spot]:
    for thing in land.things(name):
        around = {other for place in thing for other in land.next_to[place]}
        wants = "".join({land.cells[place].wants for place in thing})
        yield Spot(frozenset(thing), frozenset(around - thing - land.stones), wants)


def name_of_thing(rule: Rule) -> str:
    return str(rule.get("inside", "") or rule["around"])


def count(how: str, mark: str, spot: Spot, position: Position) -> int:
    """How much lies in the ring; only own symbols count twice where they are doubled."""
    lies = {place: shown for place, shown in position.marks.items() if place in spot.ring}
    if how == "covered":
        return len(lies)
    if how == "distinct":
        return len(set(lies.values()))
    if how == "own":
        return position.size({place for place, shown in lies.items() if shown == spot.own})
    return sum(1 for shown in lies.values() if shown == mark)


def counted(rule: Rule, spot: Spot, position: Position) -> int:
    return count(rule["count"], rule.get("mark", ""), spot, position)
