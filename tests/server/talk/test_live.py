"""Table talk over the network: what everybody hears, and what is gone for everybody."""

import secrets
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.server.postgres import Postgres, postgres
from tests.server.serving import Live, Server, Visitor, running
from tests.server.talk.saying import GAME, Json, fresh
from tests.server.test_operator import operator, refused, until
from tilefolk.cli.main import app
from tilefolk.locale import texts
from tilefolk.server.talk.entries import MAX_ENTRIES


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("talk")) as server:
        yield server


class Talker:
    """A person at a table, and what they have heard there so far."""

    def __init__(self, visitor: Visitor, table: str) -> None:
        self.visitor, self.table = visitor, table
        self.live: Live = visitor.live(table)
        self.live.wait_for("table")

    def sends(self, receipt: str = "", **message: str) -> Json:
        """A message and its answer."""
        receipt = receipt or secrets.token_hex(8)
        self.live.send(id=receipt, **message)
        while True:
            answer = self.live.take()
            if answer["type"] in ("said", "unsaid") and answer["id"] == receipt:
                return answer

    def says(self, said: str, receipt: str = "") -> Json:
        return self.sends(receipt, type="say", text=said)

    @property
    def heard(self) -> dict[int, Json]:
        """Every entry as it was told last."""
        told = [message["entries"] for message in self.live.traffic if message["type"] == "talk"]
        return {entry["seq"]: entry for entries in told for entry in entries}

    def hears(self, what: str) -> Json:
        until(self.live, lambda _: any(entry["what"] == what for entry in self.heard.values()))
        return next(entry for entry in self.heard.values() if entry["what"] == what)

    def misses(self, seq: int) -> None:
        """What was said there is not there any more."""
        until(self.live, lambda _: self.heard.get(seq, {}).get("kind") == "removed")
        assert self.heard[seq]["what"] == ""

    def sees(self, holds: Callable[[Json], object]) -> None:
        until(self.live, lambda live: holds(live.table))


def talkers(server: Server, listed: bool = False) -> tuple[Talker, Talker, Talker]:
    """The host, somebody else at the table, and somebody who watches."""
    ola, jan, ewa = (Visitor(server, name) for name in ("Ola", "Jan", "Ewa"))
    table = ola.post("/api/tables", game=GAME, options={}, seats=["me", "open"], listed=listed)["id"]
    jan.put(f"/api/tables/{table}/seats/1", sitter="me")
    return Talker(ola, table), Talker(jan, table), Talker(ewa, table)


def test_people_talk_and_everybody_at_the_table_hears(server: Server) -> None:
    ola, jan, ewa = talkers(server)
    assert ola.says("Cześć", "receipt-1") == {"type": "said", "id": "receipt-1", "seq": 1}
    assert jan.sends(type="react", reaction="luck")["seq"] == 2
    mine = ola.hears("Cześć")
    assert (mine["me"], mine["id"], mine["seat"], mine["kind"]) == (True, "receipt-1", 0, "text")
    for other in (jan, ewa):
        entry = other.hears("Cześć")
        assert (entry["me"], entry["id"], entry["name"]) == (False, None, "Ola")
    reaction = ewa.hears("luck")
    assert (reaction["kind"], reaction["seat"], reaction["name"]) == ("reaction", 1, "Jan")
    assert ewa.says("ja też")["code"] == "talk_watching"
    assert abs(time.time() - mine["at"]) < 60


def test_it_is_there_for_whoever_comes_later_and_after_a_crash(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ola, jan, _ = talkers(server)
        ola.says("Zostaje", "receipt-1")
        server.kill()
        server.start()
        back = Talker(ola.visitor, ola.table)
        assert back.hears("Zostaje")["seq"] == 1
        assert back.says("Zostaje", "receipt-1")["seq"] == 1, "sent again, stored once"
        assert list(Talker(jan.visitor, ola.table).live.wait_for("talk")["entries"][0]) == list(back.heard[1])


def test_a_flood_is_refused_in_words_over_all_sockets_of_a_person(server: Server) -> None:
    ola, jan, _ = talkers(server)
    twin = Talker(ola.visitor, ola.table)
    answers = [(ola, twin)[n % 2].says(str(n)) for n in range(MAX_ENTRIES + 2)]
    assert [answer["type"] for answer in answers] == ["said"] * MAX_ENTRIES + ["unsaid"] * 2
    assert answers[-1]["code"] == "talk_fast"
    assert answers[-1]["detail"] == texts("en").say("api.talk_fast")
    assert jan.says("a ja?")["type"] == "said"


def test_nonsense_is_refused(server: Server) -> None:
    ola, _, _ = talkers(server)
    assert ola.says(" ")["code"] == "talk_text"
    for wrong in ({"type": "react", "reaction": "skull"}, {"type": "say"}, {"type": "say", "text": 5}):
        ola.live.send(id="receipt-1", **wrong)
        assert ola.live.wait_for("problem")["code"] == "bad_request"
    ola.live.send(type="say", text="bez numeru")
    assert ola.live.wait_for("problem")["code"] == "bad_request"


def test_the_host_mutes_and_everybody_sees_it(server: Server) -> None:
    ola, jan, ewa = talkers(server)
    http = ola.visitor.http
    path = f"/api/tables/{ola.table}/talk"
    for other in (jan, ewa):
        refused(other.visitor.http.put(path, json={"quiet": True}), 403, "not_yours")
        refused(other.visitor.http.put(f"{path}/seats/0", json={"muted": True}), 403, "not_yours")
    refused(http.put(f"{path}/seats/0", json={"muted": True}), 409, "talk_host")
    refused(http.put(f"{path}/seats/7", json={"muted": True}), 404, "not_found")
    assert ola.visitor.put(f"{path}/seats/1", muted=True)["seats"][1]["sitter"]["muted"]
    for each in (ola, jan, ewa):
        each.sees(lambda table: table["seats"][1]["sitter"]["muted"])
    assert jan.says("czemu?")["code"] == "talk_muted"
    ola.visitor.put(f"{path}/seats/1", muted=False)
    assert jan.says("dziękuję")["type"] == "said"
    assert ola.visitor.put(path, quiet=True)["quiet"]
    for each in (ola, jan, ewa):
        each.sees(lambda table: table["quiet"])
    assert {ola.says("hm")["code"], jan.says("hm")["code"]} == {"talk_quiet"}
    ola.visitor.put(path, quiet=False)
    assert ola.says("znowu wolno")["type"] == "said"


def test_what_is_removed_is_gone_for_everybody(server: Server) -> None:
    ola, jan, ewa = talkers(server)
    first, second = jan.says("brzydkie słowo")["seq"], jan.says("literówka")["seq"]
    theirs = ola.says("gospodyni")["seq"]
    path = f"/api/tables/{ola.table}/talk"
    for seq, by, status in ((first, ewa, 404), (theirs, jan, 404), (99, ola, 404), (first, ola, 200)):
        assert by.visitor.http.delete(f"{path}/{seq}").status_code == status
    assert jan.visitor.http.delete(f"{path}/{second}").status_code == 200, "one's own"
    for each in (ola, jan, ewa):
        each.misses(first)
        each.misses(second)
    late = Talker(ewa.visitor, ola.table)
    late.hears("gospodyni")
    assert "brzydkie" not in str(late.live.traffic)
    refused(ola.visitor.http.delete(f"{path}/{first}"), 404, "not_found")


def test_an_operator_removes_single_entries_also_at_a_closed_table(server: Server) -> None:
    ola, jan, ewa = talkers(server)
    first = jan.says("brzydkie słowo")["seq"]
    second = ola.sends(type="react", reaction="tea")["seq"]
    boss, path = operator(server), f"/api/operator/tables/{ola.table}/talk"
    seen = [(entry["seq"], entry["name"], entry["kind"], entry["what"]) for entry in boss.get(path)]
    assert seen == [(second, "Ola", "reaction", "tea"), (first, "Jan", "text", "brzydkie słowo")]
    assert boss.get(path)[1]["person"] == jan.visitor.me["id"] and boss.get(path)[1]["at"] > 1e9
    assert boss.http.delete(f"{path}/{first}").json() == {"ok": True}
    for each in (ola, jan, ewa):
        each.misses(first)
    boss.put(f"/api/operator/tables/{ola.table}", closed=True)
    assert boss.http.delete(f"{path}/{second}").json() == {"ok": True}
    assert [(entry["kind"], entry["what"]) for entry in boss.get(path)] == [("removed", "")] * 2
    refused(boss.http.delete(f"{path}/{first}"), 404, "not_found")
    refused(boss.http.get("/api/operator/tables/none/talk"), 404, "not_found")
    refused(boss.http.delete("/api/operator/tables/none/talk/1"), 404, "not_found")


def test_what_an_operator_removes_is_gone_on_all_nodes(cluster: Postgres, tmp_path: Path) -> None:
    url = fresh(cluster)
    with running(tmp_path, url) as one, running(tmp_path, url) as two:
        ola, _, _ = talkers(one)
        seq = ola.says("brzydkie słowo")["seq"]
        far = Talker(Visitor(two), ola.table)
        far.hears("brzydkie słowo")
        answer = operator(two).http.delete(f"/api/operator/tables/{ola.table}/talk/{seq}")
        assert answer.json() == {"ok": True}
        for each in (ola, far):
            each.misses(seq)


def test_a_closed_table_has_no_talk(server: Server) -> None:
    ola, jan, _ = talkers(server)
    ola.says("przed zamknięciem")
    operator(server).put(f"/api/operator/tables/{ola.table}", closed=True)
    jan.sees(lambda table: table["closed"])
    assert jan.says("po")["code"] == "table_closed"
    late = Talker(jan.visitor, ola.table)
    late.live.send(type="ping")
    late.live.wait_for("pong")
    assert late.heard == {}


def test_only_who_sees_the_table_hears_its_talk_and_no_record_has_it(server: Server) -> None:
    """Nothing of it is in any list, table or match."""
    secret = f"tajne {secrets.token_hex(8)}"
    ola, jan, _ = talkers(server)
    ola.visitor.post(f"/api/tables/{ola.table}/start")
    for seat, each in enumerate((ola, jan)):
        while seat not in each.live.pushes:
            each.live.take()
        each.says(secret)
        assert each.live.act(seat, "end")["type"] == "ack"
    until(ola.live, lambda live: live.table["match"] and live.table["match"]["over"])
    match = ola.live.table["match"]["id"]
    stranger = Visitor(server)
    other = Talker(stranger, talkers(server)[0].table)
    other.live.send(type="ping")
    other.live.wait_for("pong")
    paths = (
        "/api/tables",
        f"/api/tables/{ola.table}",
        f"/api/matches/{match}/record",
        f"/api/matches/{match}/view",
    )
    for path in paths:
        assert secret not in stranger.http.get(path).raise_for_status().text
    pushes = [message for message in ola.live.traffic if message["type"] in ("push", "table")]
    assert pushes and secret not in str(pushes) + str(other.live.traffic)
    assert Talker(stranger, ola.table).hears(secret)["name"] == "Ola", "whoever has the link may read"


def test_while_the_database_is_away_people_are_told_and_nothing_is_doubled(tmp_path: Path) -> None:
    with postgres() as cluster, running(tmp_path, cluster.url) as server:
        ola, _, _ = talkers(server)
        assert ola.says("przed", "receipt-1")["seq"] == 1
        cluster.kill()
        assert ola.says("w trakcie", "receipt-2")["code"] == "talk_later"
        cluster.start()
        answers = iter(lambda: ola.says("w trakcie", "receipt-2"), None)
        assert next(answer for answer in answers if answer["type"] == "said")["seq"] == 2
        assert ola.says("w trakcie", "receipt-2")["seq"] == 2
        assert ola.says("po")["seq"] == 3


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_holds_the_talk(cluster: Postgres, tmp_path: Path, kind: str) -> None:
    def options(name: str) -> tuple[Path, str, list[str]]:
        url = fresh(cluster) if kind == "postgresql" else ""
        return (
            tmp_path / name,
            url,
            ["--data", str(tmp_path / name), *(["--database-url", url] if url else [])],
        )

    data, url, here = options("here")
    with running(data, url) as server:
        ola, jan, _ = talkers(server)
        ola.says("na zawsze")
        ola.visitor.put(f"/api/tables/{ola.table}/talk/seats/1", muted=True)
    data, url, there = options("there")
    file = str(tmp_path / "all.tilefolk")
    for command, place in (("backup", here), ("restore", there)):
        assert CliRunner().invoke(app, [command, file, *place]).exit_code == 0
    with running(data, url) as server:
        jan.visitor.move(server)
        back = Talker(jan.visitor, jan.table)
        assert back.hears("na zawsze")["name"] == "Ola"
        assert back.says("i ja")["code"] == "talk_muted"
