"""What a webhook and a browser get, and who can read it."""

import json
import threading
import time
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from sqlalchemy import Connection

from tests.server.callboxes import Browser, CallBox, claims
from tests.server.nodes import DAY, people, started
from tests.server.reminders.calling import GAME, SECRET, SITE, called, hooked
from tilefolk.server.node.node import Node
from tilefolk.server.reminders import push_crypto
from tilefolk.server.reminders.push_crypto import encrypt_message
from tilefolk.server.reminders.push_keys import from_base64url, new_private_key, to_base64url
from tilefolk.server.reminders.reminders import load_vapid_key
from tilefolk.server.reminders.subscriptions import Device, add_device, load_subscriber


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
