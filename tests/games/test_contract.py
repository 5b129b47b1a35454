"""The contract every game and episode keeps, checked by itself: random play for every seat count."""

import json
import pickle
from itertools import islice
from random import Random
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from tests.dialect import (
    all_modes,
    found,
    game_of,
    is_repeating,
    legacy_for,
    options_for,
    paces,
    random_line,
    random_match,
    seat_counts,
)
from tests.effort import LONG
from tilefolk.core.chance import match_key, open_seed
from tilefolk.core.game import AnyGame, BadSetup, Illegal
from tilefolk.core.match import Match, finish, verify
from tilefolk.core.notation import CHANCE, TABLE, Line, read, write
from tilefolk.core.record import read_record, write_record

MODES = all_modes()


def case(mode: str, *numbers: int, pace: str) -> ParameterSet:
    """What `make test-fast` leaves out: repeated rules at own pace, a number of seats in the middle."""
    fewest = min(2, seat_counts(mode)[-1])
    most = fewest if is_repeating(mode) or pace == "own" else seat_counts(mode)[-1]
    is_quick = set(numbers) <= {fewest, most} and not (is_repeating(mode) and pace == "own")
    return pytest.param(mode, *numbers, pace, marks=() if is_quick else pytest.mark.slow)


PACED = [case(mode, pace=pace) for mode in MODES for pace in paces(mode)]
CASES = [
    case(mode, seats, pace=pace) for mode in MODES for pace in paces(mode) for seats in seat_counts(mode)
]


def walk(mode: str, seats: int, pace: str, seed: str = "walk") -> Any:
    """Every state of a random match with who acts in it."""
    match = random_match(mode, seats, pace, seed)
    for kept in match.kept:
        yield match.game, kept.before, kept.line


@pytest.mark.parametrize(("mode", "seats", "pace"), CASES)
def test_random_play_is_legal_ends_and_replays_from_its_record(mode: str, seats: int, pace: str) -> None:
    match = random_match(mode, seats, pace, "record")
    assert match.over
    assert not match.game.draws(match.state)
    assert len(match.game.score(match.state)) == seats
    finish(match, open_seed("record"))
    text = write_record(match)
    again = read_record(text, found)
    assert again.state == match.state
    assert write_record(again) == text
    assert again.end == match.end_record()
    assert verify(again) == []


@pytest.mark.parametrize(("mode", "pace"), PACED)
def test_a_match_cut_at_any_line_resumes(mode: str, pace: str) -> None:
    whole = random_match(mode, 2, pace, "cut")
    lines = write_record(whole).split("\n")
    gap = lines.index("")
    for cut in range(gap + 1 + 2, len(lines), 1 if LONG else 17):
        part = read_record("\n".join(lines[:cut]) + "\n", found)
        for text in lines[cut:-1]:
            part.append(read(text))
        assert part.state == whole.state


@pytest.mark.parametrize(("mode", "pace"), PACED)
def test_states_are_values(mode: str, pace: str) -> None:
    for game, state, line in islice(walk(mode, 2, pace), 0, None, 5):
        assert hash(state) == hash(pickle.loads(pickle.dumps(state)))
        assert pickle.loads(pickle.dumps(state)) == state
        assert game.apply(state, line.who, line.action) == game.apply_trusted(state, line.who, line.action)
        for seat in (0, 1, None):
            view = game.view(state, seat)
            assert json.loads(json.dumps(view)) == json.loads(json.dumps(game.view(state, seat)))


@pytest.mark.parametrize(("mode", "pace"), PACED)
def test_legal_is_one_sequence(mode: str, pace: str) -> None:
    for game, state, _ in islice(walk(mode, 2, pace), 0, None, 3):
        for who in game.to_act(state):
            legal = game.legal(state, who)
            listed = list(legal)
            assert len(legal) == len(listed) == len(set(listed)) > 0
            assert [legal[index] for index in range(len(legal))] == listed
            assert legal[-1] == listed[-1]
            assert all(action in legal and not game.why(state, who, action) for action in listed[:20])
            assert all(read(write(Line(who, action))) == Line(who, action) for action in listed[:20])
            if who != CHANCE:
                assert game.fallback_action(state, who) in legal
                assert list(game.legal(game.seen(state, who), who)) == listed


@pytest.mark.parametrize("mode", MODES)
def test_what_is_not_legal_says_why_and_changes_nothing(mode: str) -> None:
    wrong = [
        ("pass",),
        ("end",),
        ("nonsense",),
        ("place", "Q9", 0, "A1"),
        ("take", 99),
        ("deck", 0, "nothing"),
    ]
    for game, state, _ in islice(walk(mode, 2, "together"), 0, None, 4):
        for who in (CHANCE, 0, 1, 7):
            for action in wrong:
                if who in game.to_act(state) and action in game.legal(state, who):
                    continue
                assert game.why(state, who, action)
                before = hash(state)
                with pytest.raises(Illegal):
                    game.apply(state, who, action)
                assert hash(state) == before


@pytest.mark.parametrize(("mode", "pace"), PACED)
def test_the_order_of_seats_does_not_matter(mode: str, pace: str) -> None:
    seats = max(seat_counts(mode))
    stream = Random("commute")
    for game, state, _ in islice(walk(mode, seats, pace), 0, None, 3):
        acting = game.to_act(state)
        if len(acting) < 2:
            continue
        first, second = (random_line(game, state, who, None, stream) for who in stream.sample(acting, 2))
        one = game.apply(game.apply(state, first.who, first.action), second.who, second.action)
        other = game.apply(game.apply(state, second.who, second.action), first.who, first.action)
        assert one == other


@pytest.mark.parametrize(("mode", "seats", "pace"), CASES)
def test_undo_works_until_the_round_closes_and_never_after(mode: str, seats: int, pace: str) -> None:
    game, stream, key = game_of(mode), Random("undo"), match_key(open_seed("undo"), ())
    match = random_match(mode, seats, pace, "undo", stop=len(legacy_for(mode, seats)))
    while acting := game.to_act(match.state):
        line = random_line(game, match.state, stream.choice(acting), key, stream)
        before = match.state
        match.append(line)
        if line.who == CHANCE:
            assert not any(
                match.may_undo(seat) for seat in range(seats) if seat != line.who and pace == "together"
            )
            continue
        closed = game.closed(match.state, line.who) != game.closed(before, line.who)
        assert match.may_undo(line.who) == (not closed and not match.over)
        if closed or match.over:
            with pytest.raises(Illegal):
                match.append(Line(line.who, ("undo",)))
        elif stream.random() < 0.3:
            match.append(Line(line.who, ("undo",)))
            assert match.state == before
    assert read_record(write_record(match), found).state == match.state


@pytest.mark.parametrize("mode", MODES)
def test_practice_takes_back_freely(mode: str) -> None:
    base = random_match(mode, min(seat_counts(mode)), "together", "practice", stop=0)
    match = Match(base.game, base.header._replace(practice=True), base.legacy)
    stream, key = Random("practice"), match_key(open_seed("practice"), ())
    seen: list[Any] = []
    while len(seen) < 4 and (acting := match.game.to_act(match.state)):
        line = random_line(match.game, match.state, acting[0], key, stream, quits=0.0)
        if line.who == 0:
            seen.append(match.state)
        match.append(line)
    while seen and not match.over:
        match.append(Line(0, ("undo",)))
        assert match.state == seen.pop()


@pytest.mark.parametrize("mode", MODES)
def test_a_late_seat_gets_the_default(mode: str) -> None:
    match, stream = random_match(mode, 2, "together", "late", stop=5), Random("late")
    while CHANCE in match.game.to_act(match.state):
        match.append(random_line(match.game, match.state, CHANCE, None, stream))
    seat = match.game.to_act(match.state)[0]
    expected = match.game.apply(match.state, seat, match.game.fallback_action(match.state, seat))
    match.append(Line(-2, ("late", seat)))
    assert match.state == expected


@pytest.mark.parametrize("pace", ["together", "own"])
@pytest.mark.parametrize("mode", MODES)
def test_who_is_overdue_gets_an_answer_that_the_line_names(mode: str, pace: str) -> None:
    match, stream = random_match(mode, 2, pace, "overdue", stop=5), Random("overdue")
    for _ in range(20):
        while CHANCE in match.game.to_act(match.state):
            match.append(random_line(match.game, match.state, CHANCE, None, stream))
        for seat in match.game.to_act(match.state)[:1]:
            answer = match.game.timeout_action(match.state, seat)
            assert answer in match.game.legal(match.state, seat) or match.game.lasts(match.state, seat)
            expected = match.game.apply_trusted(match.state, seat, answer)
            match.append(Line(TABLE, ("late", seat, *answer)))
            assert match.state == expected
    with pytest.raises(Illegal):
        match.append(Line(TABLE, ("late", 0, "fly")))


@pytest.mark.parametrize("mode", MODES)
def test_impossible_set_ups_are_refused(mode: str) -> None:
    game: AnyGame = game_of(mode)
    with pytest.raises(BadSetup):
        game.setup(mode, 99, {}, ())
    with pytest.raises(BadSetup):
        game.setup(mode, 2, {"colour": "green"}, ())
    with pytest.raises(BadSetup):
        game.setup(mode, 2, options_for(mode, "own"), legacy_for("my_island/11", 1))
