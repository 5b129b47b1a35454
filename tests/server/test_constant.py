"""What stays the same is packed once, and sent only to a browser that lacks it."""

from pathlib import Path
from random import Random

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from tests.server.serving import Server, Visitor, running
from tilefolk.server.http.calls.pages import add_pages

CODE = "const board = 'my city';\n" * 100


@pytest.fixture
def browser(tmp_path: Path) -> TestClient:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>Tilefolk</p>")
    (tmp_path / "assets" / "board.js").write_text(CODE)
    (tmp_path / "assets" / "letters.woff2").write_bytes(Random(1).randbytes(5000))
    app = FastAPI()
    add_pages(app, tmp_path)
    return TestClient(app)


def test_a_file_comes_packed_to_whoever_can_unpack_it(browser: TestClient) -> None:
    packed = browser.get("/assets/board.js", headers={"accept-encoding": "gzip"})
    plain = browser.get("/assets/board.js", headers={"accept-encoding": "identity"})
    assert packed.text == plain.text == CODE
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) == len(CODE)
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert packed.headers["content-type"].startswith("text/javascript")
    assert "immutable" in packed.headers["cache-control"]


def test_what_is_small_or_packed_already_comes_as_it_is(browser: TestClient) -> None:
    for path in ("/", "/assets/letters.woff2"):
        assert "content-encoding" not in browser.get(path, headers={"accept-encoding": "gzip"}).headers


@pytest.mark.parametrize("mark", ["{}", "W/{}", '"other", {}', "*"])
def test_a_browser_that_has_a_file_gets_nothing_again(browser: TestClient, mark: str) -> None:
    tag = browser.get("/").headers["etag"]
    known = browser.get("/", headers={"if-none-match": mark.format(tag)})
    assert (known.status_code, known.content, known.headers["etag"]) == (304, b"", tag)
    assert known.headers["cache-control"] == "no-cache"
    assert browser.get("/", headers={"if-none-match": '"other"'}).status_code == 200


def test_texts_are_sent_once_in_each_language(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        tags = {language: _tag(server, language) for language in ("en", "pl")}
        assert tags["en"] != tags["pl"]


def _tag(server: Server, language: str) -> str:
    ola = Visitor(server)
    said = ola.http.get(f"/api/texts/{language}").raise_for_status()
    assert said.headers["content-encoding"] == "gzip" and said.json()["forms"]["web.start.play"]
    again = ola.http.get(f"/api/texts/{language}", headers={"if-none-match": said.headers["etag"]})
    assert again.status_code == 304
    return str(said.headers["etag"])
