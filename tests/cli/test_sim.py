"""`games` and `sim` as a person and a script meet them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.calling import SIM, tilefolk


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
