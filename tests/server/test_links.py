"""Personal links and cookies: renewed by their person, worthless for everybody else from then on."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from itsdangerous import URLSafeSerializer
from websockets.exceptions import ConnectionClosed

from tests.server.local_app import browser, local_app
from tests.server.serving import Visitor, running
from tilefolk.server.http.language import LANGUAGE_COOKIE
from tilefolk.server.people.identity import PERSON_COOKIE, Credential, Person, Signer


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[FastAPI]:
    async with local_app(tmp_path) as app:
        yield app


async def test_a_new_link_ends_the_old_one_and_all_other_devices(app: FastAPI) -> None:
    ola, phone, thief = browser(app), browser(app), browser(app)
    me = (await ola.get("/api/me")).json()["id"]
    old = (await ola.get("/api/me/link")).json()["url"]
    for device in (phone, thief):
        assert (await device.post(old)).status_code == 303
        assert (await device.get("/api/me")).json()["id"] == me
    new = (await ola.post("/api/me/link")).json()["url"]
    assert new != old and (await ola.get("/api/me/link")).json()["url"] == new
    assert (await ola.get("/api/me")).json()["id"] == me
    assert (await browser(app).get(old)).json()["code"] == "bad_link"
    assert (await browser(app).post(old)).status_code == 404
    for device in (phone, thief):
        assert (await device.get("/api/me")).json()["id"] != me
    await phone.post(new)
    assert (await phone.get("/api/me")).json()["id"] == me


def test_cookies_and_links_from_before_count_until_the_first_renewal() -> None:
    signer = Signer("key", lambda: 0.0)
    assert signer.read_cookie(str(URLSafeSerializer("key", salt="cookie").dumps("abc"))) == Credential("abc")
    assert signer.read_link(str(URLSafeSerializer("key", salt="link").dumps("abc"))) == Credential("abc")
    ola = Person("abc", "Ola", "pl", link_version=3)
    assert signer.read_link(signer.link(ola)) == Credential("abc", 3)
    assert signer.read_cookie(signer.link(ola)) is None and signer.read_link(signer.cookie(ola)) is None


def test_sockets_that_came_by_the_old_link_are_closed(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ola = Visitor(server)
        table = ola.post("/api/tables", game="my_city/eternal", options={}, seats=["me"])["id"]
        thief = Visitor(server)
        thief.http.post(ola.get("/api/me/link")["url"])
        stolen = thief.live(table)
        stolen.wait_for("table")
        ola.post("/api/me/link")
        with pytest.raises(ConnectionClosed):
            stolen.wait_for("nothing")
        assert ola.http.cookies[PERSON_COOKIE]
        ola.live(table).wait_for("table")


async def test_cookies_live_400_days_and_are_renewed_by_use(tmp_path: Path) -> None:
    async with local_app(tmp_path) as app, browser(app) as ola:
        for _ in range(2):
            answer = await ola.get("/api/me")
            cookies = {each.split("=")[0]: each for each in answer.headers.get_list("set-cookie")}
            assert cookies.keys() == {PERSON_COOKIE, LANGUAGE_COOKIE}
            assert all("Max-Age=34560000;" in cookie for cookie in cookies.values()), cookies
        assert "set-cookie" not in (await ola.get("/api/games")).headers


async def test_a_bot_gets_no_cookie_by_its_token(tmp_path: Path) -> None:
    async with local_app(tmp_path) as app, browser(app) as ola, browser(app) as robo:
        token = (await ola.post("/api/me/bots", json={"name": "Robo"})).json()["token"]
        robo.headers["authorization"] = f"Bearer {token}"
        for method, body in (("GET", None), ("PUT", {"name": "Robo 2"}), ("PUT", {"language": "pl"})):
            answer = await robo.request(method, "/api/me", json=body)
            assert answer.status_code == 200 and "set-cookie" not in answer.headers
