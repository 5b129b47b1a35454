"""The soak: what it says of memory, and that its people can answer whatever they are asked."""

from random import Random
from typing import Any

import pytest
from bench.soak.__main__ import COMPARED_MINUTE, Minute, memory_verdict
from bench.soak.table import KINDS, choose

A_MINUTE = Minute(1, 100.0, 200, 150.0, 3.0, 20.0, 2.0, 66, 160, 0)


def minutes(last: dict[str, Any], count: int = 15) -> list[Minute]:
    told = [A_MINUTE._replace(number=number) for number in range(1, count + 1)]
    return [*told[:-1], told[-1]._replace(**last)]


@pytest.mark.parametrize(
    ("last", "holds"),
    [
        ({"rss_mb": 115.0}, True),
        ({"rss_mb": 116.0}, False),
        ({"people": 150}, True),
        ({"people": 100}, False),  # fewer people need less: that proves nothing
        ({"tables": 30}, False),
    ],
)
def test_memory_may_grow_a_little_with_as_many_people(last: dict[str, Any], holds: bool) -> None:
    assert memory_verdict(minutes(last))[0] is holds


def test_a_short_run_compares_no_memory() -> None:
    assert memory_verdict(minutes({"rss_mb": 900.0}, COMPARED_MINUTE))[0]


def test_there_are_eleven_kinds_of_tables_of_all_games() -> None:
    assert len({kind.name for kind in KINDS}) == 11
    assert len({kind.game.partition("/")[0] for kind in KINDS}) == 4


def test_a_sticker_goes_to_a_cell_that_may_take_it() -> None:
    grid = {"width": 4, "top": 0, "left": 0, "lattice": "square"}
    view = {
        "grid": grid,
        "answers": [["later"]],
        "choices": [{"verb": "stick", "what": ["R"], "legal": "20"}],
    }
    assert choose(view, Random(1)) == "stick R B2"
    options = {"grid": grid, "answers": [["box", "R"]], "choices": [{"verb": "box", "what": ["box"]}]}
    assert choose(options, Random(1)) == "box R"
