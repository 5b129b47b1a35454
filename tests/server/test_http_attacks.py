"""What strangers may try over HTTP: odd paths, foreign pages, odd names, files that are none of theirs."""

import contextlib
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import ExitStack
from pathlib import Path
from typing import NoReturn

import pytest
from fastapi import FastAPI
from sqlalchemy import Connection, select

from tests.server.local_app import BASE_URL, OPEN_PAGE, browser, local_app
from tilefolk.server.errors import Unavailable
from tilefolk.server.http.limits import (
    CALLS_OF_ADDRESS,
    IMPORTS_PER_HOUR_AND_ADDRESS,
    MAX_LISTED_OF_HOST,
    RateLimits,
)
from tilefolk.server.http.socket_limits import SocketLimits
from tilefolk.server.node import readiness
from tilefolk.server.storage.schema import settings

GAME = "my_city/eternal"
ASSET = "assets/main-abc123.js"


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[FastAPI]:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    for name in ("index.html", ".built", ASSET, "robots.txt", "favicon.ico", "manifest.webmanifest"):
        (static / name).write_text(name)
    async with local_app(tmp_path, static=static) as app:
        yield app


@pytest.mark.parametrize("path", ["/%00", "/a%00b", f"/{'x' * 300}", f"/{'x/' * 3000}", "/assets/%00"])
async def test_odd_paths_are_answered_without_a_failure(app: FastAPI, path: str) -> None:
    answer = await browser(app).get(path)
    assert answer.status_code in (200, 404)


@pytest.mark.parametrize("path", ["/.built", "/assets/", "/assets/gone.js", "/../tilefolk.sqlite", "/static"])
async def test_only_files_of_the_client_are_served(app: FastAPI, path: str) -> None:
    answer = await browser(app).get(path)
    assert answer.status_code == 404 or answer.text == "index.html"
    if "assets" in path:
        assert answer.status_code == 404, "a script that is gone is not the page"


async def test_hashed_files_are_kept_for_ever_and_the_page_is_not(app: FastAPI) -> None:
    ola = browser(app)
    assert (await ola.get(f"/{ASSET}")).headers["cache-control"] == "public, max-age=31536000, immutable"
    assert (await ola.get("/")).headers["cache-control"] == "no-cache"
    assert (await ola.get("/robots.txt")).headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/robots.txt", "text/plain"),
        ("/favicon.ico", "image/x-icon"),
        ("/manifest.webmanifest", "application/manifest+json"),
    ],
)
async def test_well_known_files_answer_as_what_they_are(app: FastAPI, path: str, kind: str) -> None:
    answer = await browser(app).get(path)
    assert answer.headers["content-type"].partition(";")[0] == kind


async def test_a_missing_well_known_file_is_not_the_page(tmp_path: Path) -> None:
    (tmp_path / "index.html").touch()
    async with local_app(tmp_path, static=tmp_path) as app:
        for path in ("/robots.txt", "/favicon.ico", "/manifest.webmanifest"):
            assert (await browser(app).get(path)).status_code == 404


async def test_head_is_answered(app: FastAPI) -> None:
    for path in ("/", f"/{ASSET}", "/healthz"):
        answer = await browser(app).head(path)
        assert answer.status_code == 200 and not answer.content


async def test_health_asks_the_database(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (await browser(app).get("/healthz")).json() == {"ok": True}

    def broken(*_: object) -> NoReturn:
        raise Unavailable("gone")

    monkeypatch.setattr(Connection, "execute", broken)
    assert (await browser(app).get("/healthz")).status_code == 503


async def test_a_site_that_can_only_be_read_is_not_ready(
    app: FastAPI, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "ANSWER_SECONDS", 0.2)
    monkeypatch.setattr(readiness, "REPEAT_SECONDS", 0.0)
    ola = browser(app)
    assert (await ola.get("/readyz")).json() == {"ok": True}
    assert (await ola.head("/readyz")).status_code == 200
    with contextlib.closing(sqlite3.connect(tmp_path / "tilefolk.sqlite")) as other:
        other.execute("BEGIN IMMEDIATE")
        for _ in range(2):
            assert (await ola.get("/readyz")).status_code == 503
        assert (await ola.get("/healthz")).status_code == 200
        other.rollback()
    for _ in range(50):
        if (await ola.get("/readyz")).status_code == 200:
            break
    assert (await ola.get("/readyz")).status_code == 200
    query = select(settings).where(settings.c.name.startswith("ready"))
    found = await app.state.services.node.store.read(lambda connection: connection.execute(query).all())
    assert not found, "what was tried is not there"


async def test_what_tells_who_somebody_is_is_never_kept_by_a_cache(app: FastAPI) -> None:
    ola = browser(app)
    link = (await ola.get("/api/me/link")).json()["url"]
    for path in ("/api/me", "/api/me/link", "/api/me/calls", link, "/me/nobody", "/api/operator"):
        assert (await ola.get(path)).headers["cache-control"] == "no-store", path
    assert (await browser(app).get("/api/tables")).headers["cache-control"] == "no-store", "it sets a cookie"


@pytest.mark.parametrize(
    "name",
    [
        "\u202eagna",  # turns the line round
        "An\u200bna",
        "\u3164",
        "\u115f\u1160",
        "\u2800",
        "\ufeff",
        "Jan\x7f",
        "Ja\x85n",
        "\u2066Jan",
        "a\u034f",
        "\U000e0041nna",
        "\u00ad",
        "Ja\u2028n",
    ],
)
async def test_names_with_signs_that_nobody_sees_are_refused(app: FastAPI, name: str) -> None:
    answer = await browser(app).put("/api/me", json={"name": name})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_name")


@pytest.mark.parametrize("name", ["Zoë", "Łucja O'Żak-Nowak", "李雷", "عمر", "नेहा", "Ola 🎲", "e\u0301va"])
async def test_names_of_people_are_taken(app: FastAPI, name: str) -> None:
    assert (await browser(app).put("/api/me", json={"name": name})).status_code == 200


async def test_metrics_are_for_this_machine_or_with_a_token(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await browser(app).get("/metrics")).status_code == 404
    for near in ("127.0.0.1", "::1", "::ffff:127.0.0.1"):
        assert "tilefolk_" in (await browser(app, near).get("/metrics")).text
    monkeypatch.setenv("TILEFOLK_METRICS_TOKEN", "a-long-word")
    for given, status in (("Bearer a-long-word", 200), ("Bearer another", 404), ("a-long-word", 404)):
        answer = await browser(app).get("/metrics", headers={"authorization": given})
        assert answer.status_code == status
    assert (await browser(app, "127.0.0.1").get("/metrics")).status_code == 404, "then for all"


# Foreign pages


@pytest.mark.parametrize(
    ("headers", "base", "status"),
    [
        ({"origin": BASE_URL}, BASE_URL, 200),
        ({"origin": BASE_URL, "sec-fetch-site": "same-origin"}, BASE_URL, 200),
        ({"sec-fetch-site": "cross-site"}, BASE_URL, 403),
        ({"sec-fetch-site": "same-site"}, BASE_URL, 403),
        ({"origin": BASE_URL, "sec-fetch-site": "cross-site"}, BASE_URL, 403),
        ({"origin": "http://test"}, "https://test", 403),
        ({"origin": "https://test"}, "https://test", 200),
        ({"origin": "https://test"}, BASE_URL, 200),  # behind a proxy that does not tell the scheme
        ({}, BASE_URL, 200),  # no browser
    ],
)
async def test_foreign_pages_change_nothing(
    app: FastAPI, headers: dict[str, str], base: str, status: int
) -> None:
    ola = browser(app, base_url=base)
    del ola.headers["origin"]
    assert (await ola.put("/api/me", json={"language": "pl"}, headers=headers)).status_code == status


async def test_no_call_that_changes_anything_hears_a_foreign_page(app: FastAPI) -> None:
    ola = browser(app)
    calls = [
        (path, verb) for path, verbs in app.openapi()["paths"].items() for verb in verbs if verb != "get"
    ]
    for path, verb in calls:
        place = re.sub(r"{\w+}", "0", path)
        answer = await ola.request(verb, place, json={}, headers={"origin": "https://elsewhere.example"})
        assert answer.status_code == 403, (verb, path, answer.text)
    assert len(calls) > 30


async def test_a_personal_link_always_asks(app: FastAPI) -> None:
    """Also somebody without tables: a foreign link must not make them somebody else unasked."""
    mallory, ola = browser(app), browser(app)
    link = (await mallory.get("/api/me/link")).json()["url"]
    before = (await ola.get("/api/me")).json()["id"]
    for headers in (OPEN_PAGE, {"accept": "*/*"}):
        question = await ola.get(link, headers=headers)
        assert question.status_code == 200 and "<form" in question.text
        assert "set-cookie" not in question.headers
        assert (await ola.get("/api/me")).json()["id"] == before
    foreign = await ola.post(link, headers={"origin": "https://elsewhere.example"})
    assert foreign.status_code == 403
    assert (await ola.post(link)).status_code == 303
    assert (await ola.get("/api/me")).json()["id"] == (await mallory.get("/api/me")).json()["id"]


async def test_the_own_link_leads_home_without_a_question(app: FastAPI) -> None:
    ola = browser(app)
    link = (await ola.get("/api/me/link")).json()["url"]
    assert (await ola.get(link, headers=OPEN_PAGE)).status_code == 303


async def test_the_question_names_the_site_alone_to_the_next_page(app: FastAPI) -> None:
    """A referrer with the token would stand in the access log of a proxy."""
    link = (await browser(app).get("/api/me/link")).json()["url"]
    assert (await browser(app).get(link)).headers["referrer-policy"] == "strict-origin"


# Reading calls


async def test_every_reading_call_is_limited(app: FastAPI) -> None:
    ola = browser(app)
    table = (await ola.post("/api/play", json={"game": GAME, "bots": []})).json()
    paths = [f"/api/matches/{table['match']['id']}/{what}" for what in ("record", "check", "view")]
    paths += [f"/api/tables/{table['id']}/{what}" for what in ("qr", "series", "")]
    paths += ["/api/games", "/api/bots", "/api/texts/en", "/api/me/link", "/me/abc"]
    app.state.services = app.state.services._replace(rates=RateLimits(calls_per_second=0))
    for path in paths:
        assert (await browser(app).get(path.rstrip("/"))).status_code == 429, path


async def test_nobody_fills_the_list_of_tables(app: FastAPI) -> None:
    ola, jan = browser(app), browser(app)
    wanted = {"game": GAME, "seats": ["me", "open"], "listed": True}
    for _ in range(MAX_LISTED_OF_HOST):
        assert (await ola.post("/api/tables", json=wanted)).status_code == 200
    answer = await ola.post("/api/tables", json=wanted)
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_tables")
    assert (await ola.post("/api/tables", json={**wanted, "listed": False})).status_code == 200
    assert (await jan.post("/api/tables", json=wanted)).status_code == 200


# To be new is easy: addresses are counted too


def test_an_address_brings_so_many_newcomers_a_minute() -> None:
    rates = RateLimits(newcomers_per_minute=3)
    assert [rates.may_come("192.0.2.7") for _ in range(4)] == [True, True, True, False]
    assert rates.may_come("192.0.2.8")


async def test_a_newcomer_too_many_is_told_so_and_stored_nowhere(app: FastAPI) -> None:
    app.state.services = app.state.services._replace(rates=RateLimits(newcomers_per_minute=1))
    assert (await browser(app).get("/api/me")).status_code == 200
    refused = await browser(app).get("/api/me")
    assert refused.status_code == 429 and "set-cookie" not in refused.headers


def test_new_people_of_one_address_call_and_import_no_more_than_its_share() -> None:
    rates = RateLimits(calls_per_second=1)
    calls = [rates.may_call(f"person {n}", "192.0.2.7") for n in range(2 * CALLS_OF_ADDRESS)]
    assert calls.count(True) == CALLS_OF_ADDRESS
    imports = [rates.may_import(f"person {n}", "192.0.2.7") for n in range(2 * IMPORTS_PER_HOUR_AND_ADDRESS)]
    assert imports.count(True) == IMPORTS_PER_HOUR_AND_ADDRESS
    assert rates.may_import("somebody", "192.0.2.8")


def test_an_address_has_so_many_sockets_and_a_closed_one_makes_room() -> None:
    limits = SocketLimits(per_person=2, per_address=3)
    with ExitStack() as open_ones:
        rooms = [open_ones.enter_context(limits.opened(f"person {n}", "192.0.2.7")) for n in range(4)]
        assert rooms == [True, True, True, False]
        assert open_ones.enter_context(limits.opened("person 9", "192.0.2.8"))
    with limits.opened("person 9", "192.0.2.7") as has_room:
        assert has_room
