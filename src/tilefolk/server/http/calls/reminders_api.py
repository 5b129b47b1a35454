"""The HTTP interface of reminders: where a person is reminded, and a test message."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request

from tilefolk.locale import texts
from tilefolk.server.errors import ApiError
from tilefolk.server.http.dependencies import PROBLEMS, Caller, Json, address_of
from tilefolk.server.http.limits import HOUR_SECONDS, MINUTE_SECONDS
from tilefolk.server.http.services import Services, services_of
from tilefolk.server.messages import CallMe, NewDevice, OldDevice, TestCall
from tilefolk.server.people.identity import Person
from tilefolk.server.reminders.outbound_http import AddressRefused
from tilefolk.server.reminders.subscriptions import (
    Device,
    add_device,
    load_subscriber,
    remove_device,
    set_webhook,
)
from tilefolk.threads import run_aside

MAX_SITE_CHARACTERS = 300  # of the site's own address
TEST_TOPIC = "test"  # of a push

router = APIRouter(responses=PROBLEMS)
TheServices = Annotated[Services, Depends(services_of)]


@router.get("/api/me/calls")
async def show_calls(person: Caller, services: TheServices) -> Json:
    return await _settings_json(person, services)


@router.put("/api/me/calls")
async def change_calls(wanted: CallMe, request: Request, person: Caller, services: TheServices) -> Json:
    if wanted.webhook is not None:
        await _check_address(request, person, wanted.webhook)
    store, site = services.node.store, _site(request)
    now = store.clock.now()
    await store.write(
        lambda connection: set_webhook(connection, person.id, site, wanted.webhook, now), "subscribers"
    )
    return await _settings_json(person, services)


@router.put("/api/me/calls/device")
async def call_device(wanted: NewDevice, request: Request, person: Caller, services: TheServices) -> Json:
    if not await run_aside(_is_device_key, wanted):
        raise ApiError(409, "bad_device")
    await _check_address(request, person, wanted.endpoint)
    device = Device(wanted.endpoint, wanted.p256dh, wanted.auth)
    store, site = services.node.store, _site(request)
    now = store.clock.now()
    await store.write(lambda connection: add_device(connection, person.id, site, device, now), "subscribers")
    return await _settings_json(person, services)


@router.post("/api/me/calls/silence")
async def silence_device(wanted: OldDevice, person: Caller, services: TheServices) -> Json:
    await services.node.store.write(
        lambda connection: remove_device(connection, wanted.endpoint, person.id), "subscribers"
    )
    return await _settings_json(person, services)


@router.post("/api/me/calls/test")
async def test_call(wanted: TestCall, request: Request, person: Caller, services: TheServices) -> Json:
    """Send one message that says it is a test, as reminders are sent, and answer what became of it."""
    who = await services.node.store.read(lambda connection: load_subscriber(connection, person.id))
    device = next((mine for mine in who.devices if mine.endpoint == wanted.endpoint), None)
    url = wanted.endpoint or who.webhook
    if url is None:
        raise ApiError(409, "no_webhook")
    if wanted.endpoint and device is None:
        raise ApiError(404, "not_found")
    if not services.rates.may_test(person.id, address_of(request)):
        raise ApiError(429, "too_many_tests", {"retry-after": str(HOUR_SECONDS)})
    await _check_address(request, person, url)
    said = texts(person.language)
    message = {"title": said.say("call.test.title"), "body": said.say("call.test.body"), "link": who.site}
    mailer = services.mailer
    sent = await (
        mailer.send_push(who, device, TEST_TOPIC, message) if device else mailer.send_webhook(url, message)
    )
    return {**sent._asdict(), "detail": said.say(f"calls.test.{sent.outcome}", status=str(sent.status))}


def _is_device_key(wanted: NewDevice) -> bool:
    from tilefolk.server.reminders.push_crypto import is_device_key

    return is_device_key(wanted.p256dh, wanted.auth)


def _site(request: Request) -> str:
    """The address by which this person knows the site: links in reminders lead there."""
    site = str(request.base_url)
    if len(site) > MAX_SITE_CHARACTERS:
        raise ApiError(400, "bad_request")
    return site


async def _check_address(request: Request, person: Person, url: str) -> None:
    services = services_of(request)
    if not services.rates.may_look_up(person.id, address_of(request)):
        raise ApiError(429, "too_many", {"retry-after": str(MINUTE_SECONDS)})
    try:
        await services.outbound.resolve(url)
    except AddressRefused as error:
        raise ApiError(409, error.code) from None


async def _settings_json(person: Person, services: Services) -> dict[str, Any]:
    found = await services.node.store.read(lambda connection: load_subscriber(connection, person.id))
    key = await run_aside(lambda: services.vapid.public)  # may import cryptography, which takes long
    return {"webhook": found.webhook, "devices": len(found.devices), "key": key}
