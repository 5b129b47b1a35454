"""Whole matches by keyboard alone: laying, passing, ending, taking back, the list, the coach."""

from pathlib import Path
from random import Random
from threading import Event

import pytest

from tests.cli.terminal.keyboard import Seat, open_table, play_due, seated
from tests.cli.terminal.matches import BOT, CITY, GREEDY, ISLAND, MODE, SIZES, city, probe
from tests.effort import times
from tilefolk.cli.terminal.app import TableApp
from tilefolk.cli.terminal.screens.pause_screens import ResultScreen
from tilefolk.core.grid import bits_of
from tilefolk.core.notation import Action
from tilefolk.core.play import Sight
from tilefolk.games import find
from tilefolk.locale import LANGUAGES, texts

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("size", SIZES[: times(1, len(SIZES))])
async def test_a_whole_match_by_keyboard(tmp_path: Path, size: tuple[int, int]) -> None:
    log = tmp_path / "match.txt"
    async with seated(open_table(CITY, MODE, [None, GREEDY, BOT], log=log), size=size) as you:
        rounds = 0
        while not you.app.table.over:
            rounds += 1
            assert "Your turn" in you.part("title")
            await you.answer()
        assert rounds > 10 and isinstance(you.app.screen, ResultScreen)
        told = you.part("told")
        assert "The match is over." in told and "each follows from the sealed seed" in told
        values = you.app.table.match.end["values"] if you.app.table.match.end else []
        assert all(str(abs(value)) in told for value in values) and "Empty cells" in told
        await you.press("q")
    assert you.app.return_value == 0
    assert "@ end " in log.read_text()


@pytest.mark.parametrize("size", SIZES)
async def test_a_whole_match_on_the_island(size: tuple[int, int]) -> None:
    async with seated(open_table(find(ISLAND)[0], ISLAND, [None, BOT], seed="s"), size=size) as you:
        assert "t28 HPWF" in you.part("facts"), "the tiles to come with their symbols"
        while not you.app.table.over:
            await you.answer()
        assert isinstance(you.app.screen, ResultScreen) and "Bare beach" in you.part("told")


@pytest.mark.parametrize("size", [*SIZES, (100, 34)])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_everything_fits_on_the_screen(size: tuple[int, int], language: str) -> None:
    async with seated(city(GREEDY, BOT, BOT), language, size) as you:
        board, middle = you.app.screen.query_one("#board"), you.app.screen.query_one("#middle")
        assert board.region.bottom <= middle.region.bottom
        assert you.app.screen.query_one("#keys").region.bottom <= size[1]
        lines = you.part("board").splitlines()
        assert lines[-1].startswith("11") or lines[-2].startswith("11")
        assert max(map(len, you.part("facts").splitlines())) <= you.app.screen.query_one("#facts").size.width
        assert len(you.reason.splitlines()) <= 2


async def test_a_bad_place_says_why() -> None:
    async with seated(city(BOT)) as you:
        assert "[" in you.part("board") and "it fits here" in you.reason
        for _ in range(12):
            await you.press("left")
        assert "<" in you.part("board") and "[" not in you.part("board")
        draft = you.app.desk.draft
        assert draft is not None
        assert texts("en").say(f"why.{draft.reasons[0]}").split(".")[0] in you.reason
        lines = len(you.app.table.match.lines)
        await you.press("enter")
        assert len(you.app.table.match.lines) == lines
        await you.press("question_mark")
        told = " ".join(you.part("facts").split())
        assert all(texts("en").say(f"why.{rule}") in told for rule in draft.reasons)
        assert "You can pass" in told
        await you.press("question_mark")
        assert "If it ended now" in you.part("facts")


async def test_why_passing_is_not_offered() -> None:
    """A church must be built: p says so and sends nothing."""
    table = city(BOT)
    play_due(table)
    while table.views[0]["denied"] == {} and table.acting:
        actions = [a for a in table.match.game.legal(table.match.state, 0) if a != ("end",)]
        table.send(0, actions[0])
        play_due(table)
    async with seated(table) as you:
        lines = len(table.match.lines)
        await you.press("p")
        assert texts("en").say("why.no.must.C") in you.reason and len(table.match.lines) == lines
        await you.press("question_mark")
        assert texts("en").say("why.no.must.C").split(".")[0] in you.part("facts")


async def test_the_end_is_asked_once() -> None:
    async with seated(city(BOT)) as you:
        await you.press("e")
        assert "e again" in you.reason and you.app.desk.may_act
        await you.press("left")
        assert "e again" not in you.reason
        await you.press("e")
        assert "e again" in you.reason and not you.app.table.views[0]["boards"][0]["ended"]
        await you.press("e")
        assert you.app.table.views[0]["boards"][0]["ended"] == "chosen"


async def test_take_back_in_practice_and_not_otherwise() -> None:
    async with seated(city(BOT, practice=True)) as you:
        card = you.app.desk.view["card"]
        await you.press("enter")
        assert you.app.desk.view["card"] != card
        await you.press("u")
        assert you.app.desk.view["card"] == card and you.app.desk.may_act
        assert you.app.desk.view["boards"][0]["laid"] == []
    async with seated(city(BOT)) as you:
        await you.press("enter")
        await you.press("u")
        assert texts("en").say("ui.undo.closed") in you.reason


async def test_a_bot_that_thinks_long_blocks_nothing() -> None:
    """The commit stands beside the board, and can be taken back, until the bot has answered as well."""
    thought = Event()

    def slow(seen: Sight, stream: Random) -> Action:
        thought.wait(60)
        return seen.legal[0]

    app = TableApp(city(("slow", slow)), "en")
    async with app.run_test(size=(100, 32)) as pilot:
        you = Seat(app, pilot)
        await you.settle(patiently=False)
        await you.press("right", "r", "a", patiently=False)
        await you.press("escape", "l", "enter", patiently=False)
        assert "(" in you.part("board") and "Waiting for: 2 slow" in you.reason
        assert "u takes it back" in you.reason and "take back" in you.part("keys")
        await you.press("u", patiently=False)
        assert app.desk.may_act and "(" not in you.part("board")
        await you.press("enter", patiently=False)
        thought.set()
        await you.settle()
        assert app.desk.view["round"] == 2


async def test_a_match_played_by_list() -> None:
    async with seated(city(BOT)) as you:
        while not you.app.table.over:
            await you.press("l")
            assert len(you.options) == len(you.app.desk.all_answers) > 0
            await you.press("down", "enter")
            if you.app.desk.question:
                await you.press("enter")
            assert you.app.table.over or you.options == [], "the list closes when something is chosen"
        laid = [line for line in you.app.table.match.lines if line.who == 0 and line.action[0] == "place"]
        assert len(laid) > 5


async def test_the_list_moves_the_draft() -> None:
    async with seated(city(BOT)) as you:
        await you.press("l", "down", "down")
        draft = you.app.desk.draft
        assert draft is not None and draft.action == you.app.desk.all_answers[2] and draft.legal
        assert you.options[2].startswith(draft.cell)
        await you.press("end")
        assert "[" not in you.part("board"), "no draft while another answer is pointed at"
        await you.press("escape")
        assert "[" in you.part("board") and you.options == []


async def test_the_coach_answers_where_no_other_person_plays() -> None:
    async with seated(city(BOT)) as you:
        await you.press("h")
        draft = you.app.desk.draft
        assert draft is not None and draft.legal and draft.action == you.app.desk.pointed_at
        first, *others = you.app.desk.messages
        assert len(others) == 2 and draft.cell in first
        assert all(message.split(":")[0] in you.reason for message in you.app.desk.messages[:1])
    async with seated(city(None)) as you:
        await you.press("h")
        assert you.app.desk.messages == (texts("en").say("api.hint_people"),)
        assert "h hint" not in you.part("keys")


async def test_turning_anchors_lines_and_others() -> None:
    async with seated(city(BOT)) as you:
        first = you.part("board")
        await you.press("r")
        assert you.part("board") != first
        await you.press("R")
        assert you.part("board") == first
        assert "*" not in first
        await you.press("a")
        draft = you.app.desk.draft
        assert draft is not None
        covered = sum(draft.hand.grid.position(bit) in draft.positions for bit in bits_of(draft.shape.legal))
        assert you.part("board").count("*") == draft.shape.legal.bit_count() - covered
        await you.press("a", "2")
        assert "{♣♣}" in you.part("board")
        await you.press("o")
        assert "2 Random bot" in you.part("title") and "[" not in you.part("board")
        lines = len(you.app.table.match.lines)
        await you.press("enter")
        assert len(you.app.table.match.lines) == lines, "the first key leads back to the own board"
        assert "[" in you.part("board")


async def test_another_piece_with_tab_and_the_other_side_with_f() -> None:
    table = probe("my_city/24")
    async with seated(table) as you:
        while you.app.desk.draft is None or len(you.app.desk.draft.hand.pieces) < 2:
            await you.answer()
        name = you.app.desk.draft.piece.name
        assert "other piece" in you.part("keys")
        await you.press("tab")
        assert you.app.desk.draft.piece.name != name
    async with seated(probe("roll_and_build/11", seed="f")) as you:
        while not (you.app.desk.draft and "flip" in you.part("keys")):
            await you.answer()
        await you.press("f")
        assert you.app.desk.draft and you.app.desk.draft.shape.orientation >= 4


async def test_dice_run_out_of_nothing_but_what_the_compass_brings() -> None:
    async with seated(probe("roll_and_build/4", seed="f")) as you:
        side_lines = you.part("facts")
        assert "Compass: 4 buildings still to come" in side_lines and "Church (circles), Cross" in side_lines
        assert "marker" not in side_lines and "cards left" not in side_lines
    async with seated(probe("roll_and_build/1"), "pl") as you:
        side_lines = you.part("facts")
        assert (
            "Dwie kości dają kształt" in side_lines
            and "Cyrkiel" not in side_lines
            and "znacznik" not in side_lines
        )
        assert "Gra kościana, epizod 1: nad rzeką" in you.part("title")
