"""Opening an episode of a campaign holds nobody up: files are read beside the event loop, and only once."""

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.effort import times
from tests.server.holds import Watch
from tests.server.serving import Server, Visitor, running
from tilefolk.core.game import Json

MOST_MS = 60.0  # of processor time in one callback of the event loop; 20 is the goal
LATE = ["my_island/14", "my_island/20", "my_island/24", "my_city/20", "my_city/24"]
BOTS = ["random", "random"]
DATA = Path(__file__).parents[1] / "data"


def assert_not_held(watch: Watch, at: str) -> None:
    holds = watch.look()
    assert holds.files == 0, f"{at}: the event loop read files"
    assert holds.ms < MOST_MS, f"{at}: {holds}"


def first_view(visitor: Visitor, table: Json) -> Any:
    """What somebody is shown first who comes to a table."""
    live = visitor.live(table["id"])
    return live.wait_for("push")["view"]


@pytest.mark.parametrize("mode", LATE)
def test_the_first_view_of_a_late_episode(tmp_path: Path, mode: str) -> None:
    with running(tmp_path, kind="watched") as server:
        ola, watch = Visitor(server), Watch(tmp_path)
        watch.look()
        table = ola.post("/api/play", game=mode, bots=BOTS)
        assert_not_held(watch, "the start")
        assert first_view(ola, table)["game"] == mode
        assert first_view(Visitor(server), table)["seat"] is None
        assert_not_held(watch, "the first views")
        restart(server)
        watch.look()
        assert first_view(ola, table)["game"] == mode
        assert_not_held(watch, "the first view after a restart")


@pytest.mark.parametrize("game", ["my_city", "my_island"])
def test_a_campaign_that_goes_on(tmp_path: Path, game: str) -> None:
    """Every look at a campaign in the middle, each in a process that has not read its episodes yet."""
    text = (DATA / game / "first_half.txt").read_text(encoding="utf-8")
    with running(tmp_path, kind="watched") as server:
        ola, watch = Visitor(server), Watch(tmp_path)
        watch.look()
        answer = ola.http.post("/api/series", content=text, headers={"content-type": "text/plain"})
        table = answer.raise_for_status().json()
        assert_not_held(watch, "the import")
        for seat in range(1, len(table["seats"])):
            ola.put(f"/api/tables/{table['id']}/seats/{seat}", sitter={"bot": "random"})
        looks = {
            "its next episode": f"/api/tables/{table['id']}/next",
            "the games": "/api/games",
            "its record": f"/api/matches/{table['match']['id']}/record",
            "its table": f"/api/tables/{table['id']}",
            "its text": f"/api/tables/{table['id']}/series",
            "its last match": f"/api/matches/{table['match']['id']}/view",
            "the line-up": f"/api/tables/{table['id']}/lineup/1",
            "the chapters": "/api/chapters",
            "the list": "/api/tables",
            "its rules": f"/api/rules/{game}/13",
        }
        for at, path in islice(looks.items(), times(3, len(looks))):
            restart(server)
            watch.look()
            ola.http.get(path).raise_for_status()
            assert_not_held(watch, at)
        restart(server)
        watch.look()
        started = ola.post(f"/api/tables/{table['id']}/start")
        assert first_view(ola, started)["game"] == f"{game}/13"
        assert_not_held(watch, "the next episode")


def restart(server: Server) -> None:
    assert server.process
    server.process.kill()
    server.process.wait()
    server.start()
