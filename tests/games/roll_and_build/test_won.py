"""What is won so far on a sheet without a score track (RB-R18)."""

from itertools import pairwise

import pytest

from tests.dialect import random_match
from tilefolk.core.match import Match
from tilefolk.games import roll_and_build

PASS = ("pass",)


@pytest.mark.parametrize("number", range(1, 13))
def test_rb_r18_what_is_won_is_lost_by_a_pass_or_a_house_on_a_well_alone(number: int) -> None:
    """The own pace, so that each answer is carried out at once."""
    whole = random_match(f"roll_and_build/{number}", 1, "own", "won", quits=0.0)
    match, won = Match(whole.game, whole.header, whole.legacy), []
    for line in whole.lines[len(match.lines) :]:
        match.append(line)
        [board] = roll_and_build.GAME.view(match.state, 0)["boards"]
        wells = sum(points for rule, points, _ in board["tally"] if rule == "well.well")
        if not match.over:
            won.append((board["won"], wells, line.action == PASS))
            assert board["won"] + board["open"] == board["value"]
    assert won[0][0] == 0 and len(won) > 5
    for (before, wells, _), (after, wells_then, passed) in pairwise(won):
        assert passed or after >= before or wells_then < wells
