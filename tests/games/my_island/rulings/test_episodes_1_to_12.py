"""Rulings of My Island's campaign and what is new in its episodes 1 to 12, played by hand.

Rulings that the Eternal game shows as well stand in `eternal`, worked examples in `test_examples`, rulings on
single boards beside this module.
"""

import pytest

from tests.dialect import Position, for_one
from tests.games.my_city.table import finish, kept
from tests.games.my_island.isle import TILES, Hex, Isle, begun, found, place, plots, row_5
from tilefolk.core.game import Legacy
from tilefolk.core.legacy import Owed
from tilefolk.core.notation import Action
from tilefolk.games import my_island
from tilefolk.games.laying.catalogue import EPISODES, ground_of, whole_ground
from tilefolk.games.laying.choosing import PUT_OFF, choice_in
from tilefolk.games.laying.rules.award import Award
from tilefolk.games.laying.rules.choice import Double, Stick
from tilefolk.games.laying.rules.hearth import Hearth
from tilefolk.games.laying.rules.metrics import measured
from tilefolk.games.laying.rules.rule_kinds import Choice, Outcomes, Task
from tilefolk.games.laying.rules.setup import Mark

GAME = my_island.GAME
NUMBERS = range(1, 13)
SAND, TRAILS, PALMS, WALL, FACES, SHIPS, GOLD, IDOLS, TEMPLE = (
    for_one(f"my_island/{number}") for number in (1, 2, 3, 6, 7, 8, 9, 11, 12)
)


def mode_of(number: int) -> str:
    return f"my_island/{number}"


# The page's move list of episode 1


MOVES: tuple[tuple[int, int, Hex], ...] = (
    *(
        (7, 5, (13, 2)),
        (15, 2, (12, 3)),
        (12, 2, (14, 0)),
        (28, 2, (10, 5)),
        (17, 1, (7, 6)),
        (19, 0, (5, 6)),
    ),
    *((18, 3, (4, 7)), (11, 0, (0, 7)), (23, 5, (0, 6)), (20, 2, (1, 4)), (22, 1, (3, 5)), (6, 3, (5, 5))),
    *((14, 2, (13, 0)), (9, 0, (0, 3)), (26, 0, (1, 1)), (2, 1, (10, 3))),
)


def test_the_rulebook_example_of_13_points() -> None:
    isle = Isle(SAND, 1)
    for tile, rot, at in MOVES:
        isle.lay(tile, rot, at)
    isle.round("tile-t27", "pass").round("tile-t25", "pass").lay(1, 1, (0, 1)).reveal(21)
    assert isle.can() == {"PASS", "END"}, "there is no place for the triangle"
    isle.answer(0, "end")
    (tally,) = isle.game.score(isle.state)
    points = {entry.rule: entry.points for entry in tally.entries}
    assert points == {"start": 10, "cover.H.beach": 7, "pass": -2, "visible.beach": -2} and tally.value == 13


# The board


def test_the_printed_signs_mean_nothing_until_their_episode() -> None:
    signs = EPISODES[mode_of(1)].map.signs
    grid = EPISODES[mode_of(1)].map.grid
    assert {sign: grid.listed(cells) for sign, cells in signs.items()} == {
        **{"1": ("4,1",), "2": ("5,3",), "3": ("7,3",), "4": ("10,1",), "T": ("7,0", "8,0", "7,1")},
        **{"i": ("5,0", "10,0", "6,1", "8,1", "5,2", "8,2"), "x": ("3,2", "10,2")},
        **{"A": ("0,2", "13,2", "4,7"), "L": ("0,7", "8,7"), "M": ("3,4", "8,4", "5,5")},
    }
    assert begun(PALMS, *plots("H", "2,4"), first=5).allows(4, 3, (4, 4)), "(3,4) has a sign"
    view = GAME.view(Isle(mode_of(1)).state, 0)
    assert set(view["grid"]["signs"]) == set(signs)
    assert set(view["grounds"][0]["layers"]) == {"beach", "heath", "palm", "rainforest"}
    assert "signs" not in EPISODES["my_island/eternal"].map.cells
    assert EPISODES["my_island/eternal"].map.signs == {}


def test_features_stay_from_episode_to_episode() -> None:
    put: dict[int, set[tuple[str, str]]] = {}
    for number in NUMBERS:
        marks = [rule for rule in EPISODES[mode_of(number)].rules.setup if isinstance(rule, Mark)]
        put[number] = {(rule.put, cell) for rule in marks for cell in rule.at}
    totems = {("t", cell) for cell in ("4,1", "5,3", "7,3", "10,1")}
    assert [put[number] for number in (6, 7, 11)] == [set(), totems, totems]
    assert put[12] == totems | {("temple", cell) for cell in ("7,0", "8,0", "7,1")}


# Lines and races over a metric


def test_episode_2_counts_every_cell_of_the_own_largest_network() -> None:
    position = Position(TRAILS, stickers=plots("P", "1,4", "1,5")).show("P", "2,4 6,5 8,5 9,5")
    assert position.line("counted.largest:P") == 3
    assert set(position.lit("counted.largest:P")) == {"1,4", "1,5", "2,4"}


def test_kinds_counts_symbols_with_a_group_that_has_scored() -> None:
    stickers = (*plots("F", *row_5(1, 2, 3, 4)), *plots("H", *row_5(7, 8, 9, 10)))
    isle = begun(WALL, *stickers)
    ground = ground_of(WALL, Legacy(stickers))
    assert measured("kinds", ground, isle.state.boards[0])[0] == 0, "plots alone have scored nothing"
    isle.lay(2, 0, (5, 5))
    assert measured("kinds", ground, isle.state.boards[0])[0] == 2


FARM = plots("F", "1,4", "2,4", "3,4", "4,4")
VILLAGE = plots("H", "6,4", "7,4", "8,4", "9,4")
STRONGHOLD = plots("W", "1,6", "2,6", "3,6", "4,6")
ALL_THREE = (*FARM, *VILLAGE, *STRONGHOLD)


def test_mi_r21_all_who_get_there_in_one_round_share_the_step() -> None:
    isle = Isle(mode_of(6), 4, (Legacy(ALL_THREE),) * 4)
    rounds: list[tuple[int, dict[int, Action]]] = [
        (4, {seat: place(4, 0, (0, 0)) for seat in range(4)}),
        (2, {seat: place(2, 0, (4, 5)) for seat in range(4)}),  # farm and village
        (1, {seat: place(1, 3, (6, 6)) for seat in (0, 1)}),  # stronghold
        (17, {2: place(17, 3, (6, 6))}),
        (5, {3: place(5, 0, (5, 6))}),
    ]
    for tile, laid in rounds:
        isle.reveal(tile)
        for seat in GAME.to_act(isle.state):
            isle.state = GAME.apply(isle.state, seat, laid.get(seat, ("pass",)))
    (race,) = GAME.view(isle.state, None)["races"]
    assert race == ["race_goal.kinds>=3", [5, 3], 3, [[3, 0], [3, 0], [3, 1], [3, 2]]]
    assert isle.markers() == [10 + 9 + 5 - 2, 10 + 9 + 5 - 2, 10 + 9 + 3 - 2, 10 + 9 + 0 - 2]


def test_episode_9_treasures_are_dug_up_by_paths_and_lost_under_anything_else() -> None:
    isle = begun(GOLD, *plots("P", "2,2", "4,5"), *plots("F", "11,2"))
    assert isle.points(3, 1, (3, 1)) == 1  # a path on (3,2)
    assert isle.points(1, 1, (10, 2)) == 0  # a field on (10,2)
    sites = {row[1]: row[2] for row in GAME.view(isle.state, 0)["boards"][0]["sites"]}
    cells = {name: f"{ground_of(GOLD, Legacy()).grid.mask([name]):x}" for name in ("3,2", "5,5", "10,2")}
    assert [sites[cells[name]] for name in ("3,2", "5,5", "10,2")] == ["dug", "open", "lost"]


def test_episode_9_a_plot_on_a_treasure_digs_nothing_and_loses_the_site() -> None:
    stickers = plots("P", "3,2", "5,5", "10,2")
    isle = begun(GOLD, *stickers)
    assert isle.markers() == [10]
    ground = ground_of(GOLD, Legacy(stickers))
    assert measured("cover:P@treasure", ground, isle.state.boards[0])[0] == 0
    assert {row[2] for row in GAME.view(isle.state, 0)["boards"][0]["sites"]} == {"lost"}


def test_episode_9_the_race_needs_all_three() -> None:
    isle = begun(GOLD, *plots("P", "2,2", "4,5", "11,2"))
    assert [isle.points(3, 1, (3, 1)), isle.points(6, 3, (6, 5)), isle.points(5, 4, (10, 3))] == [1, 1, 1 + 3]


# Spots


def test_episode_8_a_wall_in_a_bay_watches_its_ship() -> None:
    isle = Isle(SHIPS, 1)
    assert GAME.score(isle.state)[0].value == 10 - 3 * 3 - 31
    assert isle.points(4, 1, (0, 1)) == 1
    line = {entry.rule: entry.points for entry in GAME.score(isle.state)[0].entries}
    assert (line["spot.bay.W"], line["spot.bay.W.missed"]) == (1, -6)
    rows = GAME.view(isle.state, 0)["boards"][0]["spots"]
    assert sorted(row[3] for row in rows) == [0, 0, 1] and {row[4] for row in rows} == {1}
    assert all(row[7] == ["W"] for row in rows)


def test_episode_8_a_second_wall_in_the_bay_brings_nothing() -> None:
    isle = Isle(SHIPS, 1, (Legacy(plots("W", "1,3")),))
    assert [isle.points(4, 1, (0, 1)), isle.points(5, 1, (0, 3))] == [1, 0]


RING = ("6,0", "6,1", "6,2", "7,2", "8,1", "9,0")


def test_episode_12_the_temple_scores_once_when_all_six_cells_are_covered() -> None:
    isle = begun(TEMPLE, *plots("H", *RING[:-1]), first=5)
    assert isle.points(4, 3, (10, 0)) == 6 + 3  # a house on (9,0): the ring is full, a village of six
    (row,) = GAME.view(isle.state, 0)["boards"][0]["spots"]
    assert row[3:6] == [6, 6, True]


def test_mi_r24_plots_in_a_ring_count_as_covered_and_need_a_new_tile() -> None:
    isle = begun(TEMPLE, *plots("F", *RING))
    assert isle.markers() == [10], "plots alone score nothing"
    (row,) = GAME.view(isle.state, 0)["boards"][0]["spots"]
    assert row[3:6] == [6, 6, False]


def test_mi_r24_terrain_is_what_it_is_now_and_never_a_plot() -> None:
    ground = ground_of(PALMS, Legacy((("p", "4,0"), *plots("F", "3,0"), ("boulder", "3,1"))))
    palms = set(ground.grid.listed(ground.layer("palm")))
    assert "4,0" in palms and not palms & {"3,0", "3,1"}
    assert "4,0" not in ground.grid.listed(ground.layer("rainforest"))


def test_a_ring_leaves_out_what_can_never_be_covered() -> None:
    ground = ground_of(TEMPLE, Legacy((("boulder", "6,1"),)))
    rule = next(rule for rule in EPISODES[TEMPLE].rules.once if rule.id == "spot.temple.covered")
    (ring,) = rule.rings(ground)  # type: ignore[attr-defined]
    assert set(ground.grid.listed(ring.cells)) == set(RING) - {"6,1"}


# Finds


def test_mi_r33_a_seat_with_a_boulder_on_a_site_digs_up_the_same_tokens_as_everybody() -> None:
    """The sites keep their numbers: (5,2) hides the same on both boards."""
    path = plots("P", "4,2")
    isle = Isle(mode_of(11), 2, (Legacy((*path, ("boulder", "5,0"))), Legacy(path)))
    for tile, rot, at in ((4, 0, (0, 0)), (3, 3, (6, 2))):
        isle.reveal(tile)
        for seat in (0, 1):
            isle.state = GAME.apply(isle.state, seat, place(tile, rot, at))
    (draw,) = GAME.draws(isle.state)
    assert (draw.stream, draw.index) == ("find", 4), "the fifth site of the list on every board"
    found(isle, 3)
    assert isle.markers() == [10 + 1 - 1 + 3] * 2
    grid = EPISODES[mode_of(11)].map.grid
    assert GAME.view(isle.state, 1)["finds"] == [[f"{grid.mask(['5,2']):x}", 3]]


# MI-R30: after the ranking


def gifts_of(number: int) -> dict[str, list[Choice]]:
    award = next(rule for rule in EPISODES[mode_of(number)].rules.reward if isinstance(rule, Award))
    return {row: [gift for gift in gifts if isinstance(gift, Choice)] for row, gifts in award.rows.items()}


def cells_of(number: int, row: str, *stickers: tuple[str, str]) -> set[str]:
    """The cells that may take the sticker of a row."""
    first = row == "award.first"  # progress comes before it
    choice = choice_in(EPISODES[mode_of(number)], Task(row, int(first)))
    assert isinstance(choice, Stick)
    ground = whole_ground(EPISODES[mode_of(number)], Legacy(stickers))
    return {str(action[2]) for action in choice.options(ground)}


@pytest.mark.parametrize(
    ("numbers", "row", "what"),
    [
        ((1, 2, 3, 7, 8), "award.others", ("p",)),
        ((3, 5, 7, 10, 11), "award.first", ("boulder",)),
        ((4,), "award.others", ("plot:F",)),
        ((5,), "award.others", ("plot:H",)),
        ((6,), "award.others", ("plot:W",)),
        ((9,), "award.others", ("plot:P",)),
        ((12,), "award.others", ("plot:F", "plot:W", "plot:H", "plot:P")),
        ((10, 11), "award.others", ("double",)),
        ((6,), "award.everyone", ("plot:H",)),
    ],
)
def test_mi_r30_what_the_rows_give(numbers: tuple[int, ...], row: str, what: tuple[str, ...]) -> None:
    for number in NUMBERS:
        given = [getattr(gift, "what", ()) for gift in gifts_of(number)[row]]
        assert (given == [what]) == (number in numbers)


def test_mi_r30_a_grove_goes_on_rainforest_beside_palms() -> None:
    cells = cells_of(1, "award.others")
    assert {"4,0", "4,2", "6,3"} <= cells and not cells & {"3,0", "6,1", "4,1", "5,3"}
    assert "6,2" not in cells and "6,2" in cells_of(1, "award.others", ("p", "6,3")), "groves grow on"


def test_mi_r30_plots_and_boulders_keep_apart() -> None:
    free = cells_of(4, "award.others")
    near = cells_of(4, "award.others", *plots("F", "4,5"), ("boulder", "9,5"))
    assert free - near == {"3,5", "4,5", "4,6"} | {"9,5", "8,5", "9,4", "10,4"}


def test_mi_r41_a_tunnel_keeps_no_stickers_apart() -> None:
    free = cells_of(23, "award.others")
    lit = cells_of(23, "award.others", *plots("P", "8,-2"))
    assert "6,0" in free and "6,0" in lit
    assert "6,0" not in cells_of(23, "award.others", *plots("P", "5,1")), "a neighbour on the map does"


def test_mi_r30_the_hearth_goes_where_a_house_of_the_largest_village_stood() -> None:
    legacy = Legacy((*plots("H", "5,4"), *plots("W", "2,2")), ())
    isle = Isle(mode_of(6), 2, (legacy, Legacy()), award="yes")
    for tile, rot, at in ((4, 0, (0, 0)), (6, 0, (4, 5))):  # first on the shore, then beside the plot
        isle.reveal(tile)
        isle.state = GAME.apply(isle.state, 0, place(tile, rot, at))
        if 1 in GAME.to_act(isle.state):
            isle.answer(1, "end")
    isle.reveal(1).answer(0, "end")
    view = GAME.view(isle.state, 0)
    assert view["choices"][0]["rule"] == "award.everyone"
    assert set(GAME.legal(isle.state, 0)) == {("stick", "plot:H", "4,5"), PUT_OFF}
    assert GAME.why(isle.state, 0, ("stick", "plot:H", "6,5")) == ("stick.hearth",)
    assert kept(isle, "provisions") == [0, 1], "who has no such house takes a provision"


def test_mi_r30_among_equally_large_villages_the_choice_is_free() -> None:
    position = Position(WALL, stickers=plots("H", "3,5")).show("H", "0,5 1,5 2,5 7,5 8,5 9,5 9,4 5,4")
    hearth = gifts_of(6)["award.everyone"][0]
    assert isinstance(hearth, Hearth)
    cells = hearth.found(Outcomes(position.ground, position.board, 1, 2, False))
    assert set(cells) == {"1,5", "2,5", "7,5", "8,5", "9,5", "9,4"}, "no beach, and not where the plot lies"


def test_mi_r30_a_hearth_that_is_put_off_remembers_the_board() -> None:
    isle = Isle(mode_of(6), 2, (Legacy(plots("H", "5,4")), Legacy()), award="yes", pace="own")
    for tile, rot, at in ((4, 0, (0, 0)), (6, 0, (4, 5))):
        isle.reveal(tile)
        isle.state = GAME.apply(isle.state, 0, place(tile, rot, at))
    isle.answer(1, "end").reveal(1).answer(0, "end")
    owed = GAME.takes_along(isle.state, 0).owed
    assert Owed(mode_of(6), 1, "award.everyone", 0, ("4,5",)) in owed
    after = Isle(mode_of(7), 2, (GAME.takes_along(isle.state, 0), Legacy()))
    assert list(GAME.legal(after.state, 0)) == [("stick", "plot:H", "4,5")]


def test_mi_r30_where_nothing_is_possible_there_is_a_provision_but_for_no_boulder() -> None:
    for number in NUMBERS:
        for gifts in gifts_of(number).values():
            for gift in gifts:
                handicap = isinstance(gift, Stick) and gift.what == ("boulder",)
                assert gift.otherwise == ("" if handicap else "provisions")
    taken = tuple((f"double:t{tile}", "0") for tile in TILES if tile <= 28)
    isle = Isle(mode_of(10), 2, (Legacy(taken), Legacy()), award="yes")
    isle.reveal(1).answer(0, "end")
    isle.state = GAME.apply(isle.state, 1, place(1, 0, (0, 0)))
    finish(isle.reveal(2).answer(1, "end"))
    assert kept(isle, "provisions") == [1, 0]


def test_mi_r30_a_bot_that_fails_takes_the_lowest_cell_and_the_first_symbol() -> None:
    isle = Isle(mode_of(12), 2, (), award="yes")
    isle.reveal(1).answer(0, "end")
    isle.state = GAME.apply(isle.state, 1, place(1, 0, (0, 0)))
    isle.reveal(2).answer(1, "end")
    assert GAME.fallback_action(isle.state, 0) == ("stick", "plot:F", "4,0")
    assert GAME.timeout_action(isle.state, 0) == PUT_OFF


def test_mi_r31_a_grove_is_built_on_from_episode_3_on() -> None:
    grove = Legacy((("p", "6,3"),))
    for number, is_open in ((2, False), (3, True), (9, True)):
        ground = ground_of(mode_of(number), grove)
        assert bool(ground.open & ground.grid.mask(["6,3"])) == is_open


@pytest.mark.parametrize("pace", ["together", "own"])
def test_mi_r30_a_plot_that_was_owed_is_hidden_until_all_have_chosen(pace: str) -> None:
    """On the map and among what lies on the board alike."""
    owing = Legacy(owed=(Owed(mode_of(4), 1, "award.others", 0),))

    def seen_after(cell: str, viewer: int | None) -> object:
        isle = Isle(mode_of(5), 3, (owing, owing, Legacy()), pace=pace)
        isle.state = GAME.apply(isle.state, 1, ("stick", "plot:F", cell))
        return GAME.view(isle.state, viewer), GAME.seen(isle.state, viewer)

    for viewer in (0, 2, None):
        assert seen_after("2,5", viewer) == seen_after("7,6", viewer)
    assert seen_after("2,5", 1) != seen_after("7,6", 1)


# MI-R39: one episode alone


@pytest.mark.parametrize("number", NUMBERS)
def test_mi_r39_an_episode_by_itself_has_features_and_nothing_of_a_seats_own(number: int) -> None:
    assert EPISODES[mode_of(number)].alone == Legacy()
    state = GAME.setup(mode_of(number), 3, {}, ())
    assert len(set(state.setting.grounds)) == 1
    assert not state.ground(0).plots and bool(state.ground(0).layer("totem")) == (number >= 7)


def test_mi_r39_nothing_is_kept_of_an_episode_by_itself() -> None:
    isle = Isle(mode_of(7), 2)
    isle.reveal(1).answer(0, "end").answer(1, "end")
    assert isle.over
    assert [GAME.takes_along(isle.state, seat) for seat in (0, 1)] == [Legacy(), Legacy()]


def test_mi_r28_doubling_takes_any_symbol_of_a_tile_that_has_none() -> None:
    (gift,) = gifts_of(10)["award.others"]
    assert isinstance(gift, Double)
    ground = whole_ground(EPISODES[mode_of(10)], Legacy((("double:t23", "2"),)))
    options = gift.options(ground)
    assert len(options) == 84 - 4 and ("double", "t23", 0) not in options and ("double", "t28", 3) in options


def test_mi_r14_two_players_have_no_second_place() -> None:
    isle = Isle(mode_of(4), 2, (), award="yes")
    isle.reveal(1).answer(0, "end")
    isle.state = GAME.apply(isle.state, 1, place(1, 0, (0, 0)))
    finish(isle.reveal(2).answer(1, "end"))
    assert kept(isle, "progress") == [0, 2]
    assert [what for what, _ in GAME.takes_along(isle.state, 0).stickers] == ["plot:F"]
