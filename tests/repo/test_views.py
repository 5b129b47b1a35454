"""docs/views.md names every field of every view, and nothing else."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.dialect import all_modes, random_match

PAGE = Path(__file__).parents[2] / "docs" / "views.md"
SHARED = "Every game"
PARTS = {
    "My City, My Island, Roll & Build": ("my_city", "my_island", "roll_and_build"),
    "Point City": ("point_city",),
}
STATES = 15  # looked at in each match


def told(part: str) -> set[str]:
    """The fields that one part of the page names."""
    text = PAGE.read_text(encoding="utf-8")
    section = re.split(rf"^## {re.escape(part)}$", text, flags=re.MULTILINE)[1].partition("\n## ")[0]
    return set(re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE))


def fields(value: Any, path: str, named: set[str]) -> Iterator[str]:
    """Every path in a view; a table of which the page names `path{}` has data for names."""
    if isinstance(value, dict):
        for key, inner in value.items():
            below = f"{path}{{}}" if f"{path}{{}}" in named else f"{path}.{key}" if path else key
            yield below
            yield from fields(inner, below, named)
    elif isinstance(value, list | tuple):
        for inner in value:
            if isinstance(inner, dict):
                yield from fields(inner, f"{path}[]", named)


def seen(games: tuple[str, ...], named: set[str]) -> set[str]:
    """The fields that occur in random matches of these games, at both paces, for seats and spectators."""
    out: set[str] = set()
    for mode in all_modes():
        if mode.partition("/")[0] not in games:
            continue
        for pace in ("together", "own"):
            match = random_match(mode, 2, pace, f"views {mode}", quits=0.02)
            states = [kept.before for kept in match.kept]
            for state in [*states[:: max(1, len(states) // STATES)], match.state]:
                for seat in (0, 1, None):
                    out.update(fields(match.game.view(state, seat), "", named))
    return out


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_every_field_is_on_the_page_and_occurs(part: str) -> None:
    named = told(SHARED) | told(part)
    found = seen(PARTS[part], named)
    assert found - named == set(), "not on the page"
    assert told(part) - found == set(), "on the page, but in no view"
    assert told(SHARED) - found == set(), "not in every game"
