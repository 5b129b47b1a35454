"""`replay` and `verify`: what records show, and what is found in forged ones."""

import json
from pathlib import Path

import pytest

from tests.cli.calling import SIM, tilefolk


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    assert tilefolk(*SIM, "--bots", "greedy,random", "--logs", str(folder)).exit_code == 0
    return folder


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


def test_people_count_seats_from_one(logs: Path) -> None:
    log = str(sorted(logs.glob("*.log"))[0])
    assert "seat 1" in tilefolk("replay", log).stdout and "seat 0" not in tilefolk("replay", log).stdout
    assert "gracz 2" in tilefolk("replay", log, "--lang", "pl").stdout
    rows = [
        line for line in tilefolk(*SIM, "--bots", "random,random").stdout.splitlines() if "random" in line
    ]
    assert [row.split()[0] for row in rows] == ["1", "2"]
