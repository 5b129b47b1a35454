"""How a person is called, set and tried over the interface."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import update

from tests.server.callboxes import Browser, CallBox
from tests.server.reminders.calling import GAME, KEY, SECRET, SITE, names
from tests.server.serving import Server, Visitor, first_choice, free_port, running, wait_until
from tilefolk.locale import LANGUAGES, texts
from tilefolk.server.http.limits import TESTS_PER_HOUR, TESTS_PER_HOUR_AND_ADDRESS, RateLimits
from tilefolk.server.node.node import Node
from tilefolk.server.reminders import outbound_http as outside
from tilefolk.server.reminders.delivery import Mailer
from tilefolk.server.reminders.outbound_http import OutboundHttp
from tilefolk.server.reminders.push_keys import from_base64url, new_private_key
from tilefolk.server.reminders.reminders import AWAY_SECONDS, load_vapid_key
from tilefolk.server.reminders.subscriptions import set_webhook
from tilefolk.server.storage.schema import clock
from tilefolk.server.storage.store import Store

# The interface


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("TILEFOLK_NEAR_CALLS", "1")
        with running(tmp_path_factory.mktemp("calls")) as server:
            yield server


def test_settings_of_a_person(server: Server, box: CallBox) -> None:
    ola = Visitor(server, "Ola")
    fresh = ola.get("/api/me/calls")
    assert (fresh["webhook"], fresh["devices"]) == (None, 0)
    assert len(from_base64url(fresh["key"])) == 65
    assert ola.put("/api/me/calls", webhook=f"{box.url}/Ola")["webhook"] == f"{box.url}/Ola"
    browser = Browser(new_private_key(), SECRET)
    for _ in range(2):
        assert ola.put("/api/me/calls/device", **browser.subscription(box, "phone"))["devices"] == 1
    jan = Visitor(server, "Jan")
    endpoint = browser.subscription(box, "phone")["endpoint"]
    jan.post("/api/me/calls/silence", endpoint=endpoint)
    assert ola.get("/api/me/calls")["devices"] == 1, "only one's own"
    assert jan.put("/api/me/calls/device", **browser.subscription(box, "phone"))["devices"] == 1
    assert ola.get("/api/me/calls")["devices"] == 0, "a browser is whoever's uses it"
    assert jan.post("/api/me/calls/silence", endpoint=endpoint)["devices"] == 0
    assert ola.put("/api/me/calls", webhook=None)["webhook"] is None


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("", {"webhook": "http://10.0.0.1/"}, 409, "address_unknown"),
        ("", {"webhook": "http://nobody.invalid/"}, 409, "address_unknown"),
        ("", {"webhook": "gopher://example.org/"}, 422, "bad_address"),
        ("", {"webhook": "ftp://example.org/"}, 422, "bad_address"),
        ("", {"webhook": "http://example.org/a b"}, 422, "bad_address"),
        ("/device", {"endpoint": "https://10.0.0.1/", "p256dh": KEY, "auth": SECRET}, 409, "address_unknown"),
        ("/device", {"endpoint": "https://10.0.0.1/", "p256dh": "AAAA", "auth": SECRET}, 409, "bad_device"),
    ],
)
def test_what_is_refused(server: Server, path: str, body: dict[str, str], status: int, code: str) -> None:
    answer = Visitor(server).http.put(f"/api/me/calls{path}", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["detail"] != f"api.{code}"


def test_loopback_is_refused_without_the_setting(
    tmp_path: Path, box: CallBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TILEFOLK_NEAR_CALLS", raising=False)
    with running(tmp_path) as server:
        ola = Visitor(server)
        answer = ola.http.put("/api/me/calls", json={"webhook": box.url})
        assert (answer.status_code, answer.json()["code"]) == (409, "address_unknown")
        store = Store(server.data / "tilefolk.sqlite")
        asyncio.run(store.write(lambda stored: set_webhook(stored, ola.me["id"], SITE, box.url, 0.0)))
        store.close()
        answer = ola.http.post("/api/me/calls/test", json={})
        assert (answer.status_code, answer.json()["code"]) == (409, "address_unknown")
        assert box.calls == [], "however it came to be stored"


def test_the_link_opens_the_seat(server: Server, box: CallBox) -> None:
    """From the settings to the call to the move, over the network; only the clock is pushed on."""
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    ola.put("/api/me/calls", webhook=f"{box.url}/Ola")
    table = jan.post("/api/tables", game=GAME, options={}, seats=["open", "me"])["id"]
    ola.put(f"/api/tables/{table}/seats/0", sitter="me")
    jan.post(f"/api/tables/{table}/start")
    store = Store(server.data / "tilefolk.sqlite")
    later = update(clock).values(seconds=clock.c.seconds + AWAY_SECONDS + 1)
    asyncio.run(store.write(lambda connection: connection.execute(later)))
    store.close()
    wait_until(lambda: box.calls)
    (said,) = box.said()
    assert said["link"] == f"{server.url}/t/{table}"
    live = ola.live(said["link"].rpartition("/")[2])
    while 0 not in live.pushes:
        live.take()
    assert live.act(0, first_choice(live.pushes[0]["view"]))["type"] == "ack"


# A test


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_test_says_that_it_is_one(server: Server, box: CallBox, language: str) -> None:
    ola, said = Visitor(server, "Ola"), texts(language)
    ola.put("/api/me", language=language)
    ola.put("/api/me/calls", webhook=f"{box.url}/Ola")
    ola.put("/api/me/calls/device", **Browser(new_private_key(), SECRET).subscription(box, language))
    answer = ola.post("/api/me/calls/test")
    assert answer == {"outcome": "delivered", "status": 201, "detail": said.say("calls.test.delivered")}
    assert names(box) == ["Ola"], "the webhook alone"
    (got,) = box.said()
    assert (got["title"], got["body"]) == (said.say("call.test.title"), said.say("call.test.body"))
    assert got["link"] == f"{server.url}/"
    assert got["text"] == got["content"] == f"{got['title']} {got['body']} {got['link']}"


def test_a_test_to_a_device(server: Server, box: CallBox) -> None:
    ola, phone = Visitor(server, "Ola"), Browser(new_private_key(), SECRET)
    subscription = phone.subscription(box, "tested")
    ola.put("/api/me/calls/device", **subscription)
    assert ola.post("/api/me/calls/test", endpoint=subscription["endpoint"])["outcome"] == "delivered"
    (call,) = box.calls
    assert json.loads(phone.opened(call.body))["title"] == texts("en").say("call.test.title")
    answer = Visitor(server).http.post("/api/me/calls/test", json={"endpoint": subscription["endpoint"]})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), "only one's own"
    box.status = 410
    answer = ola.post("/api/me/calls/test", endpoint=subscription["endpoint"])
    assert (answer["outcome"], answer["status"]) == ("gone", 410)
    assert ola.get("/api/me/calls")["devices"] == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_test_that_does_not_arrive_says_why(server: Server, box: CallBox, language: str) -> None:
    ola, said = Visitor(server, "Ola"), texts(language)
    ola.put("/api/me", language=language)
    answer = ola.http.post("/api/me/calls/test", json={})
    assert (answer.status_code, answer.json()["detail"]) == (409, said.say("api.no_webhook"))
    ola.put("/api/me/calls", webhook=box.url)
    for status in (302, 404, 500):
        box.status = status
        detail = said.say("calls.test.refused", status=str(status))
        assert ola.post("/api/me/calls/test") == {"outcome": "refused", "status": status, "detail": detail}
    ola.put("/api/me/calls", webhook=f"http://127.0.0.1:{free_port()}/")
    detail = said.say("calls.test.unreachable")
    assert ola.post("/api/me/calls/test") == {"outcome": "unreachable", "status": None, "detail": detail}


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [(b"", "late"), (b"220 mail.example ESMTP\r\n", "unreachable"), (b"hello\n", "unreachable")],
)
async def test_what_is_no_web_server(
    node: Node, answer: bytes, outcome: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if outcome == "late":
        monkeypatch.setattr(outside, "TIMEOUT_SECONDS", 1.0)
    left = asyncio.Event()

    async def other(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(answer)
        await reader.read()
        writer.close()
        left.set()

    async with await asyncio.start_server(other, "127.0.0.1", 0) as listening:
        url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/"
        post = Mailer(node.store, await load_vapid_key(node.store), OutboundHttp(allow_loopback=True))
        assert await post.send_webhook(url, {"title": "", "body": "", "link": ""}) == (outcome, None)
        await left.wait()


def test_tests_are_few(server: Server, box: CallBox) -> None:
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    for person in (ola, jan):
        person.put("/api/me/calls", webhook=box.url)
    for _ in range(TESTS_PER_HOUR):
        ola.post("/api/me/calls/test")
    answer = ola.http.post("/api/me/calls/test", json={})
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_tests")
    assert answer.headers["retry-after"] == "3600"
    assert answer.json()["detail"] == texts("en").say("api.too_many_tests")
    assert jan.post("/api/me/calls/test")["outcome"] == "delivered"
    assert len(box.calls) == TESTS_PER_HOUR + 1


def test_many_new_people_from_one_place_test_no_more_than_one_would() -> None:
    rates = RateLimits()
    sent = [rates.may_test(f"person {n}", "203.0.113.7") for n in range(2 * TESTS_PER_HOUR_AND_ADDRESS)]
    assert sum(sent) == TESTS_PER_HOUR_AND_ADDRESS
    assert rates.may_test("Ola", "203.0.113.8")
