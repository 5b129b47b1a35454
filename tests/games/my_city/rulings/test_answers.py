"""What a seat may answer, and the blocking card: MC-R05 to MC-R15."""

from pathlib import Path

import pytest

from tests.dialect import Position
from tests.games.my_city.board import HOUSES, on
from tests.games.my_city.episodes import (
    ETERNAL,
    EXAMPLES_FILE,
    JUBILEE,
    edited,
    with_deck,
    with_marker,
    written,
)
from tests.games.my_city.table import Table
from tilefolk.core.game import Illegal
from tilefolk.core.match import UNDO, Header, Match
from tilefolk.core.notation import CHANCE, Action, Line
from tilefolk.core.tally import places

# Answers


def test_mc_r05_who_does_not_answer_passes_else_ends(tmp_path: Path) -> None:
    table = Table(ETERNAL).draw("Y-I2")
    assert table.game.fallback_action(table.state, 0) == ("pass",)
    table.answer(0, "pass").answer(1, "pass").draw("C-V5")
    assert table.game.fallback_action(table.state, 0) == ("end",)
    broke = Table(with_marker(tmp_path, ETERNAL, 0)).draw("Y-I2")
    assert broke.game.fallback_action(broke.state, 0) == ("end",)


def test_mc_r05_exactly_one_action_per_card() -> None:
    table = Table(ETERNAL).draw("Y-I2").answer(0, "C1 D1")
    assert table.game.to_act(table.state) == (1,)
    assert not table.game.legal(table.state, 0)
    with pytest.raises(Illegal):
        table.answer(0, "pass")


def test_mc_r06_commits_are_hidden_until_all_are_in() -> None:
    table = Table(ETERNAL).round("Y-I2", "C1 D1", "E1 F1").draw("R-I2").answer(0, "C2 D2")
    for looking in (1, None):
        seen = table.game.seen(table.state, looking)
        assert on("I2", "C2 D2") not in seen.commits
        assert seen.commits[0] is not None
        assert seen.boards == table.state.boards
    assert table.game.seen(table.state, 0).commits[0] == on("I2", "C2 D2")
    table.answer(1, "pass")
    assert table.buildings() == [2, 1]
    assert table.game.seen(table.state, 1) == table.state


@pytest.mark.parametrize("first", [("pass",), ("end",), on("I2", "C1 D1")])
def test_mc_r06_nobody_sees_what_a_hidden_commit_was(first: Action) -> None:
    table = Table(ETERNAL, 3).draw("Y-I2")
    seen = [table.game.seen(table.game.apply(table.state, 0, a), 1) for a in (first, on("I2", "E1 F1"))]
    assert seen[0] == seen[1]


def test_mc_r06_a_commit_may_be_taken_back_although_others_have_answered_since() -> None:
    table = Table(ETERNAL, 3)
    match = Match(table.game, Header(ETERNAL, 1, 3, (("pace", "together"),)))
    match.append(Line(CHANCE, ("deck", 0, "Y-I2")))
    match.append(Line(0, on("I2", "C1 D1")))
    alone = match.state
    match.append(Line(1, on("I2", "E1 F1")))
    assert match.may_undo(0) and match.may_undo(1) and not match.may_undo(2)
    match.append(Line(0, UNDO))
    match.append(Line(1, UNDO))
    match.append(Line(0, on("I2", "C1 D1")))
    assert match.state == alone


def test_mc_r06_a_commit_may_be_taken_back_until_the_round_closes() -> None:
    table = Table(ETERNAL)
    match = Match(table.game, Header(ETERNAL, 1, 2, (("pace", "together"),)))
    match.append(Line(CHANCE, ("deck", 0, "Y-I2")))
    match.append(Line(0, on("I2", "C1 D1")))
    assert match.may_undo(0)
    match.append(Line(0, UNDO))
    match.append(Line(0, ("end",)))
    match.append(Line(0, UNDO))
    match.append(Line(0, on("I2", "E1 F1")))
    assert Line(0, on("I2", "E1 F1")) not in match.told(1)
    match.append(Line(1, ("pass",)))
    assert Line(0, on("I2", "E1 F1")) in match.told(1)
    assert not match.may_undo(0)
    assert not match.may_undo(1)
    with pytest.raises(Illegal):
        match.append(Line(0, UNDO))
    assert match.state.boards[0].clear == Position(ETERNAL, [("Y-I2", "E1 F1")]).board.clear


def test_mc_r07_passing_costs_one_point_at_once() -> None:
    table = Table(ETERNAL).round("Y-I2", "pass", "C1 D1")
    assert table.markers() == [9, 10]
    assert table.shown("passes") == [1, 0]
    assert table.buildings() == [0, 1]


def test_mc_r07_passing_needs_the_marker() -> None:
    table = Table(ETERNAL)
    for n, shape in enumerate([*HOUSES, "I2", "I3"]):
        assert "PASS" in table.draw(f"{'YR'[n // 8]}-{shape}").can()
        table.answer(0, "pass").answer(1, "pass")
    assert table.markers() == [0, 0]
    table.draw("R-V3")
    assert table.can() == {"BUILD", "END"}
    assert [why.endswith("pass") for why in table.game.why(table.state, 0, ("pass",))] == [True]
    with pytest.raises(Illegal):
        table.answer(0, "pass")


def test_mc_r08_without_a_cost_passing_does_not_exist(tmp_path: Path) -> None:
    table = Table(edited(tmp_path, EXAMPLES_FILE, ('  { rule = "pass", cost = 1 },\n', ""))).draw("Y-O4")
    assert table.can() == {"BUILD", "END"}
    assert table.game.why(table.state, 0, ("pass",)) != ()
    assert table.game.fallback_action(table.state, 0) == ("end",)


@pytest.mark.parametrize("card", ["Y-I2", "C-V5"])
def test_mc_r09_ending_is_always_allowed_free_and_final(card: str) -> None:
    table = Table(ETERNAL).round("R-O4", "C1 C2 D1 D2", "E1 E2 F1 F2").draw(card)
    assert {"BUILD", "END"} <= table.can()
    table.answer(0, "end").answer(1, "end")
    assert table.over
    assert table.markers() == [10, 10]


def test_mc_r09_who_has_ended_is_still_scored_and_ranked() -> None:
    table = Table(ETERNAL).round("Y-I2", "C1 D1", "C1 D1").round("R-I2", "end", "pass")
    assert table.markers() == [10, 9]
    for card in ("Y-I3", "X", "B-I2", "C-J4"):
        table.draw(card)
        assert 0 not in table.game.to_act(table.state)
        assert not table.game.legal(table.state, 0)
        if 1 in table.game.to_act(table.state):
            table.answer(1, "end" if card == "C-J4" else "pass")
    assert table.over
    assert places(table.game.score(table.state)) == (1, 2)


NARROW = """
version = 1
seats = [1, 2]
map = ["........", "........", "MMMMMMMM", "MMMMMMMM", "MMMMMMMM", "MMMMMMMM"]
river = [[0, 4], [1, 4], [2, 4], [3, 4], [4, 4], [5, 4], [6, 4]]
rules = [
  { rule = "deck", cards = ["Y-I2", "C-V5", "R-I2", "B-I2", "Y-O4", "R-O4", "B-O4"] },
  { rule = "track", start = 10 },
  { rule = "land", open = ["plain"] },
  { rule = "on_land" },
  { rule = "one_bank" },
  { rule = "clear" },
  { rule = "start", on = ["river"] },
  { rule = "beside" },
  { rule = "pass", cost = 1 },
  { rule = "must", kind = "C" },
  { rule = "visible", what = "empty", per = -1 },
  { rule = "rows", on = ["empty"] },
]
"""


@pytest.fixture
def narrow(tmp_path: Path) -> str:
    """Two rows of eight cells: no room for the church V5."""
    return written(tmp_path, NARROW)


def test_mc_r10_a_church_may_not_be_passed() -> None:
    table = Table(ETERNAL).draw("C-V5")
    assert "PASS" not in table.can()
    assert [why.endswith("must.C") for why in table.game.why(table.state, 0, ("pass",))] == [True]


def test_mc_r10_a_church_that_fits_nowhere_ends_the_part(narrow: str) -> None:
    table = Table(narrow).round("Y-I2", "C1 D1", "E1 F1").draw("C-V5")
    assert table.over
    assert table.markers() == [10, 10]
    assert all(reason.endswith("must.C") for reason in table.shown("ended"))


def test_mc_r10_a_building_that_fits_nowhere_can_be_passed(narrow: str) -> None:
    table = Table(narrow).round("Y-O4", "C1 C2 D1 D2", "").answer(1, "E1 E2 F1 F2")
    table.round("R-O4", "A1 A2 B1 B2", "G1 G2 H1 H2").round("B-O4", "E1 E2 F1 F2", "C1 C2 D1 D2")
    table.round("Y-I2", "G1 H1", "A1 B1").round("R-I2", "G2 H2", "A2 B2").draw("B-I2")
    assert table.can() == {"PASS", "END"}


def test_mc_r11_a_church_that_fits_may_be_answered_with_the_end() -> None:
    table = Table(ETERNAL).draw("C-V5")
    assert table.can() == {"BUILD", "END"}
    assert table.answer(0, "end").answer(1, "end").over
    assert table.markers() == [10, 10]


def test_mc_r12_a_pass_at_exactly_the_cost_is_allowed(tmp_path: Path) -> None:
    table = Table(with_marker(tmp_path, ETERNAL, 1)).round("Y-I2", "pass", "pass")
    assert table.markers()[0] == 0
    assert table.draw("R-I2").can() == {"BUILD", "END"}


# The blocking card


def test_mc_r13_the_blocking_card_as_the_last_card_ends_the_episode(tmp_path: Path) -> None:
    table = Table(with_deck(tmp_path, 'cards = ["Y-I2", "R-I2"], blocking = 1'))
    table.round("Y-I2", "C1 D1", "pass").round("R-I2", "pass", "C1 D1")
    assert table.game.to_act(table.state) == (CHANCE,)
    assert table.draw("X").over
    assert (table.markers(), table.buildings()) == ([9, 9], [1, 1])


def test_mc_r13_the_blocking_card_before_the_last_takes_it_away(tmp_path: Path) -> None:
    table = Table(with_deck(tmp_path, 'cards = ["Y-I2", "R-I2"], blocking = 1'))
    table.round("Y-I2", "C1 D1", "pass").draw("X")
    assert not table.over
    assert table.draw("R-I2").over
    assert (table.markers(), table.buildings()) == ([10, 9], [1, 0])


def test_mc_r14_a_blocked_building_is_no_decision() -> None:
    table = Table(ETERNAL).draw("X")
    assert table.game.to_act(table.state) == (CHANCE,)
    table.draw("Y-I2")
    assert table.game.to_act(table.state) == (CHANCE,)
    for action in (("pass",), ("end",), on("I2", "C1 D1")):
        assert table.game.why(table.state, 0, action) != ()
    assert table.markers() == [10, 10]
    assert table.draw("R-I2").can() == {"BUILD", "PASS", "END"}


def test_mc_r14_no_annex_in_place_of_a_blocked_building() -> None:
    table = Table(JUBILEE).draw("X").draw("Y-I2")
    assert table.game.to_act(table.state) == (CHANCE,)
    assert table.game.why(table.state, 0, ("place", "X1", 0, "E5")) != ()


def test_mc_r15_a_blocked_church_takes_nobody_out(tmp_path: Path) -> None:
    mode = written(tmp_path, NARROW.replace('"B-O4"]', '"B-O4"], blocking = 1'))
    table = Table(mode).draw("X").draw("C-V5").draw("Y-I2")
    assert not any(table.shown("ended"))
    assert table.game.to_act(table.state) == (0, 1)
