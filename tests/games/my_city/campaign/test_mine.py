"""My City's mine, episodes 16 to 18: digging, boxes, triangles, and what waits for the choices of all."""

import pytest

from tests.dialect import Position
from tests.games.my_city.campaign.by_hand import BLUES, GAME, all_end, begun, episode_mode, kept_of, owing
from tilefolk.core.game import BadSetup, Legacy
from tilefolk.core.legacy import LATER
from tilefolk.core.notation import TABLE, Line
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.games.laying.choosing import PUT_OFF
from tilefolk.games.laying.rules.rule_kinds import Outcomes
from tilefolk.games.laying.rules.shaft import Dig


def dig_of(number: int, kind: str) -> Dig:
    rules = [rule for rule in EPISODES[episode_mode(number)].rules.reward if isinstance(rule, Dig)]
    return next(rule for rule in rules if rule.kind == kind)


def counted(**boxes: int) -> tuple[tuple[str, int], ...]:
    return tuple(sorted((f"boxes:{kind}", n) for kind, n in boxes.items()))


def test_mc_v11_all_groups_that_reach_the_entrance_dig() -> None:
    laid = [
        ("B-I2", "A2 B2"),
        ("B-I2", "C2 D2"),
        ("B-I2", "B3 C3"),
        ("B-O4", "E1 F1 E2 F2"),
        ("R-I2", "D3 D4"),
        ("B-I3", "H1 I1 J1"),
    ]
    position = Position(episode_mode(16), laid)
    assert dig_of(16, "B").digs(position.ground, position.board) == 4


def test_boxes_beyond_the_last_are_lost() -> None:
    position = Position(episode_mode(16), [("B-I2", "A2 B2"), ("B-I2", "C2 D2")])
    legacy = Legacy(counts=counted(B=8))
    match = begun(16, (legacy, Legacy()))
    ground = match.state.ground(0)
    outcome = Outcomes(ground, position.board, 1, 2, False)
    gains = dig_of(16, "B").keeps(outcome, legacy)
    assert [gain[1:3] for gain in gains] == [("boxes:B", 1), ("progress", 1)]


def test_gifts_of_the_boxes_come_in_order() -> None:
    laid = [("B-I2", "A2 B2"), ("B-I2", "C2 D2"), ("B-I2", "B3 C3"), ("B-O4", "E1 F1 E2 F2")]
    position = Position(episode_mode(16), [*laid, ("B-I3", "G1 G2 G3"), ("B-I2", "H1 H2")])
    outcome = Outcomes(position.ground, position.board, 1, 2, False)
    gains = dig_of(16, "B").keeps(outcome, Legacy())
    assert [gain[1:3] for gain in gains] == [
        ("boxes:B", 6),
        ("waits", 1),
        ("nuggets", 1),
        ("nuggets_ever", 1),
    ]
    assert [task.number for task in dig_of(16, "B").tasks(outcome)] == [0], "the tree is put by its owner"


@pytest.mark.parametrize(("number", "open_"), [(16, "B"), (17, "BR"), (18, "BRY")])
def test_a_box_goes_into_a_shaft_that_is_open_and_not_full(number: int, open_: str) -> None:
    box = (owing(number, "award.others"),)
    match = begun(number + 1, (Legacy(owed=box), Legacy()))
    assert list(GAME.legal(match.state, 0)) == [("box", kind) for kind in open_]
    full = begun(number + 1, (Legacy(counts=counted(B=9), owed=box), Legacy()))
    assert ("box", "B") not in GAME.legal(full.state, 0)
    assert GAME.why(match.state, 0, ("box", "G")) == ("box_closed",)
    if number > 16:
        assert GAME.why(full.state, 0, ("box", "B")) == ("box_full",)
    void = begun(number + 1, (Legacy(counts=counted(B=9, R=7, Y=5), owed=box), Legacy()))
    assert kept_of(all_end(void))[0][0] == ["owed", "box", ""]


def test_a_box_may_bring_a_sticker_which_is_next() -> None:
    brought = Legacy(counts=counted(B=1), owed=(owing(16, "award.others"), owing(16, "award.first", 1)))
    match = begun(17, (brought, Legacy()))
    match.append(Line(0, ("box", "B")))
    waiting = GAME.view(match.state, 0)["choices"]
    assert [(choice["from"], choice["rule"]) for choice in waiting] == [
        (episode_mode(16), "dig.B"),
        (episode_mode(16), "award.first"),
    ]
    match.append(Line(0, ("stick", "t", "C1")))
    match.append(Line(0, ("stick", "R", "C2")))
    told = kept_of(all_end(match))[0]
    assert told[:4] == [
        ["owed", "boxes:B", 1],
        ["owed", LATER, "dig.B,0"],
        ["owed", "t", "C1"],
        ["owed", "R", "C2"],
    ]


def test_the_cabinet_looks_at_nuggets_of_a_box_chosen_later() -> None:
    counts = tuple(sorted((*counted(R=1), ("nuggets_ever", 3))))
    match = begun(19, (Legacy(counts=counts, owed=(owing(18, "award.others"),)), Legacy()))
    told = kept_of(all_end(match, ("box", "R")))[0]
    assert told[:4] == [
        ["owed", "boxes:R", 1],
        ["dig.R", "nuggets", 1],
        ["dig.R", "nuggets_ever", 1],
        ["cabinet", "progress", 1],
    ], "episode 19 has no cabinet, episode 18 had"


NEAR = Legacy(counts=counted(B=3), owed=(owing(16, "award.others"),))
SETTLED = [["settled", "progress", 1], ["dig.B", "triangle:B", "4"]]


def test_mc_r44_a_triangle_is_for_all_who_reach_it_in_the_same_episode() -> None:
    told = kept_of(all_end(begun(17, (NEAR, NEAR, Legacy()), 3), ("box", "B"), ("box", "B")))
    assert [kept[:2] for kept in told[:2]] == [[["owed", "boxes:B", 1], ["owed", "waits", "dig.B,1"]]] * 2
    assert told[0][-2:] == told[1][-2:] == SETTLED and SETTLED[1] not in told[2]


def test_mc_r44_a_triangle_is_struck_out_for_everybody_else() -> None:
    won = Legacy((("triangle:B", "4"),), counted(B=5))
    told = kept_of(all_end(begun(17, (NEAR, won)), ("box", "B")))
    assert told[0][-1] == ["settled", "triangle:B", ""]
    assert ["settled", "progress", 1] not in told[0]


@pytest.mark.parametrize(("chosen", "first"), [("B", 0), ("R", 1)])
def test_mc_r44_and_r55_a_box_belongs_to_the_episode_that_gave_it(chosen: str, first: int) -> None:
    """The first seat is away and owes a box of 17; the second reaches the triangle by one of 18."""
    away = Legacy(counts=counted(B=3), owed=(owing(17, "award.others"),))
    later = Legacy(counts=counted(B=3), owed=(owing(18, "award.others"),))
    match = begun(19, (away, later))
    match.append(Line(TABLE, ("late", 0, *PUT_OFF)))
    all_end(match, (), ("box", "B"))
    taken = [GAME.takes_along(match.state, seat) for seat in (0, 1)]
    assert taken[1].waits == (owing(18, "dig.B", 1),), "settled with the last choice"
    assert GAME.takes_along(match.state, 1).count("progress") in (0, 2)
    seats = taken[0]._replace(owed=taken[0].owed[:1]), taken[1]._replace(owed=())
    told = kept_of(all_end(begun(20, seats), ("box", chosen)))
    assert SETTLED[0] in told[first] and SETTLED[0] not in told[1 - first]
    assert ["settled", "triangle:B", ""] in told[1] or first == 1


def test_most_boxes_count_when_the_last_box_is_chosen() -> None:
    waits = (owing(18, "award.most_boxes"),)
    one = Legacy(counts=counted(B=4), waits=waits, owed=(owing(18, "award.others"),))
    other, third = Legacy(counts=counted(B=3, R=2), waits=waits), Legacy(counts=counted(Y=1), waits=waits)
    told = kept_of(all_end(begun(19, (one, other, third), 3), ("box", "R")))
    won = [["settled", "progress", 1] in kept for kept in told]
    assert won == [True, True, False], "five each: both get it"
    assert told[2][-1] == ["settled", "most_boxes", ""]
    none = tuple(Legacy(waits=waits) for _ in range(2))
    assert all(kept[-1] == ["settled", "most_boxes", ""] for kept in kept_of(all_end(begun(19, none))))


def test_what_waits_and_comes_from_nowhere_is_refused() -> None:
    wrong = (owing(16, "dig.B", 0), owing(16, "award.most_boxes"), owing(13, "dig.B", 1))
    for gift in wrong:
        with pytest.raises(BadSetup):
            GAME.setup(episode_mode(17), 2, {}, (Legacy(waits=(gift,)), Legacy()))
    for gift in (owing(15, "soot", 0, "Z9"), owing(15, "soot", 1), owing(16, "dig.B", 1)):
        with pytest.raises(BadSetup):
            GAME.setup(episode_mode(17), 2, {}, (Legacy(owed=(gift,)), Legacy()))


@pytest.mark.parametrize("number", [14, 17])
def test_open_boxes_and_cogs_of_others_are_not_told(number: int) -> None:
    rule, choices = {14: (owing(13, "award.first", 2), BLUES[:2]), 17: (owing(16, "award.others"), "B")}[
        number
    ]
    legacy = Legacy(counts=counted(B=1), owed=(rule, rule))

    def leaves(choice: str, viewer: int | None) -> object:
        match = begun(number, (legacy,) * 3, 3)
        before = GAME.view(match.state, viewer)
        match.append(Line(1, ("mark", "cog", choice) if number == 14 else ("box", choice)))
        return before == GAME.view(match.state, viewer), match.told(viewer), GAME.seen(match.state, viewer)

    for viewer in (0, 2, None):
        told = [leaves(choice, viewer) for choice in choices]
        assert told[0] == told[-1] and told[0][0] is True  # type: ignore[index]


def test_cogs_boxes_and_most_boxes_are_told_before_anybody_has_them() -> None:
    gifts = GAME.view(begun(13, seats=3).state, 0)["gifts"]
    assert [what for row, what, _ in gifts if row == "award.others"] == [["cog"], ["cog"]]
    last = GAME.view(begun(18, seats=3).state, 0)["gifts"]
    assert ["award.others", ["box"], ""] in last and ["award.most_boxes", ["progress"], 1] in last
