"""The HTTP interface of being called back."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request

from tilefolk.locale import texts
from tilefolk.server.http.dependencies import PROBLEMS, Json, TheHouse, Who, place_of, rates_of, shared
from tilefolk.server.http.problems import Trouble
from tilefolk.server.http.security import HOUR
from tilefolk.server.messages import CallMe, NewDevice, OldDevice, TestCall
from tilefolk.server.node.node import House
from tilefolk.server.people.identity import Person
from tilefolk.server.reminders.delivery import Post
from tilefolk.server.reminders.outbound_http import Door, NotOutside
from tilefolk.server.reminders.subscriptions import Device, add_device, callee, remove_device, set_webhook
from tilefolk.server.reminders.web_push import Sender, is_device_key

LONGEST = 300  # characters of the site's own address
TOPIC = "test"  # of a push

router = APIRouter(responses=PROBLEMS)


TheDoor = Annotated[Door, Depends(shared("door"))]
TheSender = Annotated[Sender, Depends(shared("sender"))]
ThePost = Annotated[Post, Depends(shared("post"))]


@router.get("/api/me/calls")
async def show_calls(person: Who, house: TheHouse, sender: TheSender) -> Json:
    return await _shown(person, house, sender)


@router.put("/api/me/calls")
async def change_calls(
    wanted: CallMe, request: Request, person: Who, house: TheHouse, sender: TheSender, door: TheDoor
) -> Json:
    if wanted.webhook is not None:
        await _looked(door, wanted.webhook)
    site, now = _site(request), house.store.clock.now()
    await house.store.write(
        lambda connection: set_webhook(connection, person.id, site, wanted.webhook, now), "callees"
    )
    return await _shown(person, house, sender)


@router.put("/api/me/calls/device")
async def call_device(
    wanted: NewDevice, request: Request, person: Who, house: TheHouse, sender: TheSender, door: TheDoor
) -> Json:
    if not is_device_key(wanted.p256dh, wanted.auth):
        raise Trouble(409, "bad_device")
    await _looked(door, wanted.endpoint)
    device = Device(wanted.endpoint, wanted.p256dh, wanted.auth)
    site, now = _site(request), house.store.clock.now()
    await house.store.write(
        lambda connection: add_device(connection, person.id, site, device, now), "callees"
    )
    return await _shown(person, house, sender)


@router.post("/api/me/calls/silence")
async def silence_device(wanted: OldDevice, person: Who, house: TheHouse, sender: TheSender) -> Json:
    await house.store.write(
        lambda connection: remove_device(connection, wanted.endpoint, person.id), "callees"
    )
    return await _shown(person, house, sender)


@router.post("/api/me/calls/test")
async def test_call(
    wanted: TestCall, request: Request, person: Who, house: TheHouse, door: TheDoor, post: ThePost
) -> Json:
    """One message that says it is a test, by the same door as every call; and what became of it."""
    who = await house.store.read(lambda connection: callee(connection, person.id))
    device = next((mine for mine in who.devices if mine.endpoint == wanted.endpoint), None)
    url = wanted.endpoint or who.webhook
    if url is None:
        raise Trouble(409, "no_webhook")
    if wanted.endpoint and device is None:
        raise Trouble(404, "not_found")
    if not rates_of(request).may_test(person.id, place_of(request)):
        raise Trouble(429, "too_many_tests", {"retry-after": str(HOUR)})
    await _looked(door, url)
    said = texts(person.language)
    message = {"title": said.say("call.test.title"), "body": said.say("call.test.body"), "link": who.site}
    sent = await (post.push(who, device, TOPIC, message) if device else post.hook(url, message))
    return {**sent._asdict(), "detail": said.say(f"calls.test.{sent.outcome}", status=str(sent.status))}


def _site(request: Request) -> str:
    """The address by which this person knows us: links lead there."""
    site = str(request.base_url)
    if len(site) > LONGEST:
        raise Trouble(400, "bad_request")
    return site


async def _looked(door: Door, url: str) -> None:
    try:
        await door.look(url)
    except NotOutside as error:
        raise Trouble(409, error.code) from None


async def _shown(person: Person, house: House, sender: Sender) -> dict[str, Any]:
    known = await house.store.read(lambda connection: callee(connection, person.id))
    return {"webhook": known.webhook, "devices": len(known.devices), "key": sender.public}
