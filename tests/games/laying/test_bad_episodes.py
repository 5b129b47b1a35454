"""A broken episode is refused at load, with file, key and reason."""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tilefolk.games import my_city, my_island, roll_and_build
from tilefolk.games.laying.catalogue import EPISODES, load_episode
from tilefolk.games.toml_tables import BadEpisode

EPISODE, GAME = "broken.toml", "game.toml"


class Case(NamedTuple):
    """One edit of a sound file, and what the error must say: how its key begins, a word of its reason, file.

    The error is told of the edited file, unless `edited` names another."""

    old: str
    new: str
    key: str
    word: str
    file: str = EPISODE
    edited: str = ""


TREES = '{ rule = "visible", what = "tree", per = 1 }'
TRACK = '{ rule = "track", start = 10 }'
START = '{ rule = "start", on = ["river"] }'
MUST = '{ rule = "must", kind = "C" }'
LAND = '{ rule = "land", open = ["plain"] }'
RACE = '{ rule = "race_covered", what = "vein", prizes = [3] }'
PASS = '{ rule = "pass", cost = 1 }'
KINDS = 'kinds = ["Y", "R", "B"], shapes'
DECK = (
    '{ rule = "deck", kinds = ["Y", "R", "B"], shapes = ["I2", "I3", "V3", "O4", "T4", "S4", "L4", "U5"], '
    'cards = ["C-J4", "C-Z4", "C-V5"], blocking = 1 },'
)
ROWS = '{ rule = "rows", on = ["empty"] }'
SEATS = "seats = [1, 2, 3, 4]"


def also(rule: str) -> tuple[str, str]:
    """A further rule after the deck."""
    return TRACK, f"{TRACK},\n  {rule}"


STICK = '{ gift = "stick", what = ["R"], on = ["empty"] }'
AWARD = '{ rule = "award", first = [{ gift = "stick", %s }] }'
ALONE = "\nalone = { stickers = [%s] }"
ROAD = '{ rule = "road", mark = "Y", start = "%s", goal = ["river"], points = 5 }'
DIG = '{ rule = "dig", kind = "B", source = ["river"], boxes = 5, %s }'
PROGRESS = '{ gift = "count", what = "progress", n = 1 }'
CASES = {
    "boxes without gifts": Case(*also(DIG % "at = [2], gifts = []"), "rules", "one box for each gift"),
    "a box beyond the last": Case(*also(DIG % f"at = [9], gifts = [{PROGRESS}]"), "rules", "5 boxes"),
    "a shaft that gives a box": Case(
        *also(DIG % 'at = [2], gifts = [{ gift = "box" }]'), "rules", "counted things and stickers"
    ),
    "a triangle that gives a sticker": Case(
        *also(DIG % f"at = [2], gifts = [{STICK}], triangles = [2]"), "rules", "brings progress"
    ),
    "a triangle on an empty box": Case(
        *also(DIG % f"at = [2], gifts = [{PROGRESS}], triangles = [3]"), "rules", "without a gift"
    ),
    "a letter of the map on a card": Case(SEATS, SEATS + ALONE % '["W", "Y-I2"]', "alone", "no mark"),
    "a sticker for most boxes": Case(
        *also(f'{{ rule = "award", most_boxes = [{STICK}] }}'), "rules[2].most_boxes[0].gift", "stick"
    ),
    "road from nowhere": Case(*also(ROAD % "totem"), "rules[2].start", "totem"),
    "a sticker nobody has": Case(SEATS, SEATS + ALONE % '["Q", "A1"]', "alone.stickers[0]", "legend"),
    "a sticker on no cell": Case(SEATS, SEATS + ALONE % '["W", "Z9"]', "alone.stickers[0]", "Z9"),
    "a church of no shape": Case(SEATS, SEATS + ALONE % '["C-4th", "Q9"]', "alone.stickers[0]", "Q9"),
    "a sticker without a cell": Case(SEATS, SEATS + ALONE % '["W"]', "alone.stickers[0]", "place"),
    "a count that is none": Case(
        SEATS, SEATS + '\nalone = { counts = { nuggets = "many" } }', "alone", "number"
    ),
    "a second choice of no cells": Case(
        *also(AWARD % 'what = ["R"], on = ["square"], second = ["moor"]'), "rules[2].first", "moor"
    ),
    "sides of no terrain": Case(
        *also(AWARD % 'what = ["R"], on = ["square"], sides = ["moor"]'), "rules[2].first", "moor"
    ),
    "a word for a truth": Case("legacy = false", 'legacy = "no"', "legacy", "true"),
    "unknown rule": Case(TREES, '{ rule = "visibel", what = "tree", per = 1 }', "rules[11].rule", "visibel"),
    "rule without name": Case(TREES, '{ what = "tree", per = 1 }', "rules[11].rule", "missing"),
    "rule is no table": Case(TREES, '"visible"', "rules[11]", "table"),
    "mistyped key": Case(TREES, '{ rule = "visible", what = "tree", pre = 1 }', "rules[11].pre", "known"),
    "missing key": Case(TREES, '{ rule = "visible", what = "tree" }', "rules[11].per", "missing"),
    "wrong type": Case(TREES, '{ rule = "visible", what = "tree", per = "1" }', "rules[11].per", "number"),
    "float for a number": Case(
        TREES, '{ rule = "visible", what = "tree", per = 1.5 }', "rules[11].per", "number"
    ),
    "truth for a number": Case(
        TREES, '{ rule = "visible", what = "tree", per = true }', "rules[11].per", "number"
    ),
    "text for a list": Case(START, '{ rule = "start", on = "river" }', "rules[6].on", "list"),
    "number in a list of texts": Case(START, '{ rule = "start", on = [7] }', "rules[6].on[0]", "text"),
    "text in a list of numbers": Case("prizes = [3]", 'prizes = ["3"]', "rules[10].prizes[0]", "number"),
    "unknown top key": Case(SEATS, f"{SEATS}\nsits = 4", "sits", "known"),
    "seats missing": Case(f"{SEATS}\n", "", "seats", "missing"),
    "seats are no list": Case(SEATS, "seats = 4", "seats", "list"),
    "seats are no numbers": Case(SEATS, 'seats = ["two"]', "seats", "list"),
    "seats are truths": Case(SEATS, "seats = [true, 2]", "seats", "seat"),
    "seats of nobody": Case(SEATS, "seats = [0, 2]", "seats", "seat"),
    "no seats": Case(SEATS, "seats = []", "seats", "seat"),
    "version missing": Case("version = 1\n", "", "version", "missing"),
    "rules missing": Case("rules = [", "rulez = [", "rulez", "known"),
    "map missing": Case("map = [", "mat = [", "mat", "known"),
    "ragged map": Case('"..W........"', '"..W......."', "map[1]", "ragged"),
    "unknown map letter": Case('"..W........"', '"..Q........"', "map[1]", "Q"),
    "map row is no text": Case('"..W........",', "11,", "map", "rows"),
    "unknown kind": Case(MUST, '{ rule = "must", kind = "K" }', "rules[9].kind", "K"),
    "empty kind": Case(MUST, '{ rule = "must", kind = "" }', "rules[9].kind", "kind"),
    "unknown kind in the deck": Case(KINDS, 'kinds = ["Y", "K", "B"], shapes', "rules[0].kinds", "K"),
    "unknown kind of a group": Case(
        'kinds = ["Y", "R", "B"], per', 'kinds = ["Y", "K"], per', "rules[13].kinds", "K"
    ),
    "unknown shape in the deck": Case('"L4", "U5"]', '"L4", "U9"]', "rules", "U9"),
    "unknown card": Case('"C-V5"]', '"C-V9"]', "rules", "V9"),
    "card without kind": Case('"C-V5"]', '"V5"]', "rules", "V5"),
    "unknown selector": Case(START, '{ rule = "start", on = ["rivr"] }', "rules[6].on", "rivr"),
    "unknown place to be near": Case(
        START, '{ rule = "start", on = ["near:sawmil"] }', "rules[6].on", "sawmil"
    ),
    "row beyond the map": Case(START, '{ rule = "start", on = ["row:12"] }', "rules[6].on", "row:12"),
    "unknown symbol": Case(TREES, '{ rule = "visible", what = "tre", per = 1 }', "rules[11].what", "tre"),
    "unknown symbol of a race": Case(
        'what = "vein", prizes', 'what = "vine", prizes', "rules[10].what", "vine"
    ),
    "unknown terrain": Case(LAND, '{ rule = "land", open = ["plane"] }', "rules[2].open", "plane"),
    "unknown bank": Case(
        LAND, '{ rule = "land", open = ["plain"], closed = "north" }', "rules[2].closed", "north"
    ),
    "unknown metric": Case(
        *also('{ rule = "most", metric = "biggest:Y", points = 5 }'), "rules[2].metric", "biggest"
    ),
    "metric of an unknown kind": Case(
        *also('{ rule = "most", metric = "largest:K", points = 5 }'), "rules[2].metric", "K"
    ),
    "unknown sticker": Case(*also('{ rule = "mark", put = "TOWER", at = ["A1"] }'), "rules[2].put", "TOWER"),
    "sticker beside the map": Case(*also('{ rule = "mark", put = "W", at = ["L1"] }'), "rules[2].at", "L1"),
    "unknown sticker of an award": Case(
        *also(f'{{ rule = "award", first = [{STICK.replace("R", "TOWER")}] }}'),
        "rules[2].first",
        "TOWER",
    ),
    "unknown cells of an award": Case(
        *also(f'{{ rule = "award", first = [{STICK.replace("empty", "emty")}] }}'),
        "rules[2].first",
        "emty",
    ),
    "unknown sticker of what is carried over": Case(
        *also('{ rule = "carry_over", what = "well", sticker = "TOWER" }'), "rules[2].sticker", "TOWER"
    ),
    "unknown gift": Case(
        *also('{ rule = "award", first = [{ gift = "gold" }] }'), "rules[2].first[0].gift", "gold"
    ),
    "unknown card of an annex": Case(*also('{ rule = "annex", card = "N-X9", count = 2 }'), "rules", "X9"),
    "unknown area": Case(
        *also('{ rule = "area", area = "plateau" }'), "areas.plateau", "missing", GAME, EPISODE
    ),
    "no deck": Case(f"  {DECK}\n", "", "rules", "deck"),
    "two decks": Case(DECK, f"{DECK}\n  {DECK}", "rules", "deck"),
    "no track": Case(f"  {TRACK},\n", "", "rules", "track"),
    "two tracks": Case(TRACK, f"{TRACK},\n  {TRACK}", "rules", "track"),
    "card twice": Case('"C-V5"]', '"C-V5", "C-V5"]', "rules", "twice"),
    "blocking cards below zero": Case("blocking = 1", "blocking = -1", "rules", "-1"),
    "lock behind the start": Case(TRACK, '{ rule = "track", start = 10, lock = 5 }', "rules", "lock"),
    "pieces on closed ground": Case('  { rule = "on_land" },\n', "", "rules", "on_land"),
    "pieces on pieces": Case('  { rule = "clear" },\n', "", "rules", "clear"),
    "not TOML": Case(SEATS, "seats = [1, 2", "(file)", "TOML"),
    "key twice": Case(SEATS, f"{SEATS}\n{SEATS}", "(file)", "TOML"),
    "piece without cells": Case('I2 = ["##"]', 'I2 = [".."]', "shapes.I2", "cell", GAME),
    "piece with a strange sign": Case('I2 = ["##"]', 'I2 = ["#x"]', "shapes.I2", "x", GAME),
    "piece is no drawing": Case('I2 = ["##"]', "I2 = 2", "shapes.I2", "cells", GAME),
    "river that does not split the land": Case(", [10, 4], [11, 4]]", "]", "river", "split", GAME),
    "river with a gap": Case("[2, 4], [2, 5]", "[2, 4], [3, 5]", "river", "line", GAME),
    "river of no points": Case("[0, 4], [1, 4]", "4, [1, 4]", "river", "4", GAME),
    "drawing of numbers": Case('I2 = ["##"]', "I2 = [2]", "shapes.I2", "", GAME),
    "count that is no number": Case(
        'symbol = "rock", count = 2', 'symbol = "rock", count = "2"', "legend.R.count", "number", GAME
    ),
    "mirror that is no truth": Case(
        'lattice = "square"', 'lattice = "square"\nmirror = "no"', "mirror", "no", GAME
    ),
    "unknown empty terrain": Case('empty = ["plain"]', 'empty = ["plane"]', "empty", "plane", GAME),
    "unknown lattice": Case('lattice = "square"', 'lattice = "round"', "lattice", "round", GAME),
    "unknown key of a letter": Case(
        'W = { terrain = "plain", symbol = "well" }',
        'W = { terrain = "plain", sign = "well" }',
        "legend.W.sign",
        "known",
        GAME,
    ),
    "building of an unknown kind": Case('building = "R"', 'building = "K"', "legend.PAL.building", "K", GAME),
    "reserved cell beside the map": Case('["E3", "E6"]', '["E3", "E12"]', "limits.reserved", "E12", GAME),
    "unknown key of the game": Case(
        'lattice = "square"', 'lattice = "square"\ncolour = 1', "colour", "known", GAME
    ),
}


def write(folder: Path, case: Case) -> tuple[Path, Path]:
    """Copies of the Eternal game and its pieces with one edit."""
    paths = []
    for name, source in ((EPISODE, "eternal.toml"), (GAME, "game.toml")):
        text = (my_city.GAME.folder / source).read_text()
        if name == (case.edited or case.file):
            assert text.count(case.old) == 1, f"{case.old} stands {text.count(case.old)} times in {source}"
            text = text.replace(case.old, case.new)
        path = folder / name
        path.write_text(text)
        paths.append(path)
    return paths[0], paths[1]


@pytest.mark.parametrize("case", list(CASES.values()), ids=list(CASES))
def test_a_broken_episode_is_refused(tmp_path: Path, case: Case) -> None:
    known = set(EPISODES)
    with pytest.raises(BadEpisode) as caught:
        load_episode("my_city", *write(tmp_path, case))
    error = caught.value
    assert Path(error.file).name == case.file
    assert error.key.startswith(case.key)
    assert case.word in error.reason
    assert set(EPISODES) == known


@pytest.mark.parametrize("broken", ["episode", "game"])
@pytest.mark.parametrize(
    ("content", "word"), [(None, "read"), ("folder", "read"), (b"\xff\xfe", "TOML"), (b"= 1", "TOML")]
)
def test_an_unreadable_file_is_refused(
    tmp_path: Path, broken: str, content: bytes | str | None, word: str
) -> None:
    path = tmp_path / "unreadable.toml"
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content:
        path.mkdir()
    sound = my_city.GAME.folder / "eternal.toml", my_city.GAME.folder / "game.toml"
    with pytest.raises(BadEpisode) as caught:
        load_episode("my_city", *((path, sound[1]) if broken == "episode" else (sound[0], path)))
    assert (Path(caught.value.file).name, caught.value.key) == ("unreadable.toml", "(file)")
    assert word in caught.value.reason


def test_the_error_says_it_all(tmp_path: Path) -> None:
    with pytest.raises(BadEpisode) as caught:
        load_episode("my_city", *write(tmp_path, CASES["missing key"]))
    for part in (EPISODE, "rules[11].per", "missing"):
        assert part in str(caught.value)


def test_without_an_edit_the_copy_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "sound.toml"
    path.write_text((my_city.GAME.folder / "eternal.toml").read_text())
    assert load_episode("my_city", path, my_city.GAME.folder / GAME).name == "my_city/sound"


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


def test_importing_the_games_reads_no_episode() -> None:
    """Episodes are read when first asked for, so that every command starts quickly."""
    script = """
import sys
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
from tilefolk.campaign import SERIES
from tilefolk.games import find
from tilefolk.games.laying.catalogue import EPISODES

def episodes():
    return {path.rpartition("/")[2] for path in opened if path.endswith(".toml") and "point_city" not in path}

assert not episodes()
assert "roll_and_build/12" in EPISODES and not episodes()
assert "roll_and_build/short" in SERIES and episodes() == {"series.toml"}
find("my_city/eternal")
assert episodes() == {"series.toml", "eternal.toml", "game.toml"}
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_every_episode_loads() -> None:
    for game in (my_city.GAME, my_island.GAME, roll_and_build.GAME):
        assert game.mode_names()
        for name in game.mode_names():
            assert EPISODES[name].name == name == game.mode(name).name
