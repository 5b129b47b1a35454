"""Signs, sizes and texts of the terminal."""

import re
from pathlib import Path

import pytest

from tests.cli.terminal.keyboard import seated
from tests.cli.terminal.matches import BOT, GREEDY, MODE, city, plain, view_after
from tests.dialect import random_match
from tilefolk.cli import terminal
from tilefolk.cli.terminal.laying.board_drawing import Overlay, draw
from tilefolk.cli.terminal.laying.draft import draft_of
from tilefolk.cli.terminal.laying.hand import read_hand
from tilefolk.cli.terminal.panels.result_lines import draw_check
from tilefolk.cli.terminal.text.styles import LEGAL
from tilefolk.core.chance import open_seed, seal
from tilefolk.core.match import Match, finish
from tilefolk.locale import LANGUAGES, texts

pytestmark = pytest.mark.slow

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
    source = "".join(path.read_text() for path in Path(terminal.__file__).parent.rglob("*.py"))
    used = set(re.findall(r'say\("(ui\.[a-z.]+[a-z])"', source))
    own = [{name for name in texts(lang).forms if name.startswith("ui.")} for lang in LANGUAGES]
    assert own[0] == own[1] and used <= own[0]
    for name in own[0]:
        holes = [set(re.findall(r"{[^}]*}", " ".join(texts(lang).forms[name]))) for lang in LANGUAGES]
        assert holes[0] == holes[1], name
        assert not any("!" in form for lang in LANGUAGES for form in texts(lang).forms[name]), name
