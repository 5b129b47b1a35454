"""Addresses that are never called: inner networks, odd ports, redirects elsewhere."""

import asyncio
import socket
import threading
from typing import Any

import pytest

from tests.server.callboxes import CallBox
from tests.server.reminders.calling import names
from tilefolk.server.http.limits import LOOKUPS_PER_MINUTE, RateLimits
from tilefolk.server.reminders.outbound_http import AddressRefused, OutboundHttp, is_public

INNER = (
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254"),
    *("100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255"),
    *("::1", "::", "fe80::1%eth0", "fd00::1", "ff02::1"),
    *("::8.8.8.8", "::ffff:0:8.8.8.8", "64:ff9b:1::808:808", "fec0::1"),  # global only to Python
    *("::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "2002:7f00:1::1"),  # wrapped in another
)


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
