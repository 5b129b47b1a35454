"""The command line as a person and a script meet it."""

import contextlib
import json
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner, Result

from tilefolk import __version__
from tilefolk.bots import BOTS
from tilefolk.cli.main import app
from tilefolk.core.game import Illegal
from tilefolk.core.notation import Action
from tilefolk.core.play import Bot, Sight
from tilefolk.sim.batch import BotFailed

SIM = ["sim", "my_city/eternal", "--matches", "6", "--seed", "7"]


def tilefolk(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    assert tilefolk(*SIM, "--bots", "greedy,random", "--logs", str(folder)).exit_code == 0
    return folder


def test_games_lists_modes_and_seats() -> None:
    listed = json.loads(tilefolk("games", "--json").stdout)
    eternal = next(mode for mode in listed if mode["game"] == "my_city/eternal")
    assert eternal["seats"] == [1, 2, 3, 4]
    assert eternal["options"]["pace"] == ["together", "own"]
    assert "my_city/eternal" in tilefolk("games").stdout


def test_sim_prints_the_same_numbers_for_any_jobs() -> None:
    one = tilefolk(*SIM, "--bots", "greedy,random", "--json").stdout
    again = tilefolk(*SIM, "--bots", "greedy,random", "--json").stdout
    two = tilefolk(*SIM, "--bots", "greedy,random", "--json", "--jobs", "2").stdout
    assert one == again == two
    numbers = json.loads(one)
    assert (numbers["game"], numbers["matches"], numbers["seed"]) == ("my_city/eternal", 6, "7")
    assert [seat["bot"] for seat in numbers["seats"]] == ["greedy", "random"]
    plain = {"seat", "bot", "mean", "median", "stdev", "min", "max", "wins", "win_rate", "tally"}
    keys = plain | {"mean_95", "win_rate_95"}
    assert all(set(seat) == keys for seat in numbers["seats"])
    assert numbers["seats"][0]["mean"] > numbers["seats"][1]["mean"] + 15


def test_sim_keeps_standard_output_for_the_numbers() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tilefolk", *SIM, "--bots", "random,random", "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(run.stdout)["matches"] == 6


def test_sim_writes_csv_and_table(tmp_path: Path) -> None:
    file = tmp_path / "new" / "numbers.csv"
    result = tilefolk(*SIM, "--bots", "random,random", "--csv", str(file))
    assert result.exit_code == 0
    rows = file.read_text().splitlines()
    assert rows[0] == "match,seat,bot,value,place"
    assert len(rows) == 1 + 6 * 2
    assert "random" in result.stdout


SOLO = ["sim", "point_city/solo-*", "--bots", "random", "--matches", "3", "--seed", "1"]
LEVELS = [f"point_city/solo-{level}" for level in ("easy", "medium", "hard")]


@pytest.mark.parametrize("language", ["en", "pl"])
def test_sim_prints_the_win_rates_of_several_games_in_one_table(language: str) -> None:
    result = tilefolk(*SOLO, "--lang", language)
    assert result.exit_code == 0 and "%" in result.stdout and "…" not in result.stdout
    rows = [
        line.split() for line in result.stdout.splitlines() if line.strip().startswith("point_city/solo-")
    ]
    assert [(row[0], row[2]) for row in rows if len(row) == 7] == [
        (level, bot) for level in LEVELS for bot in ("random", "automaton")
    ]
    rates = [float(row[-2]) for row in rows if len(row) == 7]
    assert all(
        one + two == pytest.approx(100, abs=0.2) for one, two in zip(rates[::2], rates[1::2], strict=True)
    )


def test_sim_of_several_games_as_json_csv_and_records(tmp_path: Path) -> None:
    file, folder = tmp_path / "numbers.csv", tmp_path / "logs"
    numbers = json.loads(tilefolk(*SOLO, "--json", "--csv", str(file), "--logs", str(folder)).stdout)
    assert [batch["game"] for batch in numbers] == LEVELS
    for batch in numbers:
        assert [seat["win_rate"] for seat in batch["seats"]] == [
            pytest.approx(seat["wins"] / 3, abs=1e-4) for seat in batch["seats"]
        ]
    rows = file.read_text().splitlines()
    assert rows[0] == "game,match,seat,bot,value,place" and len(rows) == 1 + 3 * 3 * 2
    assert rows[1].startswith("point_city/solo-easy,0,0,random,")
    assert sorted(path.name for path in folder.iterdir()) == sorted(name.replace("/", "-") for name in LEVELS)
    assert tilefolk("verify", str(folder / "point_city-solo-hard" / "000002.log")).exit_code == 0


def test_the_games_own_bot_need_not_be_named() -> None:
    solo = ["sim", "point_city/solo-easy", "--matches", "2", "--json"]
    told = [
        json.loads(tilefolk(*solo, *bots).stdout)
        for bots in (["--bots", "random"], ["--bots", "random,automaton"], [])
    ]
    assert told[0] == told[1] and [seat["bot"] for seat in told[0]["seats"]] == ["random", "automaton"]
    assert [seat["bot"] for seat in told[2]["seats"]] == ["greedy", "automaton"]


def test_own_pace_can_be_simulated() -> None:
    assert tilefolk(*SIM, "--bots", "random,random", "--pace", "own", "--json").exit_code == 0


def test_replay_shows_tallies_and_places(logs: Path) -> None:
    log = sorted(logs.glob("*.log"))[0]
    told = json.loads(tilefolk("replay", str(log), "--json").stdout)
    assert told["over"]
    assert len(told["values"]) == len(told["places"]) == told["seats"] == 2
    assert [sum(points for _, points in tally) for tally in told["tallies"]] == told["values"]
    assert tilefolk("replay", str(log)).exit_code == 0


def test_replay_of_a_part_shows_how_it_stands(logs: Path, tmp_path: Path) -> None:
    log = sorted(logs.glob("*.log"))[0]
    part = tmp_path / "part.log"
    part.write_text("\n".join(log.read_text().split("\n")[:15]) + "\n")
    assert not json.loads(tilefolk("replay", str(part), "--json").stdout)["over"]
    assert tilefolk("verify", str(part)).exit_code == 1


def test_a_bad_move_is_named_with_line_and_rule(logs: Path, tmp_path: Path) -> None:
    lines = sorted(logs.glob("*.log"))[0].read_text().split("\n")
    number, line = next((n, line) for n, line in enumerate(lines) if line.startswith("0 place"))
    lines[number] = " ".join(line.split(" ")[:-1] + ["K11"])
    bad = tmp_path / "bad.log"
    bad.write_text("\n".join(lines))
    result = tilefolk("replay", str(bad))
    assert result.exit_code == 1
    assert f"line {number + 1}" in result.stderr
    assert "K11" in result.stderr
    assert "[edge]" in result.stderr or "[on_land]" in result.stderr


def test_verify_finds_nothing_in_an_honest_record(logs: Path) -> None:
    for log in sorted(logs.glob("*.log"))[:3]:
        assert tilefolk("verify", str(log)).exit_code == 0


def rewritten(log: Path, tmp_path: Path, change: object) -> Path:
    lines = log.read_text().split("\n")
    change(lines)  # type: ignore[operator]
    out = tmp_path / "changed.log"
    out.write_text("\n".join(lines))
    return out


def draws(lines: list[str]) -> list[int]:
    return [n for n, line in enumerate(lines) if line.startswith("* deck")]


def test_one_changed_outcome_fails(logs: Path, tmp_path: Path) -> None:
    def change(lines: list[str]) -> None:
        last = draws(lines)[-1]
        drawn = {lines[n].split(" ")[3] for n in draws(lines)}
        cards = ("Y-I2", "R-I2", "B-I2", "Y-I3", "X", "C-V5", "R-U5")
        other = next((card for card in cards if card not in drawn), "Y-I2")
        lines[last] = " ".join([*lines[last].split(" ")[:3], other])

    for log in sorted(logs.glob("*.log"))[:4]:
        assert tilefolk("verify", str(rewritten(log, tmp_path, change))).exit_code == 1


def test_two_swapped_draws_fail(logs: Path, tmp_path: Path) -> None:
    def swap(lines: list[str]) -> None:
        first, second = draws(lines)[:2]
        one, two = lines[first].split(" ")[3], lines[second].split(" ")[3]
        lines[first], lines[second] = f"* deck 0 {two}", f"* deck 1 {one}"

    for log in sorted(logs.glob("*.log"))[:4]:
        assert tilefolk("verify", str(rewritten(log, tmp_path, swap))).exit_code == 1


def test_another_seed_breaks_the_seal(logs: Path, tmp_path: Path) -> None:
    def forge(lines: list[str]) -> None:
        number = next(n for n, line in enumerate(lines) if line.startswith("@ reveal"))
        lines[number] = "@ reveal " + "00" * 32

    result = tilefolk("verify", str(rewritten(sorted(logs.glob("*.log"))[0], tmp_path, forge)))
    assert result.exit_code == 1
    assert "seal_broken" in result.stderr


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


def test_play_without_a_terminal_ends_at_once(tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    command = [sys.executable, "-m", "tilefolk", "play", "my_city/eternal", "--log", str(log)]
    run = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=20
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


LONG = ("sim", "my_city/eternal", "--matches", "100000", "--jobs", "2")
ENDLESS = [sys.executable, "-m", "tilefolk", *LONG]


@pytest.mark.slow
def test_an_interrupt_stops_all_processes() -> None:
    with interrupts_heard():
        run = subprocess.Popen(
            ENDLESS, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
    try:
        workers = started(run.pid, 2)
        os.killpg(run.pid, signal.SIGINT)  # as a terminal does
        _, said = run.communicate(timeout=60)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
    assert run.returncode == 130
    assert b"Traceback" not in said and gone(workers)


@contextlib.contextmanager
def interrupts_heard() -> Iterator[None]:
    """Whoever starts the tests in the background of a shell has Ctrl-C ignored, and so all they start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.slow
def test_processes_end_with_the_one_that_started_them() -> None:
    run = subprocess.Popen(ENDLESS, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    workers = started(run.pid, 2)
    run.kill()
    run.wait()
    assert gone(workers)


def started(pid: int, count: int) -> list[int]:
    """The workers of a process, once they work: they have used some time of the processor."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    for _ in range(400):
        found = [int(child) for child in children.read_text().split()]
        spent = [Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split() for child in found]
        working = [child for child, stat in zip(found, spent, strict=True) if int(stat[11]) > 60]
        if len(working) >= count:
            return found
        time.sleep(0.05)
    raise TimeoutError


def gone(pids: list[int]) -> bool:
    for _ in range(100):
        if not any(alive(pid) for pid in pids):
            return True
        time.sleep(0.05)
    return False


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


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


def test_people_count_seats_from_one(logs: Path) -> None:
    log = str(sorted(logs.glob("*.log"))[0])
    assert "seat 1" in tilefolk("replay", log).stdout and "seat 0" not in tilefolk("replay", log).stdout
    assert "gracz 2" in tilefolk("replay", log, "--lang", "pl").stdout
    rows = [
        line for line in tilefolk(*SIM, "--bots", "random,random").stdout.splitlines() if "random" in line
    ]
    assert [row.split()[0] for row in rows] == ["1", "2"]


def test_a_record_that_cannot_be_read(logs: Path, tmp_path: Path) -> None:
    text, bad = sorted(logs.glob("*.log"))[0].read_text(), tmp_path / "bad.log"

    def said(changed: str | bytes) -> str:
        bad.write_bytes(changed if isinstance(changed, bytes) else changed.encode())
        result = tilefolk("replay", str(bad))
        assert result.exit_code == 1 and len(result.stderr.splitlines()) == 1
        return result.stderr

    assert "bad.log is empty" in said("") and "is not a text file" in said(b"\xff\xfe")
    assert len(said("x" * 5000)) < 200
    assert "line 5: option pace fast:" in said(text.replace("seats 2\n", "seats 2\noption pace fast\n"))
    draw = next(line for line in text.split("\n") if line.startswith("* deck 0"))
    assert "This draw is not possible here." in said(text.replace(draw, "* deck 0 Y-Q9"))


def test_the_draws_of_a_running_match_are_not_checked_yet(logs: Path, tmp_path: Path) -> None:
    part = tmp_path / "part.log"
    part.write_text("\n".join(sorted(logs.glob("*.log"))[0].read_text().split("\n")[:15]) + "\n")
    assert "the match is not over yet" in tilefolk("verify", str(part)).stderr


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
