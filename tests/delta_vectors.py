"""Deltas as Python makes them, for the browser to fold; `python -m tests.delta_vectors` writes the file."""

import json
from pathlib import Path
from random import Random
from typing import Any

from tilefolk.delta import SAME, delta, fold

FILE = Path(__file__).parents[1] / "web" / "src" / "live" / "connection" / "delta_vectors.json"
NAMES = ("round", "boards", "left", "ready", "line.two", "0", "1")
CELLS = 140


def vectors() -> list[list[Any]]:
    """Value, change, value after it: chains of random changes."""
    stream, out = Random("deltas"), []
    for _ in range(30):
        value = random_value(stream, 3)
        for _ in range(3):
            after = changed(stream, value, 4)
            change = delta(value, after)
            if change is not SAME:
                out.append([value, change, fold(value, change)])
            value = after
    return out


KNOWN = {"A-T4": {"name": "T4", "shapes": [{"inside": "ff0", "legal": "ff0", "lacks": {"on_land": "f00"}}]}}
LACKS = {"lacks": {"clear": "30"}, "legal": {"~": ["inside", "lacks"]}}


def known_vectors() -> list[list[Any]]:
    """The same for changes that name what is known."""
    pairs: list[tuple[Any, Any]] = [
        ({"pieces": []}, {"pieces": {"0": {"@": "A-T4", "shapes": {"0": LACKS}}}}),
        ({"pieces": [1, {"name": "V3"}]}, {"pieces": {"-": [0], "0": {"@": "A-T4"}}}),
        ({"a": {"b": 1}}, {"a": {"@": "A-T4", "-": ["shapes"]}}),
    ]
    return [[value, change, fold(value, change, KNOWN)] for value, change in pairs]


def random_value(stream: Random, depth: int) -> Any:
    """Something like a part of a view."""
    kind = stream.choice(("table", "list", "list", "cells", "plain") if depth else ("cells", "plain"))
    if kind == "table":
        names = stream.sample(NAMES, stream.randrange(5))
        return {name: random_value(stream, depth - 1) for name in names}
    if kind == "list":
        return [random_value(stream, depth - 1) for _ in range(stream.randrange(6))]
    if kind == "cells":
        return f"{stream.getrandbits(stream.choice((0, 8, CELLS))):x}"
    return stream.choice((None, True, False, 0, 1, -30, "", "T4", "cafe"))


def changed(stream: Random, value: Any, depth: int) -> Any:
    """The value with a few things in it that have come, gone or changed."""
    if stream.random() < 0.15:
        return random_value(stream, 2)
    if isinstance(value, dict):
        kept = {name: part for name, part in value.items() if stream.random() < 0.9}
        more = {name: random_value(stream, 1) for name in NAMES if stream.random() < 0.05}
        return {name: _maybe(stream, part, depth) for name, part in kept.items()} | more
    if isinstance(value, list):
        kept_parts = [part for part in value if stream.random() < 0.9]
        return [_maybe(stream, part, depth) for part in kept_parts] + [
            random_value(stream, 1) for _ in range(stream.choice((0, 0, 1)))
        ]
    if isinstance(value, str) and len(value) == len(f"{1 << CELLS:x}") - 1:
        return f"{int(value, 16) ^ 0x3000C << stream.randrange(CELLS):x}"
    return random_value(stream, 0)


def _maybe(stream: Random, value: Any, depth: int) -> Any:
    return changed(stream, value, depth - 1) if depth and stream.random() < 0.4 else value


def text() -> str:
    rows = {"vectors": vectors(), "known_vectors": known_vectors()}
    parts = [f'"{name}": [\n' + ",\n".join(map(json.dumps, listed)) + "\n]" for name, listed in rows.items()]
    return "{\n" + f'"known": {json.dumps(KNOWN)},\n' + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(text())
