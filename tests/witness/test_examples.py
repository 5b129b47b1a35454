"""The island's worked examples told to the witness: it must agree with the rules before it judges others."""

import tomllib
from functools import cache
from typing import Any

import pytest

from tests.dialect import DATA
from tests.witness.at_once import lay
from tests.witness.episode import Episode, Land, Rule, files_of, load, read
from tests.witness.lattice import Place, address_of, shifted, turned
from tests.witness.metrics import measured
from tests.witness.placing import forbidden
from tests.witness.position import Laid, Position, at_start
from tests.witness.rounds import Marker, Step, prizes_of
from tests.witness.scoring import leaders, places
from tests.witness.shapes import drawn

Example = dict[str, Any]
EXAMPLES: dict[str, list[Example]] = tomllib.loads(
    (DATA / "my_island_examples.toml").read_text(encoding="utf-8")
)
BELOW_THE_LOCK = 55


def each(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("example", EXAMPLES[kind], ids=lambda example: example["id"])


@cache
def episode_of(mode: str) -> Episode:
    own, game = files_of(f"my_island/{mode}")
    return load(own, game, [f"{rule['rule']} {number}" for number, rule in enumerate(read(own)["rules"])])


def shown(lies: dict[str, str]) -> dict[Place, str]:
    return {address_of("hex", name): mark for mark, names in lies.items() for name in names.split()}


def position_of(example: Example) -> Position:
    """The symbols of the drawing, as if single tiles had brought them."""
    position = at_start(Land(episode_of(example["mode"]), doubling(example)))
    for place, mark in shown(example["lies"]).items():
        position = position.with_piece(Laid("tile", "one", 0, (place,), (mark,)))
    return position


def tile_of(example: Example) -> Laid:
    """The tile that is laid, turned about its own origin."""
    name, turns, at = example["laid"]
    game = episode_of(example["mode"]).game
    cells = shifted(turned("hex", drawn("hex", game["shapes"][name]), turns), address_of("hex", at))
    return Laid("tile", name, turns, cells, tuple(game["marks"][name]))


def doubling(example: Example) -> list[tuple[str, str]]:
    """The stickers that double the cells of the tile which the example names."""
    if "doubled" not in example:
        return []
    tile, cells = tile_of(example), {address_of("hex", name) for name in example["doubled"]}
    return [(f"double:{tile.name}", str(n)) for n, place in enumerate(tile.cells) if place in cells]


@each("legal")
def test_legal(example: Example) -> None:
    reasons = forbidden(episode_of(example["mode"]), position_of(example), tile_of(example))
    assert (not reasons) == example["expect"]


@each("points")
def test_points(example: Example) -> None:
    episode, position = episode_of(example["mode"]), position_of(example)
    for rule in episode.all("new_group"):
        scored = {address_of("hex", name) for name in example.get("scored", ())}
        position = position.with_note(rule.id, [p for p in scored if position.marks[p] == rule["mark"]])
    _, bookings = lay(episode, position, tile_of(example), {})
    assert sum(booking.points or 0 for booking in bookings) == example["expect"]


@each("cells_impossible")
def test_no_mirror_image(example: Example) -> None:
    piece = episode_of("1").shaped("tile", example["tile"])
    wanted = shown(example["shows"])
    looks = [dict(zip(one.cells, piece.marks, strict=True)) for one in piece.turned]
    row, column = min(wanted)
    moved = {(r - row, q - column): mark for (r, q), mark in wanted.items()}
    assert (moved not in looks) == example["expect"]


@each("metric")
def test_metric(example: Example) -> None:
    assert measured(example["metric"], position_of(example)) == example["expect"]


@each("track")
def test_track(example: Example) -> None:
    marker = Marker(example["start"], BELOW_THE_LOCK)
    for points in example["changes"]:
        marker.book(points)
    assert (marker.value, marker.locked) == (example["value"], example["locked"])


@each("most")
def test_most(example: Example) -> None:
    leading = leaders(example["values"])
    assert [5 * (seat in leading) for seat in range(len(example["values"]))] == example["points"]


@each("tiebreak")
def test_tie_break(example: Example) -> None:
    assert places([(0, tuple(rows)) for rows in example["rows"]]) == example["places"]


@each("race")
def test_race(example: Example) -> None:
    race = Rule("race_goal", "race", {"prizes": example["prizes"]})
    board = at_start(Land(episode_of("6")))
    rounds = range(max(example["rounds"]) + 1)
    steps = [[Step(board, reached=[race] * (n == when > 0)) for n in rounds] for when in example["rounds"]]
    prizes = prizes_of([race], steps, [None] * len(steps))
    won = [sum(one.points or 0 for bookings in seat.values() for one in bookings) for seat in prizes]
    assert won == example["points"]
