"""Envelopes: what only a sealed chapter says or shows leaves the server for nobody before its time."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx2 as httpx
import pytest

from tests.server.campaigns import CAMPAIGN, text_of
from tests.server.serving import Server, Visitor, running
from tests.server.test_campaign import take_in
from tilefolk.campaign import SERIES
from tilefolk.locale import LANGUAGES, chapter_messages
from tilefolk.server.run.app import Config, create_app
from tilefolk.server.run.site import open_site

SERIES_FILE = SERIES[CAMPAIGN]
CHAPTERS = range(1, 9)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("envelopes")) as server:
        yield server


def status_of(person: Visitor, chapter: int, language: str = "en") -> int:
    answer = person.http.get(f"/api/texts/{language}/my_city/{chapter}")
    if answer.status_code == 200:
        assert set(answer.json()["forms"]) == chapter_messages("my_city", str(chapter))
        assert "private" in answer.headers["cache-control"]
    else:
        assert (answer.status_code, answer.json()["code"]) == (404, "sealed")
    return int(answer.status_code)


def opened(person: Visitor) -> list[int]:
    """The chapters whose texts somebody gets; those they are told of are the same."""
    got = [chapter for chapter in CHAPTERS if status_of(person, chapter) == 200]
    (told,) = [one for one in person.get("/api/chapters") if one["game"] == "my_city"]
    assert [int(chapter) for chapter in told["open"]] == got
    return got


def test_texts_hold_no_chapter(server: Server) -> None:
    ola = Visitor(server, "Ola")
    for language in LANGUAGES:
        forms = ola.get(f"/api/texts/{language}")["forms"]
        for chapter in CHAPTERS:
            assert not set(forms) & chapter_messages("my_city", str(chapter))
        assert "mode.my_city/campaign" in forms and "series.spoils" in forms
    assert ola.http.get("/api/texts/xx/my_city/1").status_code == 404
    assert ola.http.get("/api/texts/en/roll_and_build/1").json()["code"] == "not_found"


def test_a_table_opens_the_chapters_up_to_its_running_or_next_match(server: Server) -> None:
    for played, chapters in ((0, 1), (2, 1), (3, 2), (5, 2), (6, 3), (12, 5)):
        ola = Visitor(server, "Ola")
        assert opened(ola) == []
        take_in(ola, text_of(2, played))
        assert opened(ola) == [*range(1, chapters + 1)], "nobody knows what is still to come"


def test_an_episode_by_itself_opens_its_chapter_and_those_before(server: Server) -> None:
    ola = Visitor(server, "Ola")
    ola.post("/api/tables", game="my_city/7", options={}, seats=["me", "open"], listed=False)
    assert opened(ola) == [1, 2, 3]
    offers = {offer["game"]: offer for offer in ola.get("/api/games")}
    assert offers["my_city/7"]["episode"] == {"series": CAMPAIGN, "chapter": "3", "number": 7}
    assert offers[CAMPAIGN]["chapters"] == [str(chapter) for chapter in CHAPTERS]
    assert offers["my_city/eternal"]["episode"] is None and offers["my_city/eternal"]["chapters"] == []


def test_who_watches_may_know_as_much_as_those_who_play_as_long_as_they_watch(server: Server) -> None:
    ola, eve = Visitor(server, "Ola"), Visitor(server, "Eve")
    table = take_in(ola, text_of(2, 4))["id"]
    live = eve.live(table)
    live.wait_for("table")
    assert opened(eve) == [1, 2]
    assert opened(Visitor(server, "Jan")) == []


def test_whoever_wants_opens_all_of_them_anyway_and_seals_them_again(server: Server) -> None:
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    assert ola.put("/api/chapters/my_city", anyway=True)["anyway"]
    assert ola.put("/api/chapters/my_city", anyway=True)["open"] == [str(chapter) for chapter in CHAPTERS]
    assert (opened(ola), opened(jan)) == ([*CHAPTERS], [])
    assert ola.put("/api/chapters/my_city", anyway=False) == {
        "game": "my_city",
        "series": CAMPAIGN,
        "open": [],
        "anyway": False,
    }
    assert opened(ola) == []
    assert ola.http.put("/api/chapters/point_city", json={"anyway": True}).status_code == 404


def test_the_rules_of_a_sealed_episode_are_not_shown(server: Server) -> None:
    ola = Visitor(server, "Ola")
    path = "/api/rules/my_city/22"
    sealed = ola.http.get(path)
    assert (sealed.status_code, sealed.json()["code"]) == (404, "sealed")
    ola.put("/api/chapters/my_city", anyway=True)
    assert ola.get(path)["groups"]
    ola.put("/api/chapters/my_city", anyway=False)
    assert ola.http.get(path).status_code == 404
    assert ola.get("/api/rules/my_city/eternal")["groups"]


def test_the_rules_of_a_series_name_the_matches_one_may_read(server: Server) -> None:
    ola = Visitor(server, "Ola")
    assert ola.get("/api/rules/roll_and_build/chapter-3")["matches"] == [
        f"roll_and_build/{n}" for n in (7, 8, 9)
    ]
    assert ola.get(f"/api/rules/{CAMPAIGN}")["matches"] == []
    ola.put("/api/chapters/my_city", anyway=True)
    assert len(ola.get(f"/api/rules/{CAMPAIGN}")["matches"]) == 24
    assert ola.http.get("/api/rules/my_city/nowhere").status_code == 404


def test_a_listed_table_of_others_shows_sealed_chapters_as_numbers(server: Server) -> None:
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    table = take_in(ola, text_of(2, 7))["id"]
    with sqlite3.connect(server.data / "tilefolk.sqlite") as stored:
        stored.execute("update tables set listed = 1 where id = ?", (table,))
    (seen,) = (one for one in jan.get("/api/tables")["open"] if one["id"] == table)
    series = seen["series"]
    assert series["chapters"] == [{"chapter": str(chapter), "sealed": True} for chapter in CHAPTERS]
    assert (series["ids"], series["history"], series["owed"]) == ([], [[], []], [[], []])
    take_in(jan, text_of(2, 3))
    (seen,) = (one for one in jan.get("/api/tables")["open"] if one["id"] == table)
    assert ["sealed" in chapter for chapter in seen["series"]["chapters"]] == [False, False, *[True] * 6]
    assert len(seen["series"]["ids"]) == 6


def test_a_sealed_chapter_of_others_is_refused_by_address(server: Server) -> None:
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    table = take_in(ola, text_of(2, 7))
    paths = [f"/api/tables/{table['id']}/{what}" for what in ("series", "lineup/0", "lineup/2")]
    paths += [f"/api/matches/{table['series']['ids'][6]}/{what}" for what in ("view", "record", "check")]

    def refused(person: Visitor) -> bool:
        series = person.get(f"/api/tables/{table['id']}")["series"]
        answers = [person.http.get(path) for path in paths]
        assert len({answer.status_code for answer in answers}) == 1
        sealed = answers[0].status_code == 404
        assert (series["opened"] < 3) == sealed and ("sealed" in series["chapters"][2]) == sealed
        assert not sealed or {answer.json()["code"] for answer in answers} == {"sealed"}
        return sealed

    assert refused(jan) and not refused(ola)
    live = jan.live(table["id"])
    live.wait_for("table")
    assert not refused(jan), "who watches may know as much as those who play"
    assert len(live.table["series"]["ids"]) == 7


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A house that serves a client with a file of the third chapter; there is no socket between us."""
    file = tmp_path / "static/assets/chapters/my_city/3/saw.js"
    file.parent.mkdir(parents=True)
    file.write_text("saw")
    (tmp_path / "static/index.html").write_text("page")
    config = Config(tmp_path, static=tmp_path / "static")
    app = create_app(config, await asyncio.to_thread(open_site, tmp_path / "tilefolk.sqlite", tmp_path))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        origin = {"origin": "http://house"}
        async with httpx.AsyncClient(transport=transport, base_url="http://house", headers=origin) as client:
            yield client


async def test_files_of_a_sealed_chapter_are_served_to_those_who_may_have_them(
    client: httpx.AsyncClient,
) -> None:
    path = "/assets/chapters/my_city/3/saw.js"
    await client.get("/api/me")
    aside = "/x/%2e%2e/assets/chapters/my_city/3/saw.js"
    for address in (path, aside, "/assets/./chapters/my_city/3/saw.js", "/assets/chapters/my_city/4/saw.js"):
        answer = await client.get(address)
        assert "saw" not in answer.text
    refused = await client.get(path)
    assert (refused.status_code, refused.json()["code"]) == (404, "sealed")
    (await client.put("/api/chapters/my_city", json={"anyway": True})).raise_for_status()
    served = (await client.get(path)).raise_for_status()
    assert served.text == "saw" and "private" in served.headers["cache-control"]
    client.cookies.clear()
    assert (await client.get(path)).status_code == 404
