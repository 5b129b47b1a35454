"""What somebody is told who meets a rule of My City's campaign for the first time."""

from tests.games.my_city.campaign.by_hand import GAME, begun, episode_mode
from tilefolk.core.chance import open_seed, seal
from tilefolk.core.game import Legacy
from tilefolk.core.grid import bits_of
from tilefolk.core.match import Header, Match
from tilefolk.games.laying.catalogue import EPISODES, ground_in
from tilefolk.games.laying.mentions import changed_cells


def lit_by_changes(number: int) -> dict[str, set[str]]:
    """The cells of a board without stickers that new and gone rules speak of."""
    episode = EPISODES[episode_mode(number)]
    ground = ground_in(episode, Legacy())
    names = ground.grid.names
    return {
        rule: {names[bit] for bit in bits_of(mask)} for rule, mask in changed_cells(episode, ground).items()
    }


def test_new_rules_speak_of_cells() -> None:
    eighth, tenth = lit_by_changes(8), lit_by_changes(10)
    assert eighth["mark.SAW"] == {"I10"}
    assert eighth["start.near:sawmill"] == {"I9", "I11", "H10", "J10"}
    assert tenth["mark.G"] == tenth["race_covered.vein.nuggets"] == {"A8", "K1"}
    assert "church" not in lit_by_changes(5)  # no church stands before the first card
    assert {"B1", "J3"} <= lit_by_changes(1)["visible.tree"]  # in the first episode every rule is new


def test_a_flooded_bank_is_not_among_the_open_cells() -> None:
    assert "A8" not in lit_by_changes(7)["land.plain.no_left"]
    assert "A8" in lit_by_changes(10)["land.plain.forest"]


def test_what_places_bring_is_told_in_advance() -> None:
    match = begun(3, seats=3)
    assert match.game.view(match.state, None)["gifts"] == [
        ["award.first", ["progress"], 2],
        ["award.first", ["R"], ""],
        ["award.second", ["progress"], 1],
        ["award.others", ["W"], ""],
    ]
    rows = [row for row, *_ in begun(4).game.view(begun(4).state, 0)["gifts"]]
    assert "award.second" not in rows  # two seats have no second row
    alone = Match(GAME, Header(episode_mode(3), 1, 2, (), seal(open_seed("alone")), (), "alone"))
    assert alone.game.view(alone.state, None)["gifts"] == []  # played by itself an episode brings nothing
