"""Time on the page: chosen with the table, counted down in the bar; and how one is called back."""

import itertools
import json
import re

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.server.callboxes import Browser, call_box
from tilefolk.games import all_modes
from tilefolk.server.http.limits import TESTS_PER_HOUR
from tilefolk.server.messages import MAX_NAME_CHARACTERS
from tilefolk.server.reminders.push_keys import new_private_key, to_base64url

DAY = 86_400
OWN = {
    mode.name.partition("/")[0]: mode.name for mode in reversed(all_modes()) if dict(mode.options).get("pace")
}

FIRST_NOTE = """async () => {
    const worker = await navigator.serviceWorker.ready;
    for (let tries = 0; tries < 20; tries++) {
        const [note] = await worker.getNotifications();
        if (note) return [note.title, note.body, note.data];
        await new Promise((next) => setTimeout(next, 50));
    }
}"""


def test_every_game_of_one_shared_draw_can_be_played_at_own_pace(newcomer: Newcomer) -> None:
    """With a deadline in days, where rounds together also have seconds."""
    ola = newcomer("pl")
    ola.open()
    for mode in OWN.values():
        form = ola.invites(mode)
        time = form.get_by_label(ola.say("time.limit"))
        expect(time.get_by_role("option")).to_have_count(9)
        time.select_option(label=ola.say("time.minutes", 2))
        form.get_by_text(ola.say("option.pace.own"), exact=True).click()
        expect(time.get_by_role("option")).to_have_count(5)
        expect(time).to_have_value("0")
    time.select_option(label=ola.say("time.days.match", 7))
    ola.button("web.new.make").click()
    expect(ola.page.get_by_text(ola.say("time.days.match", 7))).to_be_visible()
    table = ola.call("GET", "/api/tables/" + ola.page.url.rpartition("/")[2])
    assert (table["time"], table["options"]["pace"]) == (7 * DAY, "own")


def test_the_bar_counts_down(newcomer: Newcomer) -> None:
    ola, jan = newcomer("pl", viewport={"width": 360, "height": 740}), newcomer()
    ola.introduce()
    jan.introduce()
    body = {"game": OWN["my_city"], "options": {}, "seats": ["me", "open"], "time": 120}
    table = ola.call("POST", "/api/tables", **body)["id"]
    jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    ola.call("POST", f"/api/tables/{table}/start")
    ola.open(f"/t/{table}")
    timer = ola.page.get_by_role("timer")
    expect(timer).to_have_text(re.compile(r"1:5\d"))
    before = timer.inner_text()
    expect(timer).not_to_have_text(before)
    assert ola.page.evaluate("document.documentElement.scrollWidth") <= 360
    jan.open("/")
    expect(jan.page.get_by_text(re.compile(jan.say("time.minutes", 2)))).to_be_visible()


def test_a_name_is_more_than_spaces(newcomer: Newcomer) -> None:
    ola = newcomer("pl")
    ola.open("/me")
    field = ola.page.get_by_label(ola.say("web.me.name"), exact=True)
    for nothing in ("", "   "):
        field.fill(nothing)
        field.press("Enter")
        expect(ola.page.get_by_text(ola.say("api.bad_name"), exact=True)).to_be_visible()
    field.fill(" Ola ")
    field.press("Enter")
    expect(field).to_have_value("Ola")
    expect(ola.page.get_by_text(ola.say("api.bad_name"), exact=True)).to_have_count(0)
    expect(field).to_have_attribute("maxlength", str(MAX_NAME_CHARACTERS))


def test_a_webhook_is_saved_or_refused_in_words(newcomer: Newcomer) -> None:
    ola = newcomer("pl")
    ola.open("/me")
    field = ola.page.get_by_label(ola.say("calls.webhook"), exact=True)
    save = field.locator("xpath=..").get_by_role("button")
    for nonsense in ("nonsense", "ftp://example.org/", "https://example.org/a b"):
        field.fill(nonsense)
        save.click()
        expect(ola.page.get_by_text(ola.say("api.bad_address"), exact=True)).to_be_visible()
    field.fill("http://10.0.0.1/hook")
    save.click()
    expect(ola.page.get_by_text(ola.say("api.address_unknown"))).to_be_visible()
    ola.faults.clear()  # the browser notes every refused call
    field.fill("http://203.1.113.7/hook")
    save.click()
    expect(save).to_have_text(ola.say("calls.saved"))
    ola.open("/me")
    expect(field).to_have_value("http://203.1.113.7/hook")


def test_a_webhook_is_tried_out(newcomer: Newcomer) -> None:
    ola = newcomer("pl", viewport={"width": 360, "height": 800})
    ola.open("/me")
    field = ola.page.get_by_label(ola.say("calls.webhook"), exact=True)
    test = ola.button("calls.test")
    expect(field).to_be_visible()
    expect(test).to_have_count(0)
    with call_box() as box:
        field.fill(f"{box.url}/Ola")
        expect(test).to_have_count(0)
        field.press("Enter")
        test.click()
        expect(ola.page.get_by_text(ola.say("calls.test.delivered"))).to_be_visible()
        assert [said["title"] for said in box.said()] == [ola.say("call.test.title")]
        box.status = 404
        test.click()
        expect(ola.page.get_by_text(ola.say("calls.test.refused", status="404"))).to_be_visible()
    test.click()
    expect(ola.page.get_by_text(ola.say("calls.test.unreachable"))).to_be_visible()
    assert ola.page.evaluate("document.documentElement.scrollWidth") <= 360
    for _ in range(TESTS_PER_HOUR - 3):
        ola.call("POST", "/api/me/calls/test", endpoint=None)
    test.click()
    expect(ola.page.get_by_role("alert")).to_have_text(ola.say("api.too_many_tests"))
    ola.faults.clear()  # the browser notes every refused call
    field.fill("https://elsewhere.example/")
    expect(test).to_have_count(0)


def test_a_device_is_tried_out(newcomer: Newcomer) -> None:
    """The browser is told that it has subscribed; whether the message can be read, another test knows."""
    ola = newcomer("pl")
    ola.arrive()
    with call_box() as box:
        subscription = Browser(new_private_key(), to_base64url(bytes(16))).subscription(box, "tried")
        ola.call("PUT", "/api/me/calls/device", **subscription)
        made = f"{{pushManager: {{getSubscription: async () => ({json.dumps(subscription)})}}}}"
        ola.page.add_init_script(f"navigator.serviceWorker.getRegistration = async () => ({made})")
        ola.page.add_init_script("Object.defineProperty(Notification, 'permission', {get: () => 'granted'})")
        ola.open("/me")
        ola.button("calls.test").click()
        expect(ola.page.get_by_text(ola.say("calls.test.delivered"))).to_be_visible()
        box.status = 410
        ola.button("calls.test").click()
        expect(ola.page.get_by_text(ola.say("calls.test.gone"))).to_be_visible()
        assert [call.path for call in box.calls] == ["/push/tried"] * 2


def test_a_device_that_cannot_be_called_says_why_and_stays_off(newcomer: Newcomer) -> None:
    ola = newcomer("pl")
    ola.page.add_init_script("PushManager.prototype.subscribe = async () => { throw new DOMException() }")
    ola.page.add_init_script("Object.defineProperty(Notification, 'permission', {get: () => 'default'})")
    ola.open("/me")
    switch = ola.page.get_by_role("switch", name=ola.say("calls.device"))
    for answer, why in (("granted", "failed"), ("default", "unasked"), ("denied", "denied")):
        ola.page.evaluate("(answer) => { Notification.requestPermission = async () => answer }", answer)
        switch.locator("xpath=..").click()
        expect(ola.page.get_by_role("alert")).to_have_text(ola.say(f"calls.device.{why}"))
        expect(switch).not_to_be_checked()


def test_a_message_is_shown_and_permission_is_asked_only_on_a_click(
    whole_browser: Chromium, newcomer: Newcomer
) -> None:
    """The worker shows what comes; a push service is played by the browser's own tools."""
    ola = newcomer("pl", within=whole_browser)
    ola.page.add_init_script(
        "Notification.requestPermission = async () => { window.asked = true; return 'denied'; }"
    )
    ola.open("/me")
    switch = ola.page.get_by_role("switch", name=ola.say("calls.device"))
    expect(switch).to_be_attached()
    assert not ola.page.evaluate("window.asked")
    switch.locator("xpath=..").click()
    ola.until(lambda: ola.page.evaluate("window.asked"))
    ola.context.grant_permissions(["notifications"])
    tools = ola.context.new_cdp_session(ola.page)
    found: list[str] = []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(_ids(event)))
    tools.send("ServiceWorker.enable")
    ola.page.evaluate(
        "navigator.serviceWorker.register('/call.js').then(() => navigator.serviceWorker.ready).then(() => 0)"
    )
    ola.until(lambda: found)
    message = {"title": "Stół czeka", "body": "Twój ruch", "link": f"{ola.url}/t/abc"}
    push = {"origin": ola.url, "registrationId": found[-1], "data": json.dumps(message)}
    for _ in range(15):  # the tools drop what comes while a worker only just starts
        tools.send("ServiceWorker.deliverPushMessage", push)
        if shown := ola.page.evaluate(FIRST_NOTE):
            break
    assert shown == list(message.values())


def _ids(event: dict[str, list[dict[str, str]]]) -> list[str]:
    return [one["registrationId"] for one in event["registrations"]]


def test_the_bar_of_a_phone_has_room_for_all(newcomer: Newcomer) -> None:
    """Nothing of the bar lies on anything else, and the page is no wider than the phone."""
    ola, jan = newcomer(viewport={"width": 360, "height": 740}), newcomer()
    ola.introduce()
    jan.introduce()
    for language, time, seats in (("en", None, 4), ("pl", 7 * DAY, 6), ("en", 120, 6)):
        bots = [{"bot": "greedy"}] * (seats - 2)
        body = {"game": OWN["roll_and_build"], "options": {"pace": "own"} if time and time >= DAY else {}}
        table = ola.call("POST", "/api/tables", **body, seats=["me", "open", *bots], time=time)["id"]
        jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
        ola.call("POST", f"/api/tables/{table}/start")
        ola.open(f"/t/{table}")
        expect(ola.board).to_be_visible()
        ola.speak_on(language)
        assert ola.page.evaluate("document.documentElement.scrollWidth") <= 360
        header = ola.page.locator("header")
        shown = header.locator(".home, .who, .title, [role=timer], #talk-button, .menu").all()
        boxes = sorted((box["x"], box["x"] + box["width"]) for one in shown if (box := one.bounding_box()))
        assert all(one[1] <= two[0] + 1 for one, two in itertools.pairwise(boxes)), boxes
        pawns = ola.page.locator("button.who")
        expect(pawns).to_have_count(seats)
        ends = [box["x"] + box["width"] for one in pawns.all() if (box := one.bounding_box())]
        assert max(ends) <= 360


def test_whoever_leaves_a_match_sees_how_it_ends(newcomer: Newcomer) -> None:
    """A bot plays it to its end; the result comes by itself."""
    ola = newcomer("pl", viewport={"width": 360, "height": 800})
    ola.introduce()
    body = {"game": OWN["roll_and_build"], "options": {"pace": "own"}, "seats": ["me", {"bot": "greedy"}]}
    table = ola.call("POST", "/api/tables", **body)["id"]
    ola.call("POST", f"/api/tables/{table}/start")
    ola.open(f"/t/{table}")
    expect(ola.board).to_be_visible()
    what_is_new = ola.page.get_by_role("dialog")
    expect(what_is_new).to_be_visible()
    ola.keys("Escape")
    expect(what_is_new).to_have_count(0)
    ola.button("web.menu").click()
    ola.button("web.leave").click()
    ola.button("web.leave.sure").click()
    expect(ola.results.first).to_be_visible()
    expect(ola.button("web.result.again")).to_be_visible()


def test_where_people_need_not_meet_the_host_is_asked_before_a_bot_plays(newcomer: Newcomer) -> None:
    ola, jan = newcomer(), newcomer()
    ola.introduce()
    jan.introduce()
    jan.named("Jan")
    body = {"game": OWN["my_city"], "options": {"pace": "own"}, "seats": ["me", "open"]}
    table = ola.call("POST", "/api/tables", **body)["id"]
    jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    ola.call("POST", f"/api/tables/{table}/start")
    ola.open(f"/t/{table}")
    expect(ola.board).to_be_visible()
    ola.button("web.menu").click()
    ola.button("web.away", name="Jan").click()  # when he has been away for long enough
    expect(ola.page.get_by_text(ola.say("web.away.note", name="Jan"))).to_be_visible()
    assert ola.call("GET", f"/api/tables/{table}")["seats"][1]["stand_in"] is None
    ola.button("web.away.sure").click()
    expect(ola.page.get_by_text(ola.say("web.seat.by_bot", name="Jan"))).to_be_visible()
    jan.open(f"/t/{table}")
    expect(jan.board).to_be_visible()
    expect(jan.page.get_by_text(jan.say("web.seat.by_bot", name="Jan"))).to_have_count(0)
    assert jan.call("GET", f"/api/tables/{table}")["seats"][1]["stand_in"] is None, "back with his return"
