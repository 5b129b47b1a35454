"""People who never meet play a campaign: one visit per person and episode, and nobody chooses for them."""

import json
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import event

from tests.server.campaigns import CAMPAIGN, record_of, stick, text_of
from tests.server.nodes import (
    DAY,
    again,
    live_match_of,
    node_at,
    pass_time,
    people,
    put_on_seat,
    say,
    settled,
    started,
    visit,
)
from tilefolk.campaign import SERIES
from tilefolk.server.http.live.outbox import Outbox
from tilefolk.server.http.table_json import table_json
from tilefolk.server.matches import series as series_at_tables
from tilefolk.server.node import table_changes
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person
from tilefolk.server.tables.loading import load_table
from tilefolk.server.tables.table import Seat, TableRow

EPISODES = 4


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        yield node


async def test_three_who_never_meet_play_with_one_visit_per_person_and_episode(node: Node) -> None:
    """Jan misses the second episode: his part ends with the deadline, what he owes waits for him."""
    ola, jan, ewa = everybody = await people(node, "Ola", "Jan", "Ewa")
    table = await started(node, CAMPAIGN, everybody, 7 * DAY, "own")
    visits: Counter[tuple[str, str]] = Counter()
    for episode in range(1, EPISODES + 1):
        table = await again(node, table)
        live = await live_match_of(node, table)
        assert live.match.header.game == f"my_city/{episode}"
        for person in (ewa, ola, jan):
            if (person, episode) == (jan, 2):
                continue
            assert await visit(node, table, person) > 0
            visits[person.name, live.match.header.game] += 1
            await pass_time(node, DAY)
            assert live.over or not await waits_for(node, table, person)
        if not live.over:
            await pass_time(node, 8 * DAY)
        assert live.over
        await pass_time(node, 60)
    assert set(visits.values()) == {1} and visits.total() == 3 * EPISODES - 1
    table = await again(node, table)
    assert (table.mode, table.over) == ("my_city/5", False), "it goes on by itself"
    lines = [line for match in await records(node, table) for line in match]
    chosen = [line for line in lines if " stick " in line]
    assert chosen and not [line for line in chosen if line.startswith("@")]
    assert any(line.startswith("@ late 1 later") for line in lines)


async def waits_for(node: Node, table: TableRow, person: Person) -> bool:
    live = await live_match_of(node, table)
    return any(seat in live.acting() for seat in table.held_by(person.id))


async def records(node: Node, table: TableRow) -> list[list[str]]:
    text = await node.store.read(
        lambda connection: series_at_tables.series_text(connection, table, SERIES[CAMPAIGN], 1)
    )
    return [part.split("\n") for part in text.split("\n\n")]


async def test_a_deadline_puts_choices_off(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, CAMPAIGN, [ola, jan], 60)
    live = await live_match_of(node, table)
    for person in (ola, jan):
        await say(node, table, person, "end")
    assert live.match.state.phase == "reward" and live.feed(1).overdue == "later"
    await say(node, table, ola)
    await pass_time(node, 61)
    assert live.over and live.match.end
    assert ["award.first", "later", 1] in live.match.end["kept"][1]
    assert not [entry for entry in live.match.end["kept"][0] if "later" in entry]


async def test_a_stand_in_never_chooses_what_stays_for_good(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, CAMPAIGN, [ola, jan], None)
    live = await live_match_of(node, table)
    for person in (ola, jan):
        await say(node, table, person, "end")
    await put_on_seat(node, table, 1, Seat(jan.id, stand_in="greedy"))
    await settled(node)
    await say(node, table, ola)
    await settled(node)
    assert live.over and live.match.end and ["award.first", "later", 1] in live.match.end["kept"][1]
    table = await node.start_match(await again(node, table))
    await settled(node)
    live = await live_match_of(node, table)
    assert live.match.state.phase != "owed", "it is put off again"
    await say(node, table, ola, "end")
    await settled(node)
    while not live.over:
        await say(node, table, ola)
        await settled(node)
    assert live.match.end
    assert live.match.end["legacy"][1]["owed"][0][0] == "my_city/1"
    assert not [line for line in live.record().split("\n") if line.startswith("1 stick")]


async def test_a_bot_on_its_own_seat_chooses_for_itself(node: Node) -> None:
    (ola,) = await people(node, "Ola")
    table = await started(node, CAMPAIGN, [ola, "greedy"], None)
    live = await live_match_of(node, table)
    await say(node, table, ola, "end")
    while not live.over:
        await settled(node)
        if 0 in live.acting():
            await say(node, table, ola)
    assert live.match.end and "owed" not in live.match.end["legacy"][1]


async def quiet_traffic(node: Node, salt: str) -> list[str]:
    """All that Ola's page gets while Jan chooses; only names of tables and matches are left out."""
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, CAMPAIGN, [ola, jan], None)
    live = await live_match_of(node, table)
    for person in (ola, jan):
        await say(node, table, person, "end")
    box = Outbox(node, ola, table.id, "http://house/")
    box.mark_match(live)
    texts = await box.take_all()
    rand = Random(salt)
    for _ in range(3):
        await say(node, table, jan, stick(live.feed(1).view, rand))
        for line in ("", "undo"):
            if line:
                await say(node, table, jan, line)
            box.mark("table")
            box.mark_match(live)
            texts += await box.take_all()
            texts.append(json.dumps(await table_json(node, await again(node, table), ola, "http://house/")))
    await say(node, table, jan, stick(live.feed(1).view, rand))
    box.mark_match(live)
    texts += await box.take_all()
    created = str(table.created)
    names = {table.id: "table", live.id: "match", live.match.header.seal: "seal", created: "created"}
    for name, word in names.items():
        texts = [text.replace(name, word) for text in texts]
    return texts


async def test_open_choices_of_others_change_no_byte(node: Node) -> None:
    one, other = await quiet_traffic(node, "one"), await quiet_traffic(node, "another")
    assert len(one) > 6 and any('"type":"push"' in text for text in one)
    assert one == other


async def test_a_long_campaign_is_folded_once(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve end records are read, parsed and folded for the first request, none of them for the next."""
    (ola,) = await people(node, "Ola")
    table = await table_changes.import_series(node, record_of(2, 12), ola.id, text_of(2, 12))
    statements: list[str] = []
    await node.store.read(lambda connection: load_table(connection, table.id))
    await table_json(node, table, ola, "")
    folded = Counter[str]()
    monkeypatch.setattr(series_at_tables, "standing", lambda *given: folded.update("x"))
    monkeypatch.setattr(series_at_tables, "standing_json", lambda *given: folded.update("x"))
    monkeypatch.setattr("tilefolk.server.tables.finished.read_end", lambda line: folded.update("x"))

    def load(connection: object) -> TableRow:
        event.listen(connection, "before_cursor_execute", lambda *given: statements.append(given[2]))
        return load_table(connection, table.id)  # type: ignore[arg-type]

    again = await node.store.read(load)
    shown = await table_json(node, again, ola, "")
    assert shown["series"]["played"] == 12 and not folded
    assert not [statement for statement in statements if "FROM lines" in statement]
