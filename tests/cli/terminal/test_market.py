"""The terminal client at a market of cards: boxes, two cards by arrows, payments, tokens, cities."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text

from tests.cli.terminal.keyboard import Seat, open_table, play_due, seated
from tests.dialect import random_match
from tilefolk.bots import BOTS
from tilefolk.cli import terminal
from tilefolk.cli.terminal.market.goods import (
    SIDES,
    SIGNS,
    card_word,
    counted,
    payment_signs,
    pips,
    token_signs,
)
from tilefolk.cli.terminal.market.market_drawing import SIZES, MarketDrawing, Size
from tilefolk.cli.terminal.market.pair_picker import PairPicker, new_picker
from tilefolk.cli.terminal.panels.market_prompt import answer_label, card_sentences
from tilefolk.cli.terminal.panels.scene import Scene
from tilefolk.cli.terminal.screens.pause_screens import HandOverScreen, ResultScreen
from tilefolk.cli.terminal.table.local_table import Player, Table
from tilefolk.core.game import Json
from tilefolk.core.notation import Action
from tilefolk.games import GAMES, find
from tilefolk.locale import LANGUAGES, texts

pytestmark = pytest.mark.slow

SOLO, TABLE = "point_city/solo-easy", "point_city/table"
GREEDY: Player = ("greedy", BOTS["greedy"])
AUTOMATON: Player = ("automaton", BOTS["automaton"])
CLOSE, WIDE = (80, 24), (120, 40)


def solo(seed: str = "s", **more: Any) -> Table:
    return open_table(find(SOLO)[0], SOLO, [None, AUTOMATON], seed=seed, **more)


def four(seed: str = "s", people: int = 1) -> Table:
    return open_table(find(TABLE)[0], TABLE, [None] * people + [GREEDY] * (4 - people), seed=seed)


def view_after(lines: int, seed: str = "x") -> Json:
    match = random_match(TABLE, 2, "together", seed, stop=lines)
    while -1 in match.game.to_act(match.state):
        lines += 1
        match = random_match(TABLE, 2, "together", seed, stop=lines)
    return match.game.view(match.state, match.game.to_act(match.state)[0])


def views() -> list[Json]:
    return [view_after(lines) for lines in range(30, 130, 9)]


def plain(lines: list[Text]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


def buying(view: Json) -> Action:
    """A purchase with as many buildings as possible, a token before all; else two cards from somewhere."""
    pairs = [pair for pair in view["pairs"] if pair.get("pays")]
    best = max(pairs, key=lambda pair: (pair["tokens"], len(pair["pays"])), default=None)
    draws = [tuple(answer) for answer in view["answers"] if answer[0] in ("draw", "take")]
    return ("take", *best["take"]) if best else draws[-1]


Moment = Callable[[Json], bool]


def until(table: Table, wanted: Moment) -> Table:
    """Play on at seat 0 until its view is one that is wanted, or to the end."""
    play_due(table)
    while not table.over and not wanted(table.views[0]):
        view = table.views[0]
        table.send(0, tuple(view["answers"][0]) if view["task"] else buying(view))
        play_due(table)
    return table


def moment(wanted: Moment) -> Table:
    """A solo match that has come to such a moment."""
    tables = (until(solo(seed), wanted) for seed in map(str, range(50)))
    return next(table for table in tables if not table.over)


def pays(view: Json) -> bool:
    return bool(view["task"]) and len(view["task"].get("payments", ())) > 1


def lacks(view: Json) -> bool:
    return bool(_short(view))


def _short(view: Json) -> list[Json]:
    """Pairs that cannot be paid for in any order."""
    payable = [set(pair["take"]) for pair in view["pairs"] if "pays" in pair]
    return [pair for pair in view["pairs"] if "lacks" in pair and set(pair["take"]) not in payable]


def chooses_token(view: Json) -> bool:
    return bool(view["task"]) and view["task"]["do"] == "token"


async def go_to(you: Seat, cell: str) -> None:
    picker = you.app.desk.picker
    assert picker is not None
    rows, columns = int(cell[1]) - int(picker.cursor[1]), ord(cell[0]) - ord(picker.cursor[0])
    await you.press(*["down" if rows > 0 else "up"] * abs(rows), patiently=False)
    await you.press(*["right" if columns > 0 else "left"] * abs(columns), patiently=False)


async def take(you: Seat, one: str, two: str) -> None:
    await go_to(you, one)
    await you.press("enter", patiently=False)
    await go_to(you, two)
    await you.press("enter")


# The market in characters.


def test_a_market_in_boxes() -> None:
    view = view_after(60)
    lines = plain(MarketDrawing(new_picker(view), texts("en"), Size(11, 3)).draw())
    assert lines == [
        "┏a1━━━━━━━→⌂┓b1[+]────→⌂┬c1───────→♦┬d1───────→♦┐",
        "┃           ┃           │Gazebo     │Water wheel│",
        "┃     $     ┃     ♣     │           │           │",
        "┃  Economy  ┃  Ecology  │2☼     1p ♣│# 2♥   2p ☼│",
        "┗a2[+]━━━━→♦┛b2───────→♦┼c2───────→⌂┼d2───────→⌂┤",
        "│Hairdresser│Cake shop  │           │           │",
        "│           │           │     ☼     │     #     │",
        "│# ☼       $│2# ♣   2p $│   Energy  │  Industry │",
        "├a3───────→♦┼b3───────→⌂┼c3───────→♦┼d3───────→♦┤",
        "│Beehives   │           │Corner shop│Carousel   │",
        "│           │     #     │           │           │",
        "│☼ 2$   2p ♣│  Industry │☼ ♣       $│2♥     1p ☼│",
        "├a4───────→♦┼b4───────→♦┼c4───────→♦┼d4───────→♦┤",
        "│Wishing    │Yurt       │House with │Pottery    │",
        "│well       │           │porch      │           │",
        "│# ♣      4p│☼ ♣       ♥│2# $   2p ♥│♥ ♣       #│",
        "└───────────┴───────────┴───────────┴───────────┘",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_every_card_shows_all_it_has(size: Size, language: str) -> None:
    for view in views():
        stalls = MarketDrawing(new_picker(view), texts(language), size)
        lines = stalls.draw()
        assert len(lines) == stalls.height and {line.cell_len for line in lines} == {stalls.width}
        for card in filter(lambda card: "side" in card, view["market"]):
            top, left = stalls.corner(card["cell"])
            box = [line.plain[left : left + size.width + 2] for line in lines[top : top + size.height + 2]]
            assert box[0][1:3] == card["cell"] and box[0].endswith(f"→{SIDES[card['then']]}", 0, -1)
            told = " ".join(line[1:-1] for line in box[1:-1])
            if "building" not in card:
                assert " ".join(SIGNS[card["resource"]] * card["symbols"]) in told
                continue
            building = view["buildings"][card["building"]]
            assert (pips if size.wordy else counted)(building["cost"]) in told
            assert (
                "○" in told
                if building["civic"]
                else f"{building['points']}p" in told or not building["points"]
            )
            assert not building["permanent"] or SIGNS[building["permanent"]] in told
            words = card_word(texts(language), card)
            assert " ".join(told.split()).startswith(words[:9]) or not size.wordy


def test_kinds_are_told_apart_without_colour() -> None:
    signs = [*SIGNS.values(), *SIDES.values()]
    assert len(set(signs)) == len(signs)


def test_tokens_and_payments_in_signs() -> None:
    for seed in "abc":
        view = view_after(20, seed)
        short = [token_signs(view["tokens"][entry["token"]]) for entry in view["row"]]
        assert len(set(short)) == len(short)
    items = ["permanent-energy", "energy-1", "ecology-2", "ingenuity-ecology"]
    assert payment_signs(items) == "(☼)  ☼  ♣♣  *♣"


# Choosing two cards.


def test_every_card_can_be_reached_with_the_arrows() -> None:
    picker = new_picker(view_after(60))
    found = {picker.cursor}
    for step in [(0, 1)] * 3 + [(1, 0)] * 3 + [(0, -1)] * 3:
        picker = picker.moved(*step)
        found.add(picker.cursor)
    assert picker.cursor == "a4" and picker.moved(1, 0).cursor == "a1" and len(found) == 10


def test_a_pair_is_found_in_either_order() -> None:
    """Two resources have one order; where only one order can be paid for, it is that one."""
    for view in views():
        legal = {tuple(answer[1:]) for answer in view["answers"] if answer[0] == "take"}
        for one, two in legal:
            assert PairPicker(view, two, one).action == ("take", one, two)
            back = ("take", two, one) if (two, one) in legal else ("take", one, two)
            assert PairPicker(view, one, two).action == back
            assert two in PairPicker(view, one).partners and two in PairPicker(view, two, one).partners
        cells = [card["cell"] for card in view["market"]]
        for one in cells:
            for two in cells:
                possible = (one, two) in legal or (two, one) in legal
                assert (PairPicker(view, two, one).action is not None) == possible


@pytest.mark.parametrize("wide", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_and_card_has_words(language: str, wide: bool) -> None:
    moments = [
        moment(pays).views[0],
        moment(chooses_token).views[0],
        *views(),
    ]
    for view in moments:
        scene = Scene(view, texts(language), ["a", "b"], [0, 0], 0)
        said = [answer_label(scene, tuple(answer), wide) for answer in view["answers"]]
        assert len(set(said)) == len(said)
        said += [sentence for card in view["market"] for sentence in card_sentences(scene.texts, view, card)]
        assert not [words for words in said if re.search(r"[a-z][.][a-z]|permanent-|-\d|_", words)], said


# At the keyboard.


@pytest.mark.parametrize(("size", "language"), [(CLOSE, "en"), (WIDE, "pl")])
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
    for path in Path(terminal.__file__).parent.glob("*.py"):
        assert not [game for game in GAMES if game in path.read_text(encoding="utf-8")], path.name
