"""At a market of cards by keyboard: payments, tokens, cities, the automaton."""

from pathlib import Path

import pytest

from tests.cli.terminal.keyboard import open_table, seated
from tests.cli.terminal.market import (
    AUTOMATON,
    CLOSE,
    SOLO,
    WIDE,
    _short,
    buying,
    chooses_token,
    four,
    go_to,
    lacks,
    moment,
    pays,
    solo,
    take,
    until,
)
from tests.effort import times
from tilefolk.cli import terminal
from tilefolk.cli.terminal.market.goods import payment_signs
from tilefolk.cli.terminal.screens.pause_screens import HandOverScreen, ResultScreen
from tilefolk.games import GAMES, find
from tilefolk.locale import LANGUAGES, texts

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("size", "language"), [(CLOSE, "en"), (WIDE, "pl")][: times(1, 2)])
async def test_a_whole_solo_match_by_keys(tmp_path: Path, size: tuple[int, int], language: str) -> None:
    log = tmp_path / "match.txt"
    table = open_table(find(SOLO)[0], SOLO, [None, AUTOMATON], log=log)
    async with seated(table, language, size) as you:
        while not table.over:
            view = you.app.desk.view
            assert you.app.texts.say("ui.turn.yours") in you.part("title")
            if view["task"]:
                assert len(you.options) == len(view["answers"])
                await you.press("enter")
                continue
            verb, *cells = map(str, buying(view))
            await (you.press("d") if verb == "draw" else take(you, *cells))
        assert isinstance(you.app.screen, ResultScreen)
        told, end = you.part("told"), table.match.end
        assert end is not None and all(str(value) in told for value in end["values"])
        for rule in {rule for tally in end["tallies"] for rule, _ in tally}:
            assert texts(language).say(f"tally.{rule}").split()[0] in told
        turns = [line for line in table.match.lines if line.who == 0 and line.action[0] in ("take", "draw")]
        assert len(turns) == 17
        await you.press("enter")
        assert texts(language).say("ui.over") in you.reason and "┏" in you.part("board")


@pytest.mark.parametrize("size", [CLOSE, WIDE])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_everything_fits_on_the_screen(size: tuple[int, int], language: str) -> None:
    for table in (solo(), until(four(), lambda view: view["round"] == 12), moment(chooses_token)):
        async with seated(table, language, size) as you:
            board, middle = you.app.screen.query_one("#board"), you.app.screen.query_one("#middle")
            assert board.region.bottom <= middle.region.bottom and board.region.right <= size[0] - 28
            assert you.app.screen.query_one("#keys").region.bottom <= size[1]
            lines = you.part("facts").splitlines()
            assert max(map(len, lines)) <= you.app.screen.query_one("#side").region.width - 2
            seen = "\n".join(lines[: you.app.screen.query_one("#side").size.height])
            assert you.app.texts.say("ui.row") in seen or you.app.desk.must_choose
            for cell in ("a1", "b3", "d4"):
                await go_to(you, cell) if not you.app.desk.must_choose else None
                assert len(you.reason.splitlines()) <= 2


async def test_a_payment_chosen_by_hand() -> None:
    table = moment(pays)
    payments = [tuple(items) for items in table.views[0]["task"]["payments"]]
    async with seated(table) as you:
        assert you.options == [payment_signs(items) for items in payments]
        assert you.app.texts.say(f"item.{payments[0][0]}") in you.reason
        await you.press("u")
        assert you.app.desk.view["task"] is None and you.app.desk.may_act, "the cards lie in the market again"
        await you.press("backspace")
        await take(you, *map(str, buying(you.app.desk.view)[1:]))
        await you.press("down")
        assert you.app.texts.say(f"item.{payments[1][-1]}") in you.reason
        await you.press("f")
        assert texts("en").say("why.pay_first") in you.reason
        await you.press("enter")
        assert ("pay", *payments[1]) in [line.action for line in table.match.lines if line.who == 0]


async def test_a_token_chosen_by_what_it_brings() -> None:
    table = moment(chooses_token)
    brings = {entry["token"]: entry["brings"] for entry in table.views[0]["row"]}
    async with seated(table, "pl", WIDE) as you:
        last = list(brings)[-1]
        assert you.options[-1] == f"{brings[last]:>2}  {texts('pl').say(f'token.{last}')}"
        await you.press("end")
        assert texts("pl").say(f"token.{last}") in you.reason
        await you.press("enter")
        assert last in [name for name, _ in you.app.desk.view["boards"][0]["tokens"]]


async def test_what_is_lacking_is_said_and_nothing_is_sent() -> None:
    table = moment(lacks)
    short = _short(table.views[0])[0]
    async with seated(table) as you:
        lines = len(table.match.lines)
        await take(you, *short["take"])
        assert len(table.match.lines) == lines and "You lack: " in you.reason and "<!>" in you.part("board")
        kind = next(iter(short["lacks"]))
        assert texts("en").say(f"resource.{kind}").lower() in you.reason
        await you.press("escape")
        assert "<!>" not in you.part("board") and "[1]" not in you.part("board")


async def test_cards_apart_are_not_taken() -> None:
    async with seated(solo()) as you:
        lines = len(you.app.table.match.lines)
        await take(you, "a1", "c3")
        assert texts("en").say("why.not_side_by_side").split(".")[0] in you.reason
        assert len(you.app.table.match.lines) == lines
        await go_to(you, "a1")
        await you.press("enter")
        assert "[1]" not in you.part("board"), "Enter on the first card lets it go"


async def test_flip_and_draw_by_key() -> None:
    async with seated(solo()) as you:
        assert "f flip" in you.part("keys") and "f⌂" in you.part("board")
        await go_to(you, "b2")
        await you.press("f")
        assert "building" in you.app.desk.view["market"][5] and "f⌂" not in you.part("board")
        await you.press("f")
        assert texts("en").say("why.flipped_already").split(".")[0] in you.reason
        await you.press("d")
        assert you.app.desk.view["round"] == 2 and "2 Automaton: " in you.part("news")
        assert sum(n for *_, n in you.app.desk.view["boards"][0]["cards"]) == 3


async def test_the_list_moves_the_two_cards() -> None:
    async with seated(moment(lambda view: view["round"] == 4)) as you:
        await you.press("l")
        assert len(you.options) == len(you.app.desk.view["answers"])
        takes = [answer for answer in you.app.desk.answers if answer[0] == "take"]
        await you.press(*["down"] * you.app.desk.answers.index(takes[1]))
        picker = you.app.desk.picker
        assert picker is not None and (picker.first, picker.cursor) == takes[1][1:]
        assert "[1]" in you.part("board") and "[2]" in you.part("board") and "Enter takes both" in you.reason
        await you.press("enter")
        assert takes[1] in [line.action for line in you.app.table.match.lines if line.who == 0]


async def test_the_automaton_and_other_cities() -> None:
    table = moment(lambda view: view["round"] == 6)
    async with seated(table, size=CLOSE) as you:
        assert you.part("board").count("◄1") == 2 and you.part("board").count("◄2") == 2
        await you.press("o")
        assert "2 Automaton" in you.part("title") and "2 Automaton" in you.reason
        board = table.views[0]["boards"][1]
        names = [texts("en").say(f"building.{name}") for name in board["buildings"]]
        assert names and all(name in " ".join(you.part("facts").split()) for name in names)
        lines = len(table.match.lines)
        await you.press("d")
        assert len(table.match.lines) == lines, "the first key leads back"
        await you.press("g")
        assert "♣ Ecology" in you.part("facts") and "automaton: next" in " ".join(you.part("facts").split())
        await you.press("f2")
        assert "♣ Ekologia" in you.part("facts")


async def test_taking_back_in_practice() -> None:
    async with seated(solo(practice=True)) as you:
        await you.press("d")
        assert you.app.desk.view["round"] == 2
        await you.press("u")
        assert you.app.desk.view["round"] == 1 and you.app.desk.may_act
    async with seated(solo()) as you:
        await you.press("d", "u")
        assert texts("en").say("ui.undo.closed") in you.reason


async def test_two_people_at_one_keyboard() -> None:
    table = four(people=2)
    async with seated(table) as you:
        for _ in range(4):
            if isinstance(you.app.screen, HandOverScreen):
                await you.press("enter")
            assert you.app.desk.may_act
            await you.press("d")
        assert isinstance(you.app.screen, HandOverScreen)


def test_the_client_names_no_game() -> None:
    for path in Path(terminal.__file__).parent.rglob("*.py"):
        assert not [game for game in GAMES if game in path.read_text(encoding="utf-8")], path.name
