"""What the choices of all seats decide: triangles of the shafts, most boxes; it brings progress only.

It belongs to the episode that gave it and is settled in the match in which the last box of that episode, and
of all before it, is chosen.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tilefolk.core.first import first_of
from tilefolk.core.legacy import SETTLED, Gain, Legacy, Owed
from tilefolk.games.laying.catalogue import EPISODES, place_of
from tilefolk.games.laying.choosing import choice_in, task_of, waiting_in
from tilefolk.games.laying.rules.award import MOST_BOXES, Award
from tilefolk.games.laying.rules.choice import BOXES, Box
from tilefolk.games.laying.rules.reward import counted
from tilefolk.games.laying.rules.shaft import TRIANGLE, digs_of
from tilefolk.games.laying.state import State

Gains = tuple[Gain, ...]


class Triangle(NamedTuple):
    """A box of a shaft that is for the first."""

    shaft: str
    box: int

    @property
    def sticker(self) -> tuple[str, str]:
        """What its winners carry."""
        return f"{TRIANGLE}{self.shaft}", str(self.box)


def settled_gains(state: State, seat: int, own: Callable[[State, int], Gains]) -> Gains:
    """What a seat gets of what has waited, now that everybody keeps what is its own."""
    setting = state.setting
    if not any(legacy.waits for legacy in setting.legacies) and not _gives_waiting(state):
        return ()
    folded = [
        legacy.with_gains(own(state, index), setting.name, setting.version)
        for index, legacy in enumerate(setting.brought)
    ]
    return tuple(
        gain
        for gift in folded[seat].waits
        if not _is_open(gift, folded)
        for gain in _settled(gift, folded[seat], folded, setting.asleep)
    )


def _gives_waiting(state: State) -> bool:
    """Whether this match itself can give something that waits."""
    rewards = state.episode.rules.reward
    return bool(digs_of(rewards)) or any(isinstance(rule, Award) and rule.most_boxes for rule in rewards)


def _is_open(gift: Owed, seats: Sequence[Legacy]) -> bool:
    """Whether somebody still has a box to choose of the same episode or an earlier one."""
    return any(
        place_of(owed.mode) <= place_of(gift.mode)
        for legacy in seats
        for owed in legacy.owed
        if isinstance(choice_in(EPISODES.of(owed.mode, owed.version), task_of(owed)), Box)
    )


def _settled(gift: Owed, mine: Legacy, seats: Sequence[Legacy], asleep: Sequence[Legacy]) -> Gains:
    """What one such gift comes to."""
    count = waiting_in(EPISODES.of(gift.mode, gift.version), gift)
    assert count is not None
    if gift.rule == MOST_BOXES:
        best = max(_boxes(legacy) for legacy in (*seats, *asleep))
        won = _boxes(mine) == best > 0
        return counted(SETTLED, count.what, count.n) if won else (Gain(SETTLED, "most_boxes", ""),)
    triangle = _triangle(gift)
    if not _is_first(gift, triangle, seats, asleep):
        return (Gain(SETTLED, triangle.sticker[0], ""),)
    return (*counted(SETTLED, count.what, count.n), Gain(gift.rule, *triangle.sticker))


def _triangle(gift: Owed) -> Triangle:
    digs = digs_of(EPISODES.of(gift.mode, gift.version).rules.reward)
    dig = first_of(rule for rule in digs if rule.id == gift.rule)
    return Triangle(dig.kind, dig.at[gift.number])


def _is_first(gift: Owed, triangle: Triangle, seats: Sequence[Legacy], asleep: Sequence[Legacy]) -> bool:
    """Whether nobody has reached it in an earlier episode, whoever plays today."""
    if any(triangle.sticker in legacy.stickers for legacy in (*seats, *asleep)):
        return False
    rivals = [other for legacy in seats for other in legacy.waits if other.rule == gift.rule]
    return all(
        place_of(gift.mode) <= place_of(other.mode) for other in rivals if _triangle(other) == triangle
    )


def _boxes(legacy: Legacy) -> int:
    return sum(n for what, n in legacy.counts if what.startswith(BOXES))
