"""Where a series stands: the fold over end records, bonuses, titles."""

from typing import Any

import pytest

from tests.campaign.series import CAMPAIGN, SHORT, ended
from tilefolk.campaign import SERIES, standing
from tilefolk.campaign.series import Bonus, title_for

# The fold


def test_the_campaign_has_the_twelve_episodes_in_four_chapters() -> None:
    assert CAMPAIGN.modes == tuple(f"roll_and_build/{n}" for n in range(1, 13))
    assert [len(chapter.modes) for chapter in CAMPAIGN.chapters] == [3, 3, 3, 3]
    assert SHORT.modes == ("roll_and_build/3", "roll_and_build/6", "roll_and_build/12")
    for number in range(1, 5):
        chapter = SERIES[f"roll_and_build/chapter-{number}"]
        assert chapter.modes == CAMPAIGN.chapters[number - 1].modes


def test_before_the_first_match() -> None:
    now = standing(CAMPAIGN, 2, ())
    assert (now.played, now.over, now.next_mode) == (0, False, "roll_and_build/1")
    assert (now.totals, now.places, now.legacy, now.title) == ((0, 0), (1, 1), (), None)
    assert not any(chapter.whole for chapter in now.chapters)


def test_chapters_and_campaign_are_sums() -> None:
    ends = [ended((n, 2 * n)) for n in range(1, 13)]
    now = standing(CAMPAIGN, 2, ends)
    assert [chapter.totals for chapter in now.chapters] == [(6, 12), (15, 30), (24, 48), (33, 66)]
    assert now.totals == (78, 156) and now.places == (2, 1)
    assert now.over and now.next_mode is None and now.played == 12
    assert now.chapters[0].values == ((1, 2), (2, 4), (3, 6))
    assert now.chapters[0].ranks == ((2, 1),) * 3


@pytest.mark.parametrize("played", range(12))
def test_what_is_next_follows_from_what_was_played(played: int) -> None:
    now = standing(CAMPAIGN, 1, [ended((5,))] * played)
    assert now.next_mode == CAMPAIGN.modes[played] and not now.over
    assert [chapter.whole for chapter in now.chapters] == [played >= 3 * n for n in (1, 2, 3, 4)]
    assert now.totals == (5 * played,)


def test_ties_share_the_place_and_the_next_one_is_skipped() -> None:
    now = standing(SHORT, 4, [ended((7, 9, 9, 1))] * 3)
    assert now.places == now.chapters[0].places == (3, 1, 1, 4)


# Bags (RB rules: in full for everybody who shares a rank, nothing for nobody's bags)


@pytest.mark.parametrize(
    ("bags", "points"),
    [
        ((3, 2, 1), (20, 10, 0)),
        ((3, 3, 1), (20, 20, 10)),
        ((3, 2, 2, 1), (20, 10, 10, 0)),
        ((4, 4, 4), (20, 20, 20)),
        ((1, 0), (20, 0)),
        ((0, 0, 0), (0, 0, 0)),
        ((7,), (20,)),
        ((6,), (10,)),
        ((5,), (0,)),
        ((0,), (0,)),
    ],
)
def test_bags_at_the_end_of_chapter_3(bags: tuple[int, ...], points: tuple[int, ...]) -> None:
    seats = len(bags)
    ends = [ended((1,) * seats)] * 8 + [ended((1,) * seats, bags)]
    now = standing(CAMPAIGN, seats, ends)
    third = now.chapters[2]
    assert third.bonus == points
    assert third.totals == tuple(3 + n for n in points)
    assert now.totals == tuple(9 + n for n in points), "the campaign counts them too"
    assert [chapter.bonus for chapter in now.chapters if chapter is not third] == [(0,) * seats] * 3


def test_bags_wait_for_the_end_of_the_chapter() -> None:
    now = standing(CAMPAIGN, 2, [ended((1, 1))] * 7 + [ended((1, 1), (4, 1))])
    assert now.chapters[2].bonus == (0, 0)
    assert [brought.count("bags") for brought in now.legacy] == [4, 1]


def test_bags_are_counted_once() -> None:
    ends = [ended((1, 1))] * 8 + [ended((1, 1), (4, 1))] * 4
    assert standing(CAMPAIGN, 2, ends).totals == (12 + 20, 12 + 10)


def test_a_bonus_without_a_second_rank() -> None:
    assert Bonus("bags", (20,), {}).points((5, 4, 5)) == (20, 0, 20)


# Titles


def ladders() -> list[Any]:
    """Every ladder with the fewest points of each title."""
    chapters = [(chapter.name, chapter.titles) for chapter in CAMPAIGN.chapters]
    return [
        pytest.param(titles, i, id=f"{name} {titles[i].name}")
        for name, titles in [*chapters, ("campaign", CAMPAIGN.titles)]
        for i in range(len(titles))
    ]


@pytest.mark.parametrize(("titles", "i"), ladders())
def test_every_border_of_every_ladder(titles: Any, i: int) -> None:
    reached = title_for(titles, titles[i].least)
    assert reached == titles[i]
    below = title_for(titles, titles[i].least - 1)
    assert below == titles[max(0, i - 1)], "below the lowest it is the lowest too"


def test_the_ladders_are_those_of_the_rules() -> None:
    table = {chapter.name: [title.least for title in chapter.titles] for chapter in CAMPAIGN.chapters}
    assert table == {
        "1": [0, 10, 18, 26, 34, 42, 50, 60, 70],
        "2": [0, 10, 18, 26, 34, 42, 50, 60, 70],
        "3": [0, 20, 28, 36, 44, 52, 60, 70, 80],
        "4": [0, 40, 50, 60, 70, 80, 90, 105, 120],
    }
    assert [title.least for title in CAMPAIGN.titles] == [0, 80, 110, 140, 170, 200, 230, 260, 300]


def test_titles_are_for_one_player_and_for_what_is_whole() -> None:
    alone = standing(CAMPAIGN, 1, [ended((20,))] * 3)
    assert alone.chapters[0].title and alone.chapters[0].title.name == "mayor"
    assert alone.title is None and alone.chapters[1].title is None
    assert standing(CAMPAIGN, 2, [ended((20, 20))] * 12).title is None
    whole = standing(CAMPAIGN, 1, [ended((20,))] * 12)
    assert whole.title and whole.title.name == "councillor"


def test_the_bonus_counts_for_the_title() -> None:
    now = standing(CAMPAIGN, 1, [ended((0,))] * 6 + [ended((0,)), ended((0,)), ended((0,), (7,))])
    title = now.chapters[2].title
    assert title and title.name == "hermit"


def test_the_short_campaign_has_no_titles_no_bags_and_carries_nothing() -> None:
    ends = [ended((300,), (7,), (("carried", "G4"),))] * 3
    now = standing(SHORT, 1, ends)
    assert now.over and now.title is None and now.chapters[0].title is None
    assert now.chapters[0].bonus == (0,) and now.totals == (900,)
    assert standing(SHORT, 1, ends[:2]).legacy == ()
