"""Series on the command line: listed, simulated, replayed, verified; campaigns, and branches of them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calling import tilefolk
from tests.cli.series_logs import CITY, RANDOM, SAID, SHORT, city_log
from tilefolk.bots import BOTS
from tilefolk.campaign import SERIES
from tilefolk.campaign.playing import play_series
from tilefolk.campaign.record import Branch, SeriesRecord, read_series, write_series
from tilefolk.cli import play_command
from tilefolk.cli.terminal.series import load_series, next_table, with_city
from tilefolk.cli.terminal.table.log_file import open_log
from tilefolk.cli.terminal.table.players import TableRequest
from tilefolk.locale import texts

pytestmark = pytest.mark.slow

SIM = ["sim", "roll_and_build/chapter-1", "--matches", "4", "--seed", "7"]


# The command line


def test_games_lists_the_series_before_their_matches() -> None:
    listed = json.loads(tilefolk("games", "--json").stdout)
    names = [mode["game"] for mode in listed]
    assert names.index("roll_and_build/campaign") < names.index("roll_and_build/1")
    campaign = next(mode for mode in listed if mode["game"] == "roll_and_build/campaign")
    assert campaign["series"] == [f"roll_and_build/{n}" for n in range(1, 13)]
    assert next(mode for mode in listed if mode["game"] == "roll_and_build/1")["series"] == []
    assert "Campaign, 12 episodes" in tilefolk("games").stdout


def test_sim_plays_whole_series_the_same_for_any_jobs() -> None:
    one = tilefolk(*SIM, "--bots", "greedy", "--json").stdout
    assert one == tilefolk(*SIM, "--bots", "greedy", "--json", "--jobs", "2").stdout
    numbers = json.loads(one)
    (seat,), (chapter,) = numbers["seats"], numbers["chapters"]
    assert chapter["medians"] == [seat["median"]] and seat["tally"]["chapter.1"] == seat["mean"]
    assert sum(step["reached"] for step in chapter["titles"]) == 4
    assert [step["least"] for step in chapter["titles"]] == [0, 10, 18, 26, 34, 42, 50, 60, 70]


def test_sim_of_several_seats_has_medians_and_no_titles(tmp_path: Path) -> None:
    file, logs = tmp_path / "numbers.csv", tmp_path / "logs"
    more = ["--csv", str(file), "--logs", str(logs), "--json"]
    numbers = json.loads(tilefolk(*SIM, "--bots", "greedy,random", *more).stdout)
    assert numbers["chapters"][0]["titles"] == numbers["titles"] == []
    rows = [row.split(",") for row in file.read_text().splitlines()]
    assert rows[0] == ["match", "seat", "bot", "value", "place"] and len(rows) == 1 + 4 * 2
    for number in range(4):
        record = read_series((logs / f"{number:06}.log").read_text())
        values = [int(row[3]) for row in rows[1:] if row[0] == str(number)]
        assert list(record.standing.totals) == values


def test_sim_prints_the_ladder_with_how_many_reached_it() -> None:
    told = tilefolk(
        "sim", "roll_and_build/campaign", "--bots", "greedy", "--matches", "2", "--seed", "1"
    ).stdout
    assert re.search(r"Chapter 1 +Chapter 2 +Chapter 3 +Chapter 4 +Total", told)
    steps = [row for row in told.splitlines() if row.strip().startswith("Honorary citizen")]
    assert re.findall(r"(\d+)\+: \d", steps[0]) == ["70", "70", "80", "120", "300"]
    reached = [sum(map(int, column)) for column in zip(*_reached(told), strict=True)]
    assert reached == [2] * 5


def _reached(told: str) -> list[list[str]]:
    return [found for row in told.splitlines() if (found := re.findall(r"\d+\+: (\d+)", row))]


def test_patterns_find_series() -> None:
    numbers = json.loads(
        tilefolk("sim", "roll_and_build/chapter-*", "--bots", "random", "--matches", "1", "--json").stdout
    )
    assert [batch["game"][-1] for batch in numbers] == ["1", "2", "3", "4"]


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("series")
    assert tilefolk(*SIM, "--bots", "greedy", "--logs", str(folder)).exit_code == 0
    return folder / "000000.log"


def test_replay_shows_where_a_series_stands(log: Path) -> None:
    told = json.loads(tilefolk("replay", str(log), "--json").stdout)
    assert (told["series"], told["played"], told["over"], told["next"]) == (SIM[1], 3, True, None)
    shown = tilefolk("replay", str(log), "--lang", "pl").stdout
    assert str(told["totals"][0]) in shown
    assert texts("pl").say(f"title.{told['chapters'][0]['title']}") in shown


def test_verify_checks_every_match_of_a_series(log: Path, tmp_path: Path) -> None:
    checked = tilefolk("verify", str(log))
    assert checked.exit_code == 0 and len(checked.stdout.splitlines()) == 3
    load_series = tmp_path / "begun.log"
    load_series.write_text(write_series(SeriesRecord(SHORT, 1, ())), encoding="utf-8")
    assert tilefolk("verify", str(load_series)).exit_code == 1
    assert tilefolk("replay", str(load_series)).exit_code == 0


def test_a_bad_series_file_is_named_with_line_and_reason(log: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.log"
    bad.write_text(
        log.read_text().replace("series roll_and_build/chapter-1", "series roll_and_build/chapter-2"),
        encoding="utf-8",
    )
    for command in ("replay", "verify"):
        result = tilefolk(command, str(bad), "--lang", "pl")
        assert result.exit_code == 1 and "roll_and_build/4" in result.stderr and "bad.log" in result.stderr


def test_practice_does_not_count_in_a_series() -> None:
    result = tilefolk("play", SHORT.name, "--practice")
    assert result.exit_code == 2 and SAID.say("series.practice") in result.stderr


# The campaign of My City


def test_a_campaign_by_numbers_and_progress() -> None:
    told = tilefolk(
        "sim", "my_city/campaign", "--bots", "random,random", "--matches", "2", "--seed", "1", "--json"
    )
    numbers = json.loads(told.stdout)
    assert [episode["mode"] for episode in numbers["episodes"]] == [f"my_city/{n}" for n in range(1, 25)]
    for episode in numbers["episodes"]:
        for seat in episode["seats"]:
            assert set(seat) == {"seat", "mean", "p5", "p50", "p95", "locked", "low", "progress"}
            assert seat["p5"] <= seat["p50"] <= seat["p95"]
    for seat in numbers["seats"]:
        won = sum(episode["seats"][seat["seat"]]["progress"] for episode in numbers["episodes"])
        assert seat["mean"] == pytest.approx(won), "progress, never a sum of points"
    tells_gifts(numbers)
    shown = tilefolk("sim", "my_city/campaign", "--bots", "random,random", "--matches", "1").stdout
    assert "my_city/24" in shown and "progress 2" in shown


def tells_gifts(numbers: dict[str, Any]) -> None:
    """Every kind of gift that the data offers is listed, and all progress is found in the gifts."""
    given = {(row["mode"], row["rule"], row["what"]): row["given"] for row in numbers["gifts"]}
    assert given["my_city/13", "award.first", "cog"] > 0
    for rule in ("award.others", "dig.B"):
        assert ("my_city/16", rule, "boxes:B") in given
    assert ("my_city/16", "award.second", "progress") not in given, "there is no such row for two seats"
    assert sum(row["given"] == 0 for row in numbers["gifts"]), "what nobody got in two campaigns is told too"
    ends = [(row["what"], row["end"]) for row in numbers["reached"]]
    assert ends == [("boxes:B", 9), ("boxes:R", 7), ("boxes:Y", 5)]
    for row in numbers["reached"]:
        assert 0 < row["mean"] <= row["end"] and row["reached"] == row["seats"] / 4


def test_sealed_episodes_are_listed_by_number() -> None:
    listed = tilefolk("games", "--lang", "pl").stdout
    assert "Epizod 7 kampanii (zapieczętowany)" in listed and "Wielka woda" not in listed


def test_a_campaign_replays_with_progress_and_city_names(tmp_path: Path) -> None:
    series, log = SERIES["my_city/campaign"], tmp_path / "campaign.log"
    played = play_series(series, [BOTS["random"]] * 2, "replay").matches
    log.write_text(write_series(SeriesRecord(series, 2, played, ("Brama", ""))), encoding="utf-8")
    told = tilefolk("replay", str(log)).stdout
    assert "Progress" in told and "First places" in told and "The winner of the campaign: seat" in told
    assert "1. Progress: seat 1 " in told
    numbers = json.loads(tilefolk("replay", str(log), "--json").stdout)
    assert numbers["wins"] == ["progress", "firsts", "nuggets", "last"] and numbers["opened"] == 8
    assert tilefolk("verify", str(log)).exit_code == 0


@pytest.mark.parametrize(
    ("name", "city"), [("roll_and_build/short", "Brama"), ("my_city/campaign", "x" * 25)]
)
def test_a_city_that_cannot_be_named_is_refused(name: str, city: str) -> None:
    refused = tilefolk("play", name, "--city", city)
    assert refused.exit_code == 2 and "Traceback" not in refused.output


def test_a_city_is_kept_in_the_text_of_the_series(tmp_path: Path) -> None:
    series, log = SERIES["my_city/campaign"], open_log(tmp_path / "city.log")
    request = TableRequest(players=(RANDOM, RANDOM), seed="city", city="Brama")
    record = with_city(load_series(SAID, series, request, log), request.city)
    _, table = next_table(SAID, record, request, None, log)
    assert table.log is not None
    assert "\ncity 0 Brama\n" in table.log.text_of(table.match)


def test_a_branch_begins_a_log_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = city_log(tmp_path, 3), tmp_path / "new folder" / "new.log"
    before = old.read_text()
    monkeypatch.setattr(play_command, "is_terminal", lambda: True)
    monkeypatch.setattr(play_command, "play_in_terminal", lambda *request: 0)
    words = ["play", CITY.name, "--log", str(new), "--from", str(old)]
    assert tilefolk(*words, "--after", "2").exit_code == 0
    record = read_series(new.read_text())
    assert record.branch == Branch("city.log", 2) and record.standing.played == 2
    assert old.read_text() == before
    again = tilefolk(*words, "--after", "2")
    assert again.exit_code == 2 and SAID.say("cli.branch.log") in again.stderr


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_branches_that_cannot_be_are_named(tmp_path: Path, lang: str) -> None:
    old, new = city_log(tmp_path, 1), tmp_path / "new.log"
    said = texts(lang)

    def refusal(*words: str, game: str = CITY.name) -> str:
        result = tilefolk("play", game, *words, "--lang", lang)
        assert result.exit_code == 2 and "Traceback" not in result.output and not new.exists()
        return result.stderr

    branch = ("--from", str(old), "--log", str(new))
    most = said.say("cli.branch.played", file="city.log", most="1")
    assert most in refusal(*branch, "--after", "2")
    assert said.say("cli.branch.log") in refusal("--from", str(old))
    assert said.say("cli.branch.after") in refusal("--after", "2")
    other = said.say("cli.branch.other", file="city.log", mode=CITY.name)
    assert other in refusal(*branch, game="roll_and_build/short")
    old.write_text(write_series(SeriesRecord(CITY, 2, ())), encoding="utf-8")
    assert said.say("cli.branch.played", file="city.log", most="0") in refusal(*branch)
