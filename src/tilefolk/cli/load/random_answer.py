"""A player without rules: it picks one of the answers its view offers."""

from random import Random
from typing import Any

from tilefolk.core.grid import LATTICES, cell_name


def random_answer(view: dict[str, Any], rand: Random) -> str:
    """A random legal line, read from the view alone."""
    places = []
    for piece in view.get("pieces", ()):
        for shape in piece["shapes"]:
            if legal := int(shape["legal"], 16):
                places.append((piece["name"], shape["orientation"], legal))
    if not places:
        return " ".join(map(str, rand.choice(view["answers"])))
    name, orientation, legal = rand.choice(places)
    bits = [bit for bit in range(legal.bit_length()) if legal >> bit & 1]
    grid = view["grid"]
    row, column = divmod(rand.choice(bits), grid["width"])
    cell = cell_name(LATTICES[grid["lattice"]], row + grid["top"], column + grid["left"])
    return f"place {name} {orientation} {cell}"
