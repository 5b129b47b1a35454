"""Own pace is together at another speed: the same decisions give the same boards, tallies and places."""

from pathlib import Path
from random import Random

import pytest
from _pytest.mark import ParameterSet

from tests.dialect import is_repeating, laying_modes, random_line, random_match, seat_counts
from tests.effort import times
from tests.games.laying.paces import as_together
from tilefolk.core.chance import match_key, open_seed, seal
from tilefolk.core.match import Header, Match
from tilefolk.core.notation import CHANCE
from tilefolk.core.tally import places
from tilefolk.games import my_city
from tilefolk.games.laying.catalogue import EPISODES, load_episode
from tilefolk.games.laying.state import ROUNDS, State

MODES = laying_modes()


@pytest.mark.parametrize("pace", ["own", "together"])
def test_a_view_says_whether_the_boards_are_sealed(pace: str) -> None:
    match = random_match("my_city/eternal", 2, pace, "sealed", stop=60)
    for kept in match.kept:
        state: State = kept.before
        assert match.game.view(state, 0)["sealed"] == (pace == "own" and state.phase == ROUNDS)


def several(mode: str) -> list[ParameterSet]:
    """Seeds for a mode, of which `make test-fast` takes the one with two seats."""
    seeds = range(times(2, 3) if is_repeating(mode) else times(3, 6))
    return [pytest.param(mode, seed, marks=() if seed == 1 else pytest.mark.slow) for seed in seeds]


@pytest.mark.parametrize(("mode", "seed"), [one for mode in MODES for one in several(mode)])
def test_own_pace_replayed_as_together(mode: str, seed: int) -> None:
    counts = seat_counts(mode)
    own = random_match(mode, counts[seed % len(counts)], "own", f"pace/{seed}", quits=0.02)
    together, _ = as_together(own)
    assert_same_end(own, together)


def assert_same_end(own: Match, together: Match) -> None:
    for mine, theirs in zip(own.state.boards, together.state.boards, strict=True):
        assert mine.with_book(theirs.book) == theirs
        assert (mine.notes, mine.bookings, mine.passes) == (theirs.notes, theirs.bookings, theirs.passes)
    ours, others = own.game.score(own.state), together.game.score(together.state)
    assert ours == others
    assert places(ours) == places(others)
    seats = range(own.header.seats)
    assert [own.game.takes_along(own.state, seat) for seat in seats] == [
        together.game.takes_along(together.state, seat) for seat in seats
    ]


def one_after_the_other(mode: str, seed: str) -> Match:
    """A random match at own pace in which the second seat begins when the first is done."""
    stream, key = Random(seed), match_key(open_seed(seed), ())
    match = Match(my_city.GAME, Header(mode, 1, 2, (("pace", "own"),), seal(open_seed(seed)), (), seed))
    while acting := match.game.to_act(match.state):
        who = CHANCE if CHANCE in acting else acting[0]
        match.append(random_line(match.game, match.state, who, key, stream, quits=0))
    return match


def test_the_one_answer_that_own_pace_does_not_ask_for(tmp_path: Path) -> None:
    """No room, no point to pay a pass with, and a prize that is not booked yet: the part is over."""
    text = (my_city.GAME.folder / "eternal.toml").read_text(encoding="utf-8")
    changes = (
        ("start = 10", "start = 0"),
        ('".T........G"', '".T.G......."'),
        ('"G.....R...F"', '"......R...F"'),
    )
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    file = tmp_path / "poor.toml"
    file.write_text(text, encoding="utf-8")
    mode = load_episode("my_city", file, my_city.GAME.folder / "game.toml").name
    try:
        replayed = [
            (own, *as_together(own)) for own in (one_after_the_other(mode, f"{n}") for n in range(10))
        ]
    finally:
        del EPISODES[mode]
    for own, together, _ in replayed:
        assert_same_end(own, together)
    assert any(ended for _, _, ended in replayed)
