"""The series that games offer, and files of series that are broken."""

from pathlib import Path

import pytest

from tests.campaign.series import CAMPAIGN, FILE, without
from tilefolk.campaign import SERIES, Series, UnknownSeries, all_offers, find_series, offer
from tilefolk.campaign.series_file import read_series_file
from tilefolk.games import find, modes_of, roll_and_build
from tilefolk.games.toml_tables import BadEpisode


def test_series_are_offered_before_the_single_modes() -> None:
    names = [mode.name for mode in all_offers() if mode.name.startswith("roll_and_build/")]
    own = [name for name in SERIES if name.startswith("roll_and_build/")]
    assert names[0] == CAMPAIGN.name and names[len(own)] == "roll_and_build/1"
    assert offer(CAMPAIGN.name).seats == (1, 2, 3, 4, 5, 6)
    assert dict(offer(CAMPAIGN.name).options) == {"pace": ("together", "own")}
    assert offer("my_city/eternal").name == "my_city/eternal"
    with pytest.raises(UnknownSeries):
        find_series("roll_and_build/7")


def test_the_tables_options_go_to_the_matches_that_have_them() -> None:
    mode = find("roll_and_build/7")[1]
    assert CAMPAIGN.options_of(mode, {"pace": "own"}) == {"pace": "own", "award": "yes"}
    assert CAMPAIGN.options_of(find("roll_and_build/1")[1], {"pace": "own"}) == {"pace": "own"}


CASES = {
    "another kind of entry": ("[series.short]", "[serie.short]", "serie", "known"),
    "a key nobody knows": ("carries = false", "carry = false", "series.short.carry", "known"),
    "no chapters": ('chapters = ["short"]', "chapters = []", "series.short.chapters", "nothing"),
    "an unknown chapter": ('chapters = ["short"]', 'chapters = ["tall"]', "series.short.chapters[0]", "tall"),
    "an unknown mode": ('modes = ["3", "6", "12"]', 'modes = ["3", "66"]', "chapter.short.modes[1]", "66"),
    "a mode twice": ('modes = ["3", "6", "12"]', 'modes = ["3", "3"]', "chapter.short.modes[1]", "twice"),
    "a mode that is no text": ('modes = ["3", "6", "12"]', "modes = [3]", "chapter.short.modes[0]", "text"),
    "a name that a mode has": ("[series.short]", "[series.3]", "series.3", "mode"),
    "no version": ("[series.short]\nversion = 1\n", "[series.short]\n", "series.short.version", "missing"),
    "version zero": (
        "[series.short]\nversion = 1\n",
        "[series.short]\nversion = 0\n",
        "series.short.version",
        "1",
    ),
    "too many seats": ("seats = [1, 2, 3, 4, 5, 6]", "seats = [1, 7]", "series.campaign.seats", "7"),
    "seats in disorder": ("seats = [1, 2, 3, 4, 5, 6]", "seats = [2, 1]", "series.campaign.seats", "rising"),
    "an option nobody has": (
        '{ award = "yes" }',
        '{ prize = "yes" }',
        "series.campaign.options.prize",
        "none",
    ),
    "an option that is not offered": (
        '{ award = "yes" }',
        '{ award = "1" }',
        "series.campaign.options.award",
        "yes",
    ),
    "carries that is no switch": (
        "carries = false",
        'carries = "no"',
        "series.short.carries",
        "true or false",
    ),
    "titles in disorder": ("hermit = 10", "hermit = 20", "chapter.1.titles.farmhand", "hermit"),
    "a title for less than nothing": ("tramp = 0", "tramp = -5", "chapter.1.titles.tramp", "from 0"),
    "ranks that rise": ("ranks = [20, 10]", "ranks = [10, 20]", "chapter.3.bonus.ranks", "fall"),
    "a bonus for many alone": ("7 = 20", "many = 20", "chapter.3.bonus.alone.many", "number"),
    "a bonus of nothing alone": ("7 = 20", "7 = 0", "chapter.3.bonus.alone.7", "from 1"),
    "a bonus for nothing": ('what = "bags", ', "", "chapter.3.bonus.what", "missing"),
    "a thing from a chapter that decides nothing": (
        "[chapter.3]",
        '[chapter.3]\nbrings = ["bags"]',
        "series.campaign.wins",
        "bags",
    ),
    "no TOML": ("[series.short]", "[series.short", "(file)", "TOML"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_broken_series_file_names_file_and_key(case: str, tmp_path: Path) -> None:
    old, new, key, word = CASES[case]
    path = tmp_path / "broken.toml"
    path.write_text(without(FILE.read_text(encoding="utf-8"), old, new), encoding="utf-8")
    with pytest.raises(BadEpisode) as caught:
        read_series_file("roll_and_build", modes_of(roll_and_build.GAME), path)
    assert (caught.value.file, caught.value.key) == ("broken.toml", key)
    assert word in caught.value.reason


def test_the_unbroken_file_is_read() -> None:
    found: dict[str, Series] = read_series_file("roll_and_build", modes_of(roll_and_build.GAME), FILE)
    assert found == {name: series for name, series in SERIES.items() if series.game == "roll_and_build"}
