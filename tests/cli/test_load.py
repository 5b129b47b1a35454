"""`tilefolk load`: the search for the highest rate, the bar, and what counts as lost or doubled."""

from io import StringIO
from pathlib import Path

import pytest
from sqlalchemy import insert

from tilefolk.cli.load.command import search_rate
from tilefolk.cli.load.crowd import LoadRun, ready_to_play
from tilefolk.cli.load.figures import Figures, count_lost_and_doubled, summarize, with_waits
from tilefolk.cli.load.join import Guest
from tilefolk.cli.load.player import Acknowledged, Pending, Player
from tilefolk.cli.load.rate_search import CLOSE_RATIO, highest_rate
from tilefolk.server.storage.engine import database_url, engine_for
from tilefolk.server.storage.schema import lines, metadata


@pytest.mark.parametrize("limit", [1.5, 20, 50, 51, 730.0])
def test_the_search_ends_close_below_what_breaks(limit: float) -> None:
    tried: list[float] = []

    def holds(rate: float) -> bool:
        tried.append(rate)
        return rate <= limit

    found = highest_rate(holds, 50)
    assert found in tried and found <= limit < found * CLOSE_RATIO
    assert len(tried) < 15


def test_the_search_gives_up_where_nothing_holds() -> None:
    assert highest_rate(lambda rate: False, 50) == 0


def test_what_breaks_once_is_tried_again() -> None:
    tried: list[float] = []

    def measure(run: LoadRun) -> Figures:
        tried.append(run.rate)
        unlucky = len(tried) == 1 or run.rate > 80
        return summarize(run, [0.2 if unlucky else 0.01] * int(run.rate), 0, [])

    printed = StringIO()
    best, steps = search_rate(measure, LoadRun(64, 1), printed)
    assert tried[:4] == [64, 64, 128, 128] and best == pytest.approx(76, abs=1)
    assert [step["holds"] for step in steps[:4]] == [False, True, False, False]
    assert len(printed.getvalue().splitlines()) == len(steps) + 1


def well() -> Figures:
    return summarize(LoadRun(10, 10), [0.01] * 98 + [0.1] * 2, 0, [])._replace(lost=0, doubled=0)


def test_the_bar() -> None:
    assert well().holds
    assert (well().p50_ms, well().p99_ms, well().per_second) == (10.0, 100.0, 10.0)
    for worse in ({"p99_ms": 150.1}, {"lost": 1}, {"doubled": 1}, {"unanswered": 1}, {"per_second": 9.4}):
        assert not well()._replace(**worse).holds, worse
    assert not summarize(LoadRun(10, 10), [], 0, []).holds


def client(table: str, seat: int, *to_act: int) -> Player:
    player = Player(Guest(("http://localhost",), "", table, seat))
    player.push = {"match": "m", "n": 0, "view": {"to_act": list(to_act)}}
    return player


def test_a_run_begins_when_every_table_waits_for_a_client() -> None:
    assert ready_to_play([client("a", 0, 1), client("a", 1, 1), client("b", 0, 0, 1)])
    assert not ready_to_play([client("a", 0, 0), client("b", 0, 3)]), "a bot has to answer first"
    unseen = client("a", 1)
    unseen.push = None
    assert not ready_to_play([client("a", 0, 0), unseen]), "somebody does not see the board yet"


def test_how_long_people_wait_for_bots() -> None:
    assert with_waits(well(), []) == well() and well().bots_p99_s is None
    told = with_waits(well(), [0.1] * 197 + [0.5, 3.0, 1.0])
    assert (told.bots_p50_s, told.bots_p99_s, told.bots_most_s) == (0.1, 1.0, 3.0)


def test_a_wait_ends_when_it_is_the_seats_turn_again() -> None:
    player = client("a", 0, 0)
    player._acknowledged(Pending("m", 0, "pass", 0.0))
    assert player.waits == [], "the view is as old as the line"
    player.push = {"match": "m", "n": 1, "view": {"to_act": [1]}}
    player._note_wait()
    assert player.waits == [], "the bot is to act"
    player.push = {"match": "m", "n": 1, "view": {"to_act": [0, 1]}}
    player._note_wait()
    player._note_wait()
    assert len(player.waits) == 1 and 0 <= player.waits[0] < 60
    player._acknowledged(Pending("m", 1, "pass", 0.0))
    player.push = {"match": "next", "n": 0, "view": {"to_act": [0]}}
    player._note_wait()
    assert len(player.waits) == 1, "a new match is no answer"
    player._acknowledged(Pending("next", 0, "pass", 0.0))
    assert len(player.take_waits()) == 2, "who still waits has waited so far"
    assert player.take_waits() == []


LAID, OTHER, PASS = "place A 0 A1", "place B 1 C3", "pass"


def sent(n: int, line: str, match: str = "m") -> Acknowledged:
    return Acknowledged(match, 2, n, line, 0.1)


def test_what_is_acknowledged_is_stored_once(tmp_path: Path) -> None:
    engine = engine_for(database_url(tmp_path / "some.sqlite"))
    metadata.create_all(engine)
    with engine.execution_options(writes=True).begin() as connection:
        connection.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
        for n, line in enumerate((LAID, PASS, PASS, OTHER, OTHER)):
            row = {"match_id": "m", "seq": n + 1, "who": 2, "n": n, "line": f"2 {line}", "at": 0, "tick": 0}
            connection.execute(insert(lines).values(**row))
        assert count_lost_and_doubled(connection, [sent(0, LAID), sent(1, PASS), sent(2, PASS)]) == (0, 0)
        assert count_lost_and_doubled(connection, [sent(0, OTHER), sent(9, PASS), sent(0, PASS, "x")])[0] == 3
        assert count_lost_and_doubled(connection, [sent(3, OTHER)]) == (0, 1), (
            "there again under another receipt"
        )
        connection.rollback()
    engine.dispose()
