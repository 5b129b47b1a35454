"""What helps somebody at a shell: help, completion, suggestions, choices, looking into records."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests import commands_page
from tilefolk.campaign import all_offers
from tilefolk.cli import names, play_command
from tilefolk.cli.completion import complete_bots, complete_games
from tilefolk.cli.main import app
from tilefolk.cli.terminal.table.players import TableRequest
from tilefolk.core.game import Mode
from tilefolk.locale import Texts, texts
from tilefolk.sim.intervals import mean_interval, share_interval
from tilefolk.suggest import closest


def run(*words: str, said: str = "") -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(words), input=said)
    return result.exit_code, result.stdout, result.stderr


def tilefolk(*words: str, **env: str) -> str:
    command = [sys.executable, "-m", "tilefolk", *words]
    return subprocess.run(command, env={**os.environ, **env}, stdout=-1, check=True, encoding="utf-8").stdout


# Help


@pytest.mark.parametrize("flag", ["-h", "--help"])
@pytest.mark.parametrize("name", commands_page.commands())
def test_every_command_explains_itself(name: str, flag: str) -> None:
    code, out, _ = run(name, flag)
    assert code == 0 and f"tilefolk {name}" in out.replace("root", "tilefolk")
    assert not re.search("bool|<", out)
    assert out.rstrip().splitlines()[-1].startswith(f"  tilefolk {name}"), "examples come last"


def test_help_is_all_polish() -> None:
    out = tilefolk("sim", "-h", TILEFOLK_LANG="pl")
    for english in ("Usage", "Options", "Arguments", "Show", "default", "Examples", "NUMBER"):
        assert english not in out
    assert "Użycie" in out and "domyślnie: 100" in out
    assert "Polecenia" in tilefolk("-h", TILEFOLK_LANG="pl")


# Suggestions


@pytest.mark.parametrize(
    ("given", "near"),
    [
        ("my_cty/eternal", "my_city/eternal"),
        ("my_island", "my_island/eternal"),
        ("My Island", "my_island/eternal"),
        ("roll-and-build/7", "roll_and_build/7"),
        ("point_ciyt/solo-eazy", "point_city/solo-easy"),
        ("chess", None),
        ("", None),
    ],
)
def test_the_closest_name(given: str, near: str | None) -> None:
    assert closest(given, [mode.name for mode in all_offers()]) == near


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (("pley",), "Did you mean play?"),
        (("sim", "my_cty/eternal"), "Did you mean my_city/eternal?"),
        (("sim", "my_city/eternal", "--mathces", "3"), "Did you mean --matches?"),
        (("sim", "my_city/eternal", "--bots", "gredy"), "Did you mean greedy?"),
    ],
)
def test_a_slip_is_met_with_a_suggestion(words: tuple[str, ...], near: str) -> None:
    code, out, said = run(*words, "--lang", "en")
    assert (code, out) == (2, "") and near in said
    assert "Może chodzi o" in run(*words, "--lang", "pl")[2]


# Completion


def test_games_and_bots_are_completed() -> None:
    assert complete_games("my_city/e") == ["my_city/eternal"]
    assert complete_games("my_island/e") == ["my_island/eternal"]
    assert complete_bots("greedy,r") == ["greedy,random"]


def test_the_shell_asks_and_is_answered() -> None:
    asked = {"_TILEFOLK_COMPLETE": "complete_bash", "COMP_CWORD": "2"}
    assert tilefolk(COMP_WORDS="tilefolk play my_island/e", **asked).split() == ["my_island/eternal"]
    assert "--jobs" in tilefolk(COMP_WORDS="tilefolk sim --j", **asked).split()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_the_script_of_a_shell(shell: str) -> None:
    code, out, _ = run("completion", shell)
    assert code == 0 and "_TILEFOLK_COMPLETE" in out


def test_another_shell_is_told_which_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    code, _, said = run("completion", "tcsh", "--lang", "en")
    assert code == 2 and "Known: bash, zsh, fish, powershell" in said
    monkeypatch.setenv("SHELL", "/usr/bin/zsh")
    assert "compdef" in run("completion")[1]


# Choosing a game


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ways that were opened in a terminal that is none."""
    modes: list[str] = []

    def play(texts: Texts, mode: Mode, request: TableRequest, log: Path | None) -> int:
        modes.append(mode.name)
        return 0

    monkeypatch.setattr(play_command, "is_terminal", lambda: True)
    monkeypatch.setattr(play_command, "play_in_terminal", play)
    return modes


def test_play_takes_the_only_mode_of_a_game(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    eternal = [mode for mode in all_offers() if mode.name.endswith("/eternal")]
    monkeypatch.setattr(names, "all_offers", lambda: eternal)
    assert run("play", "my_island")[0] == 0
    assert opened == ["my_island/eternal"]


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_play_without_a_game_offers_a_choice(opened: list[str], lang: str) -> None:
    code, out, _ = run("play", "--lang", lang, said="99\nx\n1\n")
    assert code == 0 and opened == ["my_city/eternal"]
    assert "Mennica" not in out and "The Mint" not in out, "sealed episodes have numbers alone"
    assert texts(lang).say("series.spoils") in out and texts(lang).say("series.episode", 12) in out
    assert "point_city/solo-hard" in out and out.count(str(len(all_offers()))) >= 2


def test_play_with_a_game_of_several_modes_offers_those(opened: list[str]) -> None:
    code, out, _ = run("play", "point_city", said="point_city/table\n")
    assert code == 0 and opened == ["point_city/table"] and "my_city" not in out


@pytest.mark.parametrize("said", ["\n", ""])
def test_nobody_has_to_choose(opened: list[str], said: str) -> None:
    assert run("play", said=said)[0] == 0
    assert opened == []


def test_without_a_terminal_nobody_is_asked() -> None:
    assert "GAME is missing" in run("play", "--lang", "en")[2]
    code, _, said = run("play", "point_city", "--lang", "en")
    assert code == 2 and "point_city/table, point_city/solo-easy" in said


# Looking into records


@pytest.fixture
def log(tmp_path: Path) -> Path:
    words = ("--bots", "random,random", "--matches", "1", "--logs", str(tmp_path))
    assert run("sim", "my_city/eternal", *words)[0] == 0
    return tmp_path / "000000.log"


def test_replay_lists_the_moves(log: Path) -> None:
    moves = run("replay", str(log), "--moves", "--lang", "en")[1].splitlines()
    lines = log.read_text(encoding="utf-8").partition("\n\n")[2].splitlines()
    assert len(moves) == len([line for line in lines if not line.startswith("@")])
    assert re.match(r" *1  draw +deck 0 ", moves[0]) and "seat 1" in moves[1]


def test_replay_shows_the_board_after_a_move(log: Path) -> None:
    begin, later = (run("replay", str(log), "--at", at, "--lang", "en")[1] for at in ("0", "4"))
    assert "My City, eternal game" in begin and "Round 2" in later
    mine, other = (run("replay", str(log), "--at", "4", "--seat", seat)[1] for seat in ("1", "2"))
    assert mine != other
    for words, sentence in (
        (("--at", "9999"), "There is no move 9999"),
        (("--at", "1", "--seat", "3"), "The match has 2 seats"),
        (("--match", "2"), "There is no match 2"),
    ):
        code, _, said = run("replay", str(log), *words, "--lang", "en")
        assert code == 2 and sentence in said


def test_replay_looks_into_a_match_of_a_series(tmp_path: Path) -> None:
    words = ("--bots", "random", "--matches", "1", "--logs", str(tmp_path))
    assert run("sim", "roll_and_build/short", *words)[0] == 0
    log = str(tmp_path / "000000.log")
    assert "from 1 to 3" in run("replay", log, "--moves", "--lang", "en")[2]
    assert "episode 6" in run("replay", log, "--match", "2", "--at", "3", "--lang", "en")[1]
    assert run("replay", log, "--match", "3", "--lang", "en")[0] == 0


# Simulation


def test_intervals() -> None:
    low, high = mean_interval([1, 2, 3, 4, 5])
    assert (round(low, 3), round(high, 3)) == (1.614, 4.386)
    assert mean_interval([3])[0] == float("-inf")
    assert [round(bound, 4) for bound in share_interval(5, 10)] == [0.2366, 0.7634]
    assert share_interval(0, 20)[0] == pytest.approx(0, abs=1e-9)
    assert share_interval(20, 20)[1] == pytest.approx(1)


def test_an_interrupt_shows_what_was_played_so_far() -> None:
    """The interrupt comes by itself in the fifth match, as from somebody at the keyboard."""
    code = (
        "import signal, tilefolk.sim.batch as batch\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from tilefolk.cli.main import run\n"
        "played = batch.play_one\n"
        "def play_one(wanted, number):\n"
        "    if number == 5: signal.raise_signal(signal.SIGINT)\n"
        "    return played(wanted, number)\n"
        "batch.play_one = play_one\n"
        "run()\n"
    )
    words = ["sim", "my_city/eternal", "--bots", "random", "--matches", "500", "--lang", "en", "--json"]
    result = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, encoding="utf-8", check=False
    )
    assert result.returncode == 128 + signal.SIGINT
    assert '"matches": 5' in result.stdout and "Stopped: 5 of 500 played." in result.stderr
