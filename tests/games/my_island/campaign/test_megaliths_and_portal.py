"""Megaliths, the portal and waves of My Island's campaign: MI-R28, R29, R32, R34, EX11."""

import pytest

from tests.dialect import Position
from tests.games.my_city.table import finish
from tests.games.my_island.campaign.episodes import LAVA, PORTAL, SEA, SEGMENTS, STONES
from tests.games.my_island.isle import Isle, around, ended, plots
from tilefolk.core.game import Legacy
from tilefolk.games.laying.board import note
from tilefolk.games.laying.catalogue import ground_of
from tilefolk.games.laying.finish import gains
from tilefolk.games.laying.rules.metrics import measured
from tilefolk.games.laying.state import standing as marker

# Megaliths: MI-R28, R29


def test_ex11_a_doubled_field_at_the_granary() -> None:
    lying = plots("F", "2,4", "4,4")
    isle = Isle(STONES, 1, (Legacy((*lying, ("double:t1", "0"))),)).lay(4, 0, (0, 0))
    assert isle.points(1, 0, (3, 5)) == 5
    plain = Isle(STONES, 1, (Legacy(lying),)).lay(4, 0, (0, 0))
    assert plain.points(1, 0, (3, 5)) == 0, "three are not enough"


@pytest.mark.parametrize(
    ("before", "count", "parts", "circles"),
    [
        (0, 3, 0, 0),
        (0, 4, 1, 0),
        (0, 5, 2, 0),
        (1, 5, 2, 1),
        (2, 4, 1, 1),
        (2, 5, 1, 1),
        (3, 5, 0, 0),
    ],
)
def test_mi_r29_roof_parts(before: int, count: int, parts: int, circles: int) -> None:
    counts = (("progress", 3), ("roof:H", before)) if before else (("progress", 3),)
    isle = ended(
        STONES, Legacy(tuple(around("H", count)), counts), Legacy(counts=(("progress", 3),)), award="yes"
    )
    finish(isle)
    given = [(gain.what, gain.value) for gain in gains(isle.state, 0) if gain.rule == "roofs.megalith"]
    assert given == ([("roof:H", parts)] if parts else []) + ([("progress", 1)] if circles else [])
    assert isle.game.takes_along(isle.state, 0).count("roof:H") == before + parts


def test_mi_r29_each_megalith_has_a_roof_of_its_own() -> None:
    put = [*around("F", 4), *around("H", 5), *around("W", 4)]
    isle = finish(ended(STONES, Legacy(tuple(put)), Legacy(), award="yes"))
    taken = isle.game.takes_along(isle.state, 0)
    assert [taken.count(f"roof:{mark}") for mark in "FHW"] == [1, 2, 1]


# The portal: gifts, lights, MI-R34


def test_22_gives_a_provision_for_each_whole_roof() -> None:
    brought = Legacy(counts=(("provisions", 1), ("roof:F", 3), ("roof:H", 2), ("roof:W", 3)))
    isle = Isle(PORTAL, 2, (brought, Legacy()), award="yes")
    assert isle.shown("provisions") == [3, 0]
    isle.round("tile-t1", "pass", "end").round("tile-t2", "end")
    finish(isle)
    told = [(gain.rule, gain.what, gain.value) for gain in gains(isle.state, 0)][:2]
    assert told == [("give.provisions.roofs", "provisions", 2), ("pass.provision", "provisions", -1)]
    assert isle.game.takes_along(isle.state, 0).count("provisions") == 2 + (
        2 if isle.game.view(isle.state, None)["places"][0] > 1 else 0
    )


def test_gifts_at_the_start_pay_at_zero() -> None:
    brought = Legacy(counts=(("roof:F", 3),))
    isle = Isle(PORTAL, 1, (brought,))
    assert marker(isle.state, 0).spares == 1
    assert isle.reveal(3).game.view(isle.state, 0)["pass_price"] == 0


def test_mi_r34_a_lit_segment_is_a_plot_from_then_on() -> None:
    for number in (22, 23, 24):
        lit = SEGMENTS[:2]
        ground = Position(f"my_island/{number}", stickers=lit).ground
        board = Position(f"my_island/{number}", stickers=lit).board
        assert measured("lit:segment", ground, board)[0] == 2
        assert not ground.open & ground.grid.mask(["10,-4", "10,-3"])
        assert len(ground.grid.listed(ground.layer("segment"))) == 6


def test_mi_r34_at_most_two_lights_a_match() -> None:
    isle = Isle(PORTAL, 1, (Legacy(plots("P", "6,0")),), award="yes").lay(2, 0, (0, 0))
    assert isle.points(29, 3, (9, -2)) == 8
    finish(isle.reveal(1).answer(0, "end"))
    assert {("plot:P", "9,-2"), ("plot:P", "8,-2")} <= set(isle.game.takes_along(isle.state, 0).stickers)


def test_the_whole_portal_wins_its_race_and_two_circles() -> None:
    isle = Isle(SEA, 2, (Legacy((*SEGMENTS[:4],)), Legacy()), award="yes")
    assert isle.game.view(isle.state, 0)["races"][0][2:] == [6, [[4, None], [0, None]]]
    board = isle.state.boards[0]
    lit = isle.state.ground(0).grid.mask(["8,-3", "9,-4"])
    assert measured("lit:segment", isle.state.ground(0), board.written(notes=(("lit", lit),)))[0] == 6
    state = isle.state._replace(boards=(board.written(notes=(("lit", lit),)), isle.state.boards[1]))
    isle.state = state
    isle.round("tile-t1", "end", "end")
    finish(isle)
    bonus = [
        [gain.value for gain in gains(isle.state, seat) if gain.rule.startswith("bonus")] for seat in (0, 1)
    ]
    assert bonus == [[2], []]


# Waves: MI-R32


def test_mi_r32_the_sea_takes_its_price_at_once() -> None:
    isle = Isle(SEA, 2, (Legacy(counts=(("provisions", 30),)), Legacy()))
    isle.round("tile-t1", "pass", "end")
    assert marker(isle.state, 1).value == 10 - 6 - 8 - 6, "all waves strike whoever has ended"
    for number in range(2, 22):
        value = marker(isle.state, 0).value
        isle.round(f"tile-t{number}", "pass")
        lost = value - marker(isle.state, 0).value
        assert lost == {8: 6, 14: 8, 20: 6}.get(number, 0)
    sea = note(isle.state.boards[0], "sea")
    assert sea.bit_count() == 20
    assert not isle.allows(22, 0, (1, 6)), "nobody builds in the sea"


def test_mi_r32_the_sea_costs_nothing_a_second_time() -> None:
    isle = ended(SEA, Legacy(), Legacy())
    tally = {entry.rule: entry.points for entry in isle.game.score(isle.state)[0].entries}
    assert tally["visible.beach"] == -(26 - 20)
    assert sum(points for rule, points in tally.items() if rule.startswith("hazard.sea")) == -20


def test_ash_lies_where_lava_was() -> None:
    isle = finish(ended(LAVA, Legacy(), Legacy(), award="yes"))
    taken = isle.game.takes_along(isle.state, 0)
    ground = ground_of("my_island/24", taken)
    heath = set(ground.grid.listed(ground.layer("heath")))
    assert {"1,0", "3,0", "4,0", "6,0", "9,1", "3,2"} <= heath
