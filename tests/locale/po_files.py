"""The files of all languages, read a second way."""

from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import tilefolk

LOCALE = Path(tilefolk.__file__).parent / "locale"


def catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def entries(path: Path) -> dict[str, tuple[str, ...]]:
    """Message id -> its forms, as the file has them."""
    out = {}
    for entry in catalogue(path):
        if entry.id:
            message = entry.id if isinstance(entry.id, str) else entry.id[0]
            string = entry.string or ""
            out[message] = (string,) if isinstance(string, str) else tuple(string)
    return out


def holes(forms: tuple[str, ...]) -> set[str]:
    """The names of the holes in any form of a message."""
    return {hole for text in forms for _, hole, _, _ in Formatter().parse(text) if hole is not None}


def files() -> list[Path]:
    return sorted(LOCALE.glob("*/*.po"))
