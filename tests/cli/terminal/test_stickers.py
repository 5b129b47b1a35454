"""Stickers by keys: the terminal lays them like a piece of one cell on the cleared board."""

from tests.cli.terminal.keyboard import seated
from tilefolk.bots import BOTS
from tilefolk.cli.terminal.table.local_table import Player
from tilefolk.cli.terminal.table.opening import new_table
from tilefolk.core.game import Legacy
from tilefolk.core.legacy import Owed
from tilefolk.games import my_city, my_island

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
        assert "Enter puts it there for good" in you.reason
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


DUG = Legacy(
    (("cog", "B-T4"), ("cog", "B-I2"), ("triangle:B", "4")),
    (("boxes:B", 5), ("boxes:R", 1), ("nuggets", 1), ("nuggets_ever", 5)),
    (Owed("my_city/17", 1, "award.others", 0), Owed("my_city/13", 1, "award.first", 2)),
)


async def test_boxes_and_cogs_are_chosen_by_keys_and_the_mine_is_drawn() -> None:
    table = new_table(
        my_city.GAME, "my_city/18", [None, GREEDY], "keys", None, False, OPTIONS, (DUG, Legacy())
    )
    async with seated(table) as you:
        await you.settle()
        facts = you.part("facts")
        assert (
            "Blue shaft ×××××●··◇" in facts and "Red shaft ×●·△··◇" in facts and "Yellow shaft ·●▫·◇" in facts
        )
        assert "●●●◆●··◇···◇  Nuggets: 1" in facts and "Cog: Industrial (blue), T" in facts
        assert "Box in a shaft" in facts and you.options == [
            "Cross off a box: Blue shaft",
            "Cross off a box: Red shaft",
        ]
        await you.press("down", "enter")
        await you.settle()
        assert ("box", "R") in [line.action for line in table.match.lines]
        assert you.options[0] == "Put a cog on: Industrial (blue), Row"
        await you.press("enter")
        await you.settle()
        assert any(line.action[:2] == ("mark", "cog") for line in table.match.lines)
        assert you.app.desk.draft is not None, "the first card is there"


OWED_ON_THE_ISLAND = Legacy(
    (("double:t1", "1"),),
    (("provisions", 2),),
    (
        Owed("my_island/6", 1, "award.everyone", 0, ("5,4", "6,4")),
        Owed("my_island/10", 1, "award.others", 0),
        Owed("my_island/12", 1, "award.others", 0),
    ),
)


async def test_a_hearth_a_doubled_symbol_and_a_plot_of_any_symbol_by_keys() -> None:
    brought = (OWED_ON_THE_ISLAND, Legacy())
    table = new_table(my_island.GAME, "my_island/12", [None, GREEDY], "keys", None, False, OPTIONS, brought)
    async with seated(table) as you:
        await you.settle()
        assert "House: for everyone" in you.part("facts") and "2 provisions" in you.part("facts")
        assert "t1 FW2" in you.part("facts"), "the doubled symbol of a tile to come"
        assert you.app.desk.draft is not None and you.app.desk.draft.cell in ("5,4", "6,4")
        await you.press("enter")
        await you.settle()
        assert you.options[:2] == [
            "Double this symbol: Tile 2 (pair), Field",
            "Double this symbol: Tile 2 (pair), House",
        ]
        await you.press("down", "enter")
        await you.settle()
        assert ("double", "t2", 1) in [line.action for line in table.match.lines]
        assert [piece.name for piece in you.app.desk.draft.hand.pieces] == [
            f"plot:{symbol}" for symbol in "FWHP"
        ]
        await you.press("tab", "tab", "enter")
        await you.settle()
        assert any(line.action[:2] == ("stick", "plot:H") for line in table.match.lines[3:])
        assert you.app.desk.draft is not None and not you.app.desk.sticking, "the first card is there"
