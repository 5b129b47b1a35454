"""Rulings of My Island on hazards, idol sites, lights and boulders: MI-R30, MI-R32 to MI-R34."""

from tests.dialect import Position
from tests.games.my_city.table import finish
from tests.games.my_island.isle import IDOLS, LAVA, Isle, begun, ended, found, place, plots
from tilefolk.core.game import Legacy
from tilefolk.core.notation import CHANCE
from tilefolk.games.laying.board import note

LAVA_1 = {"1,0", "2,0", "3,0", "12,0", "13,0", "14,0"}
LAVA_2 = {"4,0", "5,0", "10,0", "11,0", "2,1", "3,1", "11,1", "12,1"}
LAVA_3 = {"6,0", "9,0", "5,1", "9,1", "2,2", "3,2", "10,2", "11,2"}


def lava(isle: Isle, seat: int = 0) -> set[str]:
    return set(Position(LAVA).ground.grid.listed(note(isle.state.boards[seat], "lava")))


def test_mi_r32_hazards_strike_after_their_round_on_every_board() -> None:
    provisions = Legacy((), (("provisions", 20),))
    isle = Isle(LAVA, 2, (provisions, Legacy())).round("tile-t32", "pass", "end")
    waves = {8: LAVA_1, 14: LAVA_2, 20: LAVA_3}
    struck: set[str] = set()
    for rounds in range(1, 22):
        struck |= waves.get(rounds, set())
        assert lava(isle) == struck
        isle.round(f"tile-t{rounds}", "pass")
    assert lava(isle, 1) == LAVA_1 | LAVA_2 | LAVA_3


def test_mi_r32_covered_cells_are_safe_and_lava_is_never_built_on() -> None:
    isle = Isle(LAVA, 1, (Legacy((), (("provisions", 20),)),)).lay(4, 0, (0, 0))
    assert isle.allows(2, 3, (3, 0))
    for tile in range(5, 12):
        isle.round(f"tile-t{tile}", "pass")
    assert lava(isle) == LAVA_1 - {"1,0"}
    assert not isle.allows(2, 3, (3, 0))


def test_mi_r32_all_waves_strike_although_everybody_has_ended() -> None:
    isle = ended(LAVA, Legacy(), Legacy(), award="yes")
    assert lava(isle) == LAVA_1 | LAVA_2 | LAVA_3
    finish(isle)
    ash = {cell for what, cell in isle.game.takes_along(isle.state, 0).stickers if what == "h"}
    assert ash == LAVA_1 | LAVA_2 | LAVA_3


def test_mi_r33_a_path_on_an_idol_site_finds_its_token_for_all() -> None:
    isle = Isle(IDOLS, 2, (Legacy(plots("P", "4,2")),) * 2)
    isle.reveal(4)
    for seat in (0, 1):
        isle.state = isle.game.apply(isle.state, seat, place(4, 0, (0, 0)))
    isle.reveal(3)
    isle.state = isle.game.apply(isle.state, 0, place(3, 3, (6, 2)))
    isle.answer(1, "pass")
    assert isle.game.to_act(isle.state) == (CHANCE,)
    found(isle, 4)
    assert isle.markers() == [10 + 1 - 1 + 4, 9]
    isle.reveal(5)
    isle.answer(0, "pass")
    isle.state = isle.game.apply(isle.state, 1, place(5, 3, (6, 2)))
    assert isle.game.draws(isle.state)[0].stream == "deck"
    assert isle.markers() == [13, 9 + 1 - 1 + 4]


def test_mi_r33_two_seats_on_the_same_site_in_one_round_find_the_same_token() -> None:
    isle = Isle(IDOLS, 2, (Legacy(plots("P", "4,2")),) * 2)
    for tile, rot, at in ((4, 0, (0, 0)), (3, 3, (6, 2))):
        isle.reveal(tile)
        for seat in (0, 1):
            isle.state = isle.game.apply(isle.state, seat, place(tile, rot, at))
    assert found(isle, -2).markers() == [8, 8]
    assert isle.game.draws(isle.state)[0].stream == "deck"


def test_mi_r33_any_other_symbol_buries_the_site() -> None:
    isle = begun(IDOLS, *plots("F", "4,2"))
    assert isle.points(2, 0, (5, 2)) == -2
    assert isle.game.draws(isle.state)[0].stream == "deck"


def test_mi_r33_each_token_lies_once() -> None:
    isle = begun(IDOLS, *plots("P", "4,2", "9,0")).reveal(3)
    isle.state = isle.game.apply(isle.state, 0, place(3, 3, (6, 2)))
    tokens = sorted(int(action[2]) for action in set(isle.game.legal(isle.state, CHANCE)))
    assert tokens == [-2, 1, 2, 3, 4]
    found(isle, 4).reveal(6)
    isle.state = isle.game.apply(isle.state, 0, place(6, 3, (11, 0)))
    assert sorted({int(action[2]) for action in isle.game.legal(isle.state, CHANCE)}) == [-2, 1, 2, 3]


def test_mi_r34_the_wanted_symbol_lights_a_segment() -> None:
    isle = begun(LAVA, *plots("P", "6,0"))
    assert isle.points(6, 0, (7, -2)) == 4
    assert begun(LAVA, *plots("H", "6,0")).points(2, 0, (7, -2)) == 0


def test_mi_r34_one_light_left_goes_to_the_lower_cell() -> None:
    isle = Isle(LAVA, 1, (Legacy((*plots("P", "6,0"), *plots("W", "7,-4"))),), award="yes").lay(2, 0, (0, 0))
    assert isle.points(4, 0, (8, -4)) == 4
    assert isle.points(29, 3, (9, -2)) == 4
    finish(isle.reveal(1).answer(0, "end"))
    stickers = set(isle.game.takes_along(isle.state, 0).stickers)
    assert {("plot:H", "9,-4"), ("plot:P", "8,-2")} <= stickers
    assert ("plot:P", "9,-2") not in stickers


def test_mi_r34_two_segments_by_one_tile() -> None:
    assert begun(LAVA, *plots("P", "6,0")).points(29, 3, (9, -2)) == 8


def test_mi_r30_boulders_go_on_free_rainforest_apart_from_the_temple() -> None:
    isle = ended(IDOLS, Legacy(), award="yes")
    cells = {str(action[2]) for action in isle.game.legal(isle.state, 0) if action != ("later",)}
    rainforest = {"4,0", "5,0", "6,0", "7,0", "8,0", "9,0", "10,0", "11,0"}
    rainforest |= {f"{q},1" for q in range(4, 11)} | {f"{q},2" for q in range(4, 10)} | {"5,3", "6,3", "7,3"}
    reserved = {"4,1", "5,3", "7,3", "10,1", "7,0", "8,0", "7,1"}
    temple_ring = {"6,0", "6,1", "6,2", "7,2", "8,1", "9,0"}
    assert cells == rainforest - reserved - temple_ring
    assert isle.game.fallback_action(isle.state, 0) == ("stick", "boulder", "4,0")


def test_mi_r30_a_late_seat_doubles_the_first_cell_of_its_lowest_tile() -> None:
    isle = Isle(IDOLS, 2, (Legacy((("double:t1", "1"),)), Legacy()), award="yes")
    isle.reveal(1).answer(0, "end")
    isle.state = isle.game.apply(isle.state, 1, place(1, 0, (0, 0)))
    isle.reveal(2).answer(1, "end")
    assert isle.game.fallback_action(isle.state, 0) == ("double", "t2", 0)
    isle.state = isle.game.apply(isle.state, 0, ("double", "t2", 0))
    finish(isle)
    assert isle.game.takes_along(isle.state, 0).stickers == (("double:t1", "1"), ("double:t2", "0"))
