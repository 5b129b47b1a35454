"""What is said is kept in order, once, and only what can be read."""

from pathlib import Path
from typing import get_args
from unittest.mock import patch

import pytest
from sqlalchemy import func, select

from tests.server.nodes import node_at, people, started
from tests.server.talk.saying import GAME, counted, heard, hush, say, unsaid, words
from tilefolk.locale import LANGUAGES, texts
from tilefolk.server.messages import React, Reaction, Say
from tilefolk.server.node.node import Node
from tilefolk.server.storage.schema import talk
from tilefolk.server.talk import entries as sayings
from tilefolk.server.talk.entries import MAX_ENTRIES, MAX_SENT_ENTRIES, MAX_TEXT_LENGTH, clean_text


async def test_what_is_said_is_kept_in_order_and_comes_back_after_a_restart(database: Path | str) -> None:
    async with node_at(database) as node:
        ola, jan = await people(node, "Ola", "Jan")
        table = await started(node, GAME, [ola, jan], None)
        assert await say(node, table, ola, "  Dobry wieczór ") == 1
        assert await node.talk.say(table.id, jan, React(type="react", id="receipt-1", reaction="tea")) == 2
    async with node_at(database) as node:
        assert await heard(node, table) == [(1, "Ola", "Dobry wieczór"), (2, "Jan", "tea")]
        assert await say(node, table, ola, "<b>2 < 3</b> https://tilefolk.example") == 3
        assert (await heard(node, table))[2][2] == "<b>2 < 3</b> https://tilefolk.example", "text is text"


async def test_the_same_receipt_is_said_once(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    first = words("raz")
    assert [await node.talk.say(table.id, ola, first) for _ in range(2 * MAX_ENTRIES)] == [
        1
    ] * 2 * MAX_ENTRIES
    assert await node.talk.say(table.id, jan, first.model_copy()) == 2, "another person's receipt"
    await hush(node, table, True)
    assert await node.talk.say(table.id, ola, first) == 1, "it was stored before"
    assert len(await heard(node, table)) == 2


@pytest.mark.parametrize(
    "said", ["", "  ", "a" * (MAX_TEXT_LENGTH + 1), "a\nb", "a\0b", "\u202eabc", "\u200b", "\ud800"]
)
async def test_what_is_not_for_reading_is_refused(node: Node, said: str) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    message = Say.model_construct(type="say", id="receipt-1", text=said)
    assert await unsaid(node, table, ola, message) == "talk_text"


def test_what_is_for_reading_is_taken() -> None:
    for said in ("a" * MAX_TEXT_LENGTH, "zażółć gęślą jaźń", "♣ 2×3 = 6", "👩\u200d🌾", "🪿"):
        assert clean_text(f" {said} ") == said


def test_every_reaction_has_a_name() -> None:
    for language in LANGUAGES:
        assert all(texts(language).has(f"talk.reaction.{name}") for name in get_args(Reaction))


async def test_the_oldest_are_dropped(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    kept = MAX_SENT_ENTRIES + 10
    with patch.multiple(sayings, MAX_ENTRIES=2 * kept, MAX_STORED_ENTRIES=kept):
        for n in range(kept + 7):
            await say(node, table, ola, str(n))
    here = select(func.count()).where(talk.c.table_id == table.id)
    assert await counted(node, here) == kept
    last = await heard(node, table)
    assert (len(last), last[-1][0]) == (MAX_SENT_ENTRIES, kept + 7)
