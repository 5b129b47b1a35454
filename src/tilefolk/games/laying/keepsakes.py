"""What stands beside a board for the rest of a campaign: shafts with their boxes, the cabinet."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from tilefolk.core.game import Json, Legacy
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.episode import Episode, cards_of
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.look_back import look_back
from tilefolk.games.laying.rules.award import Count
from tilefolk.games.laying.rules.choice import BOXES, Stick
from tilefolk.games.laying.rules.setup import Retire
from tilefolk.games.laying.rules.shaft import TRIANGLE, Dig, digs_of

KEPT = 256  # episodes of which it is remembered what they have brought
OPEN, WON, STRUCK = "open", "won", "struck"  # of a triangle


def keepsakes_json(episode: Episode, ground: Ground, board: Board, seats: Sequence[Legacy]) -> dict[str, Any]:
    """What a seat has beside its board, as far as this episode or one before it has brought it."""
    out: dict[str, Any] = {}
    earlier = look_back(episode)
    if earlier.milestones:
        out["milestones"] = earlier.milestones
    if earlier.digs:
        out["shafts"] = _shafts(episode, ground, board, seats)
    if _retires(episode):
        out["retired"] = [card for card in cards_of(episode) if card not in ground.pieces]
    return out


def _shafts(episode: Episode, ground: Ground, board: Board, seats: Sequence[Legacy]) -> list[Json]:
    """The shafts of a seat: those that are dug, or were last."""
    digging = bool(digs_of(episode.rules.reward))
    return [
        {
            "shaft": dig.kind,
            "boxes": dig.boxes,
            "crossed": ground.legacy.count(BOXES + dig.kind),
            "digs": dig.digs(ground, board) if digging else 0,
            "gifts": _gifts(dig, ground.legacy, seats),
        }
        for dig in look_back(episode).digs
    ]


@lru_cache(KEPT)
def _retires(episode: Episode) -> bool:
    return any(isinstance(rule, Retire) for rule in episode.rules.setup)


def _gifts(dig: Dig, own: Legacy, seats: Sequence[Legacy]) -> list[list[Any]]:
    out = []
    for box, gift in zip(dig.at, dig.gifts, strict=True):
        what = gift.what if isinstance(gift, Count) else gift.what[0] if isinstance(gift, Stick) else ""
        out.append([box, what, _triangle(dig, box, own, seats) if box in dig.triangles else ""])
    return out


def _triangle(dig: Dig, box: int, own: Legacy, seats: Sequence[Legacy]) -> str:
    won = (f"{TRIANGLE}{dig.kind}", str(box))
    if won in own.stickers:
        return WON
    return STRUCK if any(won in legacy.stickers for legacy in seats) else OPEN
