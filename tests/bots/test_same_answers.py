"""What the program computes with: tallies as bots and environments read them, and what built-in bots answer.

Digests of whole matches: they change only where bots or rules are meant to change. `python -m
tests.bots.test_same_answers` prints them anew.
"""

import hashlib
from collections.abc import Iterator

import pytest

from tests.dialect import game_of, random_match
from tilefolk.bots import BOTS
from tilefolk.core.match import Match
from tilefolk.core.play import play
from tilefolk.core.record import write_record
from tilefolk.games import find

MODES = ("my_city/eternal", "my_island/eternal", "my_island/12", "roll_and_build/12")
PACES = ("together", "own")
TABLES = (("greedy", "swallow", "mole"), ("fox", "beaver"))
DIGESTS = {
    "my_city/eternal": "8c8c15e4f655ecd2",
    "my_city/eternal together": "1454f2e78cd883ff",
    "my_city/eternal own": "fa95306174d42605",
    "my_island/eternal": "cb1594ee7ccf6ce8",
    "my_island/eternal together": "92942f91cfed3f37",
    "my_island/eternal own": "7d0af84eb083fae5",
    "my_island/12": "77c33729ee2a4474",
    "my_island/12 together": "9488283b2955fc31",
    "my_island/12 own": "90d6d648e9bbd3fa",
    "roll_and_build/12": "9189bed3cbe07b08",
    "roll_and_build/12 together": "7a6030887fc1fa4d",
    "roll_and_build/12 own": "4bd8d9c58b66024b",
}


def digest(texts: Iterator[str]) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]


def records(mode: str, pace: str) -> Iterator[str]:
    """Whole matches between built-in bots."""
    game, found = find(mode)
    for names in TABLES:
        bots = [BOTS[name] for name in names]
        yield write_record(play(game, found, bots, f"same {mode}", {"pace": pace}))


def tallies(mode: str) -> Iterator[str]:
    """Every tally of a random match as every seat may know it, line by line."""
    match = random_match(mode, 2, "together", f"same {mode}", legacy=())
    game, before = game_of(mode), Match(game_of(mode), match.header)
    for line in match.lines:
        before.append(line)
        yield from (str(game.score(game.seen(before.state, seat))) for seat in range(2))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("pace", PACES)
def test_built_in_bots_answer_as_ever(mode: str, pace: str) -> None:
    assert digest(records(mode, pace)) == DIGESTS[f"{mode} {pace}"]


@pytest.mark.parametrize("mode", MODES)
def test_tallies_are_as_ever(mode: str) -> None:
    """Together: at own pace a comparison counts nothing before it is made."""
    assert digest(tallies(mode)) == DIGESTS[mode]


if __name__ == "__main__":
    for mode in MODES:
        print(f'    "{mode}": "{digest(tallies(mode))}",')
        for pace in PACES:
            print(f'    "{mode} {pace}": "{digest(records(mode, pace))}",')
