"""What has to be said is found in the code, and what matches show is among it."""

import pytest

from tests.dialect import random_match
from tests.locale.uses.everything import COLLECTED, uses
from tests.locale.uses.message import Use, plain
from tests.locale.uses.reasons import spelled_reasons
from tilefolk.core.game import Mode
from tilefolk.core.match import Match
from tilefolk.games import all_modes
from tilefolk.games.laying.catalogue import EPISODES


def test_every_game_says_what_it_can_say() -> None:
    unheard = [mode.name for mode in all_modes() if mode.name not in EPISODES]
    assert {mode.partition("/")[0] for mode in unheard} == set(COLLECTED)


def test_reasons_are_found_in_the_code() -> None:
    found = spelled_reasons()
    assert {"not_to_act", "no_such_cell", "nothing_to_undo", "never_back", "cannot_pay"} <= found
    assert not found & {"flip", "pay", "take", "place"}, "verbs are no reasons"


def shown(match: Match) -> set[Use]:
    """The messages behind the views of a match as it stands, and behind what is not allowed in it."""
    game, state = match.game, match.state
    out: set[Use] = set()
    for seat in (None, *range(match.header.seats)):
        view = game.view(state, seat)
        out |= {(rule, tuple(numbers)) for rule, numbers in view["rules"]}
        out |= plain("answer", {answer[0] for answer in view["answers"]})
        out |= plain("ended", {board["ended"] for board in view["boards"]} - {""})
        out |= plain("tally", {rule for board in view["boards"] for rule, *_ in board["tally"]})
    done = {kept.act.action for kept in match.kept}
    for seat in range(match.header.seats):
        out |= plain("why", {reason for action in done for reason in game.why(state, seat, action)})
    return out


@pytest.mark.slow
@pytest.mark.parametrize("mode", all_modes(), ids=lambda mode: mode.name)
def test_what_a_match_shows_is_among_it(mode: Mode) -> None:
    """Nothing that a real match shows has been overlooked by what was collected from the code."""
    step = 23 if mode.name not in EPISODES or not EPISODES[mode.name].history else 61
    whole = random_match(mode.name, max(mode.seats), "together", "texts", quits=0.0)
    match = Match(whole.game, whole.header, whole.legacy)
    known = uses() | {(message, ()) for message, _ in uses()}
    for line in whole.lines[len(whole.legacy) :]:
        if len(match.lines) % step == 0:
            assert shown(match) <= known
        match.append(line)
    assert match.over and shown(match) <= known
