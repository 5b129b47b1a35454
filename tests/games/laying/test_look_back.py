"""What an episode shows of those before it: read when a match is set up, of the version of that match."""

import shutil
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tilefolk.core.match import Header, Match
from tilefolk.games import find, my_city, my_island
from tilefolk.games.laying.catalogue import EPISODES, changes

GAMES = {"my_city": my_city.GAME, "my_island": my_island.GAME}
BLUE_SHAFT = 'kind = "B", source = ["near:mine_blue"], boxes = '


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The first lines of the files that are read; no episode is in memory."""
    seen: list[str] = []
    loads = tomllib.loads

    def noted(text: str) -> dict[str, Any]:
        seen.append(text)
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", noted)
    for name, game in GAMES.items():
        EPISODES.add_folder(name, game.folder)
    return seen


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Episodes of My City that a test may change."""
    folder = tmp_path / "data"
    shutil.copytree(my_city.GAME.folder, folder)
    EPISODES.add_folder("my_city", folder)
    yield folder
    EPISODES.add_folder("my_city", my_city.GAME.folder)


def begun(mode: str, version: int = 1) -> Match:
    return Match(find(mode)[0], Header(mode, version, 2))


@pytest.mark.parametrize("mode", ["my_island/14", "my_island/24", "my_city/20", "my_city/24"])
def test_a_view_reads_no_file_and_a_match_each_but_once(mode: str, read: list[str]) -> None:
    match = begun(mode)
    assert len(read) == len(set(read)) <= 25, "a game's own file is read once"
    read.clear()
    assert match.game.view(match.state, 0)["game"] == mode
    assert not read


def test_threads_that_ask_at_once_get_the_same_episode(read: list[str]) -> None:
    with ThreadPoolExecutor(4) as pool:
        found = [*pool.map(EPISODES.__getitem__, ["my_island/14"] * 4)]
    assert len({id(episode) for episode in found}) == 1


def write_version(folder: Path, number: int, version: int, old: str = "", new: str = "") -> None:
    """A newer version of an episode; the first one stays beside it."""
    newest = folder / f"{number}.toml"
    first = newest.read_text(encoding="utf-8")
    (folder / f"{number}@1.toml").write_text(first, encoding="utf-8")
    changed = first.replace("version = 1", f"version = {version}")
    assert old in changed
    newest.write_text(changed.replace(old, new) if old else changed, encoding="utf-8")
    EPISODES.add_folder("my_city", folder)


def test_what_is_new_is_told_beside_the_version_of_the_match(folder: Path) -> None:
    before = changes(EPISODES["my_city/3"])
    trees = ('"tree", per = 1', '"tree", per = 2')
    write_version(folder, 2, 2, *trees)
    assert changes(EPISODES["my_city/3"]) == before, "a match of version 1 followed version 1"
    write_version(folder, 3, 2)
    newest, first = EPISODES.of("my_city/3", 2), EPISODES.of("my_city/3", 1)
    assert [rule.id for rule in changes(newest)[0]] != [rule.id for rule in changes(first)[0]]
    assert changes(first) == before


def test_shafts_are_those_of_the_version_of_the_match(folder: Path) -> None:
    """Episode 20 digs no more: it shows the shafts as they were last."""
    shown = boxes(begun("my_city/20"))
    assert shown
    write_version(folder, 18, 2, f"{BLUE_SHAFT}9", f"{BLUE_SHAFT}10")
    assert boxes(begun("my_city/20")) == shown
    write_version(folder, 20, 2)
    assert boxes(begun("my_city/20", 1)) == shown
    assert boxes(begun("my_city/20", 2)) != shown


def boxes(match: Match) -> list[Any]:
    return [
        (shaft["shaft"], shaft["boxes"]) for shaft in match.game.view(match.state, 0)["boards"][0]["shafts"]
    ]
