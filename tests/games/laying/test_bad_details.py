"""Broken dice, spots, races, sites, hazards and goals are refused at load like everything else."""

from pathlib import Path

import pytest

from tests.games.laying.broken import EPISODE, GAME, Case
from tilefolk.games import my_island, roll_and_build
from tilefolk.games.laying.catalogue import EPISODES, load_episode
from tilefolk.games.toml_tables import BadEpisode

DICE_CASES = {
    "faces that join to another shape": Case("C V U5", "C V L5", "rules", "L5", edited=GAME),
    "faces nobody has drawn": Case('"H .. ##", "single .. .#"', '"H .. ##"', "rules", "single", edited=GAME),
    "a pair is missing": Case('  "V V O4",\n', "", "rules", "V and V", edited=GAME),
    "defaults of no rule": Case("[defaults.well]", "[defaults.wel]", "defaults.wel", "known", GAME, GAME),
    "an episode that follows nothing": Case('follows = "7"', 'follows = "77"', "follows", "77"),
}


@pytest.mark.parametrize("case", DICE_CASES.values(), ids=DICE_CASES.keys())
def test_broken_dice_and_series_are_refused(case: Case, tmp_path: Path) -> None:
    files = {EPISODE: roll_and_build.GAME.folder / "8.toml", GAME: roll_and_build.GAME.folder / GAME}
    for name, path in files.items():
        text = path.read_text(encoding="utf-8")
        if name == (case.edited or case.file):
            assert case.old in text
            text = text.replace(case.old, case.new)
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(BadEpisode) as caught:
        load_episode("roll_and_build", tmp_path / EPISODE, tmp_path / GAME)
    assert caught.value.file == case.file
    assert caught.value.key.startswith(case.key)
    assert case.word in caught.value.reason
    assert "roll_and_build/broken" not in EPISODES


SPOT = '{ rule = "spot", inside = "bay", count = "symbol", mark = "W", least = 1, points = 1, miss = -3 }'
RACE_GOAL = '{ rule = "race_goal", goal = "%s", prizes = [%s] }'
COUNTED = '{ rule = "counted", metric = "%s", per = 1 }'
FIND = '{ rule = "find", at = "%s", mark = "P", bag = [%s] }'
AROUND = '{ rule = "spot", around = "%s", count = "%s", least = %d, points = 6 }'
AT_BAY = "rules[15]"
ISLAND_CASES = {  # what stands in place of the spot of episode 8
    "a metric that is none": Case(SPOT, COUNTED % "tallest:F", AT_BAY, "no metric"),
    "a metric of nothing": Case(SPOT, COUNTED % "largest:Z", AT_BAY, "no kind"),
    "a cover of nothing": Case(SPOT, COUNTED % "cover:P@gold", AT_BAY, "no terrain"),
    "a cover by nothing": Case(SPOT, COUNTED % "cover:Z@bay", AT_BAY, "no kind"),
    "kinds of something": Case(SPOT, COUNTED % "kinds:F", AT_BAY, "nothing after its name"),
    "a goal without a number": Case(SPOT, RACE_GOAL % ("kinds>=many", "5"), AT_BAY, "no goal"),
    "a goal without a sign": Case(SPOT, RACE_GOAL % ("kinds", "5"), AT_BAY, "no goal"),
    "a goal of no metric": Case(SPOT, RACE_GOAL % ("height>=3", "5"), AT_BAY, "no metric"),
    "a race without a prize": Case(SPOT, RACE_GOAL % ("kinds>=3", ""), AT_BAY + ".prizes", "needs a prize"),
    "a bay that is none": Case('inside = "bay"', 'inside = "gulf"', AT_BAY + ".inside", "no terrain"),
    "a ring of nothing": Case(SPOT, AROUND % ("temple", "covered", 6), AT_BAY + ".around", "no temple"),
    "a ring too small": Case(SPOT, AROUND % ("totem", "covered", 7), AT_BAY + ".least", "6 at most"),
    "too many symbols": Case(SPOT, AROUND % ("totem", "distinct", 5), AT_BAY + ".least", "4 at most"),
    "nothing of its own": Case(SPOT, AROUND % ("totem", "own", 4), AT_BAY + ".count", "its own"),
    "nothing to count": Case(SPOT, AROUND % ("totem", "pretty", 4), AT_BAY + ".count", "nothing to count"),
    "a symbol without its name": Case(
        '"symbol", mark = "W", least', '"symbol", least', AT_BAY + ".mark", "belongs to"
    ),
    "around and inside": Case('inside = "bay"', 'inside = "bay", around = "totem"', AT_BAY, "either"),
    "sites that are none": Case(SPOT, FIND % ("beach", "1"), AT_BAY + ".at", "no named set"),
    "too few tokens": Case(SPOT, FIND % ("bay", "1, 2"), AT_BAY + ".bag", "one token for each"),
    "a hearth for no symbol": Case(
        'others = [{ gift = "stick", what = ["p"]',
        'others = [{ gift = "hearth", mark = "Z", what = ["p"]',
        "rules[19]",
        "no kind",
    ),
}


@pytest.mark.parametrize("case", ISLAND_CASES.values(), ids=ISLAND_CASES.keys())
def test_broken_spots_races_and_sites_are_refused(case: Case, tmp_path: Path) -> None:
    text = (my_island.GAME.folder / "8.toml").read_text(encoding="utf-8")
    assert text.count(case.old) == 1
    (tmp_path / EPISODE).write_text(text.replace(case.old, case.new), encoding="utf-8")
    with pytest.raises(BadEpisode) as caught:
        load_episode("my_island", tmp_path / EPISODE, my_island.GAME.folder / GAME)
    assert caught.value.file == EPISODE
    assert caught.value.key.startswith(case.key) and case.word in caught.value.reason


LATER_CASES = {  # an episode, and how the key of the error ends
    "a hazard after the last round": ("24", Case("after = 20,", "after = 33,", ".after", "no round 33")),
    "a hazard before the first": ("23", Case("after = 8,", "after = 0,", ".after", "no round 0")),
    "a ray over no cells": (
        "16",
        Case('"5,2", "6,1"]', '"5,2", "6,-1"]', "rays.lighthouse[0][5]", "no cell"),
    ),
    "a ray with a gap": ("16", Case('["1,6", "2,5"', '["1,6", "3,4"', "rays.lighthouse[0][1]", "not beside")),
    "no list of rays": ("16", Case("lighthouse = [[", 'lighthouse = "east" # [[', "rays.lighthouse", "rays")),
    "a ray of nothing": ("16", Case("ray:lighthouse:FP", "ray:tower:FP", ".metric", "no ray")),
    "a ray of no symbol": ("16", Case("ray:lighthouse:FP", "ray:lighthouse:FZ", ".metric", "no kind")),
    "more goals than there are": ("17", Case("draw = 3", "draw = 7", ".draw", "7 of 6")),
    "no goals": ("17", Case("draw = 3", "draw = 0", ".draw", "0 of 6")),
    "a goal twice": ("17", Case('"largest:F>=8"', '"largest:P>=7"', ".of", "twice")),
    "a goal of nothing": ("17", Case('"largest:F>=8"', '"largest:Z>=8"', ".of", "no kind")),
    "goals without a prize": ("17", Case("prizes = [5, 3]", "prizes = []", ".prizes", "prize")),
    "no card ahead": (
        "18",
        Case('n = 1 },\n  { rule = "track', 'n = 0 },\n  { rule = "track', ".n", "ahead"),
    ),
    "all cards ahead": (
        "18",
        Case('n = 1 },\n  { rule = "track', 'n = 32 },\n  { rule = "track', ".n", "ahead"),
    ),
    "a gift for nothing": ("22", Case('per = "roofs"', 'per = "roofs:F"', ".per", "nothing after its name")),
    "a bonus at no spot": ("15", Case("spots:ruin>=2", "spots:temple>=2", ".goal", "'temple'")),
    "lights on nothing": (
        "22",
        Case('"lit_plots", at = "segment"', '"lit_plots", at = "lamp"', ".at", "lamp"),
    ),
}


@pytest.mark.parametrize(("number", "case"), LATER_CASES.values(), ids=LATER_CASES.keys())
def test_broken_hazards_rays_and_goals_are_refused(number: str, case: Case, tmp_path: Path) -> None:
    text = (my_island.GAME.folder / f"{number}.toml").read_text(encoding="utf-8")
    assert text.count(case.old) == 1
    (tmp_path / EPISODE).write_text(text.replace(case.old, case.new), encoding="utf-8")
    with pytest.raises(BadEpisode) as caught:
        load_episode("my_island", tmp_path / EPISODE, my_island.GAME.folder / GAME)
    assert caught.value.file == EPISODE
    assert caught.value.key.endswith(case.key) and case.word in caught.value.reason
