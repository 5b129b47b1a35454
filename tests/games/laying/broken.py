"""Broken episodes for tests: an edit of a sound one, and what it is refused for."""

from pathlib import Path
from typing import NamedTuple

from tilefolk.games import my_city

EPISODE, GAME = "broken.toml", "game.toml"
TRACK = '{ rule = "track", start = 10 }'


class Case(NamedTuple):
    """One edit of a sound file, and what the error must say: how its key begins, a word of its reason, file.

    The error is told of the edited file, unless `edited` names another."""

    old: str
    new: str
    key: str
    word: str
    file: str = EPISODE
    edited: str = ""


def also(rule: str) -> tuple[str, str]:
    """A further rule after the deck."""
    return TRACK, f"{TRACK},\n  {rule}"


def write(folder: Path, case: Case) -> tuple[Path, Path]:
    """Copies of the Eternal game and its pieces with one edit."""
    paths = []
    for name, source in ((EPISODE, "eternal.toml"), (GAME, "game.toml")):
        text = (my_city.GAME.folder / source).read_text()
        if name == (case.edited or case.file):
            assert text.count(case.old) == 1, f"{case.old} stands {text.count(case.old)} times in {source}"
            text = text.replace(case.old, case.new)
        path = folder / name
        path.write_text(text)
        paths.append(path)
    return paths[0], paths[1]
