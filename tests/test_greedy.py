"""Greedy plays sensibly: a campaign of Roll & Build alone, with passes and an end of its own choosing."""

from tilefolk.bots import BOTS
from tilefolk.core.game import Legacy
from tilefolk.core.match import Match
from tilefolk.core.play import play
from tilefolk.games import modes_of, roll_and_build

INSPECTOR = 200  # building inspector; the median of greedy lies higher


def campaign(seed: str) -> list[Match]:
    """Twelve episodes alone, each with what the one before has left."""
    matches, legacy = [], Legacy()
    for mode in modes_of(roll_and_build.GAME):
        options = {"award": "yes"} if "award" in dict(mode.options) else {}
        match = play(roll_and_build.GAME, mode, [BOTS["greedy"]], f"{seed}/{mode.name}", options, [legacy])
        legacy = roll_and_build.GAME.takes_along(match.state, 0)
        matches.append(match)
    return matches


def test_a_campaign_alone() -> None:
    matches = campaign("greedy")
    values = [match.end_record()["values"][0] for match in matches]
    assert sum(values) > INSPECTOR and min(values) > 0
    verbs = [line.action[0] for match in matches for line in match.lines if line.who == 0]
    assert verbs.count("pass") > 3 and verbs.count("end") > 3


def test_nobody_stays_for_nothing() -> None:
    """Every part ends long before the row of passes and the cells could run out one by one."""
    for match in campaign("patience"):
        assert sum(line.action[0] == "dice" for line in match.lines) < 60
