"""The course of My City's campaign: what is kept, who wins, chapters that are sealed, names of cities."""

from collections.abc import Iterator

import pytest

from tests.games.my_city.campaign.by_hand import CAMPAIGN, GAME, OWING, begun, campaign, episode_mode
from tests.golden import FOLDER, golden_path
from tilefolk.campaign import standing
from tilefolk.campaign.history import history
from tilefolk.campaign.lineups import Finished, course, finished
from tilefolk.campaign.record import SeriesRecord, is_city_name, read_series, write_series
from tilefolk.campaign.standing import standing_json
from tilefolk.core.match import Match
from tilefolk.core.notation import Line
from tilefolk.core.record import BadRecord, read_record
from tilefolk.core.table_lines import gain_json, gain_of, legacy_of
from tilefolk.games import find
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.games.laying.finish import gains


def recorded() -> Iterator[Match]:
    """Every match that lies in the golden files, and two campaigns."""
    for path in sorted(FOLDER.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        if text.startswith("tilefolk-match") and not path.name.startswith(("peek", "point")):
            head, _, rest = text.partition("\n\n")
            if "episode-" not in path.name:
                yield read_record(head + "\n\n" + rest.partition("\n\n")[0].rstrip("\n") + "\n", find)
    yield from campaign(4, "together").matches
    yield from campaign(2, "own").matches


@pytest.mark.slow
def test_what_is_brought_plus_what_is_kept_is_what_is_taken_along() -> None:
    """Older end records do not tell what was kept: there it is worked out from the lines."""
    told = 0
    for match in recorded():
        end = match.end or {}
        brought = match.legacy or (EPISODES[match.header.game].alone,) * match.header.seats
        for seat, own in enumerate(brought):
            listed = end["kept"][seat] if "kept" in end else map(gain_json, gains(match.state, seat))
            kept = [gain_of(entry) for entry in listed]
            taken = own.with_gains(kept, match.header.game, match.header.version)
            assert taken == legacy_of(end["legacy"][seat]), match.header
            told += len(kept)
    assert told > 150


def test_old_end_records_say_nothing_about_it() -> None:
    text = golden_path("roll_and_build/campaign").read_text(encoding="utf-8")
    assert '"kept"' not in text and '"owed"' not in text


def test_mc_r49_progress_then_firsts_then_nuggets_then_the_last_value() -> None:
    def end(values: list[int], places: list[int], counts: list[dict[str, int]]) -> Finished:
        legacy = [{"stickers": [], "counts": count} for count in counts]
        return Finished({"values": values, "places": places, "legacy": legacy})

    level = {"progress": 3, "nuggets": 1}
    ends = [
        end([20, 20, 20, 9], [1, 2, 3, 4], [{"progress": 3}] * 4),
        end([5, 9, 9, 8], [2, 1, 1, 4], [{"progress": 3}, level, {"progress": 3}, level]),
    ]
    now = standing(CAMPAIGN, 4, ends)
    assert now.counts == ((3, 1, 0, 5), (3, 1, 1, 9), (3, 1, 0, 9), (3, 0, 1, 8))
    assert now.places == (3, 1, 2, 4)
    assert now.totals == (3, 3, 3, 3), "progress, never points"
    assert now.chapters[0].gains == ((3, 3, 3, 3), (0, 0, 0, 0))


@pytest.mark.parametrize(("played", "opened"), [(0, 1), (2, 1), (3, 2), (9, 4), (12, 5), (23, 8), (24, 8)])
def test_a_sealed_chapter_is_its_number(played: int, opened: int) -> None:
    told = standing_json(standing(CAMPAIGN, 2, list(map(finished, campaign(2, "own").matches[:played]))))
    assert told["opened"] == opened and told["coming"] == []
    for part in told["chapters"][opened:]:
        assert set(part) == {"chapter", "sealed"}
    assert all("gains" in part for part in told["chapters"][:opened])
    assert ("nuggets" in told["wins"]) == (opened >= 4)
    assert {len(row) for row in told["counts"]} == {len(told["wins"])}
    assert told["animals"] == ["eagle", "bear"]


@pytest.mark.parametrize("name", ["", " x", "x" * 25, "a\tb", "a\nb", "\u202e"])
def test_city_names_that_are_none(name: str) -> None:
    assert not is_city_name(name)


def test_a_bad_city_name_in_a_file_is_named() -> None:
    text = write_series(SeriesRecord(CAMPAIGN, 2, (), ("Good", "")))
    with pytest.raises(BadRecord) as caught:
        read_series(text.replace("Good", "G" * 25))
    assert (caught.value.problem, caught.value.number) == ("series.city", 5)
    other = text.replace("my_city/campaign", "roll_and_build/campaign")
    with pytest.raises(BadRecord) as caught:
        read_series(other)
    assert caught.value.problem == "record.header", "a series without animals has no cities"


def test_the_history_tells_match_and_reason_of_every_sticker() -> None:
    common = {"values": [1, 0], "places": [1, 2], "legacy": [{"stickers": [], "counts": {}}] * 2}
    first = [[["award.first", "progress", 2], ["award.first", "later", 1]], [["award.others", "t", "F1"]]]
    second = [[["owed", "R", "F3"], ["award.everyone", "W", "G2"]], []]
    ends = [Finished({**common, "kept": kept}) for kept in (first, second)]
    visits = course(2, CAMPAIGN.modes, ends).visits
    told = history(2, zip(CAMPAIGN.modes, visits, strict=False))
    assert told[0] == (
        (episode_mode(1), episode_mode(1), "award.first", "progress", 2),
        (episode_mode(2), episode_mode(1), "award.first", "R", "F3"),
        (episode_mode(2), episode_mode(2), "award.everyone", "W", "G2"),
    )


@pytest.mark.parametrize("pace", ["together", "own"])
def test_open_choices_of_others_change_nothing_that_leaves_the_house(pace: str) -> None:
    """Owed at the start, and after the ranking where anybody chooses there."""
    owing = (OWING._replace(owed=OWING.owed * 2),) * 3

    def leaves(cell: str, viewer: int | None) -> object:
        match = begun(10, owing, 3, pace)
        match.append(Line(1, ("stick", "W", cell)))
        if pace == "own":
            match.append(Line(1, GAME.legal(match.state, 1)[0]))
        return GAME.view(match.state, viewer), match.told(viewer), GAME.seen(match.state, viewer)

    for viewer in (0, 2, None):
        assert leaves("G6", viewer) == leaves("H8", viewer)
