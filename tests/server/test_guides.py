"""Guided matches at the table: practice with draws that everybody may know, checked like all others."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.guided import GUIDES, answers
from tests.server.serving import Live, Server, Visitor, running
from tilefolk.core.chance import open_seed, seal
from tilefolk.core.match import verify
from tilefolk.core.notation import write_action
from tilefolk.core.record import read_record
from tilefolk.games import find
from tilefolk.games.guides import guide_json
from tilefolk.locale import LANGUAGES, guide_messages, texts


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("guides")) as server:
        yield server


def await_turn(live: Live) -> dict[str, Any]:
    """The player's seat is the only one that is waited for."""
    while not live.pushes or live.pushes[0]["view"]["to_act"] not in ([0], []):
        live.take()
    view: dict[str, Any] = live.pushes[0]["view"]
    return view


@pytest.mark.parametrize("mode", GUIDES)
def test_its_bots_and_draws_are_those_of_the_guide(server: Server, mode: str) -> None:
    guide, ola = GUIDES[mode], Visitor(server)
    table = ola.post(f"/api/guides/{mode}")
    assert table["match"]["guide"]
    assert table["match"]["practice"]
    assert table["match"]["seal"] == seal(open_seed(guide.seed))
    assert [seat["sitter"].get("bot") for seat in table["seats"]][1:] in (list(guide.bots), ["automaton"])
    live = ola.live(table["id"])
    for action in answers(guide):
        await_turn(live)
        assert live.play(0, write_action(action))["type"] == "ack"
    assert ola.get(f"/api/guides/{mode}")["steps"] == [
        {**step, "cells": list(step["cells"]), "until": on_the_wire(step["until"])}
        for step in guide_json(guide)["steps"]
    ]


def on_the_wire(value: dict[str, Any]) -> dict[str, Any]:
    """Tuples are lists on the wire."""
    return {key: list(part) if isinstance(part, tuple) else part for key, part in value.items()}


def test_everything_is_taken_back_also_what_bots_have_answered(server: Server) -> None:
    ola = Visitor(server)
    live = ola.live(ola.post("/api/guides/my_city/eternal")["id"])
    first, second = map(write_action, answers(GUIDES["my_city/eternal"]))
    for line in (first, second):
        await_turn(live)
        live.play(0, line)
    await_turn(live)
    assert live.pushes[0]["view"]["round"] == 3
    for _ in range(2):
        assert live.pushes[0]["may_undo"]
        assert live.play(0, "undo")["type"] == "ack"
    view = await_turn(live)
    assert view["round"] == 1
    assert len(view["boards"][0]["laid"]) == 0
    assert live.play(0, first)["type"] == "ack"
    assert await_turn(live)["round"] == 2


def test_it_verifies_and_the_next_match_at_its_table_counts(server: Server) -> None:
    ola = Visitor(server)
    table = ola.post("/api/guides/roll_and_build/1")
    live = ola.live(table["id"])
    await_turn(live)
    live.play(0, "end")
    while live.pushes[0]["view"]["phase"] != "over":
        live.take()
    match = table["match"]["id"]
    record = ola.record(match)
    assert "open-seed first-match-5\npractice" in record
    assert verify(read_record(record, find)) == []
    assert ola.get(f"/api/matches/{match}/check")["wrong"] == 0
    assert ola.get(f"/api/tables/{table['id']}")["match"]["practice"]

    again = ola.post(f"/api/tables/{table['id']}/start")["match"]
    assert again["id"] != match
    assert not again["practice"]
    assert not again["guide"]
    assert again["seal"] != table["match"]["seal"]


def test_games_say_whether_they_have_a_guide(server: Server) -> None:
    offers = Visitor(server).get("/api/games")
    assert {offer["game"] for offer in offers if offer["guide"]} == set(GUIDES)


def test_there_is_none_of_other_modes(server: Server) -> None:
    ola = Visitor(server)
    for name in ("my_city/campaign", "my_city/nothing", "nothing/at-all"):
        assert ola.http.get(f"/api/guides/{name}").status_code == 404
        assert ola.http.post(f"/api/guides/{name}").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_texts_come_with_it_alone(server: Server, language: str) -> None:
    ola = Visitor(server)
    everything = ola.get(f"/api/texts/{language}")["forms"]
    assert "web.guide" in everything
    assert not any(message.startswith("guide.") for message in everything)
    forms = ola.get(f"/api/texts/{language}/my_island/guide")["forms"]
    assert set(forms) == guide_messages("my_island")
    assert all(tuple(said) == texts(language).forms[message] for message, said in forms.items())


def test_a_guide_is_found_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ola = Visitor(server)
        table = ola.post("/api/guides/point_city/table")
    with running(tmp_path) as server:
        ola.move(server)
        now = ola.get(f"/api/tables/{table['id']}")["match"]
        assert now["guide"]
        assert now["practice"]
