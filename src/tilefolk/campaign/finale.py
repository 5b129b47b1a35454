"""Who wins a campaign: one thing after the other, until one seat is left or nothing more decides."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from tilefolk.campaign.series import FEWEST

Number = int | None  # None: the seat has no such number, and is behind all that have one


class Step(NamedTuple):
    """One thing that was compared: the seats level until then, what they have of it, who is best."""

    what: str
    compared: tuple[int, ...]
    counts: tuple[Number, ...]
    leaders: tuple[int, ...]


class Finale(NamedTuple):
    """The end of a campaign: the steps of the comparison, and who is left; several share the victory."""

    steps: tuple[Step, ...]
    winners: tuple[int, ...]


def finale(wins: Sequence[str], counts: Sequence[Sequence[Number]]) -> Finale:
    """The comparison of the seats by what they have of each of these things, in order."""
    left, steps = tuple(range(len(counts))), list[Step]()
    for index, what in enumerate(wins):
        numbers = tuple(counts[seat][index] for seat in left)
        keys = [key_of(what, number) for number in numbers]
        leaders = tuple(seat for seat, key in zip(left, keys, strict=True) if key == max(keys))
        steps.append(Step(what, left, numbers, leaders))
        left = leaders
        if len(left) == 1:
            break
    return Finale(tuple(steps), left)


def key_of(what: str, number: Number) -> tuple[bool, int]:
    """What the comparison of one thing goes by, more is better."""
    return number is not None, -(number or 0) if what in FEWEST else number or 0


def finale_json(end: Finale) -> dict[str, Any]:
    """The finale as the interfaces tell it."""
    steps = [[step.what, *map(list, step[1:])] for step in end.steps]
    return {"steps": steps, "winners": list(end.winners)}
