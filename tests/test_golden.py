"""Golden playthroughs stay as they are; every way has one, and their records replay."""

import pytest

from tests.dialect import all_ways, found
from tests.golden import FOLDER, golden_path, golden_text
from tilefolk.core.match import verify
from tilefolk.core.record import read_record


@pytest.mark.parametrize("way", all_ways())
def test_the_playthrough_is_unchanged(way: str) -> None:
    assert golden_path(way).exists(), f"no playthrough of {way}: run `make golden` and read what it wrote"
    assert golden_text(way) == golden_path(way).read_text(encoding="utf-8")


@pytest.mark.parametrize("way", all_ways())
def test_the_recorded_match_still_replays(way: str) -> None:
    text = golden_path(way).read_text(encoding="utf-8")
    head, _, rest = text.partition("\n\n")
    record = head + "\n\n" + rest.partition("\n\n")[0].rstrip("\n") + "\n"
    match = read_record(record, found)
    assert match.end is not None
    assert verify(match) == []


def test_no_playthrough_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {golden_path(way).name for way in all_ways()}
