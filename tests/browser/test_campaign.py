"""My City's campaign in the browser: cities, envelopes, stickers by mouse, touch and keys, the map."""

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Newcomer
from tests.browser.driving import PEEK, Person

CAMPAIGN = "my_city/campaign"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
WIDTH = 12  # bits of a row of the board, one more than cells


def dialog(person: Person) -> Locator:
    return person.page.get_by_role("dialog")


def peek(person: Person, table: str) -> dict[str, Any]:
    """What this person's seat may see now."""
    view: dict[str, Any] = person.page.evaluate(PEEK, table)
    return view


def legal_cells(view: dict[str, Any]) -> list[str]:
    """The cells that may take the sticker that is next."""
    legal = int(view["choices"][0]["legal"], 16)
    bits = [bit for bit in range(legal.bit_length()) if legal >> bit & 1]
    return [f"{chr(ord('A') + bit % WIDTH)}{bit // WIDTH + 1}" for bit in bits]


def open_envelope(person: Person, number: int) -> None:
    """The seal breaks, the story comes out; the slips are skipped where there are any."""
    sealed = dialog(person)
    expect(sealed.get_by_text(person.say("web.envelope.waits", number))).to_be_visible()
    assert person.say(f"chapter.my_city.{number}") not in sealed.inner_text()
    person.page.keyboard.press("Enter")
    expect(sealed.get_by_text(person.say(f"chapter.my_city.{number}.story"))).to_be_visible()
    person.speaks()
    skip = sealed.get_by_role("button", name=person.say("web.envelope.skip"))
    (skip if skip.count() else sealed.get_by_role("button", name=person.say("web.envelope.done"))).click()
    expect(sealed).to_have_count(0)


def reads_on(person: Person, *titles: str) -> None:
    """Past "since last time"."""
    since = person.page.get_by_role("dialog", name=person.say("web.since.title"))
    for title in ("web.since.result", *titles):
        expect(since.get_by_role("heading", name=person.say(title))).to_be_visible()
    person.speaks()
    since.get_by_role("button", name=person.say("web.since.on")).click()
    expect(since).to_have_count(0)


def ends(person: Person) -> None:
    expect(person.ending).to_be_enabled()
    person.ending.click()
    person.ending.click()


def begins_to_choose(person: Person) -> None:
    """How the rounds ended is told before the first sticker."""
    told = person.page.get_by_role("dialog", name=person.say("web.stick.moment"))
    told.get_by_role("button", name=person.say("web.stick.moment.on")).click()
    expect(told).to_have_count(0)


def to_the_map(person: Person) -> None:
    expect(person.page.get_by_role("heading", name=person.say("web.kept.title"))).to_be_visible()
    person.speaks()
    person.button("web.map.to").click()
    expect(person.page.get_by_role("listitem", name=person.say("web.map.chapter", 1))).to_be_visible()
    person.speaks()


def fits_the_screen(person: Person) -> None:
    wide = person.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]


def test_two_people_and_a_bot_play_on_boards_that_remember(newcomer: Newcomer) -> None:
    ola, jan = newcomer("pl", **PHONE), newcomer(**DESKTOP)
    ola.arrive()
    jan.arrive()
    body: dict[str, Any] = {"options": {"pace": "together"}, "seats": ["me", "open", {"bot": "greedy"}]}
    table = ola.call("POST", "/api/tables", game=CAMPAIGN, listed=False, **body)["id"]
    jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    ola.call("POST", f"/api/tables/{table}/start")
    for person in (ola, jan):
        person.open(f"/t/{table}")
        open_envelope(person, 1)
    episode_one(ola, jan, table)
    the_map(ola, jan)
    episode_two(ola, jan, table)
    episode_three(ola, jan, table)


def episode_one(ola: Person, jan: Person, table: str) -> None:
    """The bot is first, Ola second, Jan last; he has a tree to put, reloads, and puts it by mouse."""
    ola.button("web.play.more").click()
    ola.button("web.play.move.up").click()
    expect(ola.ghost).to_be_visible()
    ola.main.click()
    ends(jan)
    expect(ola.ending).to_be_enabled()
    ends(ola)
    begins_to_choose(jan)
    expect(ola.main).to_contain_text(ola.say("web.play.waiting"))
    cells = legal_cells(peek(jan, table))
    jan.click_cell("A4")
    expect(jan.why).to_contain_text(jan.say("why.stick.on.empty"))
    expect(jan.main).to_have_attribute("aria-disabled", "true")
    jan.click_cell(cells[3])
    expect(jan.why).to_contain_text(f"{cells[3]}: {jan.say('web.stick.fits')}")
    jan.speaks()
    jan.page.reload()
    expect(jan.ghost).to_have_class(re.compile(r"\blegal\b"))
    expect(jan.why).to_contain_text(cells[3])
    jan.main.click()
    for person in (ola, jan):
        expect(person.page.get_by_role("heading", name=person.say("web.kept.stickers"))).to_be_visible()
        to_the_map(person)
        fits_the_screen(person)
    assert jan.sent[-1] == f"stick t {cells[3]}"


def the_map(ola: Person, jan: Person) -> None:
    """Cities are named on the map; an episode can be looked at again."""
    jan.button("web.map.city.save").click()
    jan.page.get_by_label(jan.say("web.map.city")).fill("Riverside")
    jan.button("web.map.city.save").click()
    expect(ola.page.get_by_text("Riverside")).to_be_visible()
    jan.button("web.map.look", 1).click()
    expect(jan.page.get_by_role("slider")).to_be_visible()
    jan.button("web.map.to").click()
    jan.button("web.map.read").click()
    expect(dialog(jan).get_by_text(jan.say("chapter.my_city.1.story"))).to_be_visible()
    jan.page.keyboard.press("Escape")
    expect(dialog(jan)).to_have_count(0)
    jan.page.get_by_role("button", name=jan.say("web.series.next")).click()


def episode_two(ola: Person, jan: Person, table: str) -> None:
    """Everyone has a well. Ola puts hers by touch, takes it back, puts it by the list; Jan by keys."""
    for person in (ola, jan):
        reads_on(person, "web.since.new", "web.since.stickers")
    expect(jan.board.locator(".paper")).to_have_count(1)
    ends(jan)
    ends(ola)
    begins_to_choose(ola)
    expect(ola.board.locator(".paper")).to_have_count(0)
    wells = legal_cells(peek(ola, table))
    ola.page.touchscreen.tap(*ola.point(wells[0]))
    expect(ola.ghost).to_have_class(re.compile(r"\blegal\b"))
    ola.main.tap()
    begins_to_choose(jan)
    expect(jan.board.locator(".paper")).to_have_count(1)
    ola.button("web.play.undo").first.tap()
    ola.until(lambda: legal_cells(peek(ola, table)) == wells)
    ola.button("web.play.list").tap()
    dialog(ola).get_by_role("button", name=wells[-1], exact=True).tap()
    expect(ola.why).to_contain_text(wells[-1])
    ola.main.tap()
    ola.until(lambda: f"stick W {wells[-1]}" in ola.sent)
    jan.keys("Enter", "ArrowLeft")
    expect(jan.ghost).to_be_visible()
    jan.keys("l")
    dialog(jan).get_by_role("button", name=legal_cells(peek(jan, table))[0], exact=True).press("Enter")
    jan.keys("Enter")
    jan.until(lambda: any(line.startswith("stick W") for line in jan.sent))
    finish_choosing(ola, jan, table)
    assert "later" in [*ola.sent, *jan.sent]
    for person in (ola, jan):
        to_the_map(person)
        fits_the_screen(person)
    ola.page.get_by_role("button", name=ola.say("web.series.next")).click()


def episode_three(ola: Person, jan: Person, table: str) -> None:
    """Whoever put a choice off makes it before the first card."""
    for person in (ola, jan):
        reads_on(person)
        if peek(person, table)["choices"]:
            cell = legal_cells(peek(person, table))[0]
            person.click_cell(cell)
            person.main.click()
            has_chosen(person, table)
    for person in (ola, jan):
        expect(person.ending).to_be_enabled()
        person.button("web.since.title").click()
        reads_on(person)


def has_chosen(person: Person, table: str) -> None:
    person.until(lambda: not peek(person, table)["choices"])


def has_sent(person: Person, line: str) -> None:
    person.until(lambda: line in person.sent)


def finish_choosing(ola: Person, jan: Person, table: str) -> None:
    """What is left is put off."""
    for person in (ola, jan):
        later = person.button("web.stick.later")
        view = peek(person, table)
        if view["phase"] == "reward" and view["choices"]:
            expect(later).to_be_enabled()
            later.click()
            has_sent(person, "later")
