"""Every building of Point City has a name of its own in every language and a picture of that name."""

from pathlib import Path

import pytest

from tilefolk.games.point_city.cards import BUILDINGS
from tilefolk.locale import LANGUAGES, texts

HEAD = "building."
LONGEST = 16
PICTURES = Path(__file__).parents[3] / "web" / "src" / "games" / "point_city" / "drawing" / "pictures"


def names(language: str) -> dict[str, str]:
    """Building id -> its name."""
    forms = texts(language).forms
    return {message.removeprefix(HEAD): forms[message][0] for message in forms if message.startswith(HEAD)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_building_is_named_and_nothing_else(language: str) -> None:
    assert len(BUILDINGS) == 140
    assert set(names(language)) == {building.id for building in BUILDINGS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_stands_twice(language: str) -> None:
    said = [name.casefold() for name in names(language).values()]
    assert not {name for name in said if said.count(name) > 1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_fits_its_card(language: str) -> None:
    assert not [name for name in names(language).values() if not 0 < len(name) <= LONGEST]


def test_every_picture_shows_what_the_building_is_called() -> None:
    """Whoever renames a building meets its picture here and draws it again."""
    lines = [
        line for file in PICTURES.glob("*.txt") for line in file.read_text(encoding="utf-8").splitlines()
    ]
    heads = [line.split(" ", maxsplit=1) for line in lines if line.startswith("G")]
    assert len(heads) == len(BUILDINGS)
    assert dict(heads) == names("en")
