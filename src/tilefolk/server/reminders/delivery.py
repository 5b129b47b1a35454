"""Delivering a message: encrypted to a browser, as JSON to a webhook."""

import json
from typing import Literal, NamedTuple

import structlog

from tilefolk.server.reminders.outbound_http import AddressRefused, OutboundHttp
from tilefolk.server.reminders.subscriptions import Device, Subscriber, remove_device
from tilefolk.server.reminders.web_push import VapidKey
from tilefolk.server.storage.store import Store
from tilefolk.threads import run_aside

UNSUBSCRIBED_STATUSES = (404, 410)  # a push service answers so for a device that takes no more messages

Message = dict[str, str]  # title, body and link

log = structlog.get_logger()


class Delivery(NamedTuple):
    """What became of a message; `status` is that of the answer, if there was one."""

    outcome: Literal["delivered", "refused", "gone", "late", "unreachable"]
    status: int | None = None


class Mailer:
    """Sends messages to browsers and webhooks."""

    def __init__(self, store: Store, vapid_key: VapidKey, outbound: OutboundHttp) -> None:
        self._store, self._vapid_key, self._outbound = store, vapid_key, outbound

    async def send_push(
        self, subscriber: Subscriber, device: Device, topic: str, message: Message
    ) -> Delivery:
        """Send a message to a browser, and delete the device if it takes no more."""
        headers, body = await run_aside(self._sealed, subscriber, device, topic, message)
        sent = await self._post("push", device.endpoint, headers, body)
        if sent.status not in UNSUBSCRIBED_STATUSES:
            return sent
        await self._store.write(lambda connection: remove_device(connection, device.endpoint))
        return Delivery("gone", sent.status)

    def _sealed(
        self, subscriber: Subscriber, device: Device, topic: str, message: Message
    ) -> tuple[dict[str, str], bytes]:
        """The headers and the body of a push. The first one imports cryptography, for which nobody waits."""
        from tilefolk.server.reminders.push_crypto import encrypt_message

        headers = self._vapid_key.headers(device.endpoint, subscriber.site, topic)
        return headers, encrypt_message(json.dumps(message).encode(), device.key, device.secret)

    async def send_webhook(self, url: str, message: Message) -> Delivery:
        """Send a message as JSON; chat services show its `text` or its `content`."""
        line = " ".join(message.values())
        body = json.dumps({**message, "text": line, "content": line}).encode()
        return await self._post("webhook", url, {"Content-Type": "application/json"}, body)

    async def _post(self, kind: str, url: str, headers: dict[str, str], body: bytes) -> Delivery:
        try:
            status = await self._outbound.post(url, headers, body)
        except (AddressRefused, OSError, ValueError) as error:
            log.warning("call failed", kind=kind, error=repr(error))
            return Delivery("late" if isinstance(error, TimeoutError) else "unreachable")
        if 200 <= status < 300:
            return Delivery("delivered", status)
        log.warning("call refused", kind=kind, status=status)
        return Delivery("refused", status) if status else Delivery("unreachable")
