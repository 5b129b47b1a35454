"""What the terminal tells of what has happened."""

import errno
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.cli.terminal.keyboard import open_table, play_due, seated
from tests.cli.terminal.matches import BOT, CITY, MODE, city
from tilefolk.cli.terminal.screens.pause_screens import ResultScreen
from tilefolk.cli.terminal.table.local_table import Table
from tilefolk.core.chance import match_key, open_seed, outcome
from tilefolk.core.notation import Action
from tilefolk.core.play import Sight

pytestmark = pytest.mark.slow


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
