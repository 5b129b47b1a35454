"""Problems are told in the language somebody chose, whatever their browser asks for."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NoReturn

import httpx2 as httpx
import pytest
from fastapi import FastAPI

from tilefolk.locale import texts
from tilefolk.server.errors import Unavailable
from tilefolk.server.http.language import LANGUAGE_COOKIE
from tilefolk.server.http.limits import RateLimits
from tilefolk.server.people.identity import PERSON_COOKIE
from tilefolk.server.run.app import Config, create_app
from tilefolk.server.run.site import open_site

GAME = "my_city/eternal"
APART = pytest.mark.parametrize(("chosen", "asked"), [("pl", "en-GB,en;q=0.9"), ("en", "pl-PL,pl;q=0.9")])


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[FastAPI]:
    """A site within this process."""
    site = await asyncio.to_thread(open_site, tmp_path / "tilefolk.sqlite", tmp_path)
    app = create_app(Config(tmp_path, calls_per_second=1000), site)
    async with app.router.lifespan_context(app):
        yield app


def browser(app: FastAPI, asked: str) -> httpx.AsyncClient:
    door = httpx.ASGITransport(app=app)
    return httpx.AsyncClient(transport=door, base_url="http://test", headers={"accept-language": asked})


async def comes(app: FastAPI, chosen: str, asked: str) -> httpx.AsyncClient:
    """Somebody has chosen a language; their browser asks for another."""
    ola = browser(app, asked)
    (await ola.put("/api/me", json={"language": chosen})).raise_for_status()
    return ola


def told(answer: httpx.Response, language: str, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["detail"] == texts(language).say(f"api.{code}")


async def gone(*_: object) -> NoReturn:
    raise Unavailable("gone")


@APART
async def test_the_chosen_language_wins(app: FastAPI, chosen: str, asked: str) -> None:
    ola = await comes(app, chosen, asked)
    told(await ola.get("/api/tables/nowhere"), chosen, 404, "not_found")
    told(await ola.get("/api/matches/abc/record"), chosen, 404, "not_found")  # where nobody is looked up
    told(await ola.get("/me/abc"), chosen, 404, "bad_link")
    told(await ola.put("/api/me", json={"name": ""}), chosen, 422, "bad_name")
    told(await ola.get("/api/matches/XYZ/record"), chosen, 422, "bad_request")
    told(await ola.put("/api/bots"), chosen, 405, "bad_method")
    told(await ola.put("/api/me", json={"name": "x" * 20_000}), chosen, 413, "too_large")
    page = await ola.get("/me/abc", headers={"accept": "text/html"})
    assert f'lang="{chosen}"' in page.text


@APART
async def test_also_for_who_calls_too_often(app: FastAPI, chosen: str, asked: str) -> None:
    ola = await comes(app, chosen, asked)
    app.state.services = app.state.services._replace(rates=RateLimits(calls_per_second=0))
    told(await ola.get("/api/me"), chosen, 429, "too_many")


@APART
async def test_also_while_the_database_does_not_answer(
    app: FastAPI, chosen: str, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ola, table = await comes(app, chosen, asked), {"game": GAME, "seats": ["me", "open"]}
    monkeypatch.setattr(app.state.services.node.store, "write", gone)
    told(await ola.post("/api/tables", json=table), chosen, 503, "unavailable")
    monkeypatch.setattr(app.state.services.node.store, "read", gone)
    told(await ola.post("/api/tables", json=table), chosen, 503, "unavailable")


@APART
async def test_another_device_learns_of_the_choice(app: FastAPI, chosen: str, asked: str) -> None:
    phone = browser(app, asked)
    link = (await phone.get("/api/me/link")).json()["url"]
    laptop = browser(app, asked)
    await laptop.post(link)
    assert laptop.cookies[LANGUAGE_COOKIE] == asked[:2]
    await phone.put("/api/me", json={"language": chosen})
    told(await laptop.get("/api/tables/nowhere"), chosen, 404, "not_found")  # looked up is better than kept
    await laptop.get("/api/me")
    assert laptop.cookies[LANGUAGE_COOKIE] == chosen
    told(await laptop.get("/api/matches/abc/record"), chosen, 404, "not_found")


async def test_a_cookie_from_before_languages_were_kept_is_enough(app: FastAPI) -> None:
    ola = await comes(app, "pl", "en")
    old = browser(app, "en")
    old.cookies.set(PERSON_COOKIE, ola.cookies[PERSON_COOKIE])
    told(await old.put("/api/me", json={"name": ""}), "pl", 422, "bad_name")


@pytest.mark.parametrize(("asked", "said"), [("pl-PL", "pl"), ("en", "en"), ("de-DE,pl", "en"), ("", "en")])
@pytest.mark.parametrize("kept", ["", "xx"])
async def test_a_stranger_is_told_as_the_browser_asks(app: FastAPI, asked: str, said: str, kept: str) -> None:
    stranger = browser(app, asked)
    stranger.cookies.set(LANGUAGE_COOKIE, kept)
    told(await stranger.get("/api/matches/abc/record"), said, 404, "not_found")
    assert (await stranger.get("/api/me")).json()["language"] == said
