"""A site that version 0.1.0 backed up lives on: it is restored, checked, served, and its matches go on."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

from tests.server.postgres import Postgres, postgres
from tests.server.serving import Live, Server, Visitor, first_choice, running
from tests.server.test_backup import KINDS, Place, call
from tilefolk.campaign.record import read_series, write_series
from tilefolk.cli.main import app
from tilefolk.core.match import verify
from tilefolk.core.record import read_record, write_record
from tilefolk.games import find

FOLDER = Path(__file__).parents[1] / "data/v0.1.0"
BACKUP = FOLDER / "site.backup"
KNOWN: dict[str, Any] = json.loads((FOLDER / "site.json").read_text("utf-8"))
TABLES: dict[str, Any] = KNOWN["tables"]  # by a name of ours: what 0.1.0 showed of it last
RUNNING = [name for name, table in TABLES.items() if table["match"] and not table["match"]["over"]]
RECORDS, SERIES = sorted(FOLDER.glob("*.match")), sorted(FOLDER.glob("*.series"))


class Site(NamedTuple):
    """The backup, restored, checked and served."""

    checked: str
    server: Server


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture(scope="module", params=KINDS)
def site(
    request: pytest.FixtureRequest, database: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    place = Place(database, tmp_path_factory.mktemp("site"), request.param, "restored")
    restored = call(place, "restore", BACKUP)
    assert restored.exit_code == 0, restored.output
    checked = call(place, "check")
    assert checked.exit_code == 0, checked.output
    with running(place.folder, place.url) as server:
        yield Site(checked.output, server)


def person(server: Server, name: str) -> Visitor:
    """Somebody who comes back with the cookie that 0.1.0 gave them."""
    visitor = Visitor(server)
    visitor.http.cookies.clear()
    visitor.http.cookies.update(KNOWN["cookies"][name])
    visitor.me = visitor.get("/api/me")
    return visitor


def holders(table: dict[str, Any]) -> dict[int, str]:
    """The seats of people who play themselves, and their names."""
    return {
        seat["seat"]: seat["sitter"]["name"]
        for seat in table["seats"]
        if seat["sitter"] and "name" in seat["sitter"] and not seat["stand_in"]
    }


def test_check_finds_no_difference(site: Site) -> None:
    """As many matches as `check` of 0.1.0 found, over and running."""
    assert re.findall(r"\d+", site.checked) == re.findall(r"\d+", KNOWN["checked"])


def test_people_are_known_by_their_cookies(site: Site) -> None:
    for name, known in KNOWN["people"].items():
        me = person(site.server, name).me
        assert (me["id"], me["name"]) == (known, name)
    assert person(site.server, "Gość 105").me["language"] == "pl"


@pytest.mark.parametrize("name", TABLES)
def test_tables_and_series_stand_as_they_did(site: Site, name: str) -> None:
    before = TABLES[name]
    now = person(site.server, "Guest 101").get(f"/api/tables/{before['id']}")
    for key in ("game", "options", "time", "host", "quiet"):
        assert now[key] == before[key], key
    assert now["series"] == _with_modes(before["series"])
    for seat, was in zip(now["seats"], before["seats"], strict=True):
        assert {key: seat[key] for key in ("stand_in", "late")} == {
            key: was[key] for key in ("stand_in", "late")
        }
        sitter, known = seat["sitter"] or {}, was["sitter"] or {}
        assert {key: sitter.get(key) for key in known} == known
    if before["match"]:
        assert {key: now["match"][key] for key in before["match"]} == before["match"]


def _with_modes(series: dict[str, Any] | None) -> dict[str, Any] | None:
    """A series as it is told now: what 0.1.0 called the ways of a chapter are its modes."""
    if series is None:
        return None
    chapters = [
        {("modes" if key == "ways" else key): value for key, value in one.items()}
        for one in series["chapters"]
    ]
    return {**series, "chapters": chapters}


def test_talk_webhook_and_device_are_there(site: Site) -> None:
    host, muted = person(site.server, "Guest 101"), person(site.server, "Guest 104")
    live = host.live(TABLES["my_city"]["id"])
    entries = live.wait_for("talk")["entries"]
    assert [entry["kind"] for entry in entries] == ["text", "text", "removed", "reaction"]
    assert [entry["what"] for entry in entries] == ["Good luck to all.", "Same to you.", "", "hat"]
    calls = muted.get("/api/me/calls")
    assert calls["webhook"].startswith("http://127.0.0.1:") and calls["devices"] == 1


def waits_for(table: dict[str, Any], server: Server) -> tuple[Live, int]:
    """The connection and the seat of somebody who is to move."""
    for seat, who in holders(table).items():
        live = person(server, who).live(table["id"])
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


@pytest.mark.parametrize("name", [name for name in RUNNING if name != "late"])
def test_a_running_match_goes_on(site: Site, name: str) -> None:
    live, seat = waits_for(TABLES[name], site.server)
    goes_on(live, seat, TABLES[name]["match"]["id"])


def test_somebody_who_was_late_takes_their_seat_back(site: Site) -> None:
    before = TABLES["late"]
    assert [seat["late"] for seat in before["seats"]] == [True, True]
    name = before["seats"][0]["sitter"]["name"]
    back = person(site.server, name)
    back.put(f"/api/tables/{before['id']}/seats/0", sitter="me")
    live = back.live(before["id"])
    while 0 not in live.pushes or 0 not in live.pushes[0]["view"]["to_act"]:
        live.take()  # until the bots have closed the round in which they slept
    goes_on(live, 0, before["match"]["id"])


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_exported_record_replays_and_verifies(path: Path) -> None:
    text = path.read_text("utf-8")
    match = read_record(text, find)
    assert match.over and verify(match) == []
    assert write_record(match) == text
    for command in ("replay", "verify"):
        told = CliRunner().invoke(app, [command, str(path), "--lang", "en"])
        assert told.exit_code == 0, told.output


@pytest.mark.parametrize("path", SERIES, ids=lambda path: path.stem)
def test_an_exported_series_replays_and_verifies(path: Path) -> None:
    text = path.read_text("utf-8")
    record = read_series(text)
    table = TABLES[path.stem]
    assert list(record.standing.totals) == table["series"]["totals"]
    assert all(verify(match) == [] for match in record.matches)
    assert write_series(record) == text
    for command in ("replay", "verify"):
        told = CliRunner().invoke(app, [command, str(path), "--lang", "en"])
        assert told.exit_code == 0, told.output


@pytest.mark.parametrize("path", SERIES, ids=lambda path: path.stem)
def test_a_series_is_exported_as_it_was_and_taken_in_again(site: Site, path: Path) -> None:
    text = path.read_text("utf-8")
    visitor = person(site.server, "Guest 101")
    answer = visitor.http.get(f"/api/tables/{TABLES[path.stem]['id']}/series").raise_for_status()
    assert answer.text == text
    sent = visitor.http.post("/api/series", content=text.encode(), headers={"content-type": "text/plain"})
    assert sent.raise_for_status().json()["series"]["totals"] == TABLES[path.stem]["series"]["totals"]
