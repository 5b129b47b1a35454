"""Which addresses there are, which methods they take, and what is said about all others."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2 as httpx
import pytest
import pytest_asyncio

from tests.server.local_app import OPEN_PAGE, browser, local_app
from tilefolk.locale import LANGUAGES, texts

PAGE = "<!doctype html><p>the client</p>"
OURS = ("/", "/me", "/me/", "/operator", "/t/k3v9x2", "/t/ż", "/rules/my_city/eternal")  # as in route.test.ts
UNKNOWN = ("/nowhere", "/openapi.json", "/t", "/t/a/b", "/rules/my_city", "/rules/a/b c", "/me/a/b")
CONTACT = "mailto:safe@example.org"


@pytest_asyncio.fixture
async def visitor(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.html").write_text(PAGE)
    async with (
        local_app(tmp_path, static=tmp_path / "static", security_contact=CONTACT) as app,
        browser(app) as visitor,
    ):
        yield visitor


async def test_unknown_addresses_are_not_found_and_browsers_get_the_page_that_says_so(
    visitor: httpx.AsyncClient,
) -> None:
    for path in OURS:
        for headers in ({}, OPEN_PAGE):
            answer = await visitor.get(path, headers=headers)
            assert (answer.status_code, answer.text) == (200, PAGE), path
    for path in UNKNOWN:
        answer = await visitor.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), path
        answer = await visitor.get(path, headers=OPEN_PAGE)
        assert (answer.status_code, answer.text) == (404, PAGE), path
        assert answer.headers["content-type"].startswith("text/html")
        known = {"if-none-match": answer.headers["etag"]}
        assert (await visitor.get(path, headers={**OPEN_PAGE, **known})).status_code == 404


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/api/me", "DELETE, GET, PUT"),
        ("/api/play", "POST"),
        ("/api/series", "POST"),
        ("/api/operator/enter", "POST"),
        ("/api/tables", "GET, POST"),
        ("/api/games", "GET"),
        ("/api/me/link", "GET, POST"),
        ("/healthz", "GET, HEAD"),
        ("/me", "GET, HEAD"),
        ("/", "GET, HEAD"),
    ],
)
async def test_a_wrong_method_is_told_all_right_ones(
    visitor: httpx.AsyncClient, path: str, methods: str
) -> None:
    for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
        if method in methods.split(", "):
            continue
        answer = await visitor.request(method, path)
        assert (answer.status_code, answer.headers["allow"]) == (405, methods), (method, path)
        if method != "HEAD":
            assert answer.json()["code"] == "bad_method"
    for language in LANGUAGES:
        answer = await visitor.patch(path, headers={"accept-language": language})
        assert answer.json()["detail"] == texts(language).say("api.bad_method")


async def test_an_address_below_api_that_is_none_takes_no_method(visitor: httpx.AsyncClient) -> None:
    for method in ("GET", "POST", "DELETE"):
        answer = await visitor.request(method, "/api/nothing")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), method


async def test_security_txt_names_the_contact(visitor: httpx.AsyncClient, tmp_path: Path) -> None:
    answer = await visitor.get("/.well-known/security.txt")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    fields = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert (fields["Contact"], fields["Preferred-Languages"]) == (CONTACT, "en, pl")
    left = datetime.fromisoformat(fields["Expires"]) - datetime.now(UTC)
    assert timedelta(days=30) < left < timedelta(days=365)


async def test_without_a_contact_there_is_no_security_txt(tmp_path: Path) -> None:
    async with local_app(tmp_path) as app, browser(app) as visitor:
        assert (await visitor.get("/.well-known/security.txt")).status_code == 404
