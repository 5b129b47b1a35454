"""My City's campaign, episodes 13 to 24: investor, factories, soot, cogs, the mine, who wins."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.dialect import DATA, Position, random_line
from tests.games.my_city.campaign.by_hand import (
    BLUES,
    CAMPAIGN,
    GAME,
    all_end,
    begun,
    drawn,
    episode_mode,
    kept_of,
    owing,
)
from tests.games.my_city.episodes import FILES, JUBILEE, edited, with_marker
from tests.games.my_city.table import Table
from tilefolk.bots import BOTS
from tilefolk.campaign.finale import Finale, Step, finale
from tilefolk.campaign.playing import play_series
from tilefolk.campaign.record import SeriesRecord, read_series, write_series
from tilefolk.campaign.standing import standing_json
from tilefolk.core.chance import match_key, open_seed
from tilefolk.core.game import Legacy
from tilefolk.core.legacy import LATER
from tilefolk.core.match import Match
from tilefolk.core.notation import CHANCE, Line
from tilefolk.core.play import play
from tilefolk.games import find
from tilefolk.games.laying.rules.rule_kinds import Outcomes
from tilefolk.games.laying.rules.soot import Soot

MINE = (16, 17, 18)


# Episodes 13 to 15: the investor, factories, soot


def test_mc_v08_the_investor_goes_from_building_to_building() -> None:
    position = Position(episode_mode(13))
    points = []
    for card, cells in (("Y-I2", "C1 D1"), ("R-O4", "E1 F1 E2 F2"), ("B-I2", "B2 C2"), ("Y-I2", "A1 A2")):
        before = position.booked()
        points.append(position.lay(card, cells, bring=True).booked() - before)
    assert points == [0, 1, 0, 1]


def test_mc_r41_a_pass_leaves_the_investor_where_he_is() -> None:
    table = Table(episode_mode(13)).round("Y-I2", "C1 D1", "end").round("R-O4", "E1 F1 E2 F2")
    table = table.round("B-I2", "B2 C2")
    assert table.markers()[0] == 1
    table = table.round("Y-U5", "pass").round("R-I2", "A1 A2")
    assert table.markers()[0] == 1, "the pass cost the point, the blue building beside brought one"


def test_mc_r41_annexes_skipped_and_blocked_cards_leave_him_too(tmp_path: Path) -> None:
    rail = '  { rule = "rail", on = ["row:11"], points = 2 },\n'
    investor = '  { rule = "investor", points = 1, not_kinds = ["N"] },\n'
    mode = edited(tmp_path, FILES[JUBILEE], (rail, rail + investor))
    table = Table(mode).round("R-I3", "D6 D5 D4", "end")
    stood = table.shown("stands_on")[0]
    table.draw("Y-O4").answer(0, "D3", shape="X1")
    assert table.shown("stands_on")[0] == stood and table.markers()[0] == 0, "an annex"
    table.round("X").round("R-O4").round("B-T4")
    assert table.shown("stands_on")[0] == stood, "blocked, lost with it, retired"
    table.round("Y-I2", "C3 C2")
    assert table.markers()[0] == 0, "it borders the annex, not the building he stands on"


def test_mc_v14_a_factory_counts_every_worker_once() -> None:
    laid = [
        ("B-O4", "G6 H6 G7 H7"),
        ("Y-I2", "F6 F7"),
        ("Y-V3", "H4 G5 H5"),
        ("R-I2", "I6 I7"),
    ]
    position = Position(episode_mode(14), laid, [("cog", "B-O4")])
    assert position.line("factory.cog.Y") == 2
    assert Position(episode_mode(14), laid).line("factory.cog.Y") == 0, "without a cog it is none"
    more = [*laid, ("Y-I2", "I8 H8"), ("Y-I2", "F8 G8")]
    assert Position(episode_mode(14), more, [("cog", "B-O4")]).line("factory.cog.Y") == 3, "at most three"


def test_mc_v14_soot_falls_on_what_stayed_empty_beside_the_factory() -> None:
    laid = [("B-O4", "G6 H6 G7 H7"), ("Y-I2", "F6 F7"), ("Y-V3", "H4 G5 H5"), ("R-I2", "I6 I7")]
    position = Position(episode_mode(15), laid, [("cog", "B-O4")])
    (soot,) = [rule for rule in position.episode.rules.reward if isinstance(rule, Soot)]
    assert soot.cells(Outcomes(position.ground, position.board, 1, 2, False)) == ("H8",), "G8 has rocks"


@pytest.mark.parametrize(("marker", "actions"), [(0, {"BUILD", "END"}), (1, {"BUILD", "END", "PASS"})])
def test_mc_v17_and_r12_at_the_start_of_the_track(tmp_path: Path, marker: int, actions: set[str]) -> None:
    FILES[episode_mode(13)] = GAME.folder / "13.toml"
    assert Table(with_marker(tmp_path, episode_mode(13), marker)).draw("Y-O4").can() == actions


def test_wells_are_filled_in_and_the_forest_is_back_whatever_a_seat_has_put() -> None:
    for number in range(13, 25):
        ground = Position(episode_mode(number), stickers=[("W", "G2"), ("W", "H8"), ("t", "A1")]).ground
        assert not ground.layer("well") and not ground.layer("sawmill")
        assert {"G2", "H8"} <= set(ground.grid.listed(ground.layer("empty")))
        assert "I10" in ground.grid.listed(ground.layer("forest"))
        assert "A1" in ground.grid.listed(ground.layer("tree")), "what is no well stays"


def test_entrances_lie_over_whatever_a_seat_has_put_there() -> None:
    put = [("B", "A3"), ("t", "C4"), ("R", "C7")]
    for number, mines in (
        (16, ["A3"]),
        (17, ["A3", "C4"]),
        (18, ["A3", "C4", "C7"]),
        (24, ["A3", "C4", "C7"]),
    ):
        ground = Position(episode_mode(number), stickers=put).ground
        shown = [ground.grid.listed(ground.layer(f"mine_{colour}")) for colour in ("blue", "red", "yellow")]
        assert [name for names in shown for name in names] == mines
        assert not ground.grid.mask(mines) & ground.open


COGS = (("cog", "B-I2"),)


def sooty(pace: str = "together") -> Match:
    """Episode 15 after the rounds: both seats have a factory on C1 D1, and nothing else."""
    match = begun(15, (Legacy(COGS), Legacy(COGS)), pace=pace)
    match.append(Line(CHANCE, ("deck", 0, "B-I2")))
    for seat in (0, 1):
        match.append(Line(seat, ("place", "I2", 0, "C1")))
    while match.state.phase == "rounds":
        drawn(match)
        for seat in [who for who in GAME.to_act(match.state) if who >= 0]:
            match.append(Line(seat, ("end",)))
    return match


def test_soot_comes_before_the_award_and_the_clearing_may_take_it_away() -> None:
    match = sooty()
    assert GAME.view(match.state, None)["places"] == [1, 1], "two firsts: both take the first row"
    view = GAME.view(match.state, 0)
    assert [choice["rule"] for choice in view["choices"]] == ["soot", "award.first", "award.first"]
    cells = {str(action[2]) for action in GAME.legal(match.state, 0) if action[0] == "stick"}
    assert cells == {"C2", "D2", "E1"}, "B1 has trees"
    assert GAME.why(match.state, 0, ("stick", "R", "H8")) == ("stick.sooted",)
    match.append(Line(0, ("stick", "R", "C2")))
    loser = Legacy((*COGS, ("R", "C2")), owed=(owing(15, "award.others", 1),))
    cleared = begun(16, (loser, Legacy()))
    assert ("stick", "B", "C2") in GAME.legal(cleared.state, 0), "the clearing of the same episode"


def test_mc_r55_soot_that_is_put_off_keeps_its_cells() -> None:
    match = sooty("own")
    assert match.over
    owed = GAME.takes_along(match.state, 0).owed
    assert owed[0] == owing(15, "soot", 0, "E1", "C2", "D2")
    assert kept_of(match)[0][1] == ["soot", LATER, "0,E1,C2,D2"]
    later = begun(16, (Legacy(COGS, owed=owed), Legacy()))
    assert {action[2] for action in GAME.legal(later.state, 0)} == {"C2", "D2", "E1"}


def test_a_cog_goes_on_an_own_blue_building_without_one() -> None:
    brought = Legacy((("cog", "B-T4"),), owed=(owing(13, "award.first", 2),))
    match = begun(14, (brought, Legacy()))
    options = list(GAME.legal(match.state, 0))
    assert options == [("mark", "cog", card) for card in BLUES if card != "B-T4"]
    assert GAME.why(match.state, 0, ("mark", "cog", "B-T4")) == ("has_mark",)
    assert GAME.why(match.state, 0, ("mark", "cog", "Y-T4")) == ("not_this_piece",)
    match.append(Line(0, ("mark", "cog", "B-U5")))
    assert match.state.setting.grounds[0].marked("cog") == {("B", "T4"), ("B", "U5")}
    assert kept_of(all_end(match))[0][0] == ["owed", "cog", "B-U5"]


def test_a_cog_without_a_building_left_is_void() -> None:
    every = Legacy(tuple(("cog", card) for card in BLUES), owed=(owing(13, "award.others", 0),))
    match = begun(14, (every, Legacy()))
    assert 0 not in match.state.setting.owes
    assert kept_of(all_end(match))[0][0] == ["owed", "cog", ""]


# Own pace: one visit


def visited(match: Match, seat: int, key: bytes) -> None:
    """One visit: the seat does everything it can, chance brings what it waits for."""
    stream = Random(seat)
    while seat in (acting := GAME.to_act(match.state)) or CHANCE in acting:
        who = seat if seat in acting else CHANCE
        match.append(random_line(GAME, match.state, who, key, stream, quits=0.02))


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
def test_own_pace_has_one_barrier_an_episode(order: tuple[int, ...]) -> None:
    """From the mint to the last lift: melting, cogs, soot and boxes bring nobody to the table twice."""
    legacy = tuple(Legacy(counts=(("nuggets", 2), ("nuggets_ever", 2))) for _ in range(3))
    for number in range(12, 19):
        match = begun(number, legacy, 3, pace="own")
        key = match_key(open_seed("campaign"), ())
        for seat in order:
            assert not match.over
            visited(match, seat, key)
        assert match.over, "one visit each"
        legacy = tuple(GAME.takes_along(match.state, seat) for seat in range(3))
    assert any(one.owed for one in legacy)


# Who wins


def test_mc_r49_every_step_that_decided() -> None:
    wins = CAMPAIGN.wins
    assert finale(wins, [(20, 3, 1, 5), (21, 1, 0, 9)]) == Finale(
        (Step("progress", (0, 1), (20, 21), (1,)),), (1,)
    )
    level = [(20, 3, 1, 5), (20, 3, 2, 9), (20, 2, 9, 9), (20, 3, 2, 8)]
    steps = finale(wins, level).steps
    assert [step.what for step in steps] == ["progress", "firsts", "nuggets", "last"]
    assert [step.leaders for step in steps] == [(0, 1, 2, 3), (0, 1, 3), (1, 3), (1,)]
    shared = finale(wins, [(20, 3, 1, 5), (20, 3, 1, 5), (19, 9, 9, 9)])
    assert shared.winners == (0, 1) and len(shared.steps) == 4


def test_mc_r49_the_campaign_ends_after_24_and_says_who_has_won() -> None:
    played = play_series(CAMPAIGN, [BOTS["random"]] * 2, "finale")
    now = played.standing
    assert now.over and now.finale and now.next_mode is None and len(played.matches) == 24
    assert [seat for seat, place in enumerate(now.places) if place == 1] == list(now.finale.winners)
    told = standing_json(now)
    assert told["finale"]["winners"] == list(now.finale.winners) and told["title"] is None
    part = SeriesRecord(CAMPAIGN, 2, played.matches[:23]).standing
    assert part.finale is None and standing_json(part)["finale"] is None


# A campaign of the first half


@pytest.fixture(scope="module")
def first_half() -> Iterator[SeriesRecord]:
    """Twelve episodes at own pace, written before there were more."""
    yield read_series((DATA / "my_city" / "first_half.txt").read_text(encoding="utf-8"))


def test_a_campaign_that_stands_after_twelve_goes_on(first_half: SeriesRecord) -> None:
    text = write_series(first_half)
    assert text == (DATA / "my_city" / "first_half.txt").read_text(encoding="utf-8")
    now = first_half.standing
    assert now.next_mode == episode_mode(13) and standing_json(now)["opened"] == 5
    assert [len(legacy.owed) for legacy in now.legacy] == [2, 1, 2]
    options = CAMPAIGN.options_of(find(episode_mode(13))[1], {"pace": "own"})
    match = play(*find(episode_mode(13)), [BOTS["random"]] * 3, "goes on", options, now.legacy)
    longer = write_series(first_half._replace(matches=(*first_half.matches, match)))
    assert longer.startswith(text.rstrip("\n")) and write_series(read_series(longer)) == longer
    assert match.end_record()["kept"][0][0][0] == "owed", "what the twelfth gave is answered first"
