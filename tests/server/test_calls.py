"""Being called back: one message per person and barrier, to a browser or a webhook, never inwards."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from sqlalchemy import Connection, update

from tests.server.callboxes import Browser, CallBox, call_box, claims
from tests.server.nodes import (
    DAY,
    Connected,
    again,
    gone_for_good,
    node_at,
    pass_time,
    people,
    put_on_seat,
    say,
    settled,
    started,
    swept,
    visit,
)
from tests.server.postgres import postgres
from tests.server.serving import Server, Visitor, first_choice, free_port, running
from tilefolk.locale import LANGUAGES, texts
from tilefolk.server.http.limits import (
    LOOKUPS_PER_MINUTE,
    TESTS_PER_HOUR,
    TESTS_PER_HOUR_AND_ADDRESS,
    RateLimits,
)
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person
from tilefolk.server.reminders import outbound_http as outside
from tilefolk.server.reminders import push_crypto
from tilefolk.server.reminders.delivery import Mailer
from tilefolk.server.reminders.outbound_http import AddressRefused, OutboundHttp, is_public
from tilefolk.server.reminders.push_crypto import encrypt_message
from tilefolk.server.reminders.push_keys import from_base64url, new_private_key, to_base64url
from tilefolk.server.reminders.reminders import AWAY_SECONDS, load_vapid_key
from tilefolk.server.reminders.subscriptions import Device, add_device, load_subscriber, set_webhook
from tilefolk.server.storage.schema import clock
from tilefolk.server.storage.store import Store
from tilefolk.server.tables.table import STAND_IN

GAME, TURNS = "my_city/eternal", "point_city/table"
SITE = "https://tilefolk.example/"
SECRET = "BTBZMqHH6r4Tts7J_aSIgg"
KEY = to_base64url(Browser(new_private_key(), SECRET).public)
INNER = (
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254"),
    *("100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255"),
    *("::1", "::", "fe80::1%eth0", "fd00::1", "ff02::1"),
    *("::8.8.8.8", "::ffff:0:8.8.8.8", "64:ff9b:1::808:808", "fec0::1"),  # global only to Python
    *("::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "2002:7f00:1::1"),  # wrapped in another
)


@pytest.fixture
def box() -> Iterator[CallBox]:
    with call_box() as box:
        yield box


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        yield node


async def hooked(node: Node, box: CallBox, *who: Person) -> None:
    """These people have a webhook under their names."""

    def hook(connection: Connection) -> None:
        for person in who:
            url, now = f"{box.url}/{person.name}", node.store.clock.now()
            set_webhook(connection, person.id, SITE, url, now)

    await node.store.write(hook)


async def called(node: Node, seconds: float = AWAY_SECONDS + 1) -> None:
    """Time passes, and whoever has to be called has been."""
    await pass_time(node, seconds)
    await settled(node)


def names(box: CallBox) -> list[str]:
    return sorted(call.path[1:] for call in box.calls)


# When


async def test_each_round_calls_once(node: Node, box: CallBox) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    await hooked(node, box, ola, jan)
    table = await started(node, GAME, [ola, jan], None)
    await called(node, AWAY_SECONDS / 2)
    assert names(box) == [], "they may have gone for a moment"
    await called(node)
    assert names(box) == ["Jan", "Ola"]
    await say(node, table, ola)
    await called(node, DAY)
    assert names(box) == ["Jan", "Ola"], "the same round, however long it takes"
    await say(node, table, jan)
    await called(node)
    assert names(box) == ["Jan", "Jan", "Ola", "Ola"]


async def test_only_whoever_is_waited_for_is_called(node: Node, box: CallBox) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    await hooked(node, box, ola, jan)
    table = await started(node, TURNS, [ola, jan], None, pace="")
    await called(node)
    (first,) = names(box)
    await visit(node, table, ola if first == "Ola" else jan)
    await called(node)
    assert names(box) == ["Jan", "Ola"]


async def test_own_pace_calls_once_for_the_match(node: Node, box: CallBox) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    await hooked(node, box, ola, jan)
    table = await started(node, GAME, [ola, jan], 7 * DAY, "own")
    await called(node)
    for _ in range(5):
        await say(node, table, ola)
        await called(node)
    assert names(box) == ["Jan", "Ola"]


async def test_who_is_connected_is_not_called(node: Node, box: CallBox) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    await hooked(node, box, ola, jan)
    table = await started(node, GAME, [ola, jan], None)
    page = Connected(ola)
    node.presence.enter(table.id, page)
    await called(node)
    assert names(box) == ["Jan"]
    await gone_for_good(node, table.id, page)
    await called(node, AWAY_SECONDS - 5)
    assert names(box) == ["Jan"]
    await called(node, 6)
    assert names(box) == ["Jan", "Ola"], "who leaves without an answer is called then"


async def test_who_left_the_seat_to_a_bot_is_not_called(node: Node, box: CallBox) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    await hooked(node, box, ola, jan)
    table = await started(node, GAME, [ola, jan], None)
    await put_on_seat(node, table, 1, table.seats[1]._replace(stand_in=STAND_IN))
    await called(node)
    assert names(box) == ["Ola"]
    assert (await again(node, table)).match


async def test_several_nodes_call_once(box: CallBox) -> None:
    with postgres() as database:
        async with node_at(database.url) as one, node_at(database.url) as other:
            ola, jan = await people(one, "Ola", "Jan")
            await hooked(one, box, ola, jan)
            table = await started(one, GAME, [ola, jan], None)
            page = Connected(ola)
            other.presence.enter(table.id, page)
            await swept(other)
            await called(one, AWAY_SECONDS - 5)
            for _ in range(3):
                await asyncio.gather(pass_time(one, 3), swept(other), swept(one), swept(other))
            await asyncio.gather(settled(one), settled(other))
            assert names(box) == ["Jan"], "known to be connected, though to another node"


# What


async def test_a_webhook_gets_words_and_a_link(node: Node, box: CallBox) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    await hooked(node, box, ola)
    table = await started(node, GAME, [ola, jan], None)
    await called(node)
    (said,) = box.said()
    assert said["link"] == f"{SITE}t/{table.id}"
    assert said["title"] == "Stół czeka na Ciebie."
    assert said["text"] == said["content"] == f"{said['title']} {said['body']} {said['link']}"
    assert box.calls[0].headers["content-type"] == "application/json"


async def test_a_push_can_be_read_by_its_browser_alone(node: Node, box: CallBox) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    phone, laptop = Browser(new_private_key(), SECRET), Browser(new_private_key(), SECRET)

    def subscribe(connection: Connection) -> None:
        for name, browser in (("phone", phone), ("laptop", laptop)):
            device = Device(f"{box.url}/push/{name}", to_base64url(browser.public), SECRET)
            add_device(connection, ola.id, SITE, device, node.store.clock.now())

    await node.store.write(subscribe)
    await called(node)
    one, two = sorted(box.calls)
    assert (one.path, two.path) == ("/push/laptop", "/push/phone")
    for browser, call in ((laptop, one), (phone, two)):
        assert json.loads(browser.opened(call.body))["link"] == f"{SITE}t/{table.id}"
        assert call.headers["content-encoding"] == "aes128gcm"
        assert (call.headers["topic"], call.headers["ttl"]) == (table.match, "86400")
        said = claims(call)
        assert (said["aud"], said["sub"]) == (box.url, SITE)
        assert time.time() < said["exp"] < time.time() + DAY
        assert said["key"] == (await load_vapid_key(node.store)).public, "the site's own key, always the same"
    with pytest.raises(InvalidTag):
        phone.opened(one.body)


async def test_moves_do_not_wait_for_the_cryptography_of_a_push(
    node: Node, box: CallBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = list[threading.Thread]()

    def watched(*given: Any) -> bytes:
        threads.append(threading.current_thread())
        return encrypt_message(*given)

    monkeypatch.setattr(push_crypto, "encrypt_message", watched)
    ola, jan = await people(node, "Ola", "Jan")
    device = Device(f"{box.url}/push/phone", to_base64url(Browser(new_private_key(), SECRET).public), SECRET)
    await node.store.write(lambda connection: add_device(connection, ola.id, SITE, device, 0.0))
    await started(node, GAME, [ola, jan], None)
    await called(node)
    assert len(box.calls) == len(threads) == 1
    assert threading.current_thread() not in threads


async def test_a_device_that_wants_no_more_is_forgotten(node: Node, box: CallBox) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    device = Device(f"{box.url}/push/gone", to_base64url(Browser(new_private_key(), SECRET).public), SECRET)
    await node.store.write(lambda connection: add_device(connection, ola.id, SITE, device, 0.0))
    await started(node, GAME, [ola, jan], None)
    box.status = 410
    await called(node)
    assert len(box.calls) == 1
    known = await node.store.read(lambda connection: load_subscriber(connection, ola.id))
    assert known.devices == ()


def test_the_example_of_rfc_8291() -> None:
    browser = Browser("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", SECRET)
    message = b"When I grow up, I want to be a watermelon"
    own = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    body = encrypt_message(
        message, to_base64url(browser.public), SECRET, own, from_base64url("DGv6ra1nlYgDCS1FRnbzlw")
    )
    assert to_base64url(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.opened(body) == message


# Where to


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.215.14", True),
        ("2606:4700::6810:84e5", True),
        ("::ffff:93.184.215.14", True),
        ("64:ff9b::5db8:d70e", True),
        *((address, False) for address in INNER),
    ],
)
def test_addresses_of_inner_networks_are_known(address: str, public: bool) -> None:
    assert is_public(address) == public


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://localhost/", "address_unknown"),
        ("http://127.0.0.1:8080/", "address_unknown"),
        ("http://2130706433/", "address_unknown"),
        ("http://[::1]/", "address_unknown"),
        ("http://[::ffff:169.254.169.254]/latest", "address_unknown"),
        ("http://me@127.0.0.1/", "address_unknown"),
        ("http://127.0.0.1:99999/", "address_unknown"),
        ("ftp://127.0.0.1/", "address_unknown"),
        ("http://nobody.invalid/", "address_unknown"),
    ],
)
async def test_nobody_is_sent_inside(url: str, code: str) -> None:
    for attempt in (OutboundHttp().resolve(url), OutboundHttp().post(url, {}, b"")):
        with pytest.raises(AddressRefused) as caught:
            await attempt
        assert caught.value.code == code


async def test_a_name_that_leads_to_one_inner_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def mixed(*_: Any, **__: Any) -> list[Any]:
        return [(2, 1, 6, "", (address, 443)) for address in ("93.184.215.14", "10.0.0.1")]

    monkeypatch.setattr(socket, "getaddrinfo", mixed)
    with pytest.raises(AddressRefused):
        await OutboundHttp().resolve("https://two-faced.example/")


@pytest.mark.parametrize(
    ("port", "allowed"), [(80, True), (443, True), (8443, True), (22, False), (6379, False)]
)
async def test_only_ports_of_web_servers_are_called(
    monkeypatch: pytest.MonkeyPatch, port: int, allowed: bool
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(2, 1, 6, "", ("93.184.215.14", port))])
    if allowed:
        assert await OutboundHttp().resolve(f"https://public.example:{port}/") == ["93.184.215.14"]
    else:
        with pytest.raises(AddressRefused):
            await OutboundHttp().resolve(f"https://public.example:{port}/")


async def test_a_name_server_that_never_answers_holds_up_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Imports and printing have the threads of the event loop; look-ups have their own."""
    answered = threading.Event()

    def hang(*_: Any, **__: Any) -> list[Any]:
        answered.wait(60)
        return [(2, 1, 6, "", ("93.184.215.14", 443))]

    monkeypatch.setattr(socket, "getaddrinfo", hang)
    outbound = OutboundHttp()
    asked = [asyncio.create_task(outbound.resolve("https://slow.example/")) for _ in range(100)]
    await asyncio.sleep(0)
    try:
        assert await asyncio.wait_for(asyncio.to_thread(lambda: "done"), 4) == "done"
    finally:
        answered.set()
        await asyncio.gather(*asked, return_exceptions=True)


async def test_a_person_asks_the_name_server_a_few_times_a_minute() -> None:
    rates = RateLimits()
    assert [rates.may_look_up("ola", "192.0.2.7") for _ in range(LOOKUPS_PER_MINUTE + 1)].count(
        True
    ) == LOOKUPS_PER_MINUTE
    assert rates.may_look_up("jan", "192.0.2.8")


async def test_nobody_is_followed_elsewhere(box: CallBox) -> None:
    box.status = 302
    assert await OutboundHttp(allow_loopback=True).post(f"{box.url}/here", {}, b"{}") == 302
    assert names(box) == ["here"]


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
    until = time.monotonic() + 20
    while not box.calls and time.monotonic() < until:
        time.sleep(0.1)
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
