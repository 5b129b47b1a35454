"""The terminal client: boards in characters, drafts, and whole matches by keyboard alone."""

import errno
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest
from rich.text import Text
from textual.widgets import OptionList, Static

from tests.cli.terminal.keyboard import Seat, open_table, play_due, seated
from tests.dialect import game_of, legacy_for, options_for, random_match
from tests.games import peek
from tilefolk.bots import BOTS
from tilefolk.cli import terminal
from tilefolk.cli.terminal.app import TableApp
from tilefolk.cli.terminal.laying.board_drawing import Overlay, board_sheet, draw
from tilefolk.cli.terminal.laying.cell_signs import printed_signs
from tilefolk.cli.terminal.laying.draft import begin, draft_of
from tilefolk.cli.terminal.laying.hand import Hand, read_hand
from tilefolk.cli.terminal.panels.result_lines import draw_check
from tilefolk.cli.terminal.plain_text import drawn
from tilefolk.cli.terminal.screens.pause_screens import HandOverScreen, ResultScreen
from tilefolk.cli.terminal.screens.table_screen import TableScreen
from tilefolk.cli.terminal.table.local_table import Player, Table
from tilefolk.cli.terminal.text.styles import LEGAL
from tilefolk.cli.terminal.text.words import answer_words
from tilefolk.core.chance import match_key, open_seed, outcome, seal
from tilefolk.core.game import AnyGame
from tilefolk.core.grid import bits_of
from tilefolk.core.match import Header, Match, finish
from tilefolk.core.notation import Action
from tilefolk.core.play import Sight
from tilefolk.games import find
from tilefolk.locale import LANGUAGES, texts

pytestmark = pytest.mark.slow

MODE, ISLAND = "my_city/eternal", "my_island/eternal"
LATER = ("my_island/12", "my_island/23")  # episodes with choices after the ranking
CITY = find(MODE)[0]
PEEK: AnyGame = peek
BOT: Player = ("random", BOTS["random"])
GREEDY: Player = ("greedy", BOTS["greedy"])
SIZES = ((100, 32), (80, 24))


def city(*others: Player, **more: Any) -> Table:
    return open_table(CITY, MODE, [None, *others], seed="s", **more)


def probe(mode: str, people: int = 1, bots: int = 1, seed: str = "s") -> Table:
    """A table for an episode of the tests, with all options and something brought along."""
    seats, secret = people + bots, open_seed(seed)
    options = tuple(sorted(options_for(mode, "together").items()))
    header = Header(mode, 1, seats, options, seal(secret), (), seed)
    match = Match(game_of(mode), header, legacy_for(mode, seats))
    return Table(match, secret, [None] * people + [BOT] * bots, None)


def plain(lines: Sequence[Text]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


def view_after(mode: str, lines: int, seats: int = 2) -> Any:
    match = random_match(mode, seats, "together", "x", stop=lines, quits=0.0)
    return match.game.view(match.state, 0)


def hands(mode: str) -> list[Hand]:
    views = [view_after(mode, lines) for lines in range(1, 60, 4)]
    return [hand for hand in map(read_hand, views) if hand]


# Boards in characters.


def test_the_eternal_board_before_anything_is_built() -> None:
    assert plain(draw(view_after(MODE, 1), 0, False)) == [
        "    A  B  C  D  E  F  G  H  I  J  K",
        " 1   · ♣♣  ·  ·║ ·  ·  ·  ·  ·  · ·♦",
        " 2   ·  · ·#  ·║ ·  ·  ·  ·  ·  ·  ·",
        "               ~~~~",
        " 3  oo  ·  ·  ·  ·║ ·  · ·#  · ♣♣  ·",
        " 4  ▲▲ ▲▲ oo  ·  ·║ · ♣♣  ·  ·  · ▒▒",
        " 5  ▲▲ ▲▲ ▲▲  ·  ·║ ·  ·  ·  · ▒▒ ▒▒",
        " 6  ▲▲ ▲▲ ▲▲  ·  ·║ ·  ·  ·  · ▒▒ ▒▒",
        "               ~~~~",
        " 7  ▲▲ ▲▲ oo  ·║ ·  ·  ·  · ♣♣  · ▒▒",
        "            ~~~~",
        " 8  ·♦  ·  ·║ ·  ·  · oo  ·  ·  · ▒▒",
        " 9   ·  ·  ·║ ·  ·  · ·#  ·  · ▒▒ ▒▒",
        "            ~~~~",
        "10   · ♣♣  ·  ·║ · ♣♣  ·  · ▒▒ ▒▒ ▒▒",
        "11   ·  ·  ·  ·║ ·  ·  · ▒▒ ▒▒ ▒▒ ▒▒",
    ]


def test_the_island_before_anything_is_built() -> None:
    assert plain(draw(view_after(ISLAND, 1), 0, False)) == [
        ' 0   :   "   "   ♠   ♠  %%  %%  %%  %%  %%  %%   ♠   ♠   "   "   :',
        ' 1     :   :   "   ♠  to  %%  %%  %%  %%  %%  to   ♠   "   :   :',
        ' 2       :   "   "   ♠   ♠  %%  %%  %%  %%   ♠   ♠   "   "   :',
        ' 3         :   :   "   ♠   ♠  to   ♠  to   ♠   ♠   "   :   :',
        ' 4           :   "   "   ♠   ♠   ♠   ♠   ♠   ♠   "   "   :',
        ' 5             :   "   "   "   "   "   "   "   "   "   :',
        ' 6               :   :   "   :   "   "   :   "   :   :',
        " 7                 :   :   :   :   :   :   :   :   :",
    ]


@pytest.mark.parametrize("roomy", [True, False])
@pytest.mark.parametrize("mode", [MODE, ISLAND, *LATER])
def test_every_building_is_told_apart_without_colour(mode: str, roomy: bool) -> None:
    view = view_after(mode, 40)
    sheet, lines = board_sheet(view, 0, roomy), draw(view, 0, roomy)
    shown: dict[int, set[str]] = {}
    for position, owner in sheet.owners.items():
        line, column = sheet.layout.at(position)
        shown.setdefault(owner, set()).add(lines[line].plain[column + 1])
    assert all(len(letters) == 1 for letters in shown.values())
    assert len(set.union(*shown.values())) == len(shown)
    assert len(lines) <= sheet.layout.height and max(map(len, plain(lines))) <= sheet.layout.width


@pytest.mark.parametrize(("language", "said"), [("en", "printed on the map"), ("pl", "nadrukowane na mapie")])
def test_signs_printed_on_the_map_stand_beside_bare_ground(language: str, said: str) -> None:
    """Beside open and closed ground; gone where a totem stands, an idol lies or a tile was put."""
    first, later = plain(draw(view_after("my_island/1", 1), 0, False)), view_after("my_island/11", 12)
    assert first[2].split()[1:5] == ["A:", '"', '"', "x♠♠"] and "1%%" in first[1] and "L:" in first[7]
    board = "\n".join(plain(draw(later, 0, False)))
    assert "T%" in board and "&" in board and not re.search(r"\bi%|[1-4]%", board)
    legend = [line for line in drawn(later, texts(language), 0).splitlines() if said in line]
    assert [line.split(said)[0].split() for line in legend] == [["A", "L", "M", "T", "x"]]
    covered = {bit for laid in later["boards"][0]["laid"] for bit in bits_of(int(laid[3], 16))}
    assert covered and not covered & set(printed_signs(later, later["boards"][0]))


def test_rows_of_hexes_are_indented_half_a_cell() -> None:
    sheet = board_sheet(view_after("my_island/11", 1), 0, True)
    (_, first), (_, second) = sheet.layout.at((0, 0)), sheet.layout.at((1, 0))
    assert 2 * (second - first) == sheet.layout.pitch
    assert sheet.layout.at((1, 0))[0] - sheet.layout.at((0, 0))[0] == 2


def test_a_building_has_one_outline() -> None:
    match = random_match(MODE, 1, "together", "x", stop=2, quits=0.0)
    lines = plain(draw(match.game.view(match.state, 0), 0, True))
    drawn = "".join(sign for line in lines for sign in line if sign in "┌┐└┘")
    assert drawn, "corners of the outline"


# Drafts.


@pytest.mark.parametrize("mode", [MODE, ISLAND, "my_island/23", "roll_and_build/11"])
def test_a_draft_stays_inside_however_it_is_moved(mode: str) -> None:
    stream = Random(mode)
    for hand in hands(mode):
        draft = begin(hand, None)
        for _ in range(60):
            down, right = stream.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
            draft = stream.choice(
                [draft.moved(down, right), draft.turned(1), draft.turned(-1), draft.flipped(), draft.other()]
            )
            bit = hand.grid.bit(draft.placement.first)
            assert draft.shape.inside >> bit & 1
            assert draft.legal != bool(draft.reasons), "legal, or a why, never both"


@pytest.mark.parametrize("mode", [MODE, ISLAND, "my_island/23"])
def test_every_place_can_be_reached_with_the_arrows(mode: str) -> None:
    hand = hands(mode)[-1]
    start = begin(hand, None)
    found, open_ends = {start.placement.first}, [start]
    while open_ends:
        draft = open_ends.pop()
        for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            moved = draft.moved(*step)
            if moved.placement.first not in found:
                found.add(moved.placement.first)
                open_ends.append(moved)
    assert len(found) == start.shape.inside.bit_count()


def test_turning_round_leads_back() -> None:
    for hand in hands(MODE):
        draft = begin(hand, None)
        turned = draft
        for _ in draft.piece.shapes:
            turned = turned.turned(1)
        assert turned.positions == draft.turned(1).turned(-1).positions


def test_the_list_is_what_is_legal() -> None:
    match = random_match(MODE, 2, "together", "x", stop=20, quits=0.0)
    seat = match.game.to_act(match.state)[0]
    hand = read_hand(match.game.view(match.state, seat))
    assert hand is not None
    legal = match.game.legal(match.state, seat)
    assert set(hand.placements()) == {action for action in legal if action[0] == "place"}
    assert all(draft_of(hand, action).action == action for action in hand.placements())


# At the keyboard.


@pytest.mark.parametrize("size", SIZES)
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
        thought.wait(20)
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
        assert "marker" not in side_lines and "left" not in side_lines
    async with seated(probe("roll_and_build/1"), "pl") as you:
        side_lines = you.part("facts")
        assert (
            "Dwie kości dają kształt" in side_lines
            and "Cyrkiel" not in side_lines
            and "znacznik" not in side_lines
        )
        assert "Gra kościana, epizod 1: nad rzeką" in you.part("title")


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


# What has happened.


def seed_with(card: str, place: int) -> str:
    """An open seed whose deck has the card at this place."""
    draw = replace(CITY.draws(CITY.setup(MODE, 2, {}, ()))[0], index=place)
    seeds = (str(number) for number in range(1000))
    return next(seed for seed in seeds if outcome(match_key(open_seed(seed), ()), draw)[-1] == card)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "nobody builds: Blocking card, "), ("pl", "Karta blokady, ")]
)
async def test_the_blocking_card_does_not_pass_in_silence(language: str, said: str) -> None:
    table = open_table(CITY, MODE, [None, BOT], seed=seed_with("X", 1))
    async with seated(table, language) as you:
        assert you.part("news") == ""
        first = you.app.desk.draft
        assert first is not None
        await you.press("enter")
        assert you.app.desk.view["round"] == 4 and said in you.part("news")
        assert f"1 {you.app.texts.say('ui.you')}: {first.cell}" in you.part("news")
        assert len(you.part("news").splitlines()) <= 2
        await you.press("enter")
        assert said not in you.part("news")


def going_on(table: Table) -> Action:
    """Any answer of the person but the end."""
    answers = list(table.match.game.legal(table.match.state, 0))
    return answers[0] if len(answers) > 1 else answers[-1]


def forced() -> tuple[str, int]:
    """A seed, and after how many answers the person's part is ended by a rule."""
    for seed in map(str, range(50)):
        table = open_table(CITY, MODE, [None, BOT], seed=seed)
        play_due(table)
        answers = 0
        while table.acting:
            table.send(0, going_on(table))
            play_due(table)
            answers += 1
        if table.views[0]["boards"][0]["ended"] == "must.C":
            return seed, answers
    raise AssertionError("no such seed")


async def test_an_end_by_a_rule_is_explained() -> None:
    seed, answers = forced()
    table = open_table(CITY, MODE, [None, BOT], seed=seed)
    play_due(table)
    for _ in range(answers - 1):
        table.send(0, going_on(table))
        play_due(table)
    async with seated(table) as you:
        you.app.send(going_on(table))
        await you.settle()
        assert isinstance(you.app.screen, ResultScreen), "the bots play on by themselves"
        assert "No room for the church" in you.part("told")
        await you.press("enter")
        assert "1 you is out: No room for the church" in " ".join(you.part("news").split())


async def test_a_bot_that_fails_is_named_once() -> None:
    def broken(seen: Sight, stream: Random) -> Action:
        raise RuntimeError("no idea")

    async with seated(city(("broken", broken)), "pl") as you:
        assert "Bot 2 broken zawiódł" in you.part("news")
        await you.press("f2")
        assert "The bot 2 broken failed" in you.part("news")
        await you.press("enter")
        assert "fails" not in you.part("news") and "2 broken: no answer" in you.part("news")


async def test_a_log_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "x.log"

    def full(path: Path, *text: str, **more: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    async with seated(city(BOT, log=log), "pl") as you:
        with monkeypatch.context() as broken:
            broken.setattr(Path, "write_text", full)
            await you.press("enter")
            news = " ".join(you.part("news").split())
            assert "Nie można zapisywać partii: brakuje miejsca na dysku." in news
            await you.press("q")
            assert you.app.is_running, "what is not kept is asked about"
        await you.press("enter")
        assert "Nie można" not in you.part("news")


# Signs and sizes.


def test_a_draft_hides_no_river() -> None:
    view = view_after(MODE, 1)
    bare = plain(draw(view, 0, False))
    hand = read_hand(view)
    assert hand is not None
    for action in hand.placements():
        draft = draft_of(hand, action)
        over = Overlay(draft.positions, ("Y",) * len(draft.positions), LEGAL)
        lines = plain(draw(view, 0, False, [over]))
        assert "".join(lines).count("║") == "".join(bare).count("║")
        assert "[" in "".join(lines) and "]" in "".join(lines)


async def test_a_small_screen_shows_what_matters() -> None:
    async with seated(city(GREEDY, BOT, BOT), size=(80, 24)) as you:
        shown = you.part("facts").splitlines()[: you.app.screen.query_one("#side").size.height]
        assert any(line.startswith("If it ended now: −") for line in shown)
        assert any("cards left" in line for line in shown)
        assert "g signs" in you.part("keys") and "smaller" not in you.part("news")
        await you.press("g")
        assert "║~ River" in you.part("facts") and "a b buildings in their order" in you.part("facts")
        await you.press("g")
        assert "If it ended now" in you.part("facts")
    async with seated(city(BOT), size=(79, 24)) as you:
        assert "smaller than 80×24" in you.part("news")


async def test_practice_is_seen() -> None:
    async with seated(city(BOT, practice=True)) as you:
        assert "Practice" in you.part("title") and "take back" not in you.part("keys")
        await you.press("u")
        assert you.reason == "There is nothing to take back."
        await you.press("enter")
        assert "u take back" in you.part("keys")


def test_a_draw_that_is_not_the_sealed_one_is_told() -> None:
    match = random_match(MODE, 1, "together", "other", quits=1.0)
    forged = Match(match.game, match.header._replace(seal=seal(open_seed("s")), open_seed=""))
    for line in match.lines:
        forged.append(line)
    finish(forged, open_seed("s"))
    assert "not follow from the seed" in draw_check(forged, texts("en"))


# Texts.


def test_every_text_exists_in_both_languages() -> None:
    source = "".join(path.read_text() for path in Path(terminal.__file__).parent.glob("*.py"))
    used = set(re.findall(r'say\("(ui\.[a-z.]+[a-z])"', source))
    own = [{name for name in texts(lang).forms if name.startswith("ui.")} for lang in LANGUAGES]
    assert own[0] == own[1] and used <= own[0]
    for name in own[0]:
        holes = [set(re.findall(r"{[^}]*}", " ".join(texts(lang).forms[name]))) for lang in LANGUAGES]
        assert holes[0] == holes[1], name
        assert not any("!" in form for lang in LANGUAGES for form in texts(lang).forms[name]), name
