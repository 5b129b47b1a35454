"""One line, one spelling: reading what was written gives the same line back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilefolk.core.notation import CHANCE, TABLE, BadLine, Line, read, write

WORDS = st.text('abcXYZ019,.:-@*{}"', min_size=1, max_size=8).filter(lambda word: not _is_number(word))
TOKENS = st.one_of(st.integers(-(10**6), 10**6), WORDS)


def _is_number(word: str) -> bool:
    try:
        return str(int(word)) == word
    except ValueError:
        return False


@given(st.integers(-2, 9), WORDS, st.lists(TOKENS, max_size=5))
def test_read_gives_back_what_was_written(who: int, verb: str, rest: list[str | int]) -> None:
    line = Line(who, (verb, *rest))
    assert read(write(line)) == line


def test_spellings() -> None:
    assert write(Line(0, ("place", "T4", 2, "C5"))) == "0 place T4 2 C5"
    assert write(Line(CHANCE, ("deck", 12, "B-T4"))) == "* deck 12 B-T4"
    assert write(Line(TABLE, ("late", 1))) == "@ late 1"


@pytest.mark.parametrize(
    "text",
    ["", "0", "x place", "0  place", "0 place ", " 0 place", "-1 place", "00 place", "0 7", "0 pl\tace"],
)
def test_other_spellings_are_refused(text: str) -> None:
    with pytest.raises(BadLine):
        read(text)
