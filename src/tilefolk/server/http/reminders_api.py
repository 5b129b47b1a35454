"""The HTTP interface of being called back."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request

from tilefolk.locale import texts
from tilefolk.server.http.dependencies import PROBLEMS, Caller, Json, TheNode, address_of, rates_of, shared
from tilefolk.server.http.problems import ApiError
from tilefolk.server.http.security import HOUR
from tilefolk.server.messages import CallMe, NewDevice, OldDevice, TestCall
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person
from tilefolk.server.reminders.delivery import Mailer
from tilefolk.server.reminders.outbound_http import AddressRefused, OutboundHttp
from tilefolk.server.reminders.subscriptions import Device, add_device, remove_device, set_webhook, subscriber
from tilefolk.server.reminders.web_push import VapidKey, is_device_key

LONGEST = 300  # characters of the site's own address
TOPIC = "test"  # of a push

router = APIRouter(responses=PROBLEMS)


TheOutboundHttp = Annotated[OutboundHttp, Depends(shared("door"))]
TheVapidKey = Annotated[VapidKey, Depends(shared("sender"))]
TheMailer = Annotated[Mailer, Depends(shared("post"))]


@router.get("/api/me/calls")
async def show_calls(person: Caller, node: TheNode, sender: TheVapidKey) -> Json:
    return await _shown(person, node, sender)


@router.put("/api/me/calls")
async def change_calls(
    wanted: CallMe,
    request: Request,
    person: Caller,
    node: TheNode,
    sender: TheVapidKey,
    door: TheOutboundHttp,
) -> Json:
    if wanted.webhook is not None:
        await _looked(door, wanted.webhook)
    site, now = _site(request), node.store.clock.now()
    await node.store.write(
        lambda connection: set_webhook(connection, person.id, site, wanted.webhook, now), "subscribers"
    )
    return await _shown(person, node, sender)


@router.put("/api/me/calls/device")
async def call_device(
    wanted: NewDevice,
    request: Request,
    person: Caller,
    node: TheNode,
    sender: TheVapidKey,
    door: TheOutboundHttp,
) -> Json:
    if not is_device_key(wanted.p256dh, wanted.auth):
        raise ApiError(409, "bad_device")
    await _looked(door, wanted.endpoint)
    device = Device(wanted.endpoint, wanted.p256dh, wanted.auth)
    site, now = _site(request), node.store.clock.now()
    await node.store.write(
        lambda connection: add_device(connection, person.id, site, device, now), "subscribers"
    )
    return await _shown(person, node, sender)


@router.post("/api/me/calls/silence")
async def silence_device(wanted: OldDevice, person: Caller, node: TheNode, sender: TheVapidKey) -> Json:
    await node.store.write(
        lambda connection: remove_device(connection, wanted.endpoint, person.id), "subscribers"
    )
    return await _shown(person, node, sender)


@router.post("/api/me/calls/test")
async def test_call(
    wanted: TestCall, request: Request, person: Caller, node: TheNode, door: TheOutboundHttp, post: TheMailer
) -> Json:
    """One message that says it is a test, by the same door as every call; and what became of it."""
    who = await node.store.read(lambda connection: subscriber(connection, person.id))
    device = next((mine for mine in who.devices if mine.endpoint == wanted.endpoint), None)
    url = wanted.endpoint or who.webhook
    if url is None:
        raise ApiError(409, "no_webhook")
    if wanted.endpoint and device is None:
        raise ApiError(404, "not_found")
    if not rates_of(request).may_test(person.id, address_of(request)):
        raise ApiError(429, "too_many_tests", {"retry-after": str(HOUR)})
    await _looked(door, url)
    said = texts(person.language)
    message = {"title": said.say("call.test.title"), "body": said.say("call.test.body"), "link": who.site}
    sent = await (post.push(who, device, TOPIC, message) if device else post.hook(url, message))
    return {**sent._asdict(), "detail": said.say(f"calls.test.{sent.outcome}", status=str(sent.status))}


def _site(request: Request) -> str:
    """The address by which this person knows us: links lead there."""
    site = str(request.base_url)
    if len(site) > LONGEST:
        raise ApiError(400, "bad_request")
    return site


async def _looked(door: OutboundHttp, url: str) -> None:
    try:
        await door.look(url)
    except AddressRefused as error:
        raise ApiError(409, error.code) from None


async def _shown(person: Person, node: Node, sender: VapidKey) -> dict[str, Any]:
    known = await node.store.read(lambda connection: subscriber(connection, person.id))
    return {"webhook": known.webhook, "devices": len(known.devices), "key": sender.public}
