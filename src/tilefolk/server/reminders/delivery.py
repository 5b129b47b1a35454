"""A message on its way to somebody: sealed for a browser, plain for a webhook; and what became of it."""

import json
from typing import Literal, NamedTuple

import structlog

from tilefolk.server.reminders.outbound_http import AddressRefused, OutboundHttp
from tilefolk.server.reminders.subscriptions import Device, Subscriber, remove_device
from tilefolk.server.reminders.web_push import VapidKey, encrypt_message
from tilefolk.server.storage.store import Store

GONE = (404, 410)  # what a push service says about a device that wants no more

log = structlog.get_logger()


class Delivery(NamedTuple):
    """What became of a message; `status` is the answer, if there was one."""

    outcome: Literal["delivered", "refused", "gone", "late", "unreachable"]
    status: int | None = None


class Mailer:
    """Takes messages (title, body, link) out by the door."""

    def __init__(self, store: Store, sender: VapidKey, door: OutboundHttp) -> None:
        self._store, self._sender, self._door = store, sender, door

    async def send_push(
        self, who: Subscriber, device: Device, topic: str, message: dict[str, str]
    ) -> Delivery:
        """A device that wants no more is forgotten."""
        headers = self._sender.headers(device.endpoint, who.site, topic)
        body = encrypt_message(json.dumps(message).encode(), device.key, device.secret)
        sent = await self._post("push", device.endpoint, headers, body)
        if sent.status not in GONE:
            return sent
        await self._store.write(lambda connection: remove_device(connection, device.endpoint))
        return Delivery("gone", sent.status)

    async def send_webhook(self, url: str, message: dict[str, str]) -> Delivery:
        line = " ".join(message.values())
        body = {**message, "text": line, "content": line}  # one of which chat services show
        return await self._post(
            "webhook", url, {"Content-Type": "application/json"}, json.dumps(body).encode()
        )

    async def _post(self, kind: str, url: str, headers: dict[str, str], body: bytes) -> Delivery:
        try:
            status = await self._door.post(url, headers, body)
        except (AddressRefused, OSError, ValueError) as error:
            log.warning("call failed", kind=kind, error=repr(error))
            return Delivery("late" if isinstance(error, TimeoutError) else "unreachable")
        if 200 <= status < 300:
            return Delivery("delivered", status)
        log.warning("call refused", kind=kind, status=status)
        return Delivery("refused", status) if status else Delivery("unreachable")
