"""A round that is held open behind its last answer: nothing comes of it before it closes.

Rulings MC-R64, MI-R45, RB-R21 and PC-R22.
"""

from random import Random
from typing import Any

import pytest

from tests.dialect import found, laying_modes, quick_where_new, random_line, random_match, seat_counts
from tilefolk.core.chance import match_key, open_seed
from tilefolk.core.game import Illegal
from tilefolk.core.history import after_moves, moves_of
from tilefolk.core.match import UNDO, Match, finish, verify
from tilefolk.core.notation import CHANCE, Line, read
from tilefolk.core.record import read_record, write_record
from tilefolk.core.table_lines import CLOSE_LINE, HOLD_LINE, late_line

ETERNAL = "my_city/eternal"
ROLL = "roll_and_build/1"
UNDO_LINES = {seat: Line(seat, UNDO) for seat in range(6)}


def opened(mode: str, seats: int, seed: str = "hold", stop: int = 1, pace: str = "together") -> Match:
    """A match whose first card lies open."""
    match = random_match(mode, seats, pace, seed, stop=stop)
    while CHANCE in match.acting:
        draw(match, seed)
    return match


def draw(match: Match, seed: str = "hold") -> None:
    key = match_key(open_seed(seed), ())
    match.append(random_line(match.game, match.state, CHANCE, key, Random(seed)))


def append_held(match: Match, line: Line) -> None:
    match.append(HOLD_LINE)
    match.append(line)


def is_held(match: Match) -> bool:
    return match.held and not match.over and not match.acting


def answer_all_but_one(match: Match, stream: Random) -> Line:
    """Everybody answers but one seat; return what that one is going to answer."""
    while True:
        line = random_line(match.game, match.state, stream.choice(match.acting), None, stream, quits=0.0)
        if len(match.acting) == 1:
            return line
        match.append(line)


@pytest.mark.parametrize("mode", quick_where_new(laying_modes()))
def test_a_match_with_rounds_held_open_is_the_same_match(mode: str) -> None:
    """With every round held open, some answers taken back and given again: the same states, boards, draws."""
    seats, stream = seat_counts(mode)[-1], Random(mode)
    plain = random_match(mode, seats, "together", "same")
    finish(plain, open_seed("same"))
    held = Match(plain.game, plain.header, plain.legacy)
    for kept in plain.kept:
        assert held.state == kept.before
        if held.may_hold() and len(held.acting) == 1 and kept.line.who != CHANCE:
            append_held(held, kept.line)
            assert is_held(held)
            if stream.random() < 0.5:
                seat = stream.choice([seat for seat in range(seats) if held.may_undo(seat)])
                back = held.kept[-1] if seat == kept.line.who else None
                held.append(UNDO_LINES[seat])
                assert back is None or held.state == back.before
                again = back.line if back else answer_again(held, plain, seat)
                append_held(held, again)
            held.append(CLOSE_LINE)
        else:
            held.append(kept.line)
    assert held.state == plain.state
    finish(held, open_seed("same"))
    assert held.end == plain.end
    assert not verify(held)
    assert read_record(write_record(held), found).state == plain.state
    moves = moves_of(held)
    for count in stream.sample(range(len(moves)), 3):
        assert after_moves(held, count).held == (moves[count].action == UNDO)
    assert after_moves(held, len(moves)).state == plain.state


def answer_again(match: Match, plain: Match, seat: int) -> Line:
    """The line with which the seat answered this round."""
    lines = [kept.line for kept in plain.kept[: len(match.kept) + 1] if kept.act.who == seat]
    return lines[-1]


@pytest.mark.parametrize("seats", [1, 2, 4])
@pytest.mark.parametrize("mode", [ETERNAL, ROLL, "my_island/eternal"])
def test_nobody_sees_anything_of_a_round_that_is_held_open(mode: str, seats: int) -> None:
    """Whatever the hidden answers and the next card are, everybody else is shown the same."""
    if seats not in seat_counts(mode):
        seats = seat_counts(mode)[0]
    match = opened(mode, seats)
    stream = Random(5)
    last = answer_all_but_one(match, stream)
    before = {seat: match.game.view(match.state, seat) for seat in (*range(seats), None)}
    append_held(match, last)
    for seat in (*range(seats), None):
        view, told = match.game.view(match.state, seat), match.told(seat)
        assert view["round"] == before[seat]["round"]
        assert view["to_act"] == []
        assert [line for line in told if line.who not in (seat, CHANCE)] == []
        for other in range(seats):
            after, was = view["boards"][other], before[seat]["boards"][other]
            assert other == seat or {**after, "ready": False} == {**was, "ready": False}
    assert [line.who for line in match.lines].count(CHANCE) == 1
    assert refuses(match, Line(CHANCE, ("deck", 1, "B-T4")))


def test_within_a_hold_everybody_takes_back_and_nobody_after_it() -> None:
    match = opened(ETERNAL, 3)
    stream = Random(1)
    last = answer_all_but_one(match, stream)
    append_held(match, last)
    assert all(match.may_undo(seat) for seat in range(3))
    first = match.kept[-2].line.who
    match.append(UNDO_LINES[first])
    assert not match.held
    assert match.acting == (first,)
    match.append(Line(first, ("pass",)))  # without a hold the round closes at once
    assert CHANCE in match.acting
    assert not any(match.may_undo(seat) for seat in range(3))


def test_a_late_answer_closes_a_round_that_was_held_open_before() -> None:
    match = opened(ETERNAL, 2)
    append_held(match, answer_all_but_one(match, Random(2)))
    match.append(UNDO_LINES[0])
    match.append(late_line(0, ("pass",)))
    assert CHANCE in match.acting


def test_a_bot_that_answers_behind_a_person_does_not_close_the_round() -> None:
    """The line is for the round, not for one answer: who comes after it is held as well."""
    match = opened(ETERNAL, 2)
    append_held(match, Line(1, ("pass",)))
    assert not is_held(match)
    assert match.acting == (0,)
    match.append(Line(0, ("pass",)))
    assert is_held(match)
    match.append(CLOSE_LINE)
    assert CHANCE in match.acting


def test_the_last_round_is_held_open_too() -> None:
    match = opened(ROLL, 1)
    append_held(match, Line(0, ("end",)))
    assert is_held(match)
    with pytest.raises(Illegal):
        finish(match, open_seed("hold"))
    match.append(UNDO_LINES[0])
    assert match.acting == (0,)
    append_held(match, Line(0, ("end",)))
    match.append(CLOSE_LINE)
    assert match.over


def refuses(match: Match, line: Any) -> bool:
    before = match.state, list(match.lines)
    with pytest.raises(Illegal):
        match.append(line)
    return (match.state, match.lines) == before


def test_lines_that_hold_and_close_stand_where_they_belong() -> None:
    match = opened(ETERNAL, 1)
    assert refuses(match, CLOSE_LINE)
    assert refuses(match, read("@ hold 1"))
    append_held(match, Line(0, ("end",)))
    assert refuses(match, HOLD_LINE)
    assert refuses(match, Line(0, ("pass",)))
    match.append(CLOSE_LINE)
    assert refuses(match, HOLD_LINE)


def test_nothing_is_held_open_at_own_pace_in_practice_or_by_turns() -> None:
    assert not opened(ETERNAL, 2, pace="own").may_hold()
    practice = opened(ETERNAL, 1)
    assert not Match(practice.game, practice.header._replace(practice=True)).may_hold()
    assert not random_match("point_city/table", 2, "together", "turns", stop=30).may_hold()
    assert refuses(opened(ETERNAL, 2, pace="own"), HOLD_LINE)
