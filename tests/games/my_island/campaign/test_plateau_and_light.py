"""The plateau, harbours, ruins and light of My Island's campaign: MI-R25 to MI-R27, EX12."""

import pytest

from tests.dialect import Position
from tests.games.my_city.table import finish
from tests.games.my_island.campaign.episodes import HARBOURS, LAMPS, PLATEAU, RUINS, SEGMENTS, WITH_PLATEAU
from tests.games.my_island.isle import Isle, ended, place, plots
from tilefolk.core.game import Legacy
from tilefolk.core.grid import bits_of
from tilefolk.games.laying.catalogue import ground_of
from tilefolk.games.laying.finish import gains

# The plateau: MI-R25, R26


def test_mi_r25_the_landing_stays_on_the_island() -> None:
    isle = Isle(PLATEAU, 1, (Legacy(),))
    assert not isle.allows(2, 0, (7, -2)) and isle.allows(2, 0, (0, 0))
    assert isle.game.why(isle.reveal(2).state, 0, place(2, 0, (7, -2))) == ("start.beach",)


def test_mi_r25_a_tile_never_lies_across_a_tunnel() -> None:
    ground = ground_of(PLATEAU, Legacy())
    joined = {tuple(sorted(ground.grid.listed(a | b))) for a, b in ground.grid.joins}
    assert joined == {("6,0", "8,-2"), ("9,-2", "9,0")}
    for piece in ground.pieces.values():
        for slot in bits_of(piece.valid):
            cells = piece.laid(ground.grid, slot).cells
            assert not any(cells & a and cells & b for a, b in ground.grid.joins)


def test_mi_r26_what_lies_on_the_plateau_is_absent_in_episodes_without_it() -> None:
    put = [*plots("F", "7,-4", "1,5"), ("boulder", "12,-4")]
    for number in range(13, 25):
        ground = Position(f"my_island/{number}", stickers=put).ground
        listed = set(ground.grid.listed(ground.layer("plot") | ground.layer("boulder")))
        assert listed == ({"7,-4", "12,-4", "1,5"} if number in WITH_PLATEAU else {"1,5"})
        assert bool(ground.layer("plateau")) == (number in WITH_PLATEAU) == bool(ground.grid.joins)


def test_plots_and_boulders_of_14_go_on_the_plateau_apart_from_each_other() -> None:
    isle = ended(PLATEAU, Legacy(plots("W", "7,-4")), award="yes")
    cells = {str(action[2]) for action in isle.game.legal(isle.state, 0) if action != ("later",)}
    plateau = (
        {f"{q},-4" for q in range(7, 13)}
        | {f"{q},-3" for q in range(6, 13)}
        | {f"{q},-2" for q in range(6, 12)}
    )
    reserved = {"7,-3", "11,-3", "9,-3", *(cell for _, cell in SEGMENTS)}
    assert cells == plateau - reserved - {"7,-4", "8,-4", "6,-3"}


def test_harbour_roads_lead_to_the_temple_once_each() -> None:
    way = plots("P", "1,2", "2,2", "3,2", "4,2", "5,2")
    isle = Isle(HARBOURS, 1, (Legacy(way),))
    assert not isle.allows(1, 0, (0, 0)), "one lands beside a harbour"
    assert isle.lay(1, 0, (0, 1)).points(3, 3, (7, 2)) == 6
    assert isle.points(5, 3, (6, 1)) == 0, "each harbour once"


def test_ruins_want_all_four_symbols_and_both_bring_a_circle() -> None:
    around = [("F", "7,-4"), ("W", "8,-4"), ("H", "6,-3"), ("F", "11,-4"), ("W", "12,-4"), ("H", "10,-3")]
    put = [pair for symbol, cell in around for pair in plots(symbol, cell)]
    brought = Legacy((*put, *plots("P", "6,0")))
    isle = Isle(RUINS, 1, (brought,), award="yes").lay(1, 0, (0, 0))
    assert isle.points(29, 3, (9, -2)) == 6, "a path beside the western ruin completes it"
    isle.reveal(2).answer(0, "pass")
    assert isle.points(3, 3, (11, -2)) == 6, "and one beside the eastern"
    finish(isle.reveal(4).answer(0, "end"))
    given = [gain for gain in gains(isle.state, 0) if gain.rule == "bonus.spots:ruin>=2.progress"]
    assert [(gain.what, gain.value) for gain in given] == [("progress", 1)]
    one = Isle(RUINS, 1, (brought,), award="yes").lay(1, 0, (0, 0)).lay(29, 3, (9, -2))
    finish(one.reveal(4).answer(0, "end"))
    assert not any(gain.rule.startswith("bonus") for gain in gains(one.state, 0)), "one is not both"


# Light: MI-R27


def test_ex12_lighthouse_beams() -> None:
    position = Position(LAMPS).show("F", "1,6").show("P", "2,5").show("W", "3,4").show("P", "4,3 8,6")
    assert position.line("counted.ray:lighthouse:FP") == 3
    assert set(position.lit("counted.ray:lighthouse:FP")) == {"1,6", "2,5", "8,6"}


@pytest.mark.parametrize(
    ("stickers", "shown", "lit"),
    [
        ([("boulder", "2,5")], [("F", "1,6"), ("P", "3,4")], 2),
        ([("boulder", "1,6"), ("boulder", "3,4")], [("F", "2,5 4,3")], 2),
        (plots("P", "1,6"), [("F", "2,5")], 2),
        (plots("H", "1,6"), [("F", "2,5")], 0),
        ((), [("F", "2,5")], 0),
        ((), [("F", "1,6 2,5 3,4 4,3 5,2 6,1"), ("P", "8,6 8,5 8,4 8,3 8,2 8,1")], 12),
        ((), [("W", "8,6"), ("P", "8,5")], 0),
    ],
)
def test_mi_r27_stones_are_passed_over_and_everything_else_ends_a_beam(
    stickers: list[tuple[str, str]], shown: list[tuple[str, str]], lit: int
) -> None:
    position = Position(LAMPS, stickers=stickers)
    for symbol, cells in shown:
        position.show(symbol, cells)
    assert position.line("counted.ray:lighthouse:FP") == lit


def test_mi_r27_a_megalith_in_the_beam_is_passed_over() -> None:
    ground = Position("my_island/19").ground
    assert ground.stones & ground.grid.mask(["3,4", "8,4"]) == ground.grid.mask(["3,4", "8,4"])
