"""A site that an older version backed up lives on: it is restored, checked, served, and its matches go on."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx2 as httpx
import pytest
from typer.testing import CliRunner
from websockets.sync.client import connect

from tests.effort import LONG
from tests.server import sample_site
from tests.server.campaigns import choose
from tests.server.postgres import Postgres, postgres
from tests.server.serving import Live, Server, Visitor, first_choice, running
from tests.server.test_backup import KINDS, Place, call
from tilefolk.campaign.record import read_series, write_series
from tilefolk.cli.main import app
from tilefolk.core.match import verify
from tilefolk.core.record import read_record, write_record
from tilefolk.games import find

DATA = Path(__file__).parents[1] / "data"
OLDER = sorted(folder.name for folder in DATA.glob("v*"))
NOW = "now"  # a site of this version: what fills one for later versions goes on working
VERSIONS = [*OLDER, *([NOW] if LONG else [])]
RECORDS, SERIES = sorted(DATA.glob("v*/*.match")), sorted(DATA.glob("v*/*.series"))


class Site(NamedTuple):
    """A backup, restored, checked and served; `known` is what people were shown last."""

    folder: Path
    checked: str
    server: Server
    known: dict[str, Any]

    @property
    def tables(self) -> dict[str, Any]:
        """By names of ours."""
        found: dict[str, Any] = self.known["tables"]
        return found

    def person(self, name: str) -> Visitor:
        """Somebody who comes back with the cookie that the older version gave them."""
        visitor = Visitor(self.server)
        visitor.http.cookies.clear()
        for cookie, value in self.known["cookies"][name].items():
            visitor.http.cookies.set(cookie, value, domain=visitor.http.base_url.host)
        visitor.me = visitor.get("/api/me")
        return visitor


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture(scope="module")
def site(
    request: pytest.FixtureRequest, database: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    version, kind = request.param
    folder = DATA / version
    if version == NOW:
        sample_site.make(folder := tmp_path_factory.mktemp("sample"))
    place = Place(database, tmp_path_factory.mktemp("site"), kind, "restored")
    restored = call(place, "restore", folder / "site.backup")
    assert restored.exit_code == 0, restored.output
    checked = call(place, "check")
    assert checked.exit_code == 0, checked.output
    known = json.loads((folder / "site.json").read_text("utf-8"))
    with running(place.folder, place.url) as server:
        yield Site(folder, checked.output, server, known)


def of(*versions: str) -> pytest.MarkDecorator:
    """The newest on both databases, others on PostgreSQL by `make test-long`."""
    places = [
        (version, kind)
        for version in versions
        for kind in (KINDS if LONG or version == OLDER[-1] else KINDS[:1])
    ]
    return pytest.mark.parametrize("site", places, indirect=True, ids=map("-".join, places))


def holders(table: dict[str, Any]) -> dict[int, str]:
    """The seats of people who play themselves, and their names."""
    return {
        seat["seat"]: seat["sitter"]["name"]
        for seat in table["seats"]
        if seat["sitter"] and "name" in seat["sitter"] and not seat["stand_in"]
    }


@of(*VERSIONS)
def test_check_finds_no_difference(site: Site) -> None:
    """As many matches as the older version's `check` found, over and running."""
    assert re.findall(r"\d+", site.checked) == re.findall(r"\d+", site.known["checked"])


@of(*VERSIONS)
def test_people_are_known_by_their_cookies(site: Site) -> None:
    for name, known in site.known["people"].items():
        me = site.person(name).me
        assert (me["id"], me["name"]) == (known, name)
        assert me["language"] == ("pl" if "ś" in name else "en")


@of(*VERSIONS)
def test_tables_and_series_stand_as_they_did(site: Site) -> None:
    first = site.person(site.known.get("shown_to", "Guest 101"))
    for before in site.tables.values():
        now = first.get(f"/api/tables/{before['id']}")
        for key in ("game", "options", "time", "host", "quiet"):
            assert now[key] == before[key], key
        assert now["series"] == with_modes(before["series"])
        for seat, was in zip(now["seats"], before["seats"], strict=True):
            assert [seat[key] for key in ("stand_in", "late")] == [was[key] for key in ("stand_in", "late")]
            sitter, known = seat["sitter"] or {}, was["sitter"] or {}
            assert {key: sitter.get(key) for key in known if key != "here"} == {
                key: told for key, told in known.items() if key != "here"
            }
        if before["match"]:
            assert {key: now["match"][key] for key in before["match"]} == before["match"]


def with_modes(series: dict[str, Any] | None) -> dict[str, Any] | None:
    """A series as it is told now: what 0.1.0 called the ways of a chapter are its modes."""
    if series is None:
        return None
    chapters = [
        {("modes" if key == "ways" else key): value for key, value in one.items()}
        for one in series["chapters"]
    ]
    return {**series, "chapters": chapters}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_exported_record_replays_and_verifies(path: Path) -> None:
    text = path.read_text("utf-8")
    match = read_record(text, find)
    assert match.over and verify(match) == []
    assert write_record(match) == text
    replays_and_verifies(path)


@pytest.mark.parametrize("path", SERIES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_exported_series_replays_and_verifies(path: Path) -> None:
    text = path.read_text("utf-8")
    record = read_series(text)
    table = json.loads((path.parent / "site.json").read_text("utf-8"))["tables"][path.stem]
    assert list(record.standing.totals) == table["series"]["totals"]
    assert all(verify(match) == [] for match in record.matches)
    assert write_series(record) == text
    replays_and_verifies(path)


def replays_and_verifies(path: Path) -> None:
    for command in ("replay", "verify"):
        told = CliRunner().invoke(app, [command, str(path), "--lang", "en"])
        assert told.exit_code == 0, told.output


@of(*VERSIONS)
def test_a_series_is_exported_as_it_was_and_taken_in_again(site: Site) -> None:
    visitor = site.person(site.known.get("shown_to", "Guest 101"))
    for path in sorted(site.folder.glob("*.series")):
        text, table = path.read_text("utf-8"), site.tables[path.stem]
        assert visitor.http.get(f"/api/tables/{table['id']}/series").raise_for_status().text == text
        sent = visitor.http.post("/api/series", content=text.encode(), headers={"content-type": "text/plain"})
        assert sent.raise_for_status().json()["series"]["totals"] == table["series"]["totals"]


# 0.1.0


def running_tables(site: Site) -> dict[str, Any]:
    return {
        name: table for name, table in site.tables.items() if table["match"] and not table["match"]["over"]
    }


def waits_for(site: Site, table: dict[str, Any]) -> tuple[Live, int]:
    """The connection and the seat of somebody who is to move."""
    for seat, who in holders(table).items():
        live = site.person(who).live(table["id"])
        while seat not in live.pushes:
            live.take()
        if seat in live.pushes[seat]["view"]["to_act"]:
            return live, seat
    raise AssertionError("the match waits for nobody")


def goes_on(live: Live, seat: int, match: str) -> None:
    """One more move is accepted and seen."""
    push = live.pushes[seat]
    assert push["match"] == match
    assert live.play(seat, first_choice(push["view"]))["type"] == "ack"
    assert live.pushes[seat]["n"] == push["n"] + 1


@of("v0.1.0")
def test_running_matches_of_0_1_0_go_on(site: Site) -> None:
    for name, table in running_tables(site).items():
        if name != "late":
            goes_on(*waits_for(site, table), table["match"]["id"])


@of("v0.1.0")
def test_talk_webhook_and_device_of_0_1_0_are_there(site: Site) -> None:
    live = site.person("Guest 101").live(site.tables["my_city"]["id"])
    entries = live.wait_for("talk")["entries"]
    assert [entry["kind"] for entry in entries] == ["text", "text", "removed", "reaction"]
    assert [entry["what"] for entry in entries] == ["Good luck to all.", "Same to you.", "", "hat"]
    calls = site.person("Guest 104").get("/api/me/calls")
    assert calls["webhook"].startswith("http://127.0.0.1:") and calls["devices"] == 1


@of("v0.1.0")
def test_somebody_who_was_late_takes_their_seat_back(site: Site) -> None:
    before = site.tables["late"]
    assert [seat["late"] for seat in before["seats"]] == [True, True]
    back = site.person(before["seats"][0]["sitter"]["name"])
    back.put(f"/api/tables/{before['id']}/seats/0", sitter="me")
    live = back.live(before["id"])
    while 0 not in live.pushes or 0 not in live.pushes[0]["view"]["to_act"]:
        live.take()  # until the bots have closed the round in which they slept
    goes_on(live, 0, before["match"]["id"])


# Since 0.2.0: what `tests/server/sample_site.py` fills

SAMPLES = [version for version in VERSIONS if version != "v0.1.0"]


def seat_of(live: Live, match: str) -> int:
    """The seat of this connection in a match, once its view is there."""
    while True:
        for seat, push in live.pushes.items():
            if seat is not None and push["match"] == match:
                return seat
        live.take()


def part_of(now: Any, then: Any) -> Any:
    """What stands now in the fields that there were then."""
    if isinstance(then, dict):
        return {name: part_of(now.get(name), was) for name, was in then.items()}
    if isinstance(then, list) and isinstance(now, list) and len(now) == len(then):
        return [part_of(one, was) for one, was in zip(now, then, strict=True)]
    return now


@of(*SAMPLES)
def test_open_pages_go_on(site: Site) -> None:
    """They see what they saw; a line that was acknowledged before is so again, the next one is taken."""
    lives, people = [], {name: site.person(name) for name in site.known["people"]}
    for page in site.known["pages"]:
        check_known(page, people[page["person"]])
        live = people[page["person"]].live(page["table"])
        seat = seat_of(live, page["stored"]["match"])
        view = live.pushes[seat]["view"]
        for board in page["shown"]["boards"] if view.get("pace") == "own" else ():
            del board["tally"], board["value"]  # 0.2.0 compared sealed boards as if they were empty
        assert part_of(view, page["shown"]) == page["shown"]
        live.send(type="act", **page["stored"])
        assert live.wait_for("ack")["n"] == page["stored"]["n"]
        lives.append(live)
    for page, live in zip(site.known["pages"], lives, strict=True):
        if act := page["next"]:
            assert live.pushes[act["seat"]]["n"] == act["n"]
            assert live.play(act["seat"], act["line"])["type"] == "ack"


def check_known(page: dict[str, Any], person: Visitor) -> None:
    """A page that says what it still has gets that by its name, or all of it."""
    headers = {"cookie": person.cookie(), "origin": person.server.url}
    path = f"/api/tables/{page['table']}/live?deltas=1&known={page['known']}"
    url = f"ws://127.0.0.1:{person.server.port}{path}"
    with connect(url, additional_headers=headers, max_size=None) as socket:
        while (message := json.loads(socket.recv(20)))["type"] != "push":
            pass
        assert "known" in message or message.get("known_id", "") == page["known"]


@of(*SAMPLES)
def test_a_campaign_goes_on_to_its_next_episode(site: Site) -> None:
    before = site.tables["campaign"]
    table, match = before["id"], before["match"]["id"]
    lives = [site.person(name).live(table) for name in holders(before).values()]
    seats = [seat_of(live, match) for live in lives]
    for phase, line in (("owed", ""), ("rounds", "end"), ("reward", "later")):
        for live, seat in zip(lives, seats, strict=True):
            while phase != "owed" and not is_asked(live.pushes[seat], phase):
                live.take()
            while is_asked(live.pushes[seat], phase):
                assert live.play(seat, line or choose(live.pushes[seat]["view"]))["type"] == "ack"
    person = site.person(site.known["shown_to"])
    now = person.post(f"/api/tables/{table}/start")
    assert now["series"]["played"] == before["series"]["played"] + 1
    assert now["match"]["number"] == before["match"]["number"] + 1 and not now["match"]["over"]


def is_asked(push: dict[str, Any], phase: str) -> bool:
    return push["view"]["phase"] == phase and push["seat"] in push["view"]["to_act"]


@of(*SAMPLES)
def test_questions_that_were_open_are_answered(site: Site) -> None:
    """A rematch, a restart, a message whose receipt was lost."""
    first, second = (site.person(name) for name in list(holders(site.tables["again"]).values()))
    again, island = site.tables["again"]["id"], site.tables["island"]["id"]
    assert second.put(f"/api/tables/{again}/rematch", agrees=True)["match"]["number"] == 2
    assert first.put(f"/api/tables/{island}/restart", after=0)["goes_on"]
    live = first.live(site.tables["campaign"]["id"])
    live.rest()
    live.send(type="say", id="sample-say-1", text="Good luck to all.")
    assert live.wait_for("said")["seq"] == 1


@of(*SAMPLES)
def test_a_bot_plays_on_by_its_token_and_comes_in_by_nothing_else(site: Site) -> None:
    """0.2.0 gave bots personal links and cookies, which outlived their tokens."""
    bot, table = site.known["bot"], site.tables["bot"]["id"]
    headers = {"authorization": f"Bearer {bot['token']}"}
    assert httpx.get(f"{site.server.url}/api/me", headers=headers).json()["id"] == bot["id"]
    url = f"ws://127.0.0.1:{site.server.port}/api/tables/{table}/live"
    with connect(url, additional_headers=headers, max_size=None) as socket:
        while (message := json.loads(socket.recv(20)))["type"] != "push":
            pass
        act = {name: message[name] for name in ("match", "seat", "n")}
        socket.send(json.dumps({"type": "act", **act, "line": first_choice(message["view"])}))
        while (message := json.loads(socket.recv(20)))["type"] != "ack":
            assert message["type"] != "refused"
    thief = Visitor(site.server)
    if link := bot.get("link"):
        assert thief.http.post(link).status_code == 404
        thief.http.cookies.clear()
        thief.http.cookies.update(bot["cookies"])
        assert thief.get("/api/me")["id"] != bot["id"]
