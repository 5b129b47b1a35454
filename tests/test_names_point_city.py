"""Every building of Point City has a name of its own in every language, short enough for its card."""

import pytest

from tilefolk.games.point_city.cards import BUILDINGS
from tilefolk.locale import LANGUAGES, texts

HEAD = "building."
LONGEST = 16


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
