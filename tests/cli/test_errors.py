"""Wrong input gets one clear line, in the person's language."""

import json
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.cli.calling import tilefolk
from tilefolk import __version__
from tilefolk.bots import BOTS
from tilefolk.cli import twin_command
from tilefolk.core.game import Illegal
from tilefolk.core.notation import Action
from tilefolk.core.play import Bot, Sight
from tilefolk.sim.batch import BotFailed
from tilefolk.twin.core import Form


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (["sim", "chess"], 2, "my_city/eternal"),
        (["sim", "my_city/eternal", "--bots", "clever,random"], 2, "greedy"),
        (["sim", "my_city/eternal", "--bots", "random,random,random,random,random"], 2, "1, 2, 3, 4"),
        (["sim", "my_city/eternal", "--pace", "fast"], 2, "together, own"),
        (["sim", "my_city/eternal", "--bots", "automaton,random"], 2, "automaton"),
        (["sim", "point_city/table", "--bots", "automaton,random"], 2, "automaton"),
        (["sim", "point_city/solo-easy", "--bots", "greedy,random"], 2, "automaton"),
        (["sim", "point_city/solo-easy", "--bots", "automaton"], 2, "automaton"),
        (["sim", "point_city/solo-easy", "--bots", "automaton,greedy"], 2, "automaton"),
        (["sim", "point_city/solo-easy", "--bots", "greedy,automaton,greedy"], 2, "2"),
        (["sim", "point_city/*", "--bots", "greedy"], 2, "2, 3, 4"),
        (["sim", "nothing/*"], 2, "my_city/eternal"),
        (["play", "my_city/eternal", "--seats", "9"], 2, "1, 2, 3, 4"),
        (["play", "my_city/eternal", "--seats", "2", "--bots", "random,random"], 2, "2"),
        (["play", "my_city/eternal", "--bots", ",,"], 2, "greedy"),
        (["play", "my_city/eternal"], 2, "tilefolk sim"),
        (["sim", "my_city/eternal", "--matches", "0"], 2, "--matches"),
        (["sim", "my_city/eternal", "--matches", "many"], 2, "--matches"),
        (["sim", "my_city/eternal", "--sed", "1"], 2, "--sed"),
        (["sim", "my_city/eternal", "rest"], 2, "rest"),
        (["sim"], 2, "GAME"),
        (["simulate"], 2, "simulate"),
        (["sim", "my_city/eternal", "--matches", "1", "--csv", "/tmp"], 2, "/tmp"),
        (["sim", "my_city/eternal", "--matches", "1", "--csv", "/dev/full"], 2, "/dev/full"),
        (["serve", "--security-contact", "the boss"], 2, "the boss"),
        (["replay", "/tmp"], 1, "/tmp"),
        (["replay", "/dev/null"], 1, "tilefolk-match 1"),
        (["play", "nothing"], 2, "my_city/eternal"),
        (["replay", "nowhere.log"], 1, "nowhere.log"),
        (["verify", "nowhere.log"], 1, "nowhere.log"),
        (["sim", "my_city/eternal", "--matches", "1", "--csv", "/dev/null/x.csv"], 2, "/dev/null"),
    ],
)
def test_wrong_input_gets_one_clear_line(arguments: list[str], code: int, word: str, language: str) -> None:
    result = tilefolk(*arguments, "--lang", language)
    assert result.exit_code == code
    assert word in result.stderr
    assert "Traceback" not in result.output
    assert len(result.stderr.strip().splitlines()) <= 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["replay", "nowhere.log"], "nie ma takiego pliku"),
        (["replay", "/tmp"], "to jest folder"),
        (["sim", "my_city/eternal", "--matches", "0"], "to liczba, co najmniej 1"),
        (["sim", "my_city/eternal", "--sed", "1"], "Nie ma opcji --sed."),
        (["play", "my_city/eternal"], "Stół potrzebuje terminala"),
        (["play", "my_city/eternal", "--bots", ","], "Pusta nazwa to nie bot."),
        (["play", "my_city/eternal", "--seats", "1", "--bots", "random"], "1 bot nie zostawia"),
    ],
)
def test_polish_to_the_end(arguments: list[str], said: str) -> None:
    assert said in tilefolk(*arguments, "--lang", "pl").stderr


@pytest.mark.parametrize(
    ("arguments", "english", "polish"),
    [
        (
            ["games", "one"],
            "There are more arguments than the command takes: one.",
            "Argumentów jest więcej, niż przyjmuje polecenie: one.",
        ),
        (
            ["games", "one", "two (2)"],
            "There are more arguments than the command takes: one two (2).",
            "Argumentów jest więcej, niż przyjmuje polecenie: one two (2).",
        ),
        (
            ["ladder", "--share", "10"],
            "--share does not take this value: it is a number from 50 to 99.",
            "--share nie przyjmuje tej wartości: to liczba od 50 do 99.",
        ),
        (
            ["ladder", "--share", "100"],
            "--share does not take this value: it is a number from 50 to 99.",
            "--share nie przyjmuje tej wartości: to liczba od 50 do 99.",
        ),
    ],
)
def test_a_wrong_call_gets_a_whole_sentence(arguments: list[str], english: str, polish: str) -> None:
    for language, sentence in (("en", english), ("pl", polish)):
        result = tilefolk(*arguments, "--lang", language)
        assert (result.exit_code, result.stderr.splitlines()[0]) == (2, sentence)


def test_a_misspelt_game_is_taken_for_its_first_mode_and_not_for_the_shortest_name() -> None:
    for given, meant in (("my_cty", "my_city/eternal"), ("my_iland", "my_island/eternal")):
        assert f"Did you mean {meant}?" in tilefolk("play", given, "--lang", "en").stderr


def test_without_a_command_the_help_is_shown() -> None:
    bare, asked = tilefolk(), tilefolk("--help")
    assert (bare.exit_code, bare.stdout, bare.stderr) == (2, "", asked.stdout)
    assert "Commands:" in bare.stderr


def test_a_mode_that_is_unknown_is_named_before_what_is_not_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(twin_command, "form", lambda: Form("plain", "numba is missing"))
    result = tilefolk("twin", "check", "zzz", "--lang", "en")
    assert result.exit_code == 2 and "zzz" in result.stderr and "numba" not in result.stderr


def test_a_missing_extra_is_a_call_that_cannot_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    result = tilefolk("sim", "my_city/eternal", "--matches", "1", "--ray", "auto", "--lang", "en")
    assert result.exit_code == 2 and "ray" in result.stderr


@pytest.mark.parametrize("url", ["mysql://x", "no address", "postgresql://a@b@c/d"])
@pytest.mark.parametrize("command", ["serve", "check", "operator"])
def test_a_wrong_address_of_the_database_is_a_wrong_option(command: str, url: str, tmp_path: Path) -> None:
    result = tilefolk(command, "--data", str(tmp_path), "--database-url", url, "--lang", "en")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)


def test_play_without_a_terminal_ends_at_once(tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    command = [sys.executable, "-m", "tilefolk", "play", "my_city/eternal", "--log", str(log)]
    run = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=120
    )
    assert (run.returncode, run.stdout) == (2, "") and len(run.stderr.splitlines()) == 1
    assert not log.exists()


@pytest.mark.slow
def test_a_special_file_is_written_to_and_stays(tmp_path: Path) -> None:
    link, target = tmp_path / "link.csv", tmp_path / "target.csv"
    link.symlink_to(target)
    small = [sys.executable, "-m", "tilefolk", "sim", "my_city/eternal", "--matches", "1", "--csv"]
    subprocess.run([*small, str(link)], capture_output=True, check=True)
    assert link.is_symlink() and len(target.read_text().splitlines()) == 3
    out = tmp_path / "out.txt"
    with out.open("w") as file:
        subprocess.run([*small, "/dev/stdout", "--json"], stdout=file, check=True)
    assert out.read_text().startswith("match,seat,bot") and '"matches": 1' in out.read_text()
    assert Path("/dev/stdout").is_symlink() and not Path("/dev/stdout.part").exists()
    full = subprocess.run([*small, "/dev/full"], capture_output=True, text=True, check=False)
    assert full.returncode == 2 and "no space is left" in full.stderr and "greedy" in full.stdout
    assert not Path("/dev/full").is_file() and not Path("/dev/full.part").exists()


def test_a_folder_for_the_numbers_is_refused_before_the_first_match(tmp_path: Path) -> None:
    folder = tmp_path / "d"
    folder.mkdir()
    result = tilefolk("sim", "my_city/eternal", "--matches", "1000000", "--csv", str(folder))
    assert result.exit_code == 2 and "it is a folder" in result.stderr
    assert list(tmp_path.iterdir()) == [folder]


def raising(sight: Sight, stream: Random) -> Action:
    raise RuntimeError("no idea")


def cheating(sight: Sight, stream: Random) -> Action:
    return ("place", "O4", 0, "A1")


@pytest.mark.parametrize(
    ("bot", "said"),
    [(raising, "RuntimeError: no idea"), (cheating, "[not_this_piece]")],
    ids=("raises", "cheats"),
)
def test_a_bot_that_fails_is_named(monkeypatch: pytest.MonkeyPatch, bot: Bot, said: str) -> None:
    monkeypatch.setitem(BOTS, "broken", bot)
    result = tilefolk("sim", "my_city/eternal", "--bots", "greedy,broken", "--matches", "2", "--seed", "7")
    assert result.exit_code == 1 and result.stdout == ""
    assert "broken on seat 2 fails in match 0 (seed 7/0)" in result.stderr and said in result.stderr


def test_failures_travel_between_processes() -> None:
    illegal = pickle.loads(pickle.dumps(Illegal(("edge", "clear"))))
    assert illegal.rules == ("edge", "clear") and str(illegal) == "edge, clear"
    failed = pickle.loads(pickle.dumps(BotFailed("mine", 1, 4, "RuntimeError", ("edge",))))
    assert (failed.bot, failed.seat, failed.number, failed.rules) == ("mine", 1, 4, ("edge",))


def test_the_version() -> None:
    assert tilefolk("--version").stdout == f"tilefolk {__version__}\n"


def test_an_unknown_language_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    result = tilefolk("games", "--lang", "xx")
    assert result.exit_code == 2
    assert "en, pl" in result.stderr
    monkeypatch.setenv("TILEFOLK_LANG", "pl")
    assert "Język xx nie jest dostępny" in tilefolk("games", "--lang", "xx").stderr


def test_bench_gives_the_ratios() -> None:
    figures = json.loads(tilefolk("bench", "--json", "--rounds", "1").stdout)
    assert {"vs_python_chess", "table_vs_python_chess", "point_city_matches_per_second"} <= set(figures)
    games = ("my_city", "my_island", "point_city")
    assert {f"greedy_answers_{game}_per_second" for game in games} <= set(figures)


def test_the_help_loads_neither_games_nor_server() -> None:
    heavy = ("tilefolk.games", "tilefolk.core", "tilefolk.server", "sqlalchemy", "fastapi", "textual")
    code = f"import sys, tilefolk.cli.main; print(*(name for name in {heavy} if name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], stdout=-1, check=True, text=True).stdout.strip() == ""
