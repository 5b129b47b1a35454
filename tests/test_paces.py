"""Own pace is together at another speed: the same decisions give the same boards, tallies and places."""

import pytest

from tests.dialect import laying_ways, random_match, seat_counts
from tilefolk.core.match import Match
from tilefolk.core.notation import CHANCE, Action, Line
from tilefolk.core.tally import places
from tilefolk.games.laying.state import ROUNDS, State

WAYS = laying_ways()


def decisions(match: Match) -> tuple[dict[tuple[int, int], Action], list[list[Action]], dict[Action, Line]]:
    """What each seat answered in each round, what it chose after the rounds, and all draws by name."""
    answers: dict[tuple[int, int], Action] = {}
    choices: list[list[Action]] = [[] for _ in range(match.header.seats)]
    draws = {}
    for kept in match.kept:
        state: State = kept.before
        if kept.line.who == CHANCE:
            draws[kept.line.action[:2]] = kept.line
        elif state.phase == ROUNDS:
            answers[kept.line.who, state.boards[kept.line.who].round] = kept.line.action
        else:
            choices[kept.line.who].append(kept.line.action)
    return answers, choices, draws


def as_together(own: Match) -> Match:
    """The same decisions and draws, everybody in step."""
    answers, choices, draws = decisions(own)
    options = tuple((key, "together" if key == "pace" else value) for key, value in own.header.options)
    match = Match(own.game, own.header._replace(options=options), own.legacy)
    while acting := match.game.to_act(match.state):
        who, state = acting[0], match.state
        if who == CHANCE:
            draw = match.game.draws(state)[0]
            match.append(draws[draw.stream, draw.index])
        elif state.phase == ROUNDS:
            # A part that own pace ended because a race was still open ends here by choice.
            match.append(Line(who, answers.get((who, state.boards[who].round), ("end",))))
        else:
            match.append(Line(who, choices[who].pop(0)))
    return match


@pytest.mark.parametrize("pace", ["own", "together"])
def test_a_view_says_whether_the_boards_are_sealed(pace: str) -> None:
    match = random_match("my_city/eternal", 2, pace, "sealed", stop=60)
    for kept in match.kept:
        state: State = kept.before
        assert match.game.view(state, 0)["sealed"] == (pace == "own" and state.phase == ROUNDS)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", range(6))
def test_own_pace_replayed_as_together(way: str, seed: int) -> None:
    counts = seat_counts(way)
    own = random_match(way, counts[seed % len(counts)], "own", f"pace/{seed}", quits=0.02)
    together = as_together(own)
    for mine, theirs in zip(own.state.boards, together.state.boards, strict=True):
        assert mine[:5] == theirs[:5]
        assert (mine.notes, mine.bookings, mine.passes) == (theirs.notes, theirs.bookings, theirs.passes)
    ours, others = own.game.score(own.state), together.game.score(together.state)
    assert ours == others
    assert places(ours) == places(others)
    seats = range(own.header.seats)
    assert [own.game.takes_along(own.state, seat) for seat in seats] == [
        together.game.takes_along(together.state, seat) for seat in seats
    ]
