"""One line, one spelling: reading what was written gives the same line back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilefolk.core.game import Legacy
from tilefolk.core.legacy import Asleep
from tilefolk.core.notation import CHANCE, TABLE, Action, BadLine, Line, read, write
from tilefolk.core.record import BadRecord, read_header
from tilefolk.core.table_lines import (
    END_PREFIX,
    asleep_line,
    end_line,
    enter_line,
    late_line,
    late_prefix,
    read_asleep,
    read_end,
    read_enter,
    read_late,
    seat_of,
)

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


@pytest.mark.parametrize(
    "row",
    ["option", "option x", "option x y z", "seal", "open-seed", "practice 1", "nonce 1 ab", "colour red"],
)
def test_other_spellings_of_a_header_row_are_refused_by_their_line(row: str) -> None:
    head = ["tilefolk-match 1", "game my_city/eternal", "version 1", "seats 2"]
    assert read_header(enumerate([*head, "option pace own"], start=1)).options == (("pace", "own"),)
    with pytest.raises(BadRecord) as caught:
        read_header(enumerate([*head, row], start=1))
    assert (caught.value.number, caught.value.text, caught.value.problem) == (5, row, "record.header")


def test_late_lines_are_read_as_they_are_written() -> None:
    for answer in ((), ("pass",), ("place", "T4", 2, "C5")):
        line = late_line(1, answer)
        assert read_late(read(write(line))) == (1, answer)
        assert write(line).startswith(late_prefix(1)) == bool(answer)
        assert seat_of(line) == 1


@pytest.mark.parametrize(
    "text", ["1 late 1", "@ late", "@ late pass", "@ late -1 deck 0 X", "@ enter 1 {}", "@ end {}"]
)
def test_other_lines_are_no_late_ones(text: str) -> None:
    """Nor can the table answer for chance: a draw follows from the seed."""
    assert read_late(read(text)) is None


def test_end_and_enter_lines_are_read_as_they_are_written() -> None:
    legacy = Legacy((("cog", "B-I2"),), (("nuggets", 3),))
    assert read_enter(read(write(enter_line(1, legacy))), 1) == legacy
    with pytest.raises(ValueError, match="order"):
        read_enter(enter_line(1, legacy), 0)
    end = {"values": [31, 30], "places": [1, 2]}
    assert write(end_line(end)).startswith(END_PREFIX)
    assert read_end(write(end_line(end))) == end


def test_what_a_seat_has_that_sleeps_is_read_as_it_is_written_and_nothing_else_is() -> None:
    asleep = Asleep(2, Legacy((("cog", "B-I2"),), (("nuggets", 3),)))
    line = asleep_line(asleep)
    assert read_asleep(read(write(line))) == asleep
    verb, seat, legacy = line.action
    actions: list[tuple[int, Action]] = [
        (2, (verb, seat, legacy)),
        (TABLE, ("enter", seat, legacy)),
        (TABLE, (verb, seat)),
        (TABLE, (verb, seat, legacy, 1)),
        (TABLE, (verb, "2nd", legacy)),
    ]
    for who, action in actions:
        with pytest.raises(ValueError, match="sleeps"):
            read_asleep(Line(who, action))


def test_only_a_draw_that_is_not_possible_is_called_one() -> None:
    errors = [
        BadRecord(7, row, problem)
        for row in ("* deck 0 x", "0 x")
        for problem in ("record.illegal", "record.line")
    ]
    assert [error.message for error in errors] == [
        "record.draw",
        "record.line",
        "record.illegal",
        "record.line",
    ]
