"""`tilefolk twin check` as a script calls it."""

import json

import pytest

from tests.cli.calling import tilefolk
from tilefolk.core.tally import Tally
from tilefolk.games.laying.scoring import score_of
from tilefolk.games.laying.state import State
from tilefolk.twin import check

CHECK = ("twin", "check", "my_island/1[0-2]", "--matches", "2", "--seed", "7")


def test_the_check_says_the_same_for_any_jobs() -> None:
    one, two = (tilefolk(*CHECK, "--jobs", jobs) for jobs in ("1", "2"))
    assert one.exit_code == two.exit_code == 0
    assert one.stdout == two.stdout
    assert [line.split()[0] for line in one.stdout.splitlines()] == [f"my_island/{n}" for n in (10, 11, 12)]


def test_rows_are_there_as_json() -> None:
    rows = json.loads(tilefolk(*CHECK, "--json", "--placements", "50").stdout)
    assert [row["mode"] for row in rows] == [f"my_island/{n}" for n in (10, 11, 12)]
    assert all(row["placements"] >= 50 for row in rows)
    assert not any(row["differences"] for row in rows)


def test_differences_are_printed_and_fail_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(state: State, seat: int) -> Tally:
        tally = score_of(state, seat)
        return tally._replace(value=tally.value + (state.boards[seat].round == 9))

    monkeypatch.setattr(check, "score_of", wrong)
    told = tilefolk("twin", "check", "my_city/eternal")
    assert told.exit_code == 1
    assert len(told.stdout.splitlines()) == 1 + check.MOST_DIFFERENCES
    assert all("value" in line for line in told.stdout.splitlines()[1:])
