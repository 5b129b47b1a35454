"""`tilefolk load` for a second: on a file, on two nodes, on two addresses; and what it refuses to do."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.commands import said
from tests.server.postgres import Postgres, postgres
from tests.server.serving import Visitor, running
from tilefolk.cli.load.join import TablePlan, join_tables
from tilefolk.cli.load.player import Player
from tilefolk.cli.load.random_answer import random_answer
from tilefolk.core.chance import open_seed, outcome
from tilefolk.core.match import Header, Match
from tilefolk.core.notation import CHANCE, Line, read_action
from tilefolk.games import find

SMALL = ("--sockets", "8", "--tables", "2", "--rate", "10", "--seconds", "1", "--json")


@pytest.fixture
def cluster() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


def load(*words: str) -> dict[str, Any]:
    command = [sys.executable, "-c", "from tilefolk.cli.main import run; run()", "load", *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def assert_kept(figures: dict[str, Any]) -> None:
    assert figures["acknowledged"] > 0
    assert (figures["lost"], figures["doubled"], figures["unanswered"]) == (0, 0, 0)
    assert figures["memory_mb"] > 10


def test_on_a_file() -> None:
    figures = load(*SMALL)
    assert (figures["sockets"], figures["tables"]) == (8, 2)
    assert_kept(figures)


def test_with_bots_on_half_of_the_seats() -> None:
    figures = load(*SMALL, "--game", "point_city/table", "--bots", "2", "--bot", "mole")
    assert (figures["sockets"], figures["tables"]) == (4, 2)
    assert_kept(figures)


def test_tables_that_go_on_with_a_campaign() -> None:
    figures = load(*SMALL, "--game", "my_island/campaign", "--episode", "20", "--seats", "3")
    assert (figures["sockets"], figures["tables"]) == (6, 2)
    assert_kept(figures)


@pytest.mark.parametrize("mode", ["my_city/2", "my_city/20", "my_island/14"])
def test_answers_read_off_a_view_are_legal_to_the_last_choice(mode: str) -> None:
    game, known = find(mode)
    match = Match(game, Header(mode, known.version, 2, (("award", "yes"),)))
    key, rand = open_seed(mode), Random(7)
    phases = set()
    while acting := match.acting:
        if CHANCE in acting:
            match.append(Line(CHANCE, outcome(key, game.draws(match.state)[0])))
            continue
        view = game.view(match.state, acting[0])
        phases.add(view["phase"])
        match.append(Line(acting[0], read_action(random_answer(dict(view), rand))))
    assert phases >= {"rounds", "reward"}


def test_on_two_nodes(cluster: Postgres) -> None:
    figures = load(*SMALL, "--database-url", cluster.url, "--nodes", "2")
    assert_kept(figures)
    assert len(figures["sockets_by_node"]) == 2
    code, told = said("load", "--database-url", cluster.url)
    assert code == 1 and "tables in this database already" in told


def test_on_two_addresses(cluster: Postgres, tmp_path: Path) -> None:
    with running(tmp_path, cluster.url) as one, running(tmp_path, cluster.url) as two:
        Visitor(one).get("/api/tables")
        figures = load(*SMALL, "--url", one.url, "--url", two.url, "--database-url", cluster.url)
    assert_kept(figures)
    assert min(figures["sockets_by_node"]) >= 4, "every table has people on both"


def test_people_of_a_match_that_is_over_agree_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilefolk.cli.load.player.random_answer", lambda view, rand: "end")
    with running(tmp_path) as server:
        guests = join_tables((server.url,), 1, TablePlan("my_city/eternal", 2))
        asyncio.run(play_two_matches([Player(guest) for guest in guests]))


async def play_two_matches(players: list[Player]) -> None:
    """Everybody ends their part at once, until a second match has begun."""
    running = [asyncio.create_task(player.run()) for player in players]
    await until(lambda: all(player.may_act for player in players))
    first = {player.push["match"] for player in players if player.push}
    for player in players:
        await player.act(Random(1))
    await until(lambda: all(player.push and player.push["match"] not in first for player in players))
    assert all(player.may_act for player in players)
    for task in running:
        task.cancel()


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.05)


def test_what_is_wrong_is_said_in_a_sentence() -> None:
    for words, code, told in (
        (("--nodes", "2"), 2, "one node only"),
        (("--seats", "2", "--bots", "2"), 2, "No seat is left"),
        (("--bots", "1", "--bot", "eagle"), 2, "eagle is not a bot"),
        (("--game", "my_city/eternal", "--seats", "6"), 2, "my_city/eternal"),
        (("--game", "my_city/campaign", "--episode", "25"), 2, "the last is 24"),
        (("--episode", "2"), 2, "my_city/eternal has no such episode"),
        (("--url", "nonsense"), 2, "not an address of a server"),
        (("--url", "http://127.0.0.1:1"), 1, "No server answers"),
        (("--url", "http://127.0.0.1:1", "--nodes", "2"), 2, "--nodes belongs"),
        (("--database-url", "mysql://x@localhost/x"), 2, "not in: mysql"),
    ):
        assert said("load", *words)[0] == code
        assert told in said("load", *words)[1]
