"""What a rule's example is made of: a small board, or a few pieces that lie on none."""

from dataclasses import dataclass
from typing import NamedTuple

from tilefolk.core.game import Json
from tilefolk.core.grid import Mask
from tilefolk.games.laying.hand import ground_json
from tilefolk.games.laying.hints import hexed
from tilefolk.games.laying.pictures.sketch import Sketch
from tilefolk.games.laying.view import face_json, grid_json


@dataclass(frozen=True, eq=False)
class BoardPicture:
    """A small board, the cells it is about, and what they bring by the rule itself.

    `allowed`: whether the last piece may lie there; None where that is not the question.
    """

    sketch: Sketch
    lit: Mask = 0
    points: int | None = None
    allowed: bool | None = None

    def json(self) -> Json:
        episode, ground, board = self.sketch.small, self.sketch.ground, self.sketch.board
        return {
            "kind": "board",
            "grid": grid_json(episode),
            "ground": ground_json(episode, ground),
            "board": face_json(episode, ground, board),
            "stickers": [list(sticker) for sticker in self.sketch.legacy.stickers],
            "lit": hexed(self.lit),
            "points": self.points,
            "allowed": self.allowed,
        }


class PiecesPicture(NamedTuple):
    """Pieces as they come up, and the roll that brings them; `barred`: there is no such piece any more."""

    cards: tuple[str, ...]
    barred: bool = False
    roll: tuple[str, ...] = ()

    def json(self) -> Json:
        return {"kind": "pieces", "cards": list(self.cards), "barred": self.barred, "roll": list(self.roll)}


class NumberPicture(NamedTuple):
    """A number alone; points that come or go are told with their sign."""

    number: int
    signed: bool = True

    def json(self) -> Json:
        return {"kind": "number", "number": self.number, "signed": self.signed}


Picture = BoardPicture | PiecesPicture | NumberPicture
