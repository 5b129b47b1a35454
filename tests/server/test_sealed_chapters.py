"""Whoever is at an episode gets no word and no drawing of later chapters: API, sockets, texts, every file."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.campaigns import choose, text_of
from tests.server.sealed_words import (
    PLAIN_IN_CODE,
    PLAIN_IN_MESSAGES,
    SEALED,
    coded,
    drawings,
    message_ids,
    names,
    plain_in_code,
    said,
    sentences,
    words_in,
)
from tests.server.serving import Server, Visitor, running
from tests.server.test_campaign import take_in
from tilefolk.campaign import SERIES, Series
from tilefolk.locale import LANGUAGES
from tilefolk.server.http.calls.pages import CHAPTERS as CHAPTER_FILES
from tilefolk.server.http.calls.pages import client_files
from tilefolk.server.run.app import STATIC

BUILD = Path(__file__).parents[2] / "web" / "build.py"
REACHED = (5, 8, 11, 14, 17, 20, 23)  # the episodes at which people are


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A site with the client as it is now."""
    subprocess.run([sys.executable, str(BUILD)], check=True)
    with running(tmp_path_factory.mktemp("sealed")) as server:
        yield server


def told_at(server: Server, series: Series, episode: int) -> tuple[Visitor, str, set[str]]:
    """All that two people at an episode are sent by sockets and calls, and the names in their views."""
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    table = take_in(ola, text_of(2, episode - 1, name=series.name))["id"]
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
    views = [message["view"] for messages in sent for message in messages if "view" in message]
    pages = [ola.http.get(path).text for path in calls(ola, series, series.opened(episode - 1), table)]
    return ola, "\n".join([json.dumps(sent, ensure_ascii=False), *pages]), words_in(views)


def calls(person: Visitor, series: Series, known: int, table: str) -> list[str]:
    """Whatever can be asked for."""
    paths = ["/", "/api/games", "/api/bots", "/api/chapters", "/api/tables", "/api/me", "/api/openapi.json"]
    paths += [f"/api/tables/{table}", f"/api/tables/{table}/series"]
    paths += [f"/api/texts/{language}" for language in LANGUAGES]
    chapters = [*(chapter.name for chapter in series.chapters), *series.coming]
    paths += [f"/api/texts/{language}/{series.game}/{one}" for language in LANGUAGES for one in chapters]
    newest = series.modes[3 * (known - 2) :]  # what is older was asked for when it was new
    paths += [f"/api/print/{mode}" for mode in (*newest, series.name)]
    ids = person.get(f"/api/tables/{table}")["series"]["ids"]
    return paths + [f"/api/matches/{one}/{what}" for one in ids[-3:] for what in ("view", "record", "check")]


def files_for_all(person: Visitor) -> str:
    """Every file of the client that belongs to no chapter."""
    paths = [path for path in client_files(STATIC) if not path.startswith(CHAPTER_FILES)]
    return "\n".join(person.http.get(f"/{path}").raise_for_status().text for path in paths)


def chapter_files_for(person: Visitor, known: dict[str, int]) -> str:
    """Every file of a chapter that somebody gets who knows so many chapters of these games."""
    got = []
    for path in client_files(STATIC):
        if not path.startswith(CHAPTER_FILES):
            continue
        answer = person.http.get(f"/{path}")
        game, chapter = path.removeprefix(CHAPTER_FILES).split("/")[:2]
        if int(chapter) <= known.get(game, 0):
            got.append(answer.raise_for_status().text)
        else:
            assert (answer.status_code, answer.json()["code"]) == (404, "sealed"), path
    return "\n".join(got)


@pytest.mark.parametrize("name", SEALED)
def test_nothing_of_later_chapters_is_sent(server: Server, name: str) -> None:
    series, for_all = SERIES[name], files_for_all(Visitor(server))
    for episode in REACHED:
        nothing_later_is_sent_at(episode, server, series, for_all)


def nothing_later_is_sent_at(episode: int, server: Server, series: Series, for_all: str) -> None:
    known = series.opened(episode - 1)
    person, told, viewed = told_at(server, series, episode)
    secrets = sentences(series, known)
    newest = sentences(series, known - 1) - secrets
    assert newest and all(said(one, told) for one in newest), ("there is something to look for", episode)
    files = for_all + chapter_files_for(person, {series.game: known})
    sealed = names(series, known)
    assert "boards" in viewed and not sealed & viewed
    words = message_ids(series, known) | sealed | drawings(series, known)
    assert sorted(one for one in secrets if said(one, told) or said(one, files)) == []
    assert sorted(word for word in words - PLAIN_IN_MESSAGES if json.dumps(word) in told) == []
    assert sorted(word for word in words - plain_in_code() if coded(word, files)) == []


def test_somebody_new_gets_no_file_of_any_chapter(server: Server) -> None:
    newcomer = Visitor(server)
    files = files_for_all(newcomer) + chapter_files_for(newcomer, {})
    for series in (SERIES[name] for name in SEALED):
        drawn = drawings(series, 0)
        assert drawn and not [one for one in drawn if coded(one, files)]
        assert not [one for one in sentences(series, 0) if said(one, files)]
        assert not [one for one in message_ids(series, 0) if coded(one, files)]


def test_only_ordinary_words_of_the_client_are_let_through(server: Server) -> None:
    """Each is in the files of somebody who knows no chapter."""
    newcomer = Visitor(server)
    files = files_for_all(newcomer) + chapter_files_for(newcomer, {})
    assert sorted(word for word in plain_in_code() if not coded(word, files)) == []
    assert plain_in_code() >= PLAIN_IN_MESSAGES


def test_words_with_two_meanings_are_secrets_of_their_chapters() -> None:
    """No view has one of them before its chapter, and its chapter has: so it can be looked for."""
    for name, chapters in PLAIN_IN_CODE.items():
        for chapter, words in chapters.items():
            before, after = names(SERIES[name], chapter - 1), names(SERIES[name], chapter)
            assert (words - before, words & after) == (set(), set()), (name, chapter)


def test_what_becomes_of_a_site_is_looked_for_everywhere() -> None:
    """Digging is a word of its chapter alone, and a match in which somebody digs tells it."""
    assert names(SERIES["my_island/campaign"], 2) >= {"sites", "dug", "lost"}
    assert "dug" not in plain_in_code() | PLAIN_IN_MESSAGES
