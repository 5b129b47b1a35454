"""Golden playthroughs stay as they are; every way and series has one, and their records replay."""

import pytest

from tests.dialect import all_modes, found, quick_where_new
from tests.golden import FOLDER, WHOLE, golden_path, golden_series, golden_text, series_text
from tilefolk.campaign.record import read_series
from tilefolk.core.match import verify
from tilefolk.core.record import read_record


@pytest.mark.parametrize("mode", quick_where_new(all_modes()))
def test_the_playthrough_is_unchanged(mode: str) -> None:
    assert golden_path(mode).exists(), f"no playthrough of {mode}: run `make golden` and read what it wrote"
    assert golden_text(mode) == golden_path(mode).read_text(encoding="utf-8")


@pytest.mark.parametrize("mode", all_modes())
def test_the_recorded_match_still_replays(mode: str) -> None:
    text = golden_path(mode).read_text(encoding="utf-8")
    head, _, rest = text.partition("\n\n")
    record = head + "\n\n" + rest.partition("\n\n")[0].rstrip("\n") + "\n"
    match = read_record(record, found)
    assert match.end is not None
    assert verify(match) == []


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), golden_series())
def test_the_series_is_unchanged(name: str, seats: int) -> None:
    path = golden_path(name, seats)
    assert path.exists(), f"no playthrough of {name}: run `make golden` and read what it wrote"
    assert series_text(name, seats) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", WHOLE)
def test_the_recorded_series_still_replays_and_carries_a_bandit_twice(name: str) -> None:
    text, _, _ = golden_path(name).read_text(encoding="utf-8").rpartition("\n\n")
    record = read_series(text + "\n")
    assert record.standing.over and all(verify(match) == [] for match in record.matches)
    first, second, third = record.matches
    assert first.legacy == (), "nobody brings anything into the first"
    for cell in ("J7", "K6"):
        assert ("carried", cell) in second.legacy[0].stickers
        assert ("carried", cell) in third.legacy[0].stickers
        assert ("carried", cell) not in third.legacy[1].stickers, "each seat carries its own"


def test_no_playthrough_is_left_over() -> None:
    series = {golden_path(*one).name for one in golden_series()}
    assert {path.name for path in FOLDER.iterdir()} == {
        golden_path(name).name for name in all_modes()
    } | series
