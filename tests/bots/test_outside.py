"""Bots from outside: functions in files and installed entry points."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from tilefolk.bots import BOTS, BadBot, UnknownBot, admit_bots, bot_names, find_bot, installed_bots, registry
from tilefolk.cli.main import app
from tilefolk.cli.names import admit_to_tables
from tilefolk.core.play import Sight, play
from tilefolk.games import find
from tilefolk.locale import texts

SOURCE = """
import helper


def last(sight, stream):
    return helper.pick(sight.legal)


def fails(sight, stream):
    raise RuntimeError("no idea")


NUMBER = 3
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "helper.py").write_text("def pick(legal):\n    return legal[-1]\n", encoding="utf-8")
    out = tmp_path / "my_bots.py"
    out.write_text(SOURCE, encoding="utf-8")
    return out


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A package that offers the bots `outsider` and `absent`, and tries to replace `greedy`."""
    (tmp_path / "outsider_bots.py").write_text(
        "def outsider(sight, stream):\n    return sight.legal[0]\n", encoding="utf-8"
    )
    info = tmp_path / "outsider_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: outsider-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[tilefolk.bots]\noutsider = outsider_bots:outsider\nabsent = outsider_bots:absent\n"
        "greedy = outsider_bots:outsider\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))  # for the processes of `sim --jobs`
    installed_bots.cache_clear()
    yield "outsider"
    installed_bots.cache_clear()


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, [*words, "--lang", "en"])
    return result.exit_code, result.stdout, result.stderr


def test_a_function_in_a_file_plays(file: Path) -> None:
    bot = find_bot(f"{file}:last")
    game, mode = find("my_city/eternal")
    match = play(game, mode, [bot], "1")
    assert match.over and match.lines[1].action == ("end",)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_sim_takes_a_file(file: Path, jobs: str) -> None:
    bots = f"{file}:last,random"
    code, out, _ = run("sim", "my_city/eternal", "--bots", bots, "--matches", "4", "--jobs", jobs, "--json")
    seats = json.loads(out)["seats"]
    assert code == 0 and [seat["bot"] for seat in seats] == bots.split(",")
    assert seats[0]["stdev"] == 0


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_sim_takes_an_installed_bot(installed: str, jobs: str) -> None:
    code, out, _ = run(
        "sim", "my_city/eternal", "--bots", installed, "--matches", "3", "--jobs", jobs, "--json"
    )
    assert code == 0 and json.loads(out)["seats"][0]["bot"] == installed


def test_installed_bots_are_listed_and_ours_stay_ours(installed: str) -> None:
    assert installed in bot_names()
    code, out, _ = run("bots")
    assert code == 0 and "installed with outsider-bots (outsider_bots:outsider)" in out
    assert "./my_bots.py:clever" in out
    told = {bot["bot"]: bot for bot in json.loads(run("bots", "--json")[1])}
    assert told["outsider"]["package"] == "outsider-bots"
    assert told["greedy"]["package"] == "tilefolk" and told["automaton"]["fixed"]
    assert find_bot("greedy").__module__.startswith("tilefolk.")


def test_a_bot_that_fails_is_named(file: Path) -> None:
    code, _, said = run("sim", "my_city/eternal", "--bots", f"{file}:fails", "--matches", "2")
    assert code == 1 and "fails on seat 1" in said and "no idea" in said


def test_what_is_wrong_with_a_bot_is_said(file: Path, installed: str) -> None:
    broken = file.with_name("broken.py")
    broken.write_text("import nothing_like_this\n", encoding="utf-8")
    for name, sentence in {
        f"{file}:lost": "has no function lost. It has: last, fails.",
        str(file): "Name the function after a colon, one of: last, fails.",
        f"{file}:NUMBER": "has no function NUMBER",
        f"{file}x.py:last": "There is no file",
        f"{broken}:bot": "ModuleNotFoundError: No module named 'nothing_like_this'",
        "absent": "AttributeError",
        "gredy": "Did you mean greedy?",
        "outsidr": "Did you mean outsider?",
    }.items():
        code, out, said = run("sim", "my_city/eternal", "--bots", name)
        assert (code, out) == (2, "") and sentence in said, name


def test_an_operator_admits_bots_to_tables(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "BOTS", dict(BOTS))
    monkeypatch.chdir(file.parent)
    admitted = admit_to_tables(texts("en"), "./my_bots.py:last,greedy")
    assert admitted == (f"{file.resolve()}:last", "greedy")
    assert registry.BOTS["last"] is find_bot(f"{file}:last")
    assert admit_to_tables(texts("en"), "./my_bots.py:last") and admit_to_tables(texts("en"), None) == ()


def test_a_bot_with_a_name_that_is_taken_or_too_long_is_not_admitted(file: Path) -> None:
    long = "b" * 41
    file.write_text(f"def greedy(sight, stream): ...\ndef {long}(sight, stream): ...\n", encoding="utf-8")
    with pytest.raises(BadBot, match="name_taken"):
        admit_bots([f"{file}:greedy"])
    with pytest.raises(BadBot, match="bad_name"):
        admit_bots([f"{file}:{long}"])
    code, _, said = run("serve", "--bots", f"{file}:gredy", "--port", "0")
    assert code == 2 and "It has: greedy" in said


def test_unknown_names_are_errors() -> None:
    with pytest.raises(UnknownBot):
        find_bot("nobody")
    with pytest.raises(BadBot):
        find_bot("./none.py:bot")


def test_a_sight_shows_the_view_of_its_seat() -> None:
    seen: list[int] = []

    def looks(sight: Sight, stream: Random) -> tuple[str | int, ...]:
        seen.append(sight.view["seat"])
        assert sight.view["to_act"]
        return sight.legal[0]

    game, mode = find("point_city/table")
    play(game, mode, [looks, looks], "1")
    assert set(seen) == {0, 1}
