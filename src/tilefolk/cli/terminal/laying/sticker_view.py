"""A sticker to be put for good is laid like a piece of one cell, on the board with nothing built."""

from typing import Any

from tilefolk.core.game import Json

MARK = "sticker"


def with_sticker(view: Json) -> Json:
    """The view with the next sticker as a piece to lay; other views stay as they are."""
    choices = view.get("choices") or ()
    if not choices or "legal" not in choices[0]:
        return view
    choice, every, seat = choices[0], view["grid"]["cells"], view["seat"]
    shape = {"orientation": 0, "cells": [[0, 0]], "inside": every}
    shape |= {"legal": choice["legal"], "lacks": choice["lacks"]}
    pieces = [_piece(what, shape) for what in choice["what"]]
    boards = [{**board, "marks": [*board["marks"], "0"]} for board in view["boards"]]
    bare = {"laid": [], "clear": every, "notes": {}, "groups": [], "roads": []}
    bare |= {"marks": ["0"] * len(boards[seat]["marks"]), "ground": len(view["grounds"])}
    boards[seat] |= bare
    grounds = [*view["grounds"], choice["ground"]]
    kinds = [*view["kinds"], MARK]
    return {**view, "pieces": pieces, "boards": boards, "grounds": grounds, "kinds": kinds}


def _piece(what: str, shape: dict[str, Any]) -> dict[str, Any]:
    return {"name": what, "kind": MARK, "marks": [MARK], "verb": "stick", "shapes": [shape]}
