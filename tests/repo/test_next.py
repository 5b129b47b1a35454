"""No `next` that may raise StopIteration: that ends a generator in silence and never leaves a thread."""

import ast
from pathlib import Path

import pytest

from tilefolk.core.first import first_of

SOURCE = Path(__file__).parents[2] / "src/tilefolk"
ENDLESS = {
    "server/run/live_socket.py": ["next(self.conn.parser)"],  # a coroutine of its library, advanced by hand
    "server/run/pings.py": ["next(self._next_to_join)", "next(self._next_to_ping)"],  # go round for ever
    "twin/ground/tables.py": [  # a source of the kernels; every rule has a row for its code
        "next((row for row in self.table(H_OPS, OP_INTS) if row[CODE] == code))"
    ],
}


def bare_nexts(source: str) -> list[str]:
    """The calls of `next` without a value for the end."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    named = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "next"]
    return [ast.unparse(call) for call in named if len(call.args) == 1]


def test_every_next_says_what_comes_at_the_end() -> None:
    files = {file.relative_to(SOURCE).as_posix(): file for file in SOURCE.rglob("*.py")}
    found = {name: bare_nexts(file.read_text(encoding="utf-8")) for name, file in files.items()}
    assert {name: calls for name, calls in found.items() if calls} == ENDLESS


def test_the_first_of_nothing_is_an_error_that_leaves_a_thread() -> None:
    assert first_of(number for number in (1, 2)) == 1
    with pytest.raises(LookupError):
        first_of(())
