"""Own pace is together at another speed: the same decisions give the same boards, tallies and places."""

from pathlib import Path
from random import Random

import pytest

from tests.dialect import is_repeating, laying_modes, random_line, random_match, seat_counts
from tilefolk.core.chance import match_key, open_seed, seal
from tilefolk.core.match import Header, Match
from tilefolk.core.notation import CHANCE, Action, Line
from tilefolk.core.tally import places
from tilefolk.games import my_city
from tilefolk.games.laying.answers import END, PASS
from tilefolk.games.laying.board import CHOSEN
from tilefolk.games.laying.catalogue import EPISODES, load_episode
from tilefolk.games.laying.choosing import PUT_OFF
from tilefolk.games.laying.state import REWARD, ROUNDS, State

MODES = laying_modes()


def decisions(match: Match) -> tuple[dict[tuple[int, int], Action], list[list[Action]], dict[Action, Line]]:
    """What each seat answered in each round, what it chose after the rounds, and all draws by name."""
    answers: dict[tuple[int, int], Action] = {}
    choices: list[list[Action]] = [[] for _ in range(match.header.seats)]
    draws = {}
    for kept in match.kept:
        state: State = kept.before
        if kept.line.who == CHANCE:
            draws[kept.line.action[:2]] = kept.line
        elif state.phase == ROUNDS and kept.line.action[0] in ("place", "pass", "end"):
            answers[kept.line.who, state.boards[kept.line.who].round] = kept.line.action
        else:
            choices[kept.line.who].append(kept.line.action)
    return answers, choices, draws


def as_together(own: Match) -> tuple[Match, list[int]]:
    """The same decisions and draws, everybody in step, and the seats that have to answer `end` here.

    Those had no room and could pay a pass only with a prize: at own pace that race was still open, and their
    part ended by itself.
    """
    ended: list[int] = []
    answers, choices, draws = decisions(own)
    options = tuple((key, "together" if key == "pace" else value) for key, value in own.header.options)
    match = Match(own.game, own.header._replace(options=options), own.legacy)
    while acting := match.game.to_act(match.state):
        who, state = acting[0], match.state
        if who == CHANCE:
            draw = match.game.draws(state)[0]
            match.append(draws[draw.stream, draw.index])
        elif who in state.setting.owes:
            match.append(Line(who, choices[who].pop(0)))
        elif state.phase == ROUNDS:
            answer = answers.get((who, state.boards[who].round))
            if answer is None:
                ended.append(who)
                assert state.episode.rules.race and set(match.game.legal(state, who)) == {PASS, END}
                assert own.state.boards[who].ended not in ("", CHOSEN)
            match.append(Line(who, answer or END))
        elif state.phase == REWARD:  # at own pace everything after the ranking is owed
            match.append(Line(who, PUT_OFF))
        else:
            match.append(Line(who, choices[who].pop(0)))
    return match, ended


@pytest.mark.parametrize("pace", ["own", "together"])
def test_a_view_says_whether_the_boards_are_sealed(pace: str) -> None:
    match = random_match("my_city/eternal", 2, pace, "sealed", stop=60)
    for kept in match.kept:
        state: State = kept.before
        assert match.game.view(state, 0)["sealed"] == (pace == "own" and state.phase == ROUNDS)


@pytest.mark.parametrize(
    ("mode", "seed"), [(m, n) for m in MODES for n in range(3 if is_repeating(m) else 6)]
)
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
