"""The worked examples of My Island, EX01 to EX16, and rulings, on single boards of its episodes.

Single symbols of the drawings are plots: they count as laid. A first tile lies far away where the example
does not speak of the first tile. What concerns the Eternal game, EX07 and EX08 (roads) among it, is played
on its own board in `test_eternal`. EX11 (a ring round a
megalith) and EX12 (beams) stand in `test_campaign_later`.
"""

import re
from pathlib import Path
from typing import Self

import pytest

from tests.dialect import Position, for_one
from tests.games.my_city.episodes import with_veins
from tests.games.my_city.table import Table, finish, kept
from tilefolk.core.game import Legacy
from tilefolk.core.notation import CHANCE, Action
from tilefolk.core.tally import Tally, places
from tilefolk.core.track import Booking, Track, fold
from tilefolk.games import my_island
from tilefolk.games.laying.board import note
from tilefolk.games.laying.catalogue import ground_of, load_episode
from tilefolk.games.laying.rules.metrics import measured
from tilefolk.games.laying.rules.names import Layer
from tilefolk.games.laying.rules.race import RaceCovered
from tilefolk.games.laying.state import standing

TRAILS, PALMS, FOREST, IDOLS, LAVA = (for_one(f"my_island/{number}") for number in (2, 3, 10, 11, 23))
IDOLS_FILE = my_island.GAME.folder / "11.toml"
TILES = {
    1: "00F 10W",
    2: "00F 10H",
    3: "00F 10P",
    4: "00W 10H",
    5: "00W 10P",
    6: "00H 10P",
    7: "00F 10W 20H",
    8: "00F 10H 20W",
    9: "00W 10F 20P",
    10: "00F 10W 20P",
    11: "00H 10F 20P",
    12: "00F 10P 20H",
    13: "00W 10H 20P",
    14: "00W 10P 20H",
    15: "00F 10W 01H",
    16: "00F 10H 01W",
    17: "00F 10W 01P",
    18: "00F 10P 01W",
    19: "00F 10H 01P",
    20: "00F 10P 01H",
    21: "00W 10H 01P",
    22: "00W 10P 01H",
    23: "10F 01W 00H 11P",
    24: "10F 01H 00P 11W",
    25: "10F 01P 00W 11H",
    26: "10W 01H 00P 11F",
    27: "10W 01P 00F 11H",
    28: "10H 01P 00W 11F",
    29: "00P 10P 11P",
    30: "00H 10F 11W",
    31: "00P 10F -11W 0-1H",
    32: "00F 10H 20W 30P",
}

Hex = tuple[int, int]


def laid_as(tile: int, rot: int, at: Hex) -> dict[Hex, str]:
    """Where the symbols of a tile come to lie: so many times (q, r) to (-r, q + r), then moved."""
    cells = {}
    for q0, r0, symbol in re.findall(r"(-?\d)(-?\d)([FWHP])", TILES[tile]):
        q, r = int(q0), int(r0)
        for _ in range(rot):
            q, r = -r, q + r
        cells[at[0] + q, at[1] + r] = symbol
    return cells


def place(tile: int, rot: int, at: Hex) -> Action:
    q, r = min(laid_as(tile, rot, at), key=lambda cell: (cell[1], cell[0]))
    return ("place", f"t{tile}", rot, f"{q},{r}")


def plots(symbol: str, *cells: str) -> tuple[tuple[str, str], ...]:
    return tuple((f"plot:{symbol}", cell) for cell in cells)


def row_5(*qs: int) -> tuple[str, ...]:
    return tuple(f"{q},5" for q in qs)


class Isle(Table):
    """A match on the island, played by hand with the tiles of the rules."""

    def reveal(self, tile: int) -> Self:
        self.draw(f"tile-t{tile}")
        return self

    def allows(self, tile: int, rot: int, at: Hex, seat: int = 0) -> bool:
        """Whether the seat may lay the tile so, were it revealed now."""
        state = self.game.apply(self.state, CHANCE, ("deck", len(self.state.draws), f"tile-t{tile}"))
        return self.game.why(state, seat, place(tile, rot, at)) == ()

    def lay(self, tile: int, rot: int, at: Hex) -> Self:
        """Seat 0 lays a tile, the others pass."""
        self.reveal(tile)
        self.state = self.game.apply(self.state, 0, place(tile, rot, at))
        for seat in self.game.to_act(self.state):
            if seat != CHANCE:
                self.state = self.game.apply(self.state, seat, ("pass",))
        return self

    def points(self, tile: int, rot: int, at: Hex) -> int:
        """What laying the tile brings."""
        before = standing(self.state, 0).value
        return standing(self.lay(tile, rot, at).state, 0).value - before


def begun(mode: str, *stickers: tuple[str, str], first: int = 4) -> Isle:
    """A match of one seat with these stickers; its first tile lies in the north-west corner."""
    return Isle(mode, 1, (Legacy(stickers),)).lay(first, 0, (0, 0))


# Placing


def test_ex01a_first_tile_without_beach() -> None:
    assert not Isle(IDOLS, 1).allows(1, 0, (1, 0))


def test_ex01b_first_tile_touching_beach() -> None:
    assert Isle(IDOLS, 1).allows(1, 0, (0, 0))


def test_ex02a_touching_only_different_symbols() -> None:
    assert not Isle(IDOLS, 1).lay(2, 3, (1, 6)).allows(5, 0, (2, 6))


def test_ex02b_one_matching_side_is_enough() -> None:
    assert Isle(IDOLS, 1).lay(2, 3, (1, 6)).allows(1, 0, (2, 6))


def test_ex03a_no_mirroring() -> None:
    assert begun(IDOLS, *plots("F", "4,6")).allows(15, 0, (5, 6))


MIRRORED = {(5, 6): "F", (6, 6): "H", (5, 7): "W"}


def offers(tile: int, cells: dict[Hex, str]) -> bool:
    """Whether the tile can lie so, in any rotation the game knows."""
    isle = begun(IDOLS, *plots("F", "4,6")).reveal(tile)
    wanted = [place(tile, rot, at) for rot in range(6) for at in cells if laid_as(tile, rot, at) == cells]
    return any(action in isle.game.legal(isle.state, 0) for action in wanted)


def test_ex03b_mirror_image_is_impossible() -> None:
    assert not offers(15, MIRRORED)
    position = Position(IDOLS)
    assert {t.orientation for t in position.ground.pieces["tile-t15"].shape.turned} == set(range(6))


def test_ex03c_mirror_image_by_another_tile() -> None:
    assert offers(16, MIRRORED)


def test_ex04a_palm_closed_in_episode_2() -> None:
    assert not begun(TRAILS, *plots("H", "2,4"), first=5).allows(4, 3, (4, 4))


def test_ex04b_palm_open_in_episode_3() -> None:
    assert begun(PALMS, *plots("H", "2,4"), first=5).allows(4, 3, (4, 4))


FOR_ONE = ("seats = [2, 3, 4]", "seats = [1, 2, 3, 4]")


def edited(folder: Path, *changes: tuple[str, str], source: Path = IDOLS_FILE) -> str:
    """The way to play a copy of an episode with some texts replaced."""
    text = source.read_text().replace(*FOR_ONE)
    for old, new in changes:
        assert text.count(old) == 1, f"{old} stands {text.count(old)} times"
        text = text.replace(old, new)
    path = folder / f"{folder.name}.toml"
    path.write_text(text)
    return load_episode("my_island", path, my_island.GAME.folder / "game.toml").name


def test_mi_r02_tiles_turn_clockwise_and_are_never_mirrored(tmp_path: Path) -> None:
    further = ", ".join(f'"t{tile}"' for tile in (28, 29, 30, 31, 32))
    mode = edited(tmp_path, ('"t28"', further))
    for tile in TILES:
        start = Isle(mode, 1).reveal(tile)
        offered = set(start.game.legal(start.state, 0))
        for rot in range(6):
            at = next((q, r) for r in range(8) for q in range(16 - r) if place(tile, rot, (q, r)) in offered)
            state = start.game.apply(start.state, 0, place(tile, rot, at))
            ground, board = ground_of(mode, Legacy()), state.boards[0]
            shown = {symbol: measured(f"largest:{symbol}", ground, board)[1] for symbol in "FWHP"}
            found = {cell: symbol for symbol, mask in shown.items() for cell in ground.grid.listed(mask)}
            assert found == {f"{q},{r}": symbol for (q, r), symbol in laid_as(tile, rot, at).items()}


# Points of a placement


def test_ex05_one_tile_completes_two_groups() -> None:
    isle = begun(IDOLS, *plots("F", *row_5(1, 2, 3, 4)), *plots("H", *row_5(7, 8, 9, 10)))
    assert isle.points(2, 0, (5, 5)) == 6


def test_ex06a_small_group_joins_a_marked_one() -> None:
    isle = begun(IDOLS, *plots("F", *row_5(1, 2, 3, 4, 7, 8, 9, 10)))
    assert isle.points(3, 4, (5, 5)) == 3
    assert isle.points(1, 2, (6, 5)) == 0


def test_ex06b_two_unmarked_groups_joined() -> None:
    isle = begun(IDOLS, *plots("F", *row_5(3, 4, 5, 7, 8)))
    assert isle.points(1, 2, (6, 5)) == 3


def test_ex06c_two_marked_groups_joined() -> None:
    isle = begun(IDOLS, *plots("F", *row_5(1, 2, 3, 4, 7, 8, 9, 10)))
    assert isle.points(3, 4, (5, 5)) == 3
    assert isle.points(2, 0, (7, 4)) == 3
    assert isle.points(1, 2, (6, 5)) == 0


def test_ex09_trails_and_other_symbols_in_the_rainforest() -> None:
    isle = begun(FOREST, *plots("P", "4,2"))
    assert isle.points(23, 1, (6, 0)) == -2


def test_ex10a_through_the_tunnel() -> None:
    assert begun(LAVA, *plots("H", "6,0")).allows(2, 0, (7, -2))


def test_ex10b_wrong_tunnel_mouth() -> None:
    assert not begun(LAVA, *plots("H", "6,0")).allows(2, 0, (8, -2))


def test_mi_r01_groups_go_through_the_tunnel() -> None:
    isle = begun(LAVA, *plots("P", "6,0", "9,0")).lay(6, 0, (7, -2))
    ground = ground_of(LAVA, Legacy(plots("P", "6,0", "9,0")))
    size, cells = measured("largest:P", ground, isle.state.boards[0])
    assert (size, set(ground.grid.listed(cells))) == (2, {"6,0", "8,-2"})


# Track, majorities, ties, races


@pytest.mark.parametrize(
    ("start", "changes", "value", "locked"),
    [
        pytest.param(53, (3, 5, -4), 55, True, id="EX13a"),
        pytest.param(2, (-5, 4), 1, False, id="EX13b"),
        pytest.param(2, (-5,), -3, False, id="EX13c"),
    ],
)
def test_ex13_lock_and_debt(start: int, changes: tuple[int, ...], value: int, locked: bool) -> None:
    bookings = [Booking(number, 0, "change", points) for number, points in enumerate(changes)]
    after = fold(Track(start, 55), bookings)
    assert (after.value, after.locked) == (value, locked)
    assert after.marker == max(0, value)


def ended(mode: str, *legacies: Legacy, **options: str) -> Isle:
    """A match in which everybody ends at the first tile."""
    isle = Isle(mode, len(legacies), legacies, **options).reveal(1)
    for seat in range(len(legacies)):
        isle.answer(seat, "end")
    return isle


def majority(isle: Isle, symbol: str) -> list[int]:
    tallies = isle.game.score(isle.state)
    rule = f"most.largest:{symbol}"
    return [next(entry.points for entry in tally.entries if entry.rule == rule) for tally in tallies]


def test_ex14a_majority_shared_in_full() -> None:
    farms = [Legacy(plots("F", *row_5(*range(1, 1 + size)))) for size in (7, 7, 4)]
    assert majority(ended(IDOLS, *farms), "F") == [5, 5, 0]


def test_ex14b_nobody_has_the_most_of_nothing() -> None:
    assert majority(ended(IDOLS, Legacy(), Legacy()), "F") == [0, 0]


def test_ex15_tie_break() -> None:
    position = Position(IDOLS)
    (rule,) = position.episode.rules.ties
    keys = []
    for rows in ((9, 6, 4, 5, 2, 0, 0, 1), (9, 5, 7, 7, 3, 1, 1, 3)):
        open_cells = [f"{q},{row}" for row, n in enumerate(rows) for q in range(n + (row in (1, 3)))]
        free = position.ground.grid.mask(open_cells) & position.ground.open
        keys.append(rule.key(position.ground, position.board._replace(clear=free)))
    assert places([Tally((), 20, (20, *key)) for key in keys]) == (2, 1)
    assert [-n for n in keys[0]] == [9, 6, 4, 5, 2, 0, 0, 1]


def test_ex16_race_with_a_shared_step() -> None:
    rule = RaceCovered(prizes=(5, 3), what=Layer("vein"))
    assert [rule.prize(step).points for step in range(4)] == [5, 3, 0, 0]


def test_ex16_race_as_a_match(tmp_path: Path) -> None:
    table = Table(with_veins(tmp_path, "C1", "E1", ("prizes = [3]", "prizes = [5, 3]")), 4)
    table.round("Y-I2", "C1 D1", "C1 D1", "C1 D1", "C1 D1").round("R-I2", "E1 F1", "E1 F1", "C2 D2", "C2 D2")
    table.round("B-I2", "end", "end", "E1 F1", "C3 D3")
    assert table.markers() == [15, 15, 13, 10]
    table.round("Y-I3", "", "", "end", "E1 F1 G1")
    assert table.markers() == [15, 15, 13, 10]


# Rulings on real episodes


def test_mi_r03_the_first_tile_lands_on_the_beach_even_on_a_board_full_of_plots() -> None:
    isle = Isle(IDOLS, 1, (Legacy(plots("F", "5,5")),))
    assert not isle.allows(1, 0, (6, 5))
    assert isle.allows(1, 0, (0, 0))
    isle.reveal(2).answer(0, "pass")
    assert not isle.allows(1, 0, (6, 5))


def test_mi_r04_symbols_of_the_same_tile_do_not_match() -> None:
    isle = begun(LAVA)
    assert not isle.allows(29, 0, (2, 5))
    assert begun(LAVA, *plots("P", "1,5")).allows(29, 0, (2, 5))


def test_mi_r06_tiles_may_leave_gaps_but_never_overlap() -> None:
    isle = begun(IDOLS, *plots("F", "5,5"))
    assert isle.allows(1, 0, (6, 5))
    assert not isle.allows(1, 0, (5, 5))
    assert not isle.allows(2, 0, (1, 0))


def test_mi_r08_a_provision_is_spent_instead_of_the_point() -> None:
    isle = Isle(IDOLS, 1, (Legacy((), (("provisions", 1),)),), award="yes")
    assert isle.reveal(1).answer(0, "pass").markers() == [10]
    assert isle.reveal(2).answer(0, "pass").markers() == [9]
    isle.reveal(3).answer(0, "end")
    assert kept(finish(isle), "provisions") == [0]


def test_mi_r10_at_0_a_pass_needs_a_provision(tmp_path: Path) -> None:
    mode = edited(tmp_path, ("start = 10", "start = 0"))
    assert Isle(mode, 1).reveal(1).can() == {"BUILD", "END"}
    rich = Isle(mode, 1, (Legacy((), (("provisions", 1),)),)).reveal(1)
    assert rich.can() == {"BUILD", "END", "PASS"}
    assert rich.answer(0, "pass").draw("tile-t2").can() == {"BUILD", "END"}


def test_mi_r11_a_pass_is_free_at_55_and_no_provision_is_spent(tmp_path: Path) -> None:
    mode = edited(tmp_path, ("start = 10", "start = 53"))
    legacy = Legacy(plots("F", *row_5(2, 3, 4, 5)), (("provisions", 1),))
    isle = Isle(mode, 1, (legacy,), award="yes").lay(4, 0, (0, 0)).lay(1, 2, (6, 5))
    assert (isle.markers(), isle.shown("locked")) == ([55], [True])
    isle.reveal(2).answer(0, "pass").draw("tile-t3").answer(0, "pass")
    assert isle.markers() == [55]
    finish(isle.draw("tile-t5").answer(0, "end"))
    assert (kept(isle, "provisions"), kept(isle, "progress")) == ([1], [2 + 1])


def test_mi_r12_debt_in_play_is_paid_first(tmp_path: Path) -> None:
    mode = edited(tmp_path, ("start = 10", "start = 0"))
    isle = begun(mode, *plots("P", "6,3"), *plots("F", *row_5(1, 2, 3, 4)))
    assert isle.points(6, 3, (7, 2)) == 0
    assert isle.points(2, 3, (9, 2)) == -2
    assert (isle.markers(), standing(isle.state, 0).value) == ([0], -2)
    assert isle.lay(1, 0, (5, 5)).markers() == [1]


def test_mi_r13_lava_counts_in_the_tie_break_and_a_plot_does_not() -> None:
    rows = [16, 15, 14, 13, 12, 11, 10, 9]
    printed = {0: 2, 1: 3, 2: 2, 3: 2, 4: 2, 5: 1, 7: 3}  # temple, totems, harbours, megaliths, lamps
    wanted = [cells - printed.get(row, 0) for row, cells in enumerate(rows)]
    isle = ended(LAVA, Legacy(), Legacy(plots("F", "2,5")))
    keys = [[-n for n in tally.key[1:]] for tally in isle.game.score(isle.state)]
    assert keys[0][-8:] == wanted
    assert [a - b for a, b in zip(keys[0], keys[1], strict=True)][-8:] == [0, 0, 0, 0, 0, 1, 0, 0]


def test_mi_r13_closed_rainforest_counts_in_the_tie_break() -> None:
    isle = ended(TRAILS, Legacy())
    assert isle.game.score(isle.state)[0].key[1:] == tuple(range(-16, -8))


def test_mi_r17_the_points_of_a_placement_are_one_sum(tmp_path: Path) -> None:
    isle = begun(edited(tmp_path, ("start = 10", "start = 54")), *plots("P", "6,3"))
    assert isle.points(3, 3, (7, 2)) == 0
    assert isle.shown("locked") == [False]


def test_mi_r20_who_ended_early_takes_part_in_majorities() -> None:
    isle = Isle(IDOLS, 2, (Legacy(plots("W", "2,5", "3,5")), Legacy()))
    isle.round("tile-t1", "end", "end")
    assert majority(isle, "W") == [5, 0]


def test_mi_r26_a_group_of_plots_scores_when_a_new_cell_joins_it() -> None:
    isle = begun(IDOLS, *plots("F", *row_5(1, 2, 3, 4, 5)))
    assert isle.markers() == [10]
    assert isle.points(1, 2, (6, 5)) == 3


@pytest.mark.parametrize(("doubled", "points"), [((), 0), ((("double:t1", "0"),), 3)])
def test_mi_r28_a_doubled_symbol_counts_twice_in_groups(
    doubled: tuple[tuple[str, str], ...], points: int
) -> None:
    isle = begun(IDOLS, *plots("F", *row_5(3, 4, 5)), *doubled)
    assert isle.points(1, 2, (6, 5)) == points


@pytest.mark.parametrize("doubled", [(), (("double:t3", "1"),)])
def test_mi_r22_a_doubled_symbol_counts_once_on_the_ground(doubled: tuple[tuple[str, str], ...]) -> None:
    isle = begun(IDOLS, *plots("P", "5,4"), *doubled)
    assert isle.points(3, 2, (7, 2)) == 0


def test_mi_r23_visible_beach() -> None:
    assert Position(IDOLS).line("visible.beach") == -31
    assert Position(LAVA).line("visible.beach") == -31 + 3 + 2
    assert Position(IDOLS, stickers=plots("F", "0,0")).line("visible.beach") == -30
    assert Position(IDOLS, stickers=[("boulder", "0,0")]).line("visible.beach") == -30


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


def found(isle: Isle, points: int) -> Isle:
    """Chance shows what the site hides."""
    (draw,) = isle.game.draws(isle.state)
    assert draw.stream == "find"
    isle.state = isle.game.apply(isle.state, CHANCE, ("find", draw.index, points))
    return isle


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
