"""The page the server writes by itself, beside one of the client's: the same cloth, letters and button."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.driving import Person

LOOK = """() => ['body', 'h1', 'main .btn'].map((part) => {
  const { backgroundImage, backgroundColor, color, fontFamily, fontSize, fontWeight, boxShadow } =
    getComputedStyle(document.querySelector(part));
  return [part, backgroundImage, backgroundColor, color, fontFamily, fontSize, fontWeight, boxShadow];
})"""


@pytest.mark.parametrize(
    ("language", "light", "width"),
    [("pl", "light", 360), ("en", "dark", 1440)],
)
def test_a_link_that_opens_nothing(newcomer: Newcomer, language: str, light: str, width: int) -> None:
    ola = newcomer(language, viewport={"width": width, "height": 800}, color_scheme=light)
    ola.open("/me/abc")
    what, more = ola.say("api.bad_link").split(". ")
    expect(ola.page.get_by_role("heading", level=1)).to_have_text(f"{what}.")
    expect(ola.page.get_by_text(more)).to_be_visible()
    assert ola.page.evaluate("document.documentElement.scrollWidth") <= width
    only_not_found(ola)
    ours = ola.page.evaluate(LOOK)
    ola.page.get_by_role("link", name=ola.say("web.missing.home"), exact=True).click()
    expect(ola.box("my_city/eternal")).to_be_visible()
    ola.open("/nowhere/at/all")
    expect(ola.page.get_by_role("heading", level=1)).to_have_text(ola.say("web.missing.page"))
    assert ours == ola.page.evaluate(LOOK)
    only_not_found(ola)


def only_not_found(person: Person) -> None:
    """Nothing but the answer itself was a fault: the policy lets the style through."""
    (fault,) = person.faults
    assert "status of 404" in fault
    person.faults.clear()


def test_a_personal_link_does_not_replace_whoever_has_tables_here(newcomer: Newcomer) -> None:
    ola, jan = newcomer(), newcomer(viewport={"width": 390, "height": 844})
    for person, name in ((ola, "Ola"), (jan, "Jan")):
        person.introduce()
        person.call("PUT", "/api/me", name=name)
    link = ola.call("GET", "/api/me/link")["url"].removeprefix(ola.url)
    jan.alone()
    names = {"name": "Ola", "me": "Jan"}
    for answer, now in (("no", "Jan"), ("yes", "Ola")):
        jan.open(link)
        expect(jan.page.get_by_role("heading", level=1)).to_have_text(jan.say("api.come_in.what", **names))
        expect(jan.page.get_by_text(jan.say("api.come_in.more", **names))).to_be_visible()
        jan.page.get_by_role("main").get_by_text(
            jan.say(f"api.come_in.{answer}", **names), exact=True
        ).click()
        expect(jan.box("my_city/eternal")).to_be_visible()
        assert jan.call("GET", "/api/me")["name"] == now


def test_a_new_link_makes_the_old_one_worthless(newcomer: Newcomer) -> None:
    ola, phone = newcomer("pl"), newcomer()
    ola.introduce()
    old = ola.call("GET", "/api/me/link")["url"].removeprefix(ola.url)
    ola.open("/me")
    ola.page.get_by_role("button", name=ola.say("web.me.reveal"), exact=True).click()
    ola.page.get_by_role("button", name=ola.say("web.me.renew"), exact=True).click()
    expect(ola.page.get_by_text(ola.say("web.me.renew.done"))).to_be_visible()
    new = ola.page.get_by_label(ola.say("web.me.personal"), exact=True).input_value()
    assert old not in new
    phone.open(old)
    expect(phone.page.get_by_role("heading", level=1)).to_be_visible()
    assert phone.page.get_by_role("button").count() == 0, "the old link asks nothing any more"
    phone.faults.clear()  # the browser tells of the 404
    phone.open(new.removeprefix(ola.url))
    expect(phone.page.get_by_role("button")).to_be_visible()


def test_who_has_no_table_yet_is_asked_as_well(newcomer: Newcomer) -> None:
    ola, phone = newcomer("pl"), newcomer("pl")
    ola.introduce()
    phone.introduce()
    phone.open(ola.call("GET", "/api/me/link")["url"].removeprefix(ola.url))
    name = ola.call("GET", "/api/me")["name"]
    expect(phone.page.get_by_text(phone.say("api.come_in.new.more", name=name))).to_be_visible()
    assert phone.call("GET", "/api/me")["id"] != ola.call("GET", "/api/me")["id"]
    phone.page.get_by_role("button", name=phone.say("api.come_in.new.yes", name=name), exact=True).click()
    expect(phone.box("my_city/eternal")).to_be_visible()
    assert phone.call("GET", "/api/me")["id"] == ola.call("GET", "/api/me")["id"]
