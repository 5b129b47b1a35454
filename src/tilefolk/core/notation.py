"""Lines of a match: `who verb ...`, tagged tuples inside, one line of text outside."""

import re
from functools import lru_cache
from typing import NamedTuple

Token = str | int
Action = tuple[Token, ...]

CHANCE = -1
TABLE = -2

WRITTEN = 4096  # actions whose spelling is remembered: each is read, stored and told to several seats

_SIGNS = {CHANCE: "*", TABLE: "@"}
_WHO = {sign: who for who, sign in _SIGNS.items()}
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,17}", re.ASCII)  # what is longer stays a word, and no rule takes it
_SEAT = re.compile(r"0|[1-9][0-9]{0,3}", re.ASCII)


class BadLine(ValueError):
    """A text that is no line of a match."""


class Line(NamedTuple):
    """Who did what: a seat number, CHANCE or TABLE, and a verb with its tokens."""

    who: int
    action: Action


def write(line: Line) -> str:
    """The one spelling of a line."""
    return f"{_SIGNS.get(line.who, line.who)} {write_action(line.action)}"


@lru_cache(WRITTEN)
def write_action(action: Action) -> str:
    return " ".join(map(str, action))


def read(text: str) -> Line:
    """The line behind a text; only the spelling that `write` gives is taken."""
    who, _, rest = text.partition(" ")
    if who in _WHO:
        return Line(_WHO[who], read_action(rest))
    if not _SEAT.fullmatch(who):
        raise BadLine(f"a line begins with a seat number, * or @, not with {who!r}")
    return Line(int(who), read_action(rest))


def read_action(text: str) -> Action:
    tokens = text.split(" ")
    if not all(tokens) or not text.isprintable():
        raise BadLine(f"words stand one space apart, not as in {text!r}")
    action = tuple(int(token) if _NUMBER.fullmatch(token) else token for token in tokens)
    if not isinstance(action[0], str):
        raise BadLine(f"a verb comes first, not {tokens[0]!r}")
    if write_action(action) != text:
        raise BadLine(f"{text!r} is spelled {write_action(action)!r}")
    return action
