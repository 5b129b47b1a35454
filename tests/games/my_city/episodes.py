"""Episodes of My City for tests, and copies of them with some texts replaced."""

import re
from pathlib import Path

from tests.dialect import DATA
from tilefolk.games import my_city
from tilefolk.games.laying.catalogue import load_episode

EXAMPLES, ETERNAL = "my_city/examples", "my_city/eternal"
GOLD, JUBILEE = "my_city/10", "my_city/24"
EXAMPLES_FILE = DATA / "my_city" / "examples.toml"
FILES = {
    EXAMPLES: EXAMPLES_FILE,
    ETERNAL: my_city.GAME.folder / "eternal.toml",
    GOLD: my_city.GAME.folder / "10.toml",
    JUBILEE: my_city.GAME.folder / "24.toml",
}


def edited(folder: Path, source: Path, *changes: tuple[str, str]) -> str:
    """The way to play a copy of an episode with some texts replaced."""
    text = source.read_text()
    for old, new in changes:
        assert text.count(old) == 1, f"{old} stands {text.count(old)} times in {source.name}"
        text = text.replace(old, new)
    return written(folder, text)


def written(folder: Path, text: str) -> str:
    """The way to play an episode with the pieces of My City; it is named after the folder of its test."""
    path = folder / f"{folder.name}.toml"
    path.write_text(text)
    return load_episode("my_city", path, my_city.GAME.folder / "game.toml").name


def with_deck(folder: Path, deck: str) -> str:
    """The examples' episode with another deck."""
    whole = next(line for line in EXAMPLES_FILE.read_text().splitlines() if '"deck"' in line)
    return edited(folder, EXAMPLES_FILE, (whole, f'  {{ rule = "deck", {deck} }},'))


def with_veins(folder: Path, one: str, other: str, *changes: tuple[str, str]) -> str:
    """Episode 10 with the veins elsewhere and the start at the river."""
    moved = ('at = ["A8", "K1"]', f'at = ["{one}", "{other}"]'), ('on = ["near:sawmill"]', 'on = ["river"]')
    return edited(folder, FILES[GOLD], *moved, *changes)


def with_marker(folder: Path, mode: str, marker: int) -> str:
    """An episode in which the marker starts on this number."""
    start = re.search(r"start = \d+", FILES[mode].read_text())
    assert start is not None
    return edited(folder, FILES[mode], (start[0], f"start = {marker}"))


SAWMILL = "H10 G10"
