"""The characters: levels, ways, and answers that follow from the seed."""

import tomllib

import pytest

from tilefolk.bots import BOTS, CHARACTERS, BadBot, UnknownBot, company, find_bot
from tilefolk.bots.characters import FILE, BadCharacter, Character, read_characters
from tilefolk.core.play import play
from tilefolk.core.record import write_record
from tilefolk.games import GAMES, find

LOWER = ("mole", "swallow", "beaver")
QUICK = ("my_city/eternal", "roll_and_build/6", "point_city/table")


def test_every_character_is_a_bot_by_level() -> None:
    assert [character.level for character in CHARACTERS.values()] == [1, 2, 3, 4, 5]
    assert all(BOTS[name] is character for name, character in CHARACTERS.items())


@pytest.mark.parametrize("mode", QUICK)
def test_a_character_answers_by_the_seed_alone(mode: str) -> None:
    def record() -> str:
        return write_record(play(*find(mode), [CHARACTERS[name] for name in LOWER], "again"))

    assert record() == record()


@pytest.mark.parametrize("mode", QUICK)
def test_three_of_a_kind_do_not_answer_alike(mode: str) -> None:
    match = play(*find(mode), [CHARACTERS["beaver"]] * 3, "alike")
    answers = [[line.action for line in match.lines if line.who == seat] for seat in range(3)]
    assert answers[0] != answers[1] != answers[2] != answers[0]


def test_the_mole_builds_where_it_can() -> None:
    match = play(*find("my_city/eternal"), [CHARACTERS["mole"]], "builds")
    answers = [line.action[0] for line in match.lines if line.who == 0]
    assert answers.count("place") > 12 and answers[0] == "place"


def test_without_a_way_of_its_own_a_character_plays_as_the_strongest_below() -> None:
    told = tomllib.loads(FILE.read_text(encoding="utf-8"))
    told["owl"]["way"] = [{"games": ["other"], "bot": "tilefolk.bots.greedy:greedy"}]
    told["fox"]["way"] = []
    owl = read_characters(told)["owl"]
    assert owl.plays([*GAMES, "other"]) == ["other"]
    assert owl.way("my_city") == CHARACTERS["beaver"].way("my_city") != owl.way("other")


def test_a_divided_character_has_a_part_of_the_budget_and_says_so() -> None:
    owl, part = CHARACTERS["owl"], find_bot("owl/8")
    assert isinstance(part, Character) and part.id == "owl/8" and part.level == owl.level
    for game in GAMES:
        whole, cheaper = dict(owl.way(game).parameters), dict(part.way(game).parameters)
        assert cheaper["playouts"] == whole["playouts"] // 8 and cheaper["guesses"] == whole["guesses"]
        assert part.way(game).function == owl.way(game).function
    assert dict(owl.divided(9999).way("roll_and_build").parameters)["playouts"] == 1


def test_only_characters_that_search_can_be_divided() -> None:
    with pytest.raises(BadBot) as bad:
        find_bot("mole/2")
    assert bad.value.problem == "bots.no_budget"
    for name in ("owl/0", "owl/x", "greedy/2", "owl/"):
        with pytest.raises(UnknownBot):
            find_bot(name)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"owl": {"level": 4}}, "same level"),
        ({"owl": {"level": 5, "way": [{"bot": "greedy"}]}}, "module:function"),
        ({"mole": {"level": 1}}, "every game"),
    ],
)
def test_a_bad_character_is_named(change: dict[str, object], said: str) -> None:
    told = tomllib.loads(FILE.read_text(encoding="utf-8")) | change
    with pytest.raises(BadCharacter, match=f"^{next(iter(change))}.*{said}|^fox.*{said}"):
        read_characters(told)


def test_company_is_of_different_characters_as_long_as_there_are_any() -> None:
    playing = [name for name, character in CHARACTERS.items() if character.own_way("roll_and_build")]
    named = company("roll_and_build", len(playing) + 1)
    assert sorted(named[:-1]) == sorted(playing)
    assert named[0] == named[-1] == "beaver" and named[1] == "swallow"
