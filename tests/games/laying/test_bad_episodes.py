"""A broken episode is refused at load, with file, key and reason."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.laying.broken import EPISODE, GAME, TRACK, Case, also, write
from tilefolk.games import my_city, my_island, roll_and_build
from tilefolk.games.laying.catalogue import EPISODES, load_episode
from tilefolk.games.toml_tables import BadEpisode

TREES = '{ rule = "visible", what = "tree", per = 1 }'
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
