"""Greedy plays sensibly: a campaign of Roll & Build alone, with passes and an end of its own choosing."""

from tests.dialect import Position
from tilefolk.bots import BOTS
from tilefolk.bots.promise import promise_of
from tilefolk.bots.stickers import choose_for_good
from tilefolk.core.game import Legacy
from tilefolk.core.legacy import Owed
from tilefolk.core.match import Match
from tilefolk.core.notation import Action
from tilefolk.core.play import play
from tilefolk.games import modes_of, my_city, roll_and_build

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


def chosen(mode: str, *brought: Legacy) -> Action:
    """What greedy chooses for good before its first card."""
    state = my_city.GAME.setup(mode, len(brought), {"award": "yes"}, brought)
    return choose_for_good(state, 0, my_city.GAME.legal(state, 0))


def test_a_cog_goes_on_a_small_building_and_a_box_where_something_is_near() -> None:
    cog, box = Owed("my_city/13", 1, "award.first", 2), Owed("my_city/18", 1, "award.others", 0)
    assert chosen("my_city/14", Legacy(owed=(cog,)), Legacy()) == ("mark", "cog", "B-I2")
    assert chosen("my_city/14", Legacy((("cog", "B-I2"),), owed=(cog,)), Legacy()) == ("mark", "cog", "B-I3")
    dug = (("boxes:B", 3), ("boxes:R", 2), ("boxes:Y", 3))
    assert chosen("my_city/19", Legacy(counts=dug, owed=(box,)), Legacy()) == ("box", "B"), (
        "a triangle is next"
    )
    taken = Legacy((("triangle:B", "4"), ("triangle:R", "4")))
    assert chosen("my_city/19", Legacy(counts=dug, owed=(box,)), taken) == ("box", "Y"), "it is taken"


def test_a_board_promises_the_boxes_it_would_cross_off() -> None:
    position = Position("my_city/16")
    state = my_city.GAME.setup("my_city/16", 2, {"award": "yes"}, (Legacy(), Legacy()))
    promise = promise_of(state, 0)
    assert promise(position.ground, position.lay("B-I2", "C2 D2").board) == 0.0
    one = promise(position.ground, position.lay("B-I2", "A2 B2").board)
    assert one > 2.0, "two boxes, and a tree on the second"


def test_a_link_that_is_nearer_promises_more() -> None:
    position = Position("my_city/22")
    state = my_city.GAME.setup("my_city/22", 2, {}, (Legacy(), Legacy()))
    promise = promise_of(state, 0)
    far = promise(position.ground, position.lay("R-I3", "F6 F7 F8").board)
    assert promise(position.ground, position.lay("Y-I3", "F3 F4 F5").board) > far > 0
