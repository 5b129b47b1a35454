"""Below a rule the page says what its line leaves out."""

import re

import pytest

from tests.locale.po_files import LOCALE, entries
from tilefolk.campaign import SERIES
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.games.laying.pictures.page import rules_page
from tilefolk.games.laying.rules.award import Award, Count
from tilefolk.games.point_city import rules_page as city_page
from tilefolk.locale import LANGUAGES, texts

CITY, ISLAND = "my_city/eternal", "my_island/eternal"


def below(mode: str, rule: str) -> list[str]:
    rules = [one for group in rules_page(mode, pictures=False)["groups"] for one in group["rules"]]
    return next(
        [clause.removeprefix("clause.") for clause in one["clauses"]] for one in rules if one["id"] == rule
    )


def numbers_in(sentence: str) -> list[int]:
    return [int(number) for number in re.findall(r"[0-9]+", sentence)]


def said(mode: str, group: str) -> list[str]:
    return next(one["said"] for one in rules_page(mode, pictures=False)["groups"] if one["group"] == group)


@pytest.mark.parametrize(
    ("mode", "rule", "clauses"),
    [
        (CITY, "beside", ["corner", "river"]),
        (CITY, "start.river", ["start.river"]),
        (CITY, "race_covered.vein", ["race"]),
        (CITY, "well.well", ["well"]),
        (CITY, "pass", ["pass"]),
        (CITY, "track", ["track"]),
        (ISLAND, "road.P.totem.beach", ["road"]),
        ("roll_and_build/7", "beside", ["corner", "river", "wide_river"]),
        ("roll_and_build/10", "surrounded.bandit", ["surrounded"]),
        ("my_island/1", "pass.provision", ["pass"]),
        ("my_island/1", "award", ["grove"]),
        ("my_island/4", "award", []),
        ("my_island/12", "pass.provision", ["pass"]),
        ("my_island/13", "pass.provision", ["pass", "provision"]),
        ("my_island/24", "pass.provision", ["pass", "provision"]),
    ],
)
def test_what_a_line_leaves_out_stands_below_it(mode: str, rule: str, clauses: list[str]) -> None:
    assert below(mode, rule) == clauses


def test_what_several_lines_leave_out_stands_before_them() -> None:
    assert said(ISLAND, "points") == ["clause.new_group", "clause.most"]
    assert said("roll_and_build/7", "kept") == said("roll_and_build/9", "kept") == ["clause.bags"]
    assert below(ISLAND, "most.largest:F") == []


def test_turning_and_flipping_are_told() -> None:
    assert said(CITY, "build") == said(ISLAND, "build") == ["clause.turned"]
    assert said("roll_and_build/1", "build") == ["clause.flipped"]


def test_ties_are_told_where_no_rule_breaks_them() -> None:
    assert said("roll_and_build/1", "end") == ["ends.dice", "clause.tie"]
    assert said(CITY, "end") == ["ends.deck"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_bags_are_worth_what_the_series_says(language: str) -> None:
    bonus = next(chapter.bonus for chapter in SERIES["roll_and_build/campaign"].chapters if chapter.bonus)
    alone = [number for pair in bonus.alone.items() for number in pair]
    assert numbers_in(texts(language).say("bonus.bags.worth")) == list(bonus.ranks)
    assert numbers_in(texts(language).say("bonus.bags.alone")) == alone
    assert numbers_in(texts(language).say("clause.bags")) == [*bonus.ranks, *alone]


def test_provisions_are_not_named_before_they_exist() -> None:
    for language, root in (("en", "provision"), ("pl", "prowiant")):
        for chapter in range(1, 5):
            said = entries(LOCALE / language / f"my_island_chapter_{chapter}.po")
            assert not [id_ for id_, forms in said.items() if any(root in form.lower() for form in forms)]


@pytest.mark.parametrize("mode", ["my_city/1", "my_island/1"])
def test_a_second_place_is_not_promised_to_two(mode: str) -> None:
    rows = [row for row, *_ in rules_page(mode, pictures=False)["gifts"]]
    assert "award.second" not in rows and "award.second.of_more" in rows
    assert all(texts(language).has("kept.award.second.of_more") for language in LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_slip_about_rewards_says_how_much_progress_places_bring(language: str) -> None:
    awards = [rule for rule in EPISODES["my_city/1"].rules.reward if isinstance(rule, Award)]
    rows = awards[0].rows
    brought = [
        gift.n for row in ("award.first", "award.second") for gift in rows[row] if isinstance(gift, Count)
    ]
    assert numbers_in(texts(language).say("about.award")) == brought


def test_what_is_kept_by_number_has_a_name() -> None:
    assert all(texts(language).has("series.count.provisions") for language in LANGUAGES)


def test_the_automaton_is_told_on_solo_pages_only() -> None:
    solo = {
        one["group"]: [rule["id"] for rule in one["rules"]]
        for one in city_page("point_city/solo-easy")["groups"]
    }
    assert solo["automaton"] == [
        f"point_city.automaton.{rule}" for rule in ("takes", "keeps", "token", "easy")
    ]
    assert "point_city.tie" not in solo["end"]
    assert "automaton" not in [one["group"] for one in city_page("point_city/table")["groups"]]
