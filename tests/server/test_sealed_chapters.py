"""Whoever is at an episode gets no word and no drawing of later chapters: API, sockets, texts, every file."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.campaigns import CAMPAIGN, choose, text_of
from tests.server.sealed_words import (
    CHAPTERS,
    coded,
    drawings,
    message_ids,
    names,
    said,
    sentences,
)
from tests.server.serving import Server, Visitor, running
from tests.server.test_campaign import take_in
from tilefolk.campaign import SERIES
from tilefolk.locale import LANGUAGES
from tilefolk.server.http.pages import CHAPTERS as CHAPTER_FILES
from tilefolk.server.http.pages import client_files
from tilefolk.server.run.app import STATIC

SERIES_FILE = SERIES[CAMPAIGN]
BUILD = Path(__file__).parents[2] / "web" / "build.py"
REACHED = [episode for episode in (5, 8, 11, 14, 17, 20, 23) if episode <= len(SERIES_FILE.modes)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A site with the client as it is now."""
    subprocess.run([sys.executable, str(BUILD)], check=True)
    with running(tmp_path_factory.mktemp("sealed")) as server:
        yield server


def known_at(episode: int) -> int:
    """How many chapters somebody knows who plays this episode."""
    return SERIES_FILE.opened(episode - 1)


def told_at(server: Server, episode: int) -> tuple[Visitor, str]:
    """All that two people at an episode are sent by sockets and calls, from the first page on."""
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    table = take_in(ola, text_of(2, episode - 1))["id"]
    jan.put(f"/api/tables/{table}/seats/1", sitter="me")
    ola.put(f"/api/tables/{table}/seats/0/city", name="Kraków")
    match = ola.post(f"/api/tables/{table}/start")["match"]["id"]
    lives = ola.live(table), jan.live(table)
    for seat, live in enumerate(lives):
        while live.pushes.get(seat, {}).get("match") != match:
            live.take()
        while live.pushes[seat]["view"].get("choices"):
            assert live.play(seat, choose(live.pushes[seat]["view"]))["type"] == "ack"
    for seat, live in enumerate(lives):
        while seat not in live.pushes[seat]["view"]["to_act"]:
            live.take()
        live.act(seat, "place nothing 0 A1")
        assert live.act(seat, "end")["type"] == "ack"
    sent: list[Any] = [live.rest() for live in lives]
    pages = [ola.http.get(path).text for path in calls(ola, table)]
    return ola, "\n".join([json.dumps(sent, ensure_ascii=False), *pages])


def calls(person: Visitor, table: str) -> list[str]:
    """Whatever can be asked for."""
    paths = ["/", "/api/games", "/api/bots", "/api/chapters", "/api/tables", "/api/me", "/api/openapi.json"]
    paths += [f"/api/tables/{table}", f"/api/tables/{table}/series"]
    paths += [f"/api/texts/{language}" for language in LANGUAGES]
    paths += [f"/api/texts/{language}/my_city/{chapter}" for language in LANGUAGES for chapter in CHAPTERS]
    paths += [f"/api/print/{mode}" for mode in (*SERIES_FILE.modes, SERIES_FILE.name)]
    ids = person.get(f"/api/tables/{table}")["series"]["ids"]
    return paths + [f"/api/matches/{one}/{what}" for one in ids[-3:] for what in ("view", "record", "check")]


def files_for(person: Visitor, known: int) -> str:
    """Every file of the client that somebody gets who knows so many chapters."""
    got = []
    for path in client_files(STATIC):
        answer = person.http.get(f"/{path}")
        chapter = path.removeprefix(CHAPTER_FILES).split("/")[1] if path.startswith(CHAPTER_FILES) else "0"
        if int(chapter) <= known:
            got.append(answer.raise_for_status().text)
        else:
            assert (answer.status_code, answer.json()["code"]) == (404, "sealed"), path
    return "\n".join(got)


@pytest.mark.parametrize("episode", REACHED)
def test_nothing_of_later_chapters_is_sent(server: Server, episode: int) -> None:
    known = known_at(episode)
    person, told = told_at(server, episode)
    newest = sentences(known - 1) - sentences(known)
    assert newest and all(said(one, told) for one in newest), "there is something to look for"
    files = files_for(person, known)
    words = message_ids(known) | names(known) | drawings(known)
    assert sorted(one for one in sentences(known) if said(one, told) or said(one, files)) == []
    assert sorted(word for word in words if json.dumps(word) in told) == []
    assert sorted(word for word in words if coded(word, files)) == []


def test_somebody_new_gets_no_file_of_any_chapter(server: Server) -> None:
    files = files_for(Visitor(server), 0)
    assert drawings(2) and not [one for one in drawings(0) if coded(one, files)]
    assert not [one for one in sentences(0) if said(one, files)]
    assert not [one for one in message_ids(0) if coded(one, files)]
