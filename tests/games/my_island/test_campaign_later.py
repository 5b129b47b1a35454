"""My Island's campaign, episodes 13 to 24: plateau, light, megaliths, portal, waves, and who wins.

The rulings stand by their numbers, EX11 and EX12 among them; goals that are drawn and the card that is known
have a file of their own.
"""

from functools import cache
from random import Random

import pytest

from tests.dialect import DATA, Position, for_one, random_line
from tests.games.my_city.table import finish
from tests.games.my_island.test_examples import Isle, ended, place, plots
from tilefolk.bots import BOTS
from tilefolk.campaign import SERIES, standing
from tilefolk.campaign.finale import Finale, Step, finale
from tilefolk.campaign.lineups import finished
from tilefolk.campaign.playing import Played, play_series
from tilefolk.campaign.record import SeriesRecord, read_series, write_series
from tilefolk.campaign.standing import standing_json
from tilefolk.core.chance import match_key, open_seed, seal
from tilefolk.core.game import Legacy
from tilefolk.core.grid import bits_of
from tilefolk.core.match import Header, Match
from tilefolk.core.notation import CHANCE, Action, Line
from tilefolk.core.play import play
from tilefolk.core.record import read_record, write_record
from tilefolk.games import find, my_island
from tilefolk.games.laying.board import note
from tilefolk.games.laying.catalogue import EPISODES, ground_of
from tilefolk.games.laying.finish import gains
from tilefolk.games.laying.missing import missed
from tilefolk.games.laying.rules.metrics import measured
from tilefolk.games.laying.state import standing as marker

GAME, CAMPAIGN = my_island.GAME, SERIES["my_island/campaign"]
HARBOURS, PLATEAU, RUINS, LAMPS, STONES, PORTAL, LAVA, SEA = (
    for_one(f"my_island/{number}") for number in (13, 14, 15, 16, 19, 22, 23, 24)
)
WITH_PLATEAU = (14, 15, 22, 23, 24)
SEGMENTS = [
    *(("plot:F", "10,-4"), ("plot:W", "10,-3"), ("plot:P", "9,-2")),
    *(("plot:P", "8,-2"), ("plot:H", "8,-3"), ("plot:H", "9,-4")),
]


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


# Megaliths: MI-R28, R29


def test_ex11_a_doubled_field_at_the_granary() -> None:
    lying = plots("F", "2,4", "4,4")
    isle = Isle(STONES, 1, (Legacy((*lying, ("double:t1", "0"))),)).lay(4, 0, (0, 0))
    assert isle.points(1, 0, (3, 5)) == 5
    plain = Isle(STONES, 1, (Legacy(lying),)).lay(4, 0, (0, 0))
    assert plain.points(1, 0, (3, 5)) == 0, "three are not enough"


def around(symbol: str, count: int) -> list[tuple[str, str]]:
    """So many plots of its own symbol around a megalith."""
    cells = {
        "F": ("2,4", "4,4", "3,5", "4,3", "3,3"),
        "H": ("4,5", "6,5", "5,6", "6,4", "5,4"),
        "W": ("7,4", "9,4", "8,5", "9,3", "8,3"),
    }
    return list(plots(symbol, *cells[symbol][:count]))


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


# Single episodes: MI-R39


@pytest.mark.parametrize("number", range(13, 25))
def test_mi_r39_an_episode_alone_has_its_features_and_nothing_chosen(number: int) -> None:
    state = GAME.setup(f"my_island/{number}", 2, {})
    lit = {23: 2, 24: 4}.get(number, 0)
    for ground, legacy in zip(state.setting.grounds, state.setting.used, strict=True):
        assert list(legacy.stickers) == SEGMENTS[:lit] and not legacy.counts
        for name, first, cells in (
            ("totem", 7, 4),
            ("temple", 12, 3),
            ("harbour", 13, 3),
            ("lighthouse", 16, 2),
            ("megalith", 19, 3),
        ):
            assert ground.layer(name).bit_count() == (cells if number >= first else 0)
        on_plateau = number in WITH_PLATEAU
        assert ground.layer("ruin").bit_count() == (2 if on_plateau and number >= 15 else 0)
        assert ground.layer("portal").bit_count() == (number >= 22)
    assert EPISODES[f"my_island/{number}"].source.rounds == (30 if number < 16 else 32)


# Newcomers: MI-R37


def test_mi_r37_a_newcomer_has_as_many_lights_as_the_lowest() -> None:
    others = [Legacy((SEGMENTS[5], SEGMENTS[0], SEGMENTS[3])), Legacy((SEGMENTS[4], SEGMENTS[5]))]
    given = missed("my_island/22", 1, Legacy(), others)
    assert [(gain.what, gain.value) for gain in given] == SEGMENTS[:2]
    taken = Legacy().with_gains(given, "my_island/22", 1)
    assert missed("my_island/23", 1, taken, others) == (), "no ash, and lights enough"
    assert missed("my_island/22", 1, Legacy((SEGMENTS[1],)), others)[0][1:3] == SEGMENTS[0]


def test_mi_r37_roofs_and_provisions_are_counted_like_circles() -> None:
    two, three = (0, 1), (0, 1, 2)
    lineups = (two,) * 21 + (three,)
    told = play_series(
        CAMPAIGN,
        [BOTS["random"]] * 3,
        "islanders",
        None,
        lambda now: lineups[now.played] if now.played < len(lineups) else (),
    )
    newcomer, others = told.matches[-1].legacy[2], told.matches[-1].legacy[:2]
    for what in {what for one in others for what, _ in one.counts}:
        assert newcomer.count(what) == min(one.count(what) for one in others)
    assert {owed.mode for owed in newcomer.owed} == {"my_island/6"}, (
        "the hearth; second places get no sticker"
    )


# Own pace: one visit


def begun(number: int, legacy: tuple[Legacy, ...], pace: str) -> Match:
    options = (("award", "yes"), ("pace", pace))
    seats = len(legacy)
    return Match(
        GAME, Header(f"my_island/{number}", 1, seats, options, seal(open_seed("isle")), (), "isle"), legacy
    )


def visited(match: Match, seat: int, key: bytes) -> None:
    """One visit: the seat does everything it can, chance brings what it waits for."""
    stream = Random(seat)
    while seat in (acting := GAME.to_act(match.state)) or CHANCE in acting:
        who = seat if seat in acting else CHANCE
        match.append(random_line(GAME, match.state, who, key, stream, quits=0.02))


def answers_of(match: Match) -> list[list[Action]]:
    return [[line.action for line in match.lines if line.who == seat] for seat in range(match.header.seats)]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
@pytest.mark.parametrize("numbers", [(5, 6, 7, 8), (17, 18, 22, 23, 24)])
def test_own_pace_has_one_barrier_an_episode_and_comes_to_the_same(
    order: tuple[int, ...], numbers: tuple[int, ...]
) -> None:
    """What is owed is chosen at the next visit, so every person comes once an episode."""
    legacy = tuple(Legacy(counts=(("roof:F", 3),)) for _ in range(3))
    for number in numbers:
        match, key = begun(number, legacy, "own"), match_key(open_seed("isle"), ())
        for seat in order:
            assert not match.over
            visited(match, seat, key)
        assert match.over, "one visit each"
        again, ended = together(match).end_record(), match.end_record()
        assert [again[key] for key in ("values", "places", "tallies")] == [
            ended[key] for key in ("values", "places", "tallies")
        ]
        legacy = tuple(GAME.takes_along(match.state, seat) for seat in range(3))
    assert any(one.stickers for one in legacy)


def together(own: Match) -> Match:
    """The same answers once more, round by round."""
    match, left = begun(int(own.header.game.rpartition("/")[2]), own.legacy, "together"), answers_of(own)
    drawn = {line.action[:2]: line for line in own.lines if line.who == CHANCE}
    while acting := GAME.to_act(match.state):
        who = acting[0]
        if who == CHANCE:
            draw = GAME.draws(match.state)[0]
            match.append(drawn[draw.stream, draw.index])
        else:
            match.append(Line(who, left[who].pop(0) if left[who] else ("later",)))
    return match


# Who wins: MI-R36


def test_mi_r36_every_step_that_decides() -> None:
    wins = CAMPAIGN.wins
    assert wins == ("progress", "firsts", "last_place")
    assert finale(wins, [(30, 3, 1), (31, 1, 2)]) == Finale((Step("progress", (0, 1), (30, 31), (1,)),), (1,))
    level = finale(wins, [(30, 5, 2), (30, 5, 1), (30, 4, 1)])
    assert [step.what for step in level.steps] == ["progress", "firsts", "last_place"]
    assert level.winners == (1,)
    assert finale(wins, [(30, 5, 1), (30, 5, 1), (29, 9, 1)]).winners == (0, 1), "a shared victory"


@cache
def whole_campaign() -> Played:
    return play_series(CAMPAIGN, [BOTS["random"]] * 4, "island finale")


def test_mi_r36_the_campaign_ends_after_24_and_says_who_has_won() -> None:
    now = whole_campaign().standing
    assert now.over and now.finale and now.next_mode is None and len(whole_campaign().matches) == 24
    assert [seat for seat, place in enumerate(now.places) if place == 1] == list(now.finale.winners)
    assert standing_json(now)["finale"]["winners"] == list(now.finale.winners)
    part = SeriesRecord(CAMPAIGN, 4, whole_campaign().matches[:23]).standing
    assert part.finale is None and standing_json(part)["opened"] == 8


def test_a_branch_after_each_of_24_replays_to_the_same_standing() -> None:
    matches = whole_campaign().matches
    for played in range(1, 25):
        again = [read_record(write_record(match), find) for match in matches[played - 1 : played]]
        assert again[0].end_record() == matches[played - 1].end
        part = standing(CAMPAIGN, 4, list(map(finished, [*matches[: played - 1], *again])))
        assert part.legacy == SeriesRecord(CAMPAIGN, 4, matches[:played]).standing.legacy
        if played < 24:
            assert part.legacy == matches[played].legacy


# A campaign of the first half


def test_a_campaign_that_stands_after_twelve_goes_on() -> None:
    """Twelve episodes at own pace, written before there were more."""
    text = (DATA / "my_island" / "first_half.txt").read_text(encoding="utf-8")
    first_half = read_series(text)
    assert write_series(first_half) == text
    now = first_half.standing
    assert now.next_mode == "my_island/13" and standing_json(now)["opened"] == 5
    assert [len(legacy.owed) for legacy in now.legacy] == [0, 0, 1]
    options = CAMPAIGN.options_of(find("my_island/13")[1], {"pace": "own"})
    match = play(*find("my_island/13"), [BOTS["random"]] * 3, "goes on", options, now.legacy)
    longer = write_series(first_half._replace(matches=(*first_half.matches, match)))
    assert longer.startswith(text.rstrip("\n")) and write_series(read_series(longer)) == longer
    assert match.end_record()["kept"][2][0][0] == "owed", "what the twelfth gave is answered first"
