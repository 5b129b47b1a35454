"""Guided first matches: their files are checked, their steps can be done, their texts are there and short."""

import re
from pathlib import Path

import pytest

from tests.guided import GUIDES, GuidedMatch, answers
from tilefolk.core.chance import open_seed
from tilefolk.core.match import finish, verify
from tilefolk.games import GAMES
from tilefolk.games.guides import Answer, Draft, Guide, Look, find_guide, guide_json, is_guided, read_guides
from tilefolk.games.toml_tables import BadEpisode
from tilefolk.locale import LANGUAGES, guide_messages, separate_messages, texts

MOST_LETTERS = 125  # three lines of a phone
SHORT_LETTERS = 95  # of what is said besides
STEP = '[[guide.eternal.step]]\nid = "%s"\nat = "board"\nuntil = { do = "answer", times = 2 }\n'
HEAD = '[guide.eternal]\nseed = "word"\nbots = ["greedy"]\n'
SOUND = HEAD + "".join(STEP % name for name in ("one", "two", "three", "four", "five"))
UNTIL = 'until = { do = "answer", times = 2 }'
BROKEN = {
    "no mode": ("guide.eternal", "guide.nowhere", "guide.nowhere", "no mode my_city/nowhere"),
    "too many bots": ('["greedy"]', '["greedy", "greedy", "greedy", "greedy"]', "bots", "not for 5 seats"),
    "no seed": ('seed = "word"\n', "", "seed", "is missing"),
    "a seed of two words": ('"word"', '"two words"', "seed", "not a word"),
    "an unknown key": ("seed =", "luck = 1\nseed =", "luck", "is not known here"),
    "too few steps": (STEP % "five", "", "step", "must be 5 to 13 steps, not 4"),
    "an id twice": ('"five"', '"four"', "step[4].id", "earlier step"),
    "no id": ('id = "five"\n', "", "step[4].id", "is missing"),
    "an id that is no word": ('"one"', '"One step"', "step[0].id", "not a word"),
    "an anchor with spaces": ('"board"', '"the board"', "step[0].at", "not a part of the page"),
    "an unknown condition": (UNTIL, 'until = { do = "wait" }', "step[0].until.do", "'wait' is no do"),
    "a condition of another": (
        UNTIL,
        'until = { do = "look", at = "a", times = 2 }',
        "until.times",
        "not known",
    ),
    "no time at all": (UNTIL, 'until = { do = "answer", times = 0 }', "until.times", "from 1 on"),
    "a cell that is none": (
        UNTIL,
        'until = { do = "draft", covers = ["4"] }',
        "until.covers[0]",
        "not a cell",
    ),
    "before the first": (UNTIL, 'until = { do = "draft", after = -1 }', "until.after", "from 0 on"),
    "no TOML": ("[guide.eternal]", "[guide.eternal", "(file)", "is no TOML"),
}

every_guide = pytest.mark.parametrize("guide", GUIDES.values(), ids=GUIDES.keys())


def test_every_game_has_a_guide_and_no_series_has_one() -> None:
    assert {mode.partition("/")[0] for mode in GUIDES} == set(GAMES)
    assert {"point_city/table", "point_city/solo-easy"} < set(GUIDES)
    assert find_guide("my_city/campaign") is find_guide("nothing/at_all") is None


def test_a_sound_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "guide.toml"
    file.write_text(SOUND, encoding="utf-8")
    (guide,) = read_guides(file, "my_city").values()
    assert guide.steps[0].until == Answer(times=2)
    assert guide_json(guide)["steps"][0] == {
        "id": "one",
        "at": "board",
        "cells": (),
        "until": {"do": "answer", "verb": "", "times": 2},
    }


@pytest.mark.parametrize("case", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_file_is_refused(case: tuple[str, str, str, str], tmp_path: Path) -> None:
    old, new, key, reason = case
    text = SOUND.replace(old, new, -1 if old == "guide.eternal" else 1)
    assert text != SOUND
    file = tmp_path / "guide.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadEpisode) as error:
        read_guides(file, "my_city")
    assert error.value.file == "guide.toml"
    assert key in error.value.key
    assert reason in error.value.reason


@every_guide
def test_its_steps_can_be_done_with_its_draws(guide: Guide) -> None:
    played = GuidedMatch(guide)
    given = answers(guide)
    for step in guide.steps:
        if isinstance(step.until, Draft) and step.until.covers:
            action = given[step.until.after]
            assert set(step.until.covers) == set(played.cells(action)), step.id
            for one in given[len(played_by(played)) : step.until.after + 1]:
                played.answer(one)
        elif isinstance(step.until, Answer) and step.until.verb:
            verbs = [line[0] for line in played_by(played)]
            assert verbs.count(step.until.verb) == step.until.times, step.id


def played_by(played: GuidedMatch) -> list[tuple[str | int, ...]]:
    return [kept.act.action for kept in played.match.kept if kept.act.who == 0]


@every_guide
def test_it_ends_like_any_match_and_verifies(guide: Guide) -> None:
    played = GuidedMatch(guide)
    for action in answers(guide):
        played.answer(action)
    while not played.match.over:
        played.answer(played.legal()[-1])
    finish(played.match, open_seed(guide.seed))
    assert verify(played.match) == []
    assert played.match.header.practice
    assert is_guided(guide.mode, guide.seed)
    assert not is_guided(guide.mode, "")
    assert not is_guided(guide.mode, "another-word")


@every_guide
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_everything_briefly(guide: Guide, language: str) -> None:
    said = texts(language)
    for step in guide.steps:
        sentence = said.forms[f"guide.{guide.mode}.{step.id}"][0]
        assert len(sentence) <= MOST_LETTERS, (step.id, len(sentence))
        touched = said.forms.get(f"guide.{guide.mode}.{step.id}.touch", ("",))[0]
        assert len(touched) <= MOST_LETTERS, (step.id, "touch", len(touched))
        for besides in ("keys", "wrong", "move"):
            more = said.forms.get(f"guide.{guide.mode}.{step.id}.{besides}", ("",))[0]
            assert len(more) <= SHORT_LETTERS, (step.id, besides)
        needs_wrong = isinstance(step.until, Draft) or (isinstance(step.until, Answer) and step.until.verb)
        assert said.has(f"guide.{guide.mode}.{step.id}.wrong") == bool(needs_wrong), step.id


@pytest.mark.parametrize("game", GAMES)
def test_its_texts_belong_to_its_steps_and_are_sent_apart(game: str) -> None:
    steps = [f"guide.{guide.mode}.{step.id}" for guide in GUIDES.values() for step in guide.steps]
    for message in guide_messages(game):
        assert re.sub(r"\.(keys|wrong|move|touch)$", "", message) in steps
    assert guide_messages(game) <= separate_messages()


@every_guide
def test_it_lets_go(guide: Guide) -> None:
    """The last two steps leave the choice to the player."""
    for step in guide.steps[-2:]:
        assert isinstance(step.until, Answer)
        assert not step.until.verb
    assert any(isinstance(step.until, Look) for step in guide.steps)


def test_the_guide_of_my_island_finishes_a_road_and_a_group_of_five() -> None:
    guide = GUIDES["my_island/eternal"]
    played = GuidedMatch(guide)
    for action in answers(guide):
        played.answer(action)
    booked = {rule for rule, points, *_ in played.view["boards"][0]["tally"] if points > 0}
    assert {"road.P.totem.beach", "new_group.W"} <= booked
