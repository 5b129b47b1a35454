"""What the table answers for whoever is late: a pass while cards still come, the end on the last one."""

from itertools import count
from random import Random

import pytest

from tests.dialect import random_line, random_match
from tilefolk.core.chance import open_seed
from tilefolk.core.game import Illegal
from tilefolk.core.history import after_moves, moves_of
from tilefolk.core.match import Match
from tilefolk.core.notation import CHANCE, TABLE, Line, write
from tilefolk.core.record import BadRecord, read_record, write_record
from tilefolk.core.table_lines import late_line, reveal_line
from tilefolk.games import find
from tilefolk.games.laying.answers import END, PASS

MODES = ["my_city/eternal", "my_island/eternal"]
LAST = 28


def answering(mode: str, card: int) -> Match:
    """A match for one who has to answer this card and may pass it."""
    for seed in count():
        match, stream = random_match(mode, 1, "together", f"late {seed}", stop=0), Random(seed)
        while acting := match.game.to_act(match.state):
            may_pass = 0 in acting and PASS in match.game.legal(match.state, 0)
            if may_pass and match.game.view(match.state, 0)["round"] == card:
                return match
            match.append(random_line(match.game, match.state, acting[0], None, stream, quits=0.0))
    raise AssertionError


@pytest.mark.parametrize("mode", MODES)
def test_whoever_is_late_on_the_last_card_ends_and_pays_no_pass(mode: str) -> None:
    match = answering(mode, LAST)
    assert match.game.timeout_action(match.state, 0) == END
    ended, passed = (match.game.apply(match.state, 0, action) for action in (END, PASS))
    assert match.game.score(ended)[0].value > match.game.score(passed)[0].value


@pytest.mark.parametrize("mode", MODES)
def test_whoever_is_late_before_that_passes(mode: str) -> None:
    match = answering(mode, LAST - 1)
    assert match.game.timeout_action(match.state, 0) == PASS


def test_a_record_whose_late_seat_passed_on_the_last_card_still_replays() -> None:
    match = answering("my_city/eternal", LAST)
    expected = match.game.apply(match.state, 0, PASS)
    match.append(Line(TABLE, ("late", 0, "pass")))
    assert match.state == expected


@pytest.mark.parametrize("pace", ["together", "own"])
@pytest.mark.parametrize("mode", MODES)
def test_nothing_is_answered_for_a_seat_that_is_not_to_act(mode: str, pace: str) -> None:
    match = random_match(mode, 2, pace, "late", stop=0)
    while CHANCE in match.game.to_act(match.state):
        match.append(random_line(match.game, match.state, CHANCE, None, Random(0)))
    match.append(Line(0, END))
    assert 0 not in match.acting
    text = write_record(match)
    for seat, answer in ((0, PASS), (0, END), (0, ()), (7, PASS)):
        with pytest.raises(Illegal) as caught:
            match.append(late_line(seat, answer))
        assert caught.value.rules == ("no_such_table_line",)
        with pytest.raises(BadRecord, match="no_such_table_line"):
            read_record(f"{text}{write(late_line(seat, answer))}\n", find)
    assert write_record(match) == text


@pytest.mark.parametrize("mode", MODES)
def test_looking_back_counts_what_was_answered_for_a_late_seat(mode: str) -> None:
    """But neither the seed that is shown at the end nor the end itself."""
    match = random_match(mode, 2, "own", "back", stop=9)
    while CHANCE in match.acting:
        match.append(random_line(match.game, match.state, CHANCE, None, Random(0)))
    seat, before = match.acting[0], match.state
    match.append(late_line(seat, match.game.timeout_action(before, seat)))
    number = len(moves_of(match))
    assert moves_of(match)[-1] == match.lines[-1]
    assert [after_moves(match, at).state for at in (number - 1, number)] == [before, match.state]
    while acting := match.acting:
        match.append(random_line(match.game, match.state, acting[0], None, Random(1)))
    number = len(moves_of(match))
    match.append(reveal_line(open_seed("back")))
    assert len(moves_of(match)) == number
