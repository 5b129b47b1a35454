"""The command line as a person and a script meet it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tilefolk.cli.main import app

SIM = ["sim", "my_city/eternal", "--matches", "6", "--seed", "7"]


def tilefolk(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    assert tilefolk(*SIM, "--bots", "greedy,random", "--logs", str(folder)).exit_code == 0
    return folder


def test_games_lists_ways_and_seats() -> None:
    listed = json.loads(tilefolk("games", "--json").stdout)
    eternal = next(way for way in listed if way["game"] == "my_city/eternal")
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
    keys = {"seat", "bot", "mean", "median", "stdev", "min", "max", "wins", "tally"}
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
        other = next(
            card for card in ("Y-I2", "R-I2", "B-I2", "Y-I3", "X", "C-V5", "R-U5") if card not in drawn
        )
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
        (["play", "my_city/eternal", "--seats", "9"], 2, "1, 2, 3, 4"),
        (["play", "my_city/eternal", "--seats", "2", "--bots", "random,random"], 2, "2"),
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


def test_an_unknown_language_is_refused() -> None:
    result = tilefolk("games", "--lang", "xx")
    assert result.exit_code == 2
    assert "en, pl" in result.stderr


def test_bench_gives_the_ratios() -> None:
    figures = json.loads(tilefolk("bench", "--json", "--rounds", "1").stdout)
    assert {"vs_python_chess", "table_vs_python_chess"} <= set(figures)
