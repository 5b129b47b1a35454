"""What things are said to lack, against what they bring in random matches."""

import pytest

from tests.dialect import random_match
from tests.effort import times
from tilefolk.core.history import after_moves, moves_of
from tilefolk.core.tally import Lack
from tilefolk.games.laying.lacking import changed, lacks
from tilefolk.games.laying.state import State

MATCHES = times(2, 20)
MODES = ("my_city/eternal", "my_island/eternal")


def lacking(state: State, seat: int) -> tuple[Lack, ...]:
    return lacks(state.episode, state.ground(seat), state.boards[seat])


@pytest.mark.parametrize("mode", MODES)
def test_what_is_called_impossible_never_brings_points_and_what_lacks_nothing_has_them(mode: str) -> None:
    told = 0
    for number in range(MATCHES):
        match = random_match(mode, 2, "together", f"lacks {number}")
        halfway = after_moves(match, len(moves_of(match)) // 2).state
        for seat in (0, 1):
            early = lacking(halfway, seat)
            late = {(lack.rule, lack.thing) for lack in lacking(match.state, seat)}
            scored = {entry.rule: entry.cells for entry in match.game.score(match.state)[seat].entries}
            for lack in early:
                has_points = bool(scored.get(lack.rule, 0) & lack.thing)
                assert not (has_points and not lack.is_possible)
                assert not (has_points and (lack.rule, lack.thing) in late)
                told += not lack.is_possible
    assert told


def test_only_what_lacks_something_else_than_before_is_told() -> None:
    match = random_match("my_city/eternal", 1, "together", "lacks", stop=30)
    now = lacking(match.state, 0)
    assert now
    assert changed(now, now) == ()
    assert changed((), now) == now
    fewer = now[0]._replace(number=now[0].number + 1)
    assert changed((fewer, *now[1:]), now) == now[:1]


def test_a_road_lacks_the_cells_that_are_missing_on_the_shortest_way() -> None:
    state = random_match("my_island/eternal", 1, "together", "roads", stop=8).state
    found = [lack for lack in lacking(state, 0) if lack.rule.startswith("road.")]
    assert found and any(lack.number for lack in found)
    for lack in found:
        assert lack.number == lack.free.bit_count()
        assert not lack.free & ~state.boards[0].clear
        assert lack.number or not lack.is_possible
