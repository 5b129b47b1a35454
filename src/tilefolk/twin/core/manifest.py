"""What is in the library of kernels, and which sources it was made from."""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
WASM, MANIFEST = FOLDER / "kernels.wasm", FOLDER / "kernels.json"
PACKAGE = FOLDER.parents[1]
# Everything that decides what the kernels do: their sources, the numbers they are compiled with, and how.
SOURCES = (
    "twin/compiler/*",
    "twin/kernels/*.py",
    "twin/play/*.py",
    "twin/value/groups.py",
    "twin/value/pairs.py",
    "twin/value/room.py",
    "twin/point_city/arrays.py",
    "twin/point_city/dealing.py",
    "twin/point_city/exponential.py",
    "twin/point_city/paying.py",
    "twin/point_city/playouts.py",
    "twin/point_city/points.py",
    "twin/point_city/policy.py",
    "twin/point_city/tables.py",
    "twin/point_city/turns.py",
    "twin/learning.py",
    "twin/replay.py",
    "twin/replayed.py",
    "twin/value/head.py",
    "twin/core/exports.py",
    "twin/ground/tables.py",
    "twin/ground/lanes.py",
    "research/batch/kernels.py",
    "games/laying/rules/ops.py",
)


class Manifest(NamedTuple):
    """`digest`: of the sources; `tools`: the versions it was made with; `exports`: signatures by symbol."""

    digest: str
    tools: dict[str, str]
    exports: dict[str, str]


@cache
def read_manifest() -> Manifest:
    return Manifest(**json.loads(MANIFEST.read_text(encoding="utf-8")))


def digest_of_sources() -> str:
    """The sources by their content, wherever they lie."""
    out = sha256()
    for pattern in SOURCES:
        for file in sorted(PACKAGE.glob(pattern)):
            if file.is_file():
                out.update(f"{file.relative_to(PACKAGE).as_posix()}\n".encode() + _text(file))
    return out.hexdigest()


def _text(file: Path) -> bytes:
    """As it is in the repository, however this system ends its lines."""
    return file.read_bytes().replace(b"\r\n", b"\n")
