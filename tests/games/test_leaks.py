"""Only what is seen leaves the house: later draws and others' open answers never change what a seat gets."""

import json
from random import Random

import pytest

from tests.dialect import (
    all_modes,
    game_of,
    laying_modes,
    paces,
    random_line,
    random_match,
    seat_counts,
)
from tests.effort import LONG
from tilefolk.core.chance import match_key, open_seed
from tilefolk.core.match import Match
from tilefolk.core.notation import CHANCE, Line, read, write

MODES = all_modes()
ENOUGH = 3  # matches that went on differently, early, in the middle and late; by `make test-long` all
PACED = [(mode, pace) for mode in MODES for pace in paces(mode)]


def twin(match: Match) -> Match:
    """The same match once more, to go on differently."""
    other = Match(match.game, match.header, match.legacy)
    for line in match.lines[len(match.legacy) :]:
        other.append(line)
    return other


def bring_level(match: Match, viewer: int, key: bytes, stream: Random) -> None:
    """Everybody else closes at least as many rounds as the viewer."""
    game = match.game
    while True:
        level = game.closed(match.state, viewer)
        behind = [
            who for who in game.to_act(match.state) if who >= 0 and game.closed(match.state, who) < level
        ]
        if not behind:
            return
        match.append(random_line(game, match.state, behind[0], key, stream, quits=0.0))


def go_on_without(match: Match, viewer: int, salt: str) -> None:
    """The others and chance go on as far as they can; the viewer does nothing."""
    stream = Random(salt)
    for _ in range(60):
        others = [who for who in match.game.to_act(match.state) if who != viewer]
        if not others:
            return
        match.append(random_line(match.game, match.state, stream.choice(others), None, stream, quits=0.2))


def what_leaves(match: Match, seat: int | None) -> str:
    told = [write(line) for line in match.told(seat)]
    return json.dumps([match.game.view(match.state, seat), told])


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "pace"), PACED)
def test_later_draws_and_open_answers_are_invisible(mode: str, pace: str) -> None:
    seats = min(3, max(seat_counts(mode)))
    compared = 0
    for number in sorted(range(14), key=lambda number: number % 5):
        if compared >= ENOUGH and not LONG:
            return
        seed = f"leak/{number}"
        key, stream = match_key(open_seed(seed), ()), Random(seed)
        match = random_match(mode, seats, pace, seed, stop=8 + 9 * number)
        viewer = number % seats
        bring_level(match, viewer, key, stream)
        if viewer not in match.game.to_act(match.state):
            continue
        one, other = twin(match), twin(match)
        go_on_without(one, viewer, "salt one")
        go_on_without(other, viewer, "salt other")
        compared += one.lines != other.lines
        assert what_leaves(one, viewer) == what_leaves(other, viewer)
        assert one.game.seen(one.state, viewer) == other.game.seen(other.state, viewer)
        assert what_leaves(one, None) == what_leaves(other, None)
    assert compared or mode not in laying_modes()


@pytest.mark.parametrize(("mode", "pace"), PACED)
def test_seeing_twice_is_seeing_once(mode: str, pace: str) -> None:
    match = random_match(mode, 2, pace, "twice", stop=25)
    for seat in (0, 1, None):
        seen = match.game.seen(match.state, seat)
        assert match.game.seen(seen, seat) == seen
        assert match.game.view(seen, seat) == match.game.view(match.state, seat)


@pytest.mark.parametrize("mode", MODES)
def test_everything_is_told_when_the_match_is_over(mode: str) -> None:
    match = random_match(mode, 2, "own", "told")
    everything = [kept.line for kept in match.kept]
    assert match.told(None) == match.told(0) == everything


def test_a_card_that_nobody_has_reached_is_in_no_view() -> None:
    """In own pace the fast seat's cards stay out of the slow seat's traffic."""
    mode = "my_city/eternal"
    match = random_match(mode, 2, "own", "ahead", stop=0)
    stream, key = Random(3), match_key(open_seed("ahead"), ())
    for _ in range(20):
        ahead = [who for who in match.game.to_act(match.state) if who != 1]
        match.append(random_line(match.game, match.state, ahead[0], key, stream, quits=0.0))
    assert len(match.state.draws) > 5
    text = what_leaves(match, 1)
    told = json.loads(text)[1]
    assert len(told) == 1
    assert told[0].startswith("* deck 0 ")
    assert game_of(mode).view(match.state, 1)["round"] == 1


def test_a_late_seat_is_told_no_earlier_than_a_quick_one() -> None:
    match = random_match("my_city/eternal", 2, "own", "late", stop=1)
    match.append(read("@ late 0"))
    assert read("@ late 0") in match.told(0)
    assert read("@ late 0") not in match.told(1)
    match.append(read("1 end"))
    assert read("@ late 0") not in match.told(1), "who is done does not look on"
    match.append(Line(CHANCE, match.game.legal(match.state, CHANCE)[0]))
    match.append(read("@ late 0 end"))
    assert {read("@ late 0"), read("@ late 0 end")} <= {*match.told(1)}
