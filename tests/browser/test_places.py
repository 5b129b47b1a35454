"""One device for two, another language, a phone."""

import re
from functools import cache

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Newcomer
from tests.browser.driving import Person, middle, touch_drag
from tests.browser.looking import GAME
from tests.server.campaigns import text_of
from tilefolk.locale import texts

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def test_two_at_one_device_open_an_envelope_once_and_each_reads_what_happened(newcomer: Newcomer) -> None:
    ola = newcomer().named("Ola")
    ola.introduce()
    sent = {"origin": ola.url, "content-type": "text/plain"}
    table = ola.context.request.post(f"{ola.url}/api/series", data=text_of(2, 3), headers=sent).json()["id"]
    ola.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    ola.call("POST", f"/api/tables/{table}/start")
    ola.open(f"/t/{table}")
    curtain(ola, "Ola")
    expect(ola.page.get_by_role("dialog")).to_have_count(0)
    ola.button("web.curtain.lift").click()
    envelope = ola.page.get_by_role("dialog").filter(has_text=ola.say("web.envelope.waits", 2))
    expect(envelope).to_be_visible()
    ola.keys("Escape")
    since = ola.page.get_by_role("dialog", name=ola.say("web.since.title"))
    expect(since).to_be_visible()
    ola.keys("Escape")
    expect(since).to_have_count(0)
    ola.ending.click()
    ola.ending.click()
    curtain(ola, "Ola 2")
    expect(since).to_have_count(0)
    ola.button("web.curtain.lift").click()
    expect(since).to_be_visible()
    expect(envelope).to_have_count(0)


def test_a_curtain_stands_between_two_at_one_device(newcomer: Newcomer) -> None:
    ola = newcomer().named("Ola")
    table = ola.call("POST", "/api/tables", game=GAME, options={}, seats=["me", "me"], listed=False)["id"]
    ola.call("POST", f"/api/tables/{table}/start")
    ola.open(f"/t/{table}")
    curtain(ola, "Ola")
    ola.button("web.curtain.lift").click()
    expect(ola.board).to_be_visible()
    ola.lay_by_keys()
    curtain(ola, "Ola 2")
    ola.button("web.curtain.back", name="Ola").click()
    expect(ola.why).to_contain_text(ola.say("web.play.done.place"))
    expect(ola.ghost).to_have_class(re.compile("done"))
    ola.button("web.curtain.on", name="Ola 2").click()
    curtain(ola, "Ola 2")
    ola.keys("Enter")  # the curtain's button has the focus
    expect(ola.turn).to_be_visible()
    expect(ola.ghost).to_have_count(0)
    ola.laid(0)
    ola.lay_by_mouse()
    if ola.button("web.curtain.lift").is_visible():
        ola.button("web.curtain.lift").click()
    ola.laid(1)
    assert len(ola.sent) == 2


def curtain(person: Person, name: str) -> None:
    """Only the curtain: no board, no hand, no answer, and no key that gives one."""
    expect(
        person.page.get_by_role("heading", name=person.say("web.curtain.give", name=name), exact=True)
    ).to_be_visible()
    person.speaks()
    for gone in (person.board, person.hand, person.piece, person.log, person.page.locator(".play")):
        expect(gone).to_have_count(0)
    sent = len(person.sent)
    person.keys("ArrowUp", "r", "p", "Backspace", "l")
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    assert len(person.sent) == sent


@cache
def foreign(spoken: str, before: str) -> tuple[frozenset[str], re.Pattern[str]]:
    """What is said in one language alone: whole sentences, and those with something to fill in."""
    now = {form for forms in texts(spoken).forms.values() for form in forms}
    forms = {form for forms in texts(before).forms.values() for form in forms} - now
    worded = [form for form in forms if len(re.sub(r"\{.*?\}|\W", "", form)) > 3]
    filled = [re.sub(r"\\\{.*?\\\}", ".+", re.escape(form)) for form in worded if "{" in form]
    return frozenset(worded), re.compile("|".join(filled))


def leftovers(person: Person, spoken: str, before: str) -> list[str]:
    """Whatever is still said in the language before."""
    whole, filled = foreign(spoken, before)
    return [line for line in person.shown() if line in whole or filled.fullmatch(line)]


def test_polish_in_mid_match(newcomer: Newcomer) -> None:
    ola = newcomer()
    ola.play_now()
    ola.lay_by_mouse()
    ola.laid(1)
    ola.page.evaluate("window.before = true")
    ola.page.get_by_role("button", name="Polski").click()
    ola.texts = texts("pl")
    expect(ola.turn).to_be_visible()
    expect(ola.page.locator("html")).to_have_attribute("lang", "pl")
    ola.laid(1)
    ola.speaks()
    assert leftovers(ola, "pl", "en") == []
    ola.lay_by_keys(by_list=True)
    ola.laid(2)
    ola.click_cell("B6")
    expect(ola.why).to_contain_text(ola.say("why.on_land").split(". ", maxsplit=1)[0])
    ola.keys("?")
    expect(ola.page.get_by_role("dialog", name=ola.say("web.play.rules"))).to_be_visible()
    ola.speaks()
    assert leftovers(ola, "pl", "en") == []
    ola.keys("Escape")
    assert ola.page.evaluate("window.before")
    ola.page.reload()
    expect(ola.turn).to_be_visible()
    ola.speaks()
    assert leftovers(ola, "pl", "en") == []


def fits_the_screen(person: Person) -> None:
    size = "(({scrollWidth, scrollHeight}) => [scrollWidth, scrollHeight])(document.scrollingElement)"
    width, height = person.page.evaluate(size)
    assert width <= person.page.evaluate("innerWidth")
    assert height <= person.page.evaluate("innerHeight")
    assert person.page.evaluate("[scrollX, scrollY]") == [0, 0]


def test_a_phone(newcomer: Newcomer) -> None:
    ola = newcomer(**PHONE)
    ola.open()
    ola.button("web.start.play").tap()
    expect(ola.board).to_be_visible()
    fits_the_screen(ola)
    ola.speaks()

    assert ola.seeks(Locator.tap)
    ola.tap_at(*ola.spot())
    expect(ola.ghost).to_have_class(re.compile(r"\blegal\b"))
    fits_the_screen(ola)
    expect(ola.main).to_have_text(ola.say("web.play.build.short"))
    ola.main.tap()
    ola.laid(1)
    fits_the_screen(ola)

    assert ola.seeks(Locator.tap)
    x, y = ola.spot()
    touch_drag(ola, middle(ola.piece), (x, y + 60))  # a finger holds a piece above itself
    expect(ola.ghost).to_have_class(re.compile(r"\blegal\b"))
    fits_the_screen(ola)
    ola.main.tap()
    ola.laid(2)
    fits_the_screen(ola)

    panel = ola.page.get_by_role("tabpanel")
    expect(panel).to_have_count(0)
    for name in ("deck", "others", "tally", "rules"):
        tab = ola.page.get_by_role("tab", name=ola.say(f"web.play.tab.{name}"))
        tab.tap()
        expect(panel).to_be_visible()
        expect(tab).to_have_attribute("aria-selected", "true")
        ola.speaks()
        fits_the_screen(ola)
    expect(panel).to_contain_text(ola.say("beside"))
    ola.page.get_by_role("button", name=ola.say("web.play.close"), exact=True).last.tap()
    expect(panel).to_have_count(0)
    ola.button("web.play.sheet").tap()
    expect(panel).to_be_visible()
    fits_the_screen(ola)
    assert len(ola.sent) == 2
