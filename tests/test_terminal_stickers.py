"""Stickers by keys: the terminal lays them like a piece of one cell on the cleared board."""

from tests.keyboard import seated
from tilefolk.bots import BOTS
from tilefolk.cli.terminal.table.local_table import Player
from tilefolk.cli.terminal.table.opening import new_table
from tilefolk.core.game import Legacy
from tilefolk.core.legacy import Owed
from tilefolk.games import my_city

GREEDY: Player = ("greedy", BOTS["greedy"])
OPTIONS = {"award": "yes"}
OWING = Legacy(owed=(Owed("my_city/2", 1, "award.first", 1),))


async def test_an_owed_sticker_is_put_by_keys_before_the_first_card() -> None:
    table = new_table(
        my_city.GAME, "my_city/3", [None, GREEDY], "keys", None, False, OPTIONS, (OWING, Legacy())
    )
    async with seated(table) as you:
        await you.settle()
        assert "Open choices" in you.part("facts") and "for the first place" in you.part("facts")
        draft = you.app.desk.draft
        assert draft is not None and draft.legal and you.app.desk.sticking
        assert "Enter puts it for good" in you.reason
        while you.app.desk.draft and you.app.desk.draft.legal:
            await you.press("left")
        assert "small square" in you.reason or "not empty" in you.reason
        await you.press("question_mark")
        assert "pass" not in you.part("facts").lower()
        while you.app.desk.draft and not you.app.desk.draft.legal:
            await you.press("right")
        cell = you.app.desk.draft.cell if you.app.desk.draft else ""
        await you.press("w")
        assert you.app.desk.question == "", "it was put off before"
        await you.press("enter")
        assert ("stick", "R", cell) in [line.action for line in table.match.lines]
        assert you.app.desk.draft is not None and not you.app.desk.sticking, "the first card is there"


async def test_after_the_ranking_a_sticker_waits_or_is_put_off() -> None:
    table = new_table(my_city.GAME, "my_city/2", [None, GREEDY], "keys", None, False, OPTIONS)
    async with seated(table, "pl") as you:
        await you.settle()
        await you.press("e", "e")
        assert table.match.state.phase == "reward" and you.app.desk.sticking
        assert "Studnia" in you.part("facts")
        await you.press("w", "w")
        await you.settle()
        assert table.match.over
        assert {one.rule for one in table.match.game.takes_along(table.match.state, 0).owed} >= {
            "award.everyone"
        }
