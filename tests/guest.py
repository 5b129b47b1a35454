"""Somebody who may write to a data folder alone: `python - FOLDERS < tests/guest.py`, see tests/hosted.py.

What can be written to of other folders is told; if that is nothing, bots that search play.
"""

import contextlib
import json
import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

LACKING = ("numpy", "numba", "llvmlite", "scipy")  # what a site does not install
MODES = ("my_city/eternal", "my_island/eternal", "roll_and_build/7", "point_city/table")


def written(folder: Path) -> Iterator[str]:
    """What can be written to in a folder, which need not be there yet."""
    yield from (str(path) for path in (folder, *folder.rglob("*")) if os.access(path, os.W_OK))
    with contextlib.suppress(OSError):
        folder.mkdir(exist_ok=True)
        (folder / "written").touch()
        yield str(folder / "written")


def records() -> list[str]:
    """A match of each game between bots that search."""
    import tilefolk

    return [tilefolk.match(mode, seats=["fox", "owl/64"], seed="hosted").record() for mode in MODES]


def main(folders: list[str]) -> None:
    told: dict[str, object] = {"written": [path for folder in folders for path in written(Path(folder))]}
    if not told["written"]:
        from tilefolk.twin.core import form

        told |= {"records": records(), "form": form(), "is_compiled": form().is_compiled}
    print(
        json.dumps({**told, "users": os.getresuid(), "more": [name for name in LACKING if find_spec(name)]})
    )


if __name__ == "__main__":
    main(sys.argv[1:])
