"""Goals that chance draws before the first card, and the next card that is known: My Island 17 and 18."""

import json
from random import Random

import pytest

from tests.dialect import Position, random_line, random_match
from tilefolk.cli.terminal.panels.scene import Scene
from tilefolk.cli.terminal.panels.side_panel import side_lines
from tilefolk.cli.terminal.text.words import card_words
from tilefolk.core.chance import match_key, open_seed, outcome, seal
from tilefolk.core.game import Illegal, Legacy
from tilefolk.core.legacy import Owed
from tilefolk.core.match import Header, Match, finish, verify
from tilefolk.core.notation import CHANCE, Line, write
from tilefolk.core.record import BadRecord, read_record, write_record
from tilefolk.games import find, my_island
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.games.laying.state import prizes
from tilefolk.locale import texts

GAME = my_island.GAME
GOALS, NEXT = "my_island/17", "my_island/18"
LIST = (
    "largest:P>=7",
    "largest:F>=8",
    "largest:H>=8",
    "largest:W>=8",
    "open:beach<=8",
    "cover:rainforest>=10",
)


def begun(mode: str, pace: str = "together", legacy: tuple[Legacy, ...] = (), seed: str = "goals") -> Match:
    options = (("award", "yes"), ("pace", pace))
    return Match(GAME, Header(mode, 1, 2, options, seal(open_seed(seed)), (), seed), legacy)


def drawn(match: Match, *names: str) -> Match:
    """Chance brings these: `goal largest:P>=7`, `deck tile-t3`."""
    for name in names:
        stream, what = name.split()
        index = len(match.state.setting.goals if stream == "goal" else match.state.draws)
        match.append(Line(CHANCE, (stream, index, what)))
    return match


def by_seed(match: Match, seed: str = "goals") -> Match:
    """Chance brings everything that is waited for."""
    key = match_key(open_seed(seed), ())
    while CHANCE in GAME.to_act(match.state):
        match.append(Line(CHANCE, outcome(key, GAME.draws(match.state)[0])))
    return match


# Goals


def test_goals_are_drawn_before_the_first_card_and_lie_open_for_all() -> None:
    match = begun(GOALS)
    for index in range(3):
        assert [(draw.stream, draw.index) for draw in GAME.draws(match.state)] == [("goal", index)]
        match.append(Line(CHANCE, ("goal", index, LIST[index])))
    assert [draw.stream for draw in GAME.draws(match.state)] == ["deck"]
    for seat in (0, 1, None):
        view = GAME.view(match.state, seat)
        assert [race[:3] for race in view["races"]] == [
            [f"race_goal.{goal}", [5, 3], number] for goal, number in zip(LIST, (7, 8, 8), strict=False)
        ]
        assert [rule for rule in view["score"] if rule.startswith("race")] == [
            f"race_goal.{goal}" for goal in LIST[:3]
        ]
        assert [write(line) for line in match.told(seat)] == [
            f"* goal {index} {goal}" for index, goal in enumerate(LIST[:3])
        ]


@pytest.mark.parametrize(
    "wrong", ["goal 1 largest:P>=7", "goal 1 largest:P>=6", "goal 2 largest:F>=8", "deck 0 tile-t1"]
)
def test_a_goal_that_is_not_in_the_list_or_comes_twice_is_refused(wrong: str) -> None:
    match = drawn(begun(GOALS), "goal largest:P>=7")
    stream, index, what = wrong.split()
    action = (stream, int(index), what)
    assert action not in GAME.legal(match.state, CHANCE)
    with pytest.raises(Illegal):
        match.append(Line(CHANCE, action))


@pytest.mark.parametrize(
    ("old", "new", "number"),
    [
        ("* goal 1 {1}", "* goal 1 {0}", 11),
        ("* goal 1 {1}", "* goal 1 largest:P>=99", 11),
        ("* goal 2 {2}\n", "", 12),
        ("* deck 0 ", "* deck 1 ", 13),
    ],
)
def test_the_reader_names_the_line_and_the_reason(old: str, new: str, number: int) -> None:
    text = write_record(by_seed(begun(GOALS)))
    goals = [line.split()[3] for line in text.splitlines() if line.startswith("* goal")]
    assert old.format(*goals) in text
    with pytest.raises(BadRecord) as error:
        read_record(text.replace(old.format(*goals), new.format(*goals)), find)
    assert (error.value.number, error.value.rules) == (number, ("no_such_draw",))


def test_verify_derives_goals_and_next_cards() -> None:
    for mode in (GOALS, NEXT):
        match = random_match(mode, 2, "together", "verified")
        finish(match, open_seed("verified"))
        assert verify(match) == []
        drawn_goals = [line for line in match.lines if line.who == CHANCE and line.action[0] == "goal"]
        assert len(drawn_goals) == (3 if mode == GOALS else 2)
        other = next(goal for goal in LIST if goal not in match.state.setting.goals)
        text = write_record(match).replace(f" 0 {match.state.setting.goals[0]}\n", f" 0 {other}\n")
        lines = [line for line in text.splitlines() if not line.startswith("@ end")]
        assert [
            str(wrong.line.action[0]) for wrong in verify(read_record("\n".join(lines) + "\n", find))
        ] == ["goal"]


def test_every_goal_is_a_race_of_its_own() -> None:
    match = drawn(begun(GOALS), "goal largest:P>=7", "goal largest:F>=8", "goal open:beach<=8")
    assert [race.id for race in match.state.setting.races] == [
        "race_goal.largest:P>=7",
        "race_goal.largest:F>=8",
        "race_goal.open:beach<=8",
    ]
    noted = ("race_goal.largest:P>=7", "race_goal.largest:H>=8", "race_goal.open:beach<=8")
    rounds = ((4, 2, 9), (4, 2, -1))
    boards = tuple(
        board._replace(round=20).written(notes=tuple(sorted(zip(noted, when, strict=True))))
        for board, when in zip(match.state.boards, rounds, strict=True)
    )
    state = match.state._replace(boards=boards)
    assert [(one.rule, one.points) for one, _ in prizes(state, 0)] == [(noted[0], 5), (noted[2], 5)]
    assert [(one.rule, one.points) for one, _ in prizes(state, 1)] == [(noted[0], 5)], "not drawn, no prize"


@pytest.mark.parametrize(
    ("goal", "symbol", "cells", "reached"),
    [
        ("largest:P>=7", "P", "1,5 2,5 3,5 4,5 5,5 6,5 7,5", True),
        ("largest:P>=7", "P", "1,5 2,5 3,5 4,5 5,5 6,5", False),
        ("cover:rainforest>=10", "W", "4,0 5,0 6,0 9,0 10,0 11,0 5,1 6,1 8,1 9,1", True),
        ("cover:rainforest>=10", "W", "4,0 5,0 6,0 9,0 10,0 11,0 5,1 6,1 8,1 3,0", False),
    ],
)
def test_when_a_goal_is_reached(goal: str, symbol: str, cells: str, reached: bool) -> None:
    position = Position(GOALS).show(symbol, cells)
    goals = position.episode.goals
    assert goals and goals.races[goal].reached(position.ground, position.board) == reached


def test_the_beach_goal_counts_down() -> None:
    position = Position(GOALS)
    goals = position.episode.goals
    assert goals
    race = goals.races["open:beach<=8"]
    beach = position.ground.grid.listed(position.ground.layer("beach"))
    assert len(beach) == 26, "three harbours and two lighthouses are no beach"
    assert not race.reached(position.ground, position.board)
    assert not race.reached(position.ground, position.show("H", " ".join(beach[:17])).board)
    assert race.reached(position.ground, position.show("H", beach[17]).board)


def test_nobody_learns_a_goal_before_their_first_card() -> None:
    """At own pace a seat that still has to choose something knows neither goals nor cards."""
    owing = Legacy(owed=(Owed("my_island/14", 1, "award.others", 0),))
    match = by_seed(begun(GOALS, "own", (Legacy(), owing)))
    assert len(match.told(0)) == 4 and match.told(1) == []
    view = GAME.view(match.state, 1)
    assert view["phase"] == "owed" and view["races"] == [] and view["card"] == "" and view["round"] == 0
    assert not any(goal in json.dumps(view["races"]) for goal in LIST)
    match.append(Line(1, GAME.legal(match.state, 1)[0]))
    assert len(match.told(1)) == 5 and len(GAME.view(match.state, 1)["races"]) == 3
    together = begun(GOALS, "together", (Legacy(), owing))
    assert CHANCE not in GAME.to_act(together.state), "together nobody gets one before"


# The next card


def test_the_card_stays_the_one_to_be_answered() -> None:
    match = by_seed(begun(NEXT))
    cards = tuple(str(match.state.card(number)) for number in (0, 1))
    assert match.state.cards == cards[:1] and match.state.card(2) is None
    for seat in (0, 1, None):
        view = GAME.view(match.state, seat)
        assert (view["round"], view["card"], view["next"]) == (1, *cards)
    assert "next" not in GAME.view(by_seed(begun(GOALS)).state, 0), "no word of it where it is not known"
    names = {str(action[1]) for action in GAME.legal(match.state, 0) if action[0] == "place"}
    assert names == {cards[0].partition("-")[2]}
    assert GAME.why(match.state, 0, ("place", cards[1].partition("-")[2], 0, "0,0")) == ("not_this_piece",)


def test_a_next_card_that_is_told_too_early_is_refused() -> None:
    match = by_seed(begun(NEXT))
    card = next(card for card in EPISODES[NEXT].source.left(match.state.draws))
    with pytest.raises(Illegal):
        match.append(Line(CHANCE, ("deck", 2, card)))
    text = write_record(match) + f"* deck 2 {card}\n"
    with pytest.raises(BadRecord):
        read_record(text, find)
    for seat in (0, 1):
        match.append(Line(seat, ("pass",)))
    match.append(Line(CHANCE, ("deck", 2, card)))
    assert GAME.view(match.state, 0)["next"] == card


@pytest.mark.parametrize("pace", ["together", "own"])
def test_nobody_learns_a_card_earlier_than_one_round_before_they_answer_it(pace: str) -> None:
    match, stream = begun(NEXT, pace), Random(pace)
    key, most = match_key(open_seed("goals"), ()), 0
    while (acting := GAME.to_act(match.state)) and match.state.phase == "rounds":
        who = stream.choice(
            [seat for seat in acting if seat != 1 or pace == "together" or stream.random() < 0.3] or acting
        )
        match.append(random_line(GAME, match.state, who, key, stream, quits=0.0))
        for seat, board in enumerate(match.state.boards):
            told = [line for line in match.told(seat) if line.who == CHANCE and line.action[0] == "deck"]
            most = max(most, len(match.state.draws) - len(told))
            if not board.ended and match.state.phase == "rounds":
                assert len(told) <= board.round + 2
                unknown = [card for (card,) in match.state.draws[board.round + 2 :]]
                text = json.dumps(GAME.view(match.state, seat)["next"])
                assert not any(f'"{card}"' in text for card in unknown)
    assert (most > 3) == (pace == "own"), "at own pace the quick one was ahead"


def test_the_last_card_has_none_after_it() -> None:
    match = begun(NEXT)
    while match.state.phase == "rounds" and GAME.to_act(match.state):
        by_seed(match)
        view = GAME.view(match.state, 0)
        last = view["round"] == view["rounds"]
        assert bool(view["next"]) != last
        for seat in [who for who in GAME.to_act(match.state) if who >= 0]:
            action = GAME.legal(match.state, seat)[0]
            match.append(Line(seat, action))
    assert len(match.state.draws) == 32


# In the terminal


@pytest.mark.parametrize("width", [40, 80])
def test_the_terminal_shows_goals_and_the_next_card(width: int) -> None:
    match = drawn(begun(NEXT), "goal largest:P>=7", "goal open:beach<=8", "deck tile-t1", "deck tile-t31")
    scene = Scene(GAME.view(match.state, 0), texts("en"), ("Ada", "Bo"), (0, 0), 0)
    for height in (10, 99):
        told = " ".join(" ".join(str(line) for line in side_lines(scene, width, height)).split())
        assert "Goal: seven paths (7): 1: 0 2: 0" in told and "Goal: beach covered (8): 1: 26 2: 26" in told
        assert f"→ {card_words(texts('en'), 'tile-t31')}" in told


def test_the_terminal_shows_roofs() -> None:
    brought = Legacy(counts=(("roof:F", 2), ("roof:W", 3)))
    match = by_seed(begun("my_island/21", legacy=(brought, Legacy())))
    scene = Scene(GAME.view(match.state, 0), texts("en"), ("Ada", "Bo"), (0, 0), 0)
    told = [str(line) for line in side_lines(scene, 60, 99)]
    assert {"Roof of the granary ▲▲·", "Roof of the palace ···", "Roof of the citadel ▲▲▲"} <= set(told)
