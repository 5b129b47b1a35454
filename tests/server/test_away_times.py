"""The grace of people who are away: a table is shown again only where somebody is still missed."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from tilefolk.server.node.away import AwayTimes


@pytest.mark.parametrize(("back", "shown"), [({"ann", "ben"}, set()), ({"ann"}, {"t"}), (set(), {"t"})])
def test_a_table_changes_after_the_grace_where_somebody_is_still_away(
    back: set[str], shown: set[str]
) -> None:
    changed: list[str] = []
    clock: Any = SimpleNamespace(now=lambda: 5.0)
    table: Any = SimpleNamespace(id="t", people=frozenset({"ann", "ben"}))

    async def wait() -> None:
        away = AwayTimes(lambda: clock, changed.append, grace_seconds=0.0)
        away.long_away(table, {"ben"})
        away.long_away(table, set())
        away.long_away(table, back)
        for _ in range(3):
            await asyncio.sleep(0)

    asyncio.run(wait())
    assert set(changed) == shown
