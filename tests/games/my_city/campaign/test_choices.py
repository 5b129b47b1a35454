"""Choices of My City's campaign: nuggets that are sold, choices that are put off and owed."""

import pytest

from tests.games.my_city.campaign.by_hand import GAME, OWING, begun, drawn, ended, episode_mode
from tilefolk.core.game import BadSetup, Illegal, Legacy
from tilefolk.core.legacy import Owed
from tilefolk.core.notation import CHANCE, TABLE, Line
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.games.laying.choosing import PUT_OFF

# MC-R54: the mint


RICH = Legacy((("G", "C1"), ("G", "E1")), (("nuggets", 1), ("nuggets_ever", 1)))


def test_mc_r54_what_was_won_in_the_same_episode_can_be_sold() -> None:
    game = GAME
    state = game.setup(episode_mode(12), 2, {"pace": "own", "award": "yes"}, (RICH, RICH))
    assert game.takes_along(state, 0).count("nuggets") == 1
    rule = EPISODES[episode_mode(12)].rules.ask[0]
    assert rule.answers(RICH, 0) == (("melt", 0), ("melt", 1))
    assert rule.answers(RICH, 2) == (("melt", 0), ("melt", 1), ("melt", 2)), "two at most"
    assert rule.answers(Legacy(), 0) == ()


def test_mc_r54_at_own_pace_it_is_asked_when_the_own_rounds_are_over() -> None:
    match = begun(12, (RICH, RICH), pace="own")
    drawn(match)
    match.append(Line(0, ("end",)))
    assert 0 in GAME.to_act(match.state), "nobody waits for the others with it"
    assert list(GAME.legal(match.state, 0)) == [("melt", 0), ("melt", 1)]
    match.append(Line(0, ("melt", 1)))
    assert 0 not in GAME.to_act(match.state) and match.state.phase == "rounds"
    assert GAME.view(match.state, 1) == GAME.view(match.state, 1)
    assert ("melt", 1) not in [line.action for line in match.told(1)]
    match.append(Line(1, ("end",)))
    match.append(Line(1, ("melt", 0)))
    assert match.over
    assert match.end_record()["kept"][0][0] == ["melt", "nuggets", -1]
    assert ("melt", 1) in [line.action for line in match.told(1)]


def test_mc_r54_together_it_is_asked_when_the_rounds_of_all_are_over() -> None:
    match = begun(12, (RICH, RICH))
    drawn(match)
    match.append(Line(0, ("end",)))
    match.append(Line(1, GAME.legal(match.state, 1)[0]))
    drawn(match)
    assert GAME.to_act(match.state) == (1,), "the part of the other is over"
    assert not GAME.legal(match.state, 0) and GAME.why(match.state, 0, ("melt", 1)) == ("has_ended",)
    match.append(Line(1, ("end",)))
    assert GAME.to_act(match.state) == (0, 1) and ("melt", 1) in GAME.legal(match.state, 0)


def test_mc_r47_a_stand_in_melts_no_nuggets() -> None:
    match = begun(12, (RICH, RICH), pace="own")
    drawn(match)
    assert not GAME.lasts(match.state, 0), "rounds are played for whoever is away"
    match.append(Line(0, ("end",)))
    assert GAME.lasts(match.state, 0) and GAME.timeout_action(match.state, 0) == ("melt", 0)


def test_mc_r54_an_open_race_counts_with_its_smallest_prize() -> None:
    race = next(rule for rule in EPISODES[episode_mode(12)].rules.race)
    assert [race.prize(step).nuggets for step in range(3)] == [2, 1, 1]


# MC-R55: owed choices


def test_mc_r55_later_puts_all_open_choices_off() -> None:
    match = ended(begun(2), "", "")
    match.append(Line(0, PUT_OFF))
    match.append(Line(1, GAME.legal(match.state, 1)[0]))
    while 1 in GAME.to_act(match.state):
        match.append(Line(1, GAME.legal(match.state, 1)[0]))
    legacy = GAME.takes_along(match.state, 0)
    assert legacy.owed[0] == Owed(episode_mode(2), 1, "award.everyone", 0) and len(legacy.owed) == 2


def test_mc_r55_it_is_answered_before_the_first_card_on_the_board_of_the_earlier_episode() -> None:
    match = begun(10, (OWING, Legacy()))
    assert GAME.to_act(match.state) == (0,), "together nobody gets a card before"
    assert GAME.draws(match.state) == ()
    view = GAME.view(match.state, 0)
    assert view["phase"] == "owed" and view["choices"][0]["from"] == episode_mode(9)
    assert "vein" not in view["choices"][0]["ground"]["layers"], "the marks of episode 10 come after it"
    with pytest.raises(Illegal) as caught:
        match.append(Line(0, PUT_OFF))
    assert caught.value.rules == ("put_off_before",)
    match.append(Line(0, ("stick", "W", "G6")))
    assert match.state.setting.grounds[0].layer("well") and GAME.draws(match.state)
    assert match.end_record()["kept"][0][0] == ["owed", "W", "G6"]


def test_mc_r55_at_own_pace_nobody_waits_for_what_another_owes() -> None:
    match = begun(10, (OWING, Legacy()), pace="own")
    assert set(GAME.to_act(match.state)) == {0, CHANCE}
    drawn(match)
    assert set(GAME.to_act(match.state)) == {0, 1}
    before = GAME.view(match.state, 1)
    match.append(Line(0, ("stick", "W", "G6")))
    assert GAME.view(match.state, 1) == before
    assert 0 in GAME.to_act(match.state) and not match.may_undo(0), "its first card lies there"


def test_mc_r57_who_is_away_owes_on_and_nothing_is_chosen_for_them() -> None:
    match = begun(10, (OWING, Legacy()))
    assert GAME.timeout_action(match.state, 0) == PUT_OFF
    match.append(Line(TABLE, ("late", 0, *PUT_OFF)))
    assert GAME.draws(match.state), "the others go on"
    ended(match, "end", "")
    while 1 in GAME.to_act(match.state):
        match.append(Line(1, GAME.legal(match.state, 1)[0]))
    assert GAME.timeout_action(match.state, 0) == PUT_OFF
    match.append(Line(TABLE, ("late", 0, *PUT_OFF)))
    owed = GAME.takes_along(match.state, 0).owed
    assert [one.mode for one in owed] == [episode_mode(9), episode_mode(10)], "in the order of the episodes"


def test_a_choice_nobody_gave_is_refused() -> None:
    for owed in (Owed("my_city/99", 1, "award.first", 1), Owed(episode_mode(9), 1, "award.first", 0)):
        with pytest.raises(BadSetup) as caught:
            GAME.setup(episode_mode(10), 2, {}, (Legacy(owed=(owed,)), Legacy()))
        assert caught.value.problem == "setup.owed"
