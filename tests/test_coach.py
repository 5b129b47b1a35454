"""The coach: its bound is never exceeded, its best line can be played, its costs add up."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import times
from tests.guided import GUIDES, PLAYER, GuidedMatch, answers
from tilefolk.bots.registry import find_bot
from tilefolk.coach.bound import Bound, upper_bound
from tilefolk.coach.hindsight import best_line, costs
from tilefolk.coach.linear import SCALE, Program
from tilefolk.coach.part import Line, Part, part_of
from tilefolk.coach.plain_position import PlainPosition
from tilefolk.coach.report import Budget, report
from tilefolk.coach.review import Answer, Cost, Effort, costliest, review
from tilefolk.coach.told import told
from tilefolk.core.history import moves_of
from tilefolk.core.match import Match, moments
from tilefolk.core.notation import Action
from tilefolk.core.play import play
from tilefolk.games import find
from tilefolk.games.laying.board import Board
from tilefolk.twin.core import Form

ETERNAL = ["my_city/eternal", "my_island/eternal"]


def played(mode: str, seed: str, *bots: str) -> Match:
    game, found = find(mode)
    return play(game, found, [find_bot(bot) for bot in bots], seed)


def best_of_all(part: Part, board: Board) -> int:
    """The best that any answers lead to, tried one by one."""
    if part.is_over(board):
        return part.value(board)
    return max(best_of_all(part, part.after(board, action)) for action in part.legal(board))


@st.composite
def programs(draw: st.DrawFn) -> tuple[Program, list[int]]:
    out, small = Program(draw(st.integers(-5, 5))), st.integers(-4, 4)
    for _ in range(draw(st.integers(1, 4))):
        out.variable(draw(small), draw(st.integers(1, 2)))
    rows = draw(st.integers(1, 4))
    for _ in range(rows):
        out.at_most([(at, draw(small)) for at in range(len(out.gains))], draw(st.integers(0, 6)))
    return out, draw(st.lists(st.integers(-SCALE, 4 * SCALE), min_size=rows, max_size=rows))


@given(programs())
@settings(max_examples=times(50, 1000), deadline=None)
def test_any_prices_prove_a_bound_and_the_solvers_are_one(drawn: tuple[Program, list[int]]) -> None:
    program, prices = drawn
    matrix = np.zeros((len(program.limits), len(program.gains)), int)
    matrix[program.rows, program.columns] = program.numbers
    points = [
        program.constant + int(np.dot(program.gains, point))
        for point in product(*(range(most + 1) for most in program.most))
        if (matrix @ np.array(point) <= program.limits).all()
    ]
    assert max(points) <= program.bound()
    assert max(points) <= program.bound_at(np.array(prices))


def cut(part: Part, rounds: int) -> Part:
    """The same part with a deck of so many cards."""
    final = part.state(part.played.board)
    return Part(part.game, final._replace(draws=final.draws[:rounds], cards=final.cards[:rounds]), 0, ())


@given(st.sampled_from(ETERNAL), st.integers(0, 10**6), st.floats(0, 1))
@settings(max_examples=times(3, 200), deadline=None)
def test_nothing_exceeds_the_bound_of_a_tiny_deck(mode: str, seed: int, moment: float) -> None:
    """All answers to two cards, one by one: the bound holds, the beam finds no more than there is."""
    whole = part_of(played(mode, f"coach/{seed}", "random"), 0)
    board = whole.turns[int(moment * (len(whole.turns) - 1))].before
    part = cut(whole, board.round + (2 if board.laid else 1))
    bound, best = upper_bound(part, board).value, best_of_all(part, board)
    assert bound is not None and best_line(part, board, 50).value <= best <= bound


@pytest.mark.parametrize("mode", ETERNAL)
def test_the_best_line_can_be_played_and_the_costs_add_up(mode: str) -> None:
    match = played(mode, "coach", "greedy", "random")
    part = part_of(match, 0)
    assert part.played.value == match.end_record()["values"][0]
    best = best_line(part, part.settled(part.fresh), 100)
    assert part.line(part.settled(part.fresh), best.actions) == best
    lost = costs(part, max(best, part.played, key=lambda line: line.value), 5)
    assert min(lost) >= 0 and sum(lost) >= best.value - part.played.value


def test_a_narrow_beam_in_python_finds_lines_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilefolk.coach.hindsight.form", lambda: Form("plain"))
    part = part_of(played("my_city/eternal", "coach", "random"), 0)
    board = part.turns[-3].before
    found = best_line(part, board, 300)
    assert part.line(board, found.actions) == found
    assert isinstance(found, Line) and found.value >= part.played.value - 1


def test_draws_nobody_waited_for_are_known_to_the_coach() -> None:
    match = played("my_city/eternal", "coach", "random")
    drawn = len(match.state.draws)
    part = part_of(match, 0)
    assert part.rounds == 28 and part.state(part.fresh).draws[:drawn] == match.state.draws


def test_draws_that_do_not_follow_from_the_seed_tell_nothing_of_the_rest() -> None:
    match = played("my_city/eternal", "coach", "random")
    match.header = match.header._replace(nonces=("another",))
    assert part_of(match, 0).rounds == len(match.state.cards)


@pytest.mark.parametrize("mode", ["roll_and_build/1", "point_city/table"])
def test_positions_in_python_name_costly_answers(mode: str) -> None:
    """Any game: the same worlds for both answers, so the same answer costs nothing."""
    match = played(mode, "coach", *["random"] * (1 if mode.startswith("roll") else 2))
    last = [kept for kept in match.kept if kept.act.who == 0 and len(match.game.legal(kept.before, 0)) > 1][
        -1
    ]
    position = PlainPosition(match.game, last.before, 0)
    futures = position.futures(3, 1)
    once = position.play_on(last.act.action, futures, 1)
    assert once == position.play_on(last.act.action, futures, 1)
    found = review([Answer(1, "", last.act.action, lambda: position)], Effort(2, 3))
    assert all(cost.better != last.act.action for cost in found)
    assert len(costliest(found)) <= len(found)


def test_a_report_says_everything_in_json() -> None:
    match = played("my_city/eternal", "coach", "greedy")
    out = told(report(match, 0, Budget(200, 5, Effort(6, 30), 10)))
    assert out["value"] <= out["best"]["value"] <= out["bound"]
    assert out["gap"] == out["bound"] - out["best"]["value"]
    first = out["costliest"][0]
    move = moves_of(match)[first["move"] - 1]
    assert (move.who, list(move.action)) == (0, first["answer"])
    assert moments(match)[first["step"]].lines > moments(match)[first["step"] - 1].lines
    assert first["rollouts"] == 30 and first["low"] > 0
    together = sum(out["luck"][key] for key in ("expected", "luck", "play"))
    assert abs(together - out["value"]) < 0.2
    assert sum(points for _, points in out["best"]["tally"]) == out["best"]["value"]


def guided(mode: str, given: list[Action]) -> Match:
    """The match of a guide in which the player gave these answers, others, and the last legal ones."""
    played = GuidedMatch(GUIDES[mode])
    for action in given:
        played.answer(action)
    for _ in range(3):
        played.answer(played.legal()[0])
    while not played.match.over:
        played.answer(played.legal()[-1])
    return played.match


@pytest.mark.parametrize("mode", ["roll_and_build/1", "point_city/table"])
def test_nobody_is_blamed_for_what_a_guide_asked_for(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def dear(answers: Sequence[Answer], _: Effort) -> list[Cost]:
        return [Cost(one, one.action, 1, 100 - one.number, (1.0, 99.0), ()) for one in answers]

    def named(match: Match) -> list[int]:
        told = report(match, PLAYER, Budget(1, 1)).named
        return [one.cost.answer.number for one in told]

    monkeypatch.setattr("tilefolk.coach.report.review", dear)
    for name, instead in {  # all that takes long, and tells nothing here
        "form": lambda: Form("plain"),
        "best_line": lambda part, *_: part.played,
        "costs": lambda part, *_: [0] * len(part.turns),
        "upper_bound": lambda _: Bound(None),
    }.items():
        monkeypatch.setattr(f"tilefolk.coach.report.{name}", instead)
    asked = answers(GUIDES[mode])
    match = guided(mode, asked)
    assert named(match) == [len(asked) + n for n in (1, 2, 3)]
    assert named(guided(mode, [])) == [1, 2, 3], "elsewhere than the guide asked for"
    match.header = match.header._replace(open_seed="another")
    assert named(match) == [1, 2, 3], "no guide went with it"


def test_a_running_match_has_no_report() -> None:
    game, _ = find("my_city/eternal")
    match = Match(game, played("my_city/eternal", "coach", "random").header)
    with pytest.raises(ValueError, match="not over"):
        report(match, 0)
