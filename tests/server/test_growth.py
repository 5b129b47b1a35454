"""No request and no sweep grows with finished matches: queries go through indexes, and lists are short."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, select, text

from tests.server.nodes import DAY, again, node_at, pass_time, people, put_on_seat, settled, started, swept
from tests.server.test_series import text_of
from tilefolk.campaign.record import read_series_or_newer
from tilefolk.server.http.calls import operator_api, operator_queries, tables_api
from tilefolk.server.matches.records import insert_match
from tilefolk.server.matches.series import series_json, series_text
from tilefolk.server.node import table_changes
from tilefolk.server.node.node import Node
from tilefolk.server.node.sweep import resume_matches
from tilefolk.server.people.identity import Person
from tilefolk.server.reminders.subscriptions import set_webhook
from tilefolk.server.storage.schema import matches
from tilefolk.server.tables.loading import load_table
from tilefolk.server.tables.queries import MAX_LISTED_PER_HOST
from tilefolk.server.tables.table import Seat, TableRow

GAME, SERIES = "my_city/eternal", "roll_and_build/campaign"
REQUEST: Any = SimpleNamespace(base_url="http://site/")
SMALL = "ix_(tables_open|matches_running|matches_unchecked)"  # hold only what is open, runs, or is new
GROWING = re.compile(rf"^SCAN (tables|matches|lines|seats|people)\b(?!.*{SMALL})")
IN_ORDER = re.compile("ix_(tables_touched|people_created)")  # read from its end, as far as the list goes


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        yield node


class Plans:
    """Explains every query that the store runs."""

    def __init__(self, node: Node) -> None:
        self._engine: Engine = node.store._engine
        self._asked: dict[str, Any] = {}

    def __enter__(self) -> "Plans":
        event.listen(self._engine, "before_cursor_execute", self._note)
        return self

    def __exit__(self, *_: object) -> None:
        event.remove(self._engine, "before_cursor_execute", self._note)

    def _note(self, _connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if statement.lstrip().upper().startswith(("SELECT", "UPDATE", "DELETE")):
            self._asked[statement] = parameters

    def growing(self) -> list[tuple[str, str]]:
        """The statements that read a whole table, and how."""
        found = []
        with self._engine.connect() as connection:
            for statement, parameters in self._asked.items():
                one = parameters[0] if isinstance(parameters, list) else parameters
                plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", one)
                found += [(step.detail, statement) for step in plan if GROWING.search(step.detail)]
        return [(how, asked) for how, asked in found if not (IN_ORDER.search(how) and "LIMIT" in asked)]


async def played_site(node: Node) -> tuple[Person, Person]:
    """Two people, one of them away and to be reminded; timed, running and finished matches, and a series."""
    ola, jan = await people(node, "Ola", "Jan")
    site, hook = "http://site/", "http://hook/"
    await node.store.write(lambda connection: set_webhook(connection, jan.id, site, hook, 0.0))
    await started(node, GAME, [ola, jan], 60)
    await started(node, SERIES, [ola, jan], 7 * DAY, "own")
    await table_changes.create_table(node, GAME, {}, True, ola.id, [Seat(ola.id), Seat()])
    await settled(node)
    return ola, jan


async def test_a_sweep_reads_no_whole_table(node: Node) -> None:
    await played_site(node)
    with Plans(node) as plans:
        await pass_time(node, 8 * DAY)
        await settled(node)
        await pass_time(node, 8 * DAY)
        await resume_matches(node)
    assert plans.growing() == []


async def test_the_lists_of_tables_read_no_whole_table(node: Node) -> None:
    _, jan = await played_site(node)
    with Plans(node) as plans:
        shown = await tables_api.list_tables(REQUEST, jan, node)
        await operator_api.tables(node)
        await operator_api.people(node)
    assert len(shown["open"]) == 1 and len(shown["mine"]) == 2
    assert plans.growing() == []


async def test_a_finished_match_is_looked_at_once_until_its_table_changes(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, "roll_and_build/1", [ola, jan], 7 * DAY, "own")
    await pass_time(node, 8 * DAY)
    await swept(node)

    async def unchecked() -> list[str]:
        query = select(matches.c.table_id).where(matches.c.over, ~matches.c.next_checked)
        return list(await node.store.read(lambda connection: connection.execute(query).scalars().all()))

    assert (await again(node, table)).over and await unchecked() == []
    await put_on_seat(node, table, 1, Seat(bot="random"))
    assert await unchecked() == [table.id]
    await swept(node)
    assert await unchecked() == []


async def test_the_public_list_shows_tables_with_a_free_seat_and_few_of_each_host(node: Node) -> None:
    ola, jan, iza = await people(node, "Ola", "Jan", "Iza")

    async def invite(host: Person) -> TableRow:
        return await table_changes.create_table(node, GAME, {}, True, host.id, [Seat(host.id), Seat()])

    first = await invite(jan)
    many = [await invite(ola) for _ in range(60)]
    full = await table_changes.create_table(node, GAME, {}, True, jan.id, [Seat(jan.id), Seat(bot="random")])

    async def shown() -> list[str]:
        return [table["id"] for table in (await tables_api.list_tables(REQUEST, iza, node))["open"]]

    assert await shown() == [*(table.id for table in reversed(many[-MAX_LISTED_PER_HOST:])), first.id]
    await put_on_seat(node, full, 1, Seat())
    assert full.id in await shown()
    await put_on_seat(node, first, 1, Seat(bot="random"))
    assert first.id not in await shown()


async def test_a_table_in_memory_has_the_newest_run_of_its_series_alone(node: Node) -> None:
    """However often a series was played at a table; earlier runs are still given out."""
    [ola] = await people(node, "Ola")
    text = text_of("roll_and_build/short", 2)
    record = read_series_or_newer(text)
    table = await table_changes.import_series(node, record, ola.id, text)
    length = len(record.matches)

    def play_again(connection: Connection) -> None:
        for number, match in enumerate(record.matches * 3, start=length + 1):
            assert match.seed is not None
            insert_match(connection, table.id, number, match.seed, match)

    await node.store.write(play_again)
    table = await node.store.read(lambda connection: load_table(connection, table.id))
    assert (len(table.past), table.earlier_runs) == (length, 3)
    shown = series_json(table)
    assert shown and (shown["run"], shown["played"], shown["over"]) == (4, length, True)
    assert [*shown["ids"]] == [past.match for past in table.past]
    texts = await node.store.read(
        lambda connection: [series_text(connection, table, record.series, run) for run in (1, 2, 3, 4)]
    )
    assert texts == [text] * 4


async def test_figures_of_a_large_site_are_estimated(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    await started(node, GAME, [ola, jan], None)
    whole = await node.store.read(lambda connection: operator_queries.site_figures(connection, Path("/")))
    count = text("select count(*) from lines")
    lines = await node.store.read(lambda connection: connection.execute(count).scalar_one())
    assert (whole["people"], whole["running"], whole["over"], whole["lines"]) == (2, 1, 0, lines)
    monkeypatch.setattr(operator_queries, "MAX_COUNTED", 2)
    large = await node.store.read(lambda connection: operator_queries.site_figures(connection, Path("/")))
    assert (large["people"], large["lines"]) == (2, lines)
