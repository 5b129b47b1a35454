"""A market in characters: boxes, signs, and two cards chosen by arrows."""

import re

import pytest

from tests.cli.terminal.market import chooses_token, moment, pays, plain, view_after, views
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
from tilefolk.locale import LANGUAGES, texts

pytestmark = pytest.mark.slow

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
