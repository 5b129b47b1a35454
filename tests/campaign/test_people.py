"""People come and go between two episodes of a campaign: seats join, sleep and wake; a series is branched."""

from collections.abc import Sequence
from functools import cache
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.campaign.played import by_plan, changing_hands
from tilefolk.bots import BOTS
from tilefolk.campaign import SERIES, standing
from tilefolk.campaign.lineups import Finished, finished, gift
from tilefolk.campaign.playing import Played, play_series
from tilefolk.campaign.record import Branch, SeriesRecord, read_series, write_series
from tilefolk.campaign.standing import standing_json
from tilefolk.core.game import Legacy
from tilefolk.core.legacy import Asleep, Owed
from tilefolk.core.play import play
from tilefolk.core.record import BadRecord, write_record
from tilefolk.games import find
from tilefolk.locale import LANGUAGES, texts

CAMPAIGN = SERIES["my_city/campaign"]


@cache
def played(lineups: tuple[tuple[int, ...], ...], pace: str = "together", seats: int = 4) -> Played:
    bots = [changing_hands(seat) for seat in range(seats)]
    return play_series(CAMPAIGN, bots, "people", {"pace": pace}, by_plan(lineups))


def record_of(told: Played, seats: int | None = None) -> SeriesRecord:
    return SeriesRecord(CAMPAIGN, seats or told.standing.seats, told.matches)


PAIR, THREE = (0, 1), (0, 1, 2)


# MC-R46: an additional player


def test_mc_r46_a_newcomer_has_the_history_of_the_second_place_and_the_least_of_what_is_counted() -> None:
    now = played((PAIR,) * 12, seats=3).standing
    newcomer = now.legacy[2]
    assert newcomer.stickers == (("C-4th", "P5"),), "the board is fresh"
    assert newcomer.owed == (
        Owed("my_city/2", 1, "award.everyone", 0),
        Owed("my_city/12", 1, "award.everyone", 0),
    )
    for what in ("progress", "nuggets", "nuggets_ever"):
        assert newcomer.count(what) == min(now.legacy[seat].count(what) for seat in PAIR)
    assert newcomer.count("progress") > 0 and now.totals[2] == newcomer.count("progress")


def test_seats_nobody_has_played_yet_are_no_measure_for_a_newcomer() -> None:
    alone, two = (
        standing(CAMPAIGN, seats, played((PAIR,) * 12, seats=3).standing.matches) for seats in (3, 4)
    )
    assert two.legacy[2:] == (alone.legacy[2],) * 2 and alone.legacy[2].count("progress") > 0


def test_choices_put_off_are_told_as_far_as_their_chapters_are_known() -> None:
    now = played((PAIR,) * 12, seats=3).standing
    for known, modes in ((0, []), (1, ["my_city/2"]), (3, ["my_city/2"]), (4, ["my_city/2", "my_city/12"])):
        assert [owed["mode"] for owed in standing_json(now, known)["owed"][2]] == modes


def test_mc_r46_the_newcomer_chooses_before_the_first_card() -> None:
    told = played((PAIR, PAIR, PAIR, THREE), seats=3)
    match = told.matches[-1]
    assert (match.header.seats, match.header.lineup) == (3, ())
    first = next(line for line in match.lines if line.who >= -1)
    assert (first.who, first.action[:2]) == (2, ("stick", "W"))
    kept = (match.end or {})["kept"][2]
    assert kept[0][:2] == ["owed", "W"]
    given = told.standing.history[2]
    assert [(one.mode, one.given_by, one.rule) for one in given[:2]] == [
        ("my_city/4", "my_city/3", "joined"),
        ("my_city/4", "my_city/2", "award.everyone"),
    ]


def test_a_newcomer_before_the_first_episode_is_like_everybody() -> None:
    assert played((THREE,), seats=3).matches[0].legacy == ()
    late = played((PAIR, THREE), seats=3).matches[1].legacy[2]
    assert late.owed == () and late.stickers == ()


# MC-R48: a seat sleeps


def test_mc_r48_a_seat_that_sleeps_has_no_place_and_gets_nothing_until_it_wakes() -> None:
    told = played((THREE, (0, 2), (0, 2), (0, 2), THREE), seats=3)
    asleep = told.matches[1:4]
    assert [match.header.lineup for match in asleep] == [(0, 2)] * 3
    assert all("\nseats 2\nlineup 0 2\n" in write_record(match) for match in asleep)
    now = standing(CAMPAIGN, 3, list(map(finished, told.matches[:4])))
    before, chapter = standing(CAMPAIGN, 3, [finished(told.matches[0])]), now.chapters[0]
    assert [row[1] is None for row in chapter.values] == [False, True, True]
    assert [row[1] is None for row in chapter.ranks] == [False, True, True]
    assert now.totals[1] == before.totals[1], "progress stays as it was"
    woken = now.legacy[1]
    assert woken.stickers == (*before.legacy[1].stickers, ("C-4th", "P5"))
    assert woken.owed == (*before.legacy[1].owed, Owed("my_city/2", 1, "award.everyone", 0))
    assert told.matches[4].legacy[1] == woken and told.matches[4].header.lineup == ()


def test_mc_r48_who_has_the_fourth_church_keeps_it() -> None:
    told = played((THREE,) * 4 + ((0, 1), THREE), seats=3)
    shapes = [dict(legacy.stickers)["C-4th"] for legacy in told.matches[5].legacy]
    taken = (told.matches[3].end or {})["legacy"]
    assert shapes == [dict(map(tuple, one["stickers"]))["C-4th"] for one in taken]


def test_mc_r48_the_seats_that_play_decide_between_two_and_more() -> None:
    """With two at the table nobody takes the row of the second place."""
    match = played((THREE, (1, 2)), seats=3).matches[1]
    places = (match.end or {})["places"]
    kept = (match.end or {})["kept"]
    for seat in (0, 1):
        rules = {entry[0] for entry in kept[seat] if entry[0].startswith("award.")}
        assert rules <= {"award.everyone", "award.first" if places[seat] == 1 else "award.others"}


def test_the_last_value_of_a_seat_that_slept_is_none_and_the_lowest() -> None:
    now = played((THREE, (0, 2)), seats=3).standing
    assert now.counts[1][-1] is None and None not in (*now.counts[0], *now.counts[2])
    assert standing_json(now)["counts"][1][-1] is None


# Later chapters: marks on pieces, shafts


GROWING = (PAIR,) * 17 + (THREE,) + ((0, 2),) * 2 + (THREE,) * 4


def marked(legacy: Legacy) -> int:
    """The pieces of a seat with a cog, those it may still choose included."""
    owed = [one for one in legacy.owed if gift(one) == ("cog",)]
    return len(owed) + sum(what == "cog" for what, _ in legacy.stickers)


def test_mc_r46_cogs_as_the_owner_with_the_fewest_and_boxes_as_the_lowest() -> None:
    boxes: set[str] = set()
    for before in (14, 15, 17):
        now = standing(CAMPAIGN, 3, list(map(finished, played(GROWING, seats=3).matches[:before])))
        newcomer, others = now.legacy[2], now.legacy[:2]
        assert marked(newcomer) == min(map(marked, others)) > 0
        modes = [one.mode for one in newcomer.owed]
        assert modes == sorted(modes, key=CAMPAIGN.modes.index)
        boxes = {what for legacy in others for what, _ in legacy.counts if what.startswith("boxes:")}
        for what in boxes:
            assert newcomer.count(what) == min(legacy.count(what) for legacy in others)
        assert not any(what.startswith("triangle:") for what, _ in newcomer.stickers)
    assert boxes, "somebody has dug by then"


def test_mc_r48_who_wakes_gets_cogs_up_to_the_fewest_and_no_boxes() -> None:
    told = played((THREE,) * 13 + (PAIR,) * 4 + (THREE,), seats=3)
    asleep = standing(CAMPAIGN, 3, list(map(finished, told.matches[:17])))
    before, woken = asleep.seats_now[2].legacy, asleep.legacy[2]
    assert marked(woken) == max(marked(before), min(map(marked, asleep.legacy[:2])))
    assert woken.counts == before.counts
    assert told.matches[17].legacy[2] == woken


def test_mc_r44_a_seat_that_sleeps_counts_with_what_it_has() -> None:
    """Its triangle is struck out for the others."""
    struck = ["settled", "triangle:B", ""]
    asleep = Asleep(2, Legacy((("triangle:B", "4"),), (("boxes:B", 9),)))
    assert struck in _dug((asleep,)) and struck not in _dug(())


def _dug(asleep: tuple[Asleep, ...]) -> list[list[str]]:
    """What a seat keeps of an episode in which it reaches the triangle of a shaft."""
    game, mode = find("my_city/16")
    brought = (Legacy(counts=(("boxes:B", 3),)),) * 2
    for seed in range(40):
        options = {"award": "yes", "pace": "together"}
        lineup = (0, 1) if asleep else ()
        match = play(game, mode, [BOTS["greedy"]] * 2, f"dug-{seed}", options, brought, lineup, asleep)
        kept: list[list[str]] = (match.end or {})["kept"][0]
        if any(entry[:2] == ["dig.B", "waits"] for entry in kept):
            return kept
    raise AssertionError("nobody digs")


@pytest.mark.parametrize("pace", ["together", "own"])
def test_all_24_episodes_with_people_who_come_and_go_fold_from_their_text(pace: str) -> None:
    told = played(GROWING, pace, 3)
    assert told.standing.over and told.standing.finale
    text = write_series(record_of(told))
    again = read_series(text)
    assert write_series(again) == text and again.standing == told.standing
    for after in range(1, 25):
        branch = again.branched("whole", after)
        first = list(map(finished, told.matches[:after]))
        assert branch.standing == standing(CAMPAIGN, branch.seats, first)


# The text


def test_old_records_have_no_line_up() -> None:
    text = write_series(record_of(played((PAIR, PAIR), seats=2)))
    assert "lineup" not in text and "branched" not in text


def problem(text: str) -> tuple[int, str, str]:
    with pytest.raises(BadRecord) as caught:
        read_series(text)
    error = caught.value
    for language in LANGUAGES:
        said = texts(language).reason(error.problem, error.names, error.rules)
        assert said and "{" not in said
    return error.number, error.text, error.problem


def row_of(text: str, row: str) -> int:
    return text.split("\n").index(row) + 1


def test_bad_line_ups_are_named_by_line_and_reason() -> None:
    text = write_series(record_of(played((THREE, (0, 2), THREE), seats=3)))
    at = row_of(text, "lineup 0 2")
    for wrong, expected in {
        "lineup 0 3": "series.lineup",
        "lineup 0 1 2": "record.lineup",
        "lineup 0": "record.lineup",
        "lineup 2 0": "record.header",
        "lineup 0 0": "record.header",
        "lineup 0 x": "record.header",
    }.items():
        assert problem(text.replace("lineup 0 2", wrong)) == (at, wrong, expected)
    asleep = next(row for row in text.split("\n") if row.startswith("@ asleep 1 "))
    unnamed = text.replace("lineup 0 2\n", "")
    assert problem(unnamed) == (row_of(unnamed, asleep), asleep, "record.line")
    assert problem(unnamed.replace(asleep + "\n", ""))[2] == "series.seats"
    assert problem(text.replace(asleep + "\n", ""))[2] == "series.asleep"
    assert problem(text.replace("@ asleep 1 ", "@ asleep 2 "))[2] == "record.line"
    assert problem(text.replace(asleep, "@ asleep 1 {}"))[2] == "record.enter"
    two = write_series(record_of(played(((0, 1, 2, 3), (0, 2)))))
    rows = [row for row in two.split("\n") if row.startswith("@ asleep ")]
    assert len(rows) == 2 and write_series(read_series(two)) == two
    assert problem(two.replace("\n".join(rows), "\n".join(rows[::-1])))[1:] == (rows[0], "record.line")
    second = text.index("\n\ntilefolk-match", text.index("tilefolk-match"))
    named = text[:second].replace("\nseats 3\noption", "\nseats 3\nlineup 0 1 2\noption") + text[second:]
    assert problem(named)[2] == "series.spelling"
    fewer = text.replace("seats 3", "seats 2", 1)
    assert problem(fewer)[2] == "series.seats"


def test_a_history_that_does_not_follow_is_named_by_its_line() -> None:
    told = played((PAIR, PAIR, THREE), seats=3)
    match, other = told.matches[2], played((PAIR, PAIR), seats=3)
    brought = (*match.legacy[:2], match.legacy[2]._replace(owed=()))
    forged = _with_brought(other, brought)
    number, row, what = problem(write_series(forged))
    assert (what, row) == ("series.history", "@ enter 2")
    assert write_series(forged).split("\n")[number - 1].startswith("@ enter 2 ")


def _with_brought(before: Played, brought: tuple[Legacy, ...]) -> SeriesRecord:
    game, mode = find("my_city/3")
    options = {"award": "yes", "pace": "together"}
    match = play(game, mode, [BOTS["random"]] * 3, "forged", options, brought)
    return SeriesRecord(CAMPAIGN, 3, (*before.matches, match))


def test_series_without_newcomers_refuse_line_ups() -> None:
    short = SERIES["roll_and_build/short"]
    told = play_series(short, [BOTS["random"]] * 2, "short")
    text = write_series(SeriesRecord(short, 2, told.matches))
    assert problem(text.replace("\nseats 2\nseal", "\nseats 2\nlineup 0 2\nseal"))[2] == "record.header"
    assert problem(text.replace("seats 2", "seats 3", 1))[2] == "series.seats"


# Branches


def test_a_branch_names_what_it_came_from_and_replays_to_the_same_standing() -> None:
    told = played((PAIR, PAIR, THREE, (0, 2), THREE), seats=3)
    whole = record_of(told)
    for after in range(1, 6):
        branch = whole.branched("table-1", after)
        text = write_series(branch)
        assert f"\nbranched table-1 {after}\n" in text
        again = read_series(text)
        assert write_series(again) == text and again.branch == Branch("table-1", after)
        assert again.seats == (2 if after < 3 else 3)
        assert again.standing == standing(CAMPAIGN, again.seats, list(map(finished, told.matches[:after])))


def test_a_branch_of_more_episodes_than_are_played_is_named() -> None:
    text = write_series(record_of(played((PAIR, PAIR), seats=2)).branched("x", 2))
    wrong = text.replace("branched x 2", "branched x 3")
    assert problem(wrong) == (row_of(wrong, "branched x 3"), "branched x 3", "series.branch")
    for row in ("branched x", "branched x -1", "branched a b 1", "branched x 2\nbranched x 2"):
        assert problem(text.replace("branched x 2", row))[2] == "record.header"


# Properties


@st.composite
def comings_and_goings(draw: st.DrawFn) -> tuple[tuple[int, ...], ...]:
    """Line-ups of a few episodes: at least two seats play, new seats come in their order."""
    seats, out = draw(st.integers(2, 3)), []
    for _ in range(draw(st.integers(2, 4))):
        seats = min(4, seats + draw(st.integers(0, 1)))
        playing = draw(st.sets(st.integers(0, seats - 1), min_size=2, max_size=seats))
        out.append(tuple(sorted(playing)))
    return tuple(out)


@settings(max_examples=12, deadline=None)
@given(comings_and_goings(), st.sampled_from(["together", "own"]))
def test_campaigns_fold_to_the_same_standing_from_their_text(
    lineups: tuple[tuple[int, ...], ...], pace: str
) -> None:
    told = played(lineups, pace)
    text = write_series(record_of(told))
    again = read_series(text)
    assert write_series(again) == text
    assert again.standing == told.standing
    for seat, legacy in enumerate(told.standing.legacy):
        put = [(one.what, one.value) for one in told.standing.history[seat] if isinstance(one.value, str)]
        taken = [pair for pair in put if pair[1]]
        assert tuple(taken) == legacy.stickers[: len(taken)]
    for after in range(1, len(lineups) + 1):
        branch = read_series(write_series(again.branched("whole", after)))
        same = standing(CAMPAIGN, branch.seats, list(map(finished, told.matches[:after])))
        assert branch.standing == same


@settings(max_examples=12, deadline=None)
@given(comings_and_goings(), st.sampled_from(list(permutations(range(4)))))
def test_the_order_of_the_seats_does_not_matter(
    lineups: tuple[tuple[int, ...], ...], order: tuple[int, ...]
) -> None:
    now = played(lineups).standing
    turned = standing(CAMPAIGN, 4, [_turned(match, order) for match in now.matches])
    for seat in range(4):
        assert turned.legacy[order[seat]] == now.legacy[seat]
        assert turned.counts[order[seat]] == now.counts[seat]
        assert turned.history[order[seat]] == now.history[seat]
        assert turned.places[order[seat]] == now.places[seat]


def _turned(match: Finished, order: Sequence[int]) -> Finished:
    """The same match with other numbers of the seats."""
    lineup = sorted(order[seat] for seat in match.seats)
    old = [match.seats.index(order.index(seat)) for seat in lineup]
    lists = {key: [value[index] for index in old] for key, value in match.end.items()}
    return Finished(lists, tuple(lineup), match.version)
