"""A player without rules: it picks one of the answers its view offers."""

from random import Random
from typing import Any


def random_answer(view: dict[str, Any], rand: Random) -> str:
    """A random legal line, read from the view alone."""
    grid, places = view["grid"], []
    for piece in view["pieces"]:
        for shape in piece["shapes"]:
            if legal := int(shape["legal"], 16):
                places.append((piece["name"], shape["orientation"], legal))
    if not places:
        return " ".join(map(str, view["answers"][0]))
    name, orientation, legal = rand.choice(places)
    bits = [bit for bit in range(legal.bit_length()) if legal >> bit & 1]
    row, column = divmod(rand.choice(bits), grid["width"])
    return f"place {name} {orientation} {chr(65 + column + grid['left'])}{row + 1 + grid['top']}"
