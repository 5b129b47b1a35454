"""People in front of the terminal: languages, every episode, several people, matches that are left."""

from pathlib import Path

import pytest
from textual.widgets import OptionList, Static

from tests.cli.terminal.keyboard import open_table, seated
from tests.cli.terminal.matches import BOT, CITY, LATER, MODE, PEEK, city, probe
from tilefolk.cli.terminal.screens.pause_screens import HandOverScreen, ResultScreen
from tilefolk.cli.terminal.screens.table_screen import TableScreen
from tilefolk.cli.terminal.text.words import answer_words
from tilefolk.locale import texts

pytestmark = pytest.mark.slow


async def test_polish_at_any_time() -> None:
    async with seated(city(BOT), "pl") as you:
        assert "Twój ruch" in you.part("title") and "Gdyby gra skończyła się" in you.part("facts")
        assert "tu pasuje" in you.reason and "Równina" not in you.part("facts")
        await you.press("g")
        assert "Równina" in you.part("facts") and "budynki po kolei" in you.part("facts")
        await you.press("f2")
        assert "Your turn" in you.part("title") and "polski" in you.part("keys")
        await you.press("l", "down", "f2")
        assert "obrót" in you.options[0]
        assert you.app.screen.query_one("#list", OptionList).highlighted == 1


async def test_a_game_without_a_grid() -> None:
    table = open_table(PEEK, "peek/table", [None, BOT], seed="s")
    async with seated(table) as you:
        assert "market:" in you.part("facts") and not you.app.screen.query_one("#board").display
        assert you.options == [answer_words(texts("en"), tuple(a)) for a in table.views[0]["answers"]]
        await you.press("down", "enter")
        assert (table.match.kept[-1].line.who, table.acting) != (0, ()), "the match has gone on"
        while not table.over:
            await you.press("enter")
        assert isinstance(you.app.screen, ResultScreen) and "2 Random bot" in you.part("told")


@pytest.mark.parametrize("mode", LATER)
async def test_every_episode_with_its_choices(mode: str) -> None:
    table = probe(mode, seed="t")
    async with seated(table, size=(80, 24)) as you:
        while not table.over:
            if you.app.desk.must_choose:
                assert len(you.options) == len(you.app.desk.answers)
                await you.press("enter")
            elif len(you.app.desk.view["boards"][0]["laid"]) < 8:
                await you.answer()
            else:
                await you.press("e", "e")
        assert isinstance(you.app.screen, ResultScreen)
        await you.press("enter")
        assert isinstance(you.app.screen, TableScreen) and you.part("board")


async def test_handing_the_keyboard_over() -> None:
    table = open_table(CITY, MODE, [None, None, BOT], seed="s")
    async with seated(table) as you:
        await you.press("enter")
        assert isinstance(you.app.screen, HandOverScreen) and "2 player" in you.part("told")
        assert not you.app.screen.query("#board"), "nobody's board is open"
        assert "u takes back" in you.part("told")
        await you.press("u")
        assert you.app.seat == 0 and you.app.desk.may_act
        await you.press("enter", "enter")
        assert you.app.seat == 1 and "2 player" in you.part("title")
        assert you.app.desk.view["boards"][0]["laid"] == [] and not you.app.desk.view["commit"]
        await you.press("enter")
        assert you.app.seat == 1 and you.app.desk.may_act, "a new round begins where the keyboard is"
        await you.press("enter")
        assert isinstance(you.app.screen, HandOverScreen) and "1 player" in you.part("told")


async def test_the_next_person_never_sees_the_board_before(monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table(CITY, MODE, [None, None], seed="s")
    async with seated(table) as you:
        await you.press("enter")
        opened: list[str] = []
        title, leave = you.app.table_screen.query_one("#title", Static), you.app.pop_screen

        def open_table_screen() -> object:
            opened.append(str(title.content))
            return leave()

        monkeypatch.setattr(you.app, "pop_screen", open_table_screen)
        await you.press("enter")
        assert len(opened) == 1 and "2 player" in opened[0]


async def test_a_log_is_taken_up_again(tmp_path: Path) -> None:
    log = tmp_path / "match.txt"
    async with seated(open_table(CITY, MODE, [None, BOT], log=log)) as you:
        await you.press("enter", "enter")
        board = you.app.desk.view["boards"][0]
        await you.press("q")
    assert you.app.return_value == 0
    async with seated(open_table(CITY, MODE, [None, BOT], log=log)) as you:
        assert you.app.desk.view["boards"][0] == board and you.app.desk.may_act
        await you.press("e", "e")
        assert isinstance(you.app.screen, ResultScreen) or not you.app.table.over
    log.unlink()


async def test_leaving_a_match_that_is_kept_nowhere_is_asked_once() -> None:
    async with seated(city(BOT)) as you:
        await you.press("q")
        assert "q or Ctrl-C again" in you.reason and you.app.is_running
        await you.press("left")
        assert "again" not in you.reason
        await you.press("ctrl+c")
        assert "q or Ctrl-C again" in you.reason and you.app.is_running
        await you.press("ctrl+c")
    assert you.app.return_value == 0
    async with seated(open_table(CITY, MODE, [None, None], seed="s"), "pl") as you:
        await you.press("enter", "q")
        assert isinstance(you.app.screen, HandOverScreen) and "Drugie q albo Ctrl-C" in you.part("told")
        await you.press("q")
    assert you.app.return_value == 0


async def test_the_list_and_the_board_agree() -> None:
    async with seated(city(BOT)) as you:
        await you.press("l", "down", "down")
        shown = you.part("board")
        await you.press("r", "R", "f", "tab", "left", "right")
        assert you.part("board") == shown and "r turn" not in you.part("keys")
        await you.press("question_mark")
        assert texts("en").say("ui.why.none") in you.part("facts")
        assert not you.app.screen.query_one("#list").display
        lines = len(you.app.table.match.lines)
        await you.press("enter")
        assert len(you.app.table.match.lines) == lines and you.app.screen.query_one("#list").display
        await you.press("o", "enter")
        assert len(you.app.table.match.lines) == lines, "nothing is sent while another board is open"
        draft = you.app.desk.draft
        assert draft is not None and you.part("board") == shown
        await you.press("enter")
        assert draft.action in [line.action for line in you.app.table.match.lines if line.who == 0]
        assert you.options == []
