"""Table talk on the page: two people talk and react, the host keeps order, on a desk and on a phone."""

import re
from itertools import cycle

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Newcomer
from tests.browser.driving import Person
from tests.browser.looking import GAME
from tilefolk.locale import LANGUAGES

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
GAMES = ["my_city/eternal", "my_island/eternal", "point_city/table", "roll_and_build/5"]
SIZES = [(1024, 600), (768, 1024), (360, 740), (740, 360), (1440, 900)]

# What one plays on and with, as far as it is shown, and the talk lies over; by name.
COVERED = """() => {
  const talk = document.getElementById('table-talk');
  const a = talk?.getBoundingClientRect();
  const shown = [...document.querySelectorAll('.play :is(button, a, [role=application])')].filter((node) =>
    node.checkVisibility({visibilityProperty: true}) && node.getBoundingClientRect().top < innerHeight);
  const covered = shown.filter((node) => {
    const b = node.getBoundingClientRect();
    return a && a.left < b.right - 1 && b.left + 1 < a.right && a.top < b.bottom - 1 && b.top + 1 < a.bottom;
  });
  const name = (node) => node.getAttribute('aria-label') ?? node.innerText;
  return covered.map(name);
}"""

# The acts in the hand that are wholly on the screen.
HELD = """() => {
  const acts = document.querySelectorAll('.play section[aria-label] :is([aria-keyshortcuts], .main)');
  const shown = [...acts].filter((node) => {
    const {top, bottom, width} = node.getBoundingClientRect();
    const seen = node.checkVisibility({visibilityProperty: true}) && !node.closest('[data-talk], .own');
    return seen && width && top >= 0 && bottom <= innerHeight;
  });
  return shown.map((node) => node.getAttribute('aria-label') ?? node.innerText);
}"""


class Talker:
    """Somebody at a table, and what they see of its talk."""

    def __init__(self, person: Person, table: str) -> None:
        self.person, self.page, self.table = person, person.page, table
        person.open(f"/t/{table}")
        expect(self.button).to_be_visible()

    @property
    def button(self) -> Locator:
        return self.page.locator("#talk-button")

    @property
    def panel(self) -> Locator:
        return self.page.get_by_role("complementary", name=self.person.say("talk.title"))

    @property
    def log(self) -> Locator:
        return self.panel.get_by_role("log")

    @property
    def field(self) -> Locator:
        return self.panel.get_by_role("textbox", name=self.person.say("talk.write"))

    def says(self, text: str) -> None:
        self.field.fill(text)
        self.field.press("Enter")
        expect(self.log.get_by_text(text)).to_be_visible()

    def sign(self, name: str) -> Locator:
        return self.panel.get_by_role("button", name=self.person.say(f"talk.reaction.{name}"), exact=True)

    def bubble(self, who: str, name: str) -> Locator:
        """Beside the sender's pawn, for a moment."""
        said = self.person.say("talk.said", name=who, text=self.person.say(f"talk.reaction.{name}"))
        return self.page.get_by_role("img", name=said)

    def unread(self, count: int) -> None:
        words = self.person.say("talk.open")
        if count:
            words += ", " + self.person.say("talk.unread", count)
        expect(self.button).to_have_attribute("aria-label", words)

    def order(self) -> None:
        """Opens or closes what keeps order."""
        self.panel.get_by_role("button", name=self.person.say("talk.order")).click()

    def switch(self, message: str, **names: str) -> None:
        wanted = self.panel.get_by_role("switch", name=self.person.say(message, **names))
        wanted.locator("xpath=..").click()

    def covered(self) -> list[str]:
        """What one plays with and the talk lies over."""
        covered: list[str] = self.page.evaluate(COVERED)
        return covered

    def cannot(self, code: str) -> None:
        expect(self.panel.get_by_role("status")).to_have_text(self.person.say(f"api.{code}"))
        expect(self.field).to_have_count(0)


def two(newcomer: Newcomer, game: str = GAME, **options: object) -> tuple[Talker, Talker]:
    """Hania, who hosts and speaks Polish, and Tom, who speaks English; nothing is played yet."""
    hania, tom = newcomer("pl", **options), newcomer("en")
    for person, name in ((hania, "Hania"), (tom, "Tom")):
        person.introduce()
        person.named(name)
    body = {"game": game, "options": {}, "seats": ["me", "open"], "listed": False}
    table = hania.call("POST", "/api/tables", **body)["id"]
    tom.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    return Talker(hania, table), Talker(tom, table)


def table_for_four(newcomer: Newcomer, game: str, language: str) -> Talker:
    """Somebody who plays with a person who is away and two bots."""
    hania, tom = newcomer(language), newcomer("en")
    for person in (hania, tom):
        person.introduce()
    seats = ["me", "open", {"bot": "greedy"}, {"bot": "greedy"}]
    table = hania.call("POST", "/api/tables", game=game, options={}, seats=seats, listed=False)["id"]
    tom.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    hania.call("POST", f"/api/tables/{table}/start")
    hania.until(lambda: {0, 1}.issuperset(hania.call("GET", f"/api/tables/{table}")["match"]["to_act"]))
    talker = Talker(hania, table)  # nothing changes from here on
    expect(hania.page.locator(".play")).to_be_visible()
    dialog = hania.page.get_by_role("dialog")
    if game.startswith("roll_and_build"):
        expect(dialog).to_be_visible()
        hania.keys("Escape")
    expect(dialog).to_have_count(0)
    return talker


def start(talker: Talker) -> None:
    talker.person.call("POST", f"/api/tables/{talker.table}/start")
    expect(talker.page.locator(".play")).to_be_visible()


def test_two_people_talk_and_react_from_gathering_to_the_result(newcomer: Newcomer) -> None:
    hania, tom = two(newcomer)
    hania.button.click()
    expect(hania.log).to_have_text(hania.person.say("talk.empty"))
    hania.says("Dobry wieczór")
    tom.unread(1)
    tom.button.click()
    tom.unread(0)
    expect(tom.log).to_contain_text("Hania")
    text = "<b>no tags</b> https://tilefolk.example"
    tom.says(text)
    expect(hania.log.get_by_text(text)).to_be_visible()
    expect(hania.log.locator("a, li b b")).to_have_count(0)
    start(hania)
    expect(hania.panel).to_be_visible()
    tom.sign("built").click()
    for each in (hania, tom):
        expect(each.bubble("Tom", "built")).to_be_visible()
        expect(each.log.get_by_text(each.person.say("talk.reaction.built"))).to_be_visible()
    expect(hania.bubble("Tom", "built")).to_have_count(0)
    assert hania.covered() == []
    for each in (hania, tom):
        each.person.ending.click()
        each.person.ending.click()
    for each in (hania, tom):
        expect(each.person.results).to_be_visible()
    tom.says("good game")
    expect(hania.log.get_by_text("good game")).to_be_visible()
    hania.page.reload()
    hania.unread(0)
    hania.button.click()
    expect(hania.log.get_by_role("listitem")).to_have_count(4)
    expect(hania.log).to_contain_text("Dobry wieczór")


def test_keys_open_write_and_close_it_and_a_tap_beside_it_closes_it(newcomer: Newcomer) -> None:
    """No key reaches the board, and playing does not close it."""
    hania, tom = two(newcomer, viewport={"width": 1024, "height": 768})
    start(hania)
    hania.person.keys("t")
    expect(hania.field).to_be_focused()
    hania.person.page.keyboard.type("pert")
    hania.person.keys("Enter")
    expect(hania.log.get_by_text("pert")).to_be_visible()
    hania.person.tab_to(hania.sign("luck"))
    hania.person.keys("p", "e", "Enter")
    expect(hania.log.get_by_text(hania.person.say("talk.reaction.luck"))).to_be_visible()
    assert hania.person.sent == []
    hania.person.keys("Escape")
    expect(hania.panel).to_have_count(0)
    expect(hania.button).to_be_focused()
    voices = tom.page.locator("[aria-live=polite]")
    said = tom.person.say("talk.said", name="Hania", text=tom.person.say("talk.reaction.luck"))
    expect(voices.filter(has_text=said)).to_have_count(1)
    tom.unread(2)
    hania.button.click()
    expect(hania.field).to_be_focused()
    hania.person.seeks()
    hania.person.click_at(*hania.person.spot())
    expect(hania.person.ghost).to_have_class(re.compile(r"\blegal\b"))
    expect(hania.panel).to_be_visible()
    hania.person.keys("Escape")
    expect(hania.panel).to_have_count(0)
    expect(hania.person.ghost).to_have_class(re.compile(r"\blegal\b"))  # what is planned stays
    expect(hania.button).to_be_focused()
    hania.button.click()
    expect(hania.panel).to_be_visible()
    hania.person.click_at(400, 700)  # the cloth
    expect(hania.panel).to_have_count(0)
    expect(hania.button).to_be_focused()


def test_the_host_keeps_order(newcomer: Newcomer) -> None:
    hania, tom = two(newcomer)
    ewa = newcomer("en")
    ewa.introduce()
    guest = Talker(ewa, hania.table)
    for each in (hania, tom, guest):
        each.button.click()
    guest.cannot("talk_watching")
    tom.says("nonsense")
    hania.order()
    expect(tom.panel.get_by_role("switch")).to_have_count(0)
    tom.order()
    expect(tom.panel.get_by_role("switch")).to_have_count(1)
    tom.order()
    remove = hania.person.say("talk.remove", name="Tom", text="nonsense")
    hania.panel.get_by_role("button", name=remove).click()
    for each in (hania, tom, guest):
        expect(each.log).to_contain_text(each.person.say("talk.gone"))
        expect(each.log).not_to_contain_text("nonsense")
    hania.switch("talk.mute", name="Tom")
    tom.cannot("talk_muted")
    for each in (hania, guest):
        expect(each.panel).to_contain_text(each.person.say("talk.muted", names="Tom"))
    hania.switch("talk.mute", name="Tom")
    tom.says("thanks")
    hania.switch("talk.quiet")
    for each in (hania, tom):
        each.cannot("talk_quiet")
    hania.switch("talk.quiet")
    hania.order()
    hania.says("znowu można")


def test_what_is_said_without_a_connection_goes_out_once_and_too_much_stays_in_the_field(
    newcomer: Newcomer,
) -> None:
    hania, tom = two(newcomer)
    hania.button.click()
    hania.person.go_offline()
    expect(hania.page.get_by_text(hania.person.say("web.lost"))).to_be_visible()
    hania.field.fill("z tunelu")
    hania.field.press("Enter")
    expect(hania.log.get_by_title(hania.person.say("talk.sending"))).to_have_text("z tunelu")
    hania.page.wait_for_timeout(300)
    hania.person.context.set_offline(False)
    tom.unread(1)
    expect(hania.log.get_by_title(hania.person.say("talk.sending"))).to_have_count(0)
    expect(hania.log.get_by_role("listitem")).to_have_count(1)
    for n in range(4):
        hania.says(f"raz {n}")
    hania.field.fill("o jeden za dużo")
    hania.field.press("Enter")
    expect(hania.panel.get_by_role("alert")).to_have_text(hania.person.say("api.talk_fast"))
    expect(hania.field).to_have_value("o jeden za dużo")
    expect(hania.log.get_by_role("listitem")).to_have_count(5)


def test_whoever_wants_peace_hides_it_for_good(newcomer: Newcomer) -> None:
    hania, tom = two(newcomer)
    hania.button.click()
    hania.order()
    hania.switch("talk.hide")
    expect(hania.log).to_have_count(0)
    hania.person.keys("Escape")
    tom.button.click()
    tom.sign("ouch").click()
    tom.says("hello?")
    hania.page.reload()
    hania.unread(0)
    expect(hania.bubble("Tom", "ouch")).to_have_count(0)
    hania.button.click()
    expect(hania.panel).to_contain_text(hania.person.say("talk.hidden"))
    hania.panel.get_by_role("button", name=hania.person.say("talk.show")).click()
    expect(hania.log).to_contain_text("hello?")


def test_on_a_phone_it_is_a_sheet_under_the_board(newcomer: Newcomer) -> None:
    hania, tom = two(newcomer, "point_city/table", **PHONE)
    start(hania)
    tom.button.click()
    tom.says("Hi")
    hania.unread(1)
    hania.button.tap()
    expect(hania.log).to_contain_text("Hi")
    assert hania.covered() == []
    expect(hania.field).not_to_be_focused()  # no keyboard that nobody asked for
    for name in ("hat", "tea"):
        box = hania.sign(name).bounding_box()
        assert box and min(box["width"], box["height"]) >= 44
        hania.sign(name).tap()
        expect(tom.bubble("Hania", name)).to_be_visible()
    hania.field.tap()
    hania.field.fill("Cześć")
    hania.panel.get_by_role("button", name=hania.person.say("talk.send")).tap()
    expect(tom.log).to_contain_text("Cześć")
    assert hania.page.evaluate("document.documentElement.scrollWidth") == 360
    hania.person.speaks()
    hania.panel.get_by_role("button", name=hania.person.say("talk.close")).tap()
    expect(hania.panel).to_have_count(0)
    expect(hania.page.locator(".play")).to_have_class(re.compile("phone"))


@pytest.mark.parametrize(("game", "language"), list(zip(GAMES, cycle(LANGUAGES), strict=False)))
def test_it_lies_over_nothing_one_plays_with(newcomer: Newcomer, game: str, language: str) -> None:
    hania = table_for_four(newcomer, game, language)
    page = hania.page
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        small = width < 768 or height <= 640
        layout = "phone" if small else "tablet" if width < 1200 else "desktop"
        expect(page.locator(f".play.{layout}")).to_be_visible()
        held = page.evaluate(HELD)
        assert len(held) >= 3
        hania.button.click()
        expect(hania.field).to_be_in_viewport(ratio=1)
        expect(hania.log).to_be_in_viewport()
        assert hania.covered() == [], (width, height)
        assert page.evaluate(HELD) == held, "nothing is taken away"
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        hania.person.keys("Escape")
        expect(hania.panel).to_have_count(0)
        expect(hania.button).to_be_focused()


def test_alone_with_bots_there_is_nobody_to_talk_to(newcomer: Newcomer) -> None:
    ola = newcomer()
    ola.play_now()
    expect(ola.page.locator("#talk-button")).to_have_count(0)
    ola.keys("t")
    expect(ola.page.get_by_role("complementary", name=ola.say("talk.title"))).to_have_count(0)
