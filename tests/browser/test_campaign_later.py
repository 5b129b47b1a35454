"""Chapters 5 to 8 of My City in the browser: drawings, and choices by mouse, touch and keys."""

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.campaign_steps import (
    DESKTOP,
    PHONE,
    begins_to_choose,
    break_seal,
    chooses_by_mouse_and_keys,
    dialog,
    ends,
    is_well_made,
    next_slip,
    on_to_the_next,
    peek,
    skip,
    take_in,
    to_the_map,
)
from tests.browser.conftest import Newcomer
from tests.browser.driving import Person
from tests.server.campaigns import text_of

MISSING = """[...document.querySelectorAll('use')].map((one) => one.getAttribute('href'))
  .filter((name) => !document.querySelector(name))"""


def at_episode(person: Person, episode: int) -> str:
    """The first episode of a chapter, its envelope read, ready for the first card; the table's id."""
    person.introduce()
    table = take_in(person, text_of(2, episode - 1))
    person.call("PUT", f"/api/tables/{table}/seats/1", sitter={"bot": "random"})
    person.call("POST", f"/api/tables/{table}/start")
    person.open(f"/t/{table}")
    break_seal(person, (episode + 2) // 3)
    next_slip(person)
    is_well_made(person)
    skip(person)
    dialog(person).get_by_role("button", name=person.say("web.since.on")).click()
    expect(dialog(person)).to_have_count(0)
    return table


def drawn(person: Person, *symbols: str) -> None:
    """The board has these drawings, and each of them is there."""
    for symbol in symbols:
        expect(person.board.locator(f"use[href='#p-{symbol}']").first).to_be_attached()
    assert person.page.evaluate(MISSING) == []


def options(person: Person) -> Locator:
    return person.page.get_by_role("group", name=person.say("web.tray.choose")).get_by_role("button")


def begins(person: Person, table: str, episode: int) -> dict[str, Any]:
    """The next episode, at its first card; what the own seat brings along."""
    view = on_to_the_next(person, table)
    assert (view["game"], view["phase"]) == (f"my_city/{episode}", "rounds")
    brought: dict[str, Any] = view["boards"][0]["brought"]
    return brought


def choices(person: Person, table: str) -> int:
    view: dict[str, Any] = peek(person, table)
    return len(view["choices"])


def test_cogs_are_chosen_by_mouse_and_keys(newcomer: Newcomer) -> None:
    ola = newcomer(**DESKTOP)
    table = at_episode(ola, 13)
    ola.keys("l")
    dialog(ola).get_by_role("listitem").get_by_role("button").first.press("Enter")
    ola.keys("Enter")
    drawn(ola, "investor")
    is_well_made(ola)
    ends(ola)
    begins_to_choose(ola)
    expect(options(ola)).to_have_count(8)
    is_well_made(ola)
    options(ola).nth(2).click()
    ola.button("web.tray.confirm").click()
    ola.until(lambda: choices(ola, table) == 1)
    expect(options(ola)).to_have_count(7)
    options(ola).first.focus()
    ola.keys("ArrowRight", "Enter", "Enter")
    expect(ola.page.get_by_role("heading", name=ola.say("web.kept.title"))).to_be_visible()
    chosen = [line for line in ola.sent if line.startswith("mark")]
    assert chosen == ["mark cog B-V3", "mark cog B-I3"]
    brought = begins(ola, table, 14)["stickers"]
    assert [card for mark, card in brought if mark == "cog"] == ["B-V3", "B-I3"]


def test_a_box_is_chosen_by_touch_and_the_shaft_is_told(newcomer: Newcomer) -> None:
    jan = newcomer("pl", **PHONE)
    table = at_episode(jan, 16)
    drawn(jan, "mine-b")
    jan.page.get_by_role("tab", name=jan.say("web.campaign.my_city.mine")).tap()
    shaft = jan.page.get_by_role("button", name=jan.say("shaft.B"))
    shaft.tap()
    expect(jan.page.get_by_text(jan.say("web.keeps.since", 16))).to_be_visible()
    cogs = jan.page.get_by_role("button", name=jan.say("sticker.cog"))
    cogs.tap()
    expect(jan.page.get_by_text(jan.say("web.keeps.since", 14)).first).to_be_visible()
    is_well_made(jan)
    jan.page.keyboard.press("Escape")
    ends(jan)
    begins_to_choose(jan)
    is_well_made(jan)
    options(jan).first.tap()
    expect(options(jan).first).to_have_attribute("aria-pressed", "true")
    options(jan).first.focus()
    jan.keys("Enter", "Enter")
    expect(jan.page.get_by_role("heading", name=jan.say("web.kept.title"))).to_be_visible()
    assert jan.sent[-1] == "box B"
    assert begins(jan, table, 17)["counts"]["boxes:B"] >= 1


def test_rails_and_the_palace_lie_on_the_board(newcomer: Newcomer) -> None:
    ewa = newcomer("pl", **DESKTOP)
    table = at_episode(ewa, 19)
    drawn(ewa, "mine-b", "mine-r", "mine-y")
    is_well_made(ewa)
    ends(ewa)
    begins_to_choose(ewa)
    put = chooses_by_mouse_and_keys(ewa, table)
    assert put.split()[1:] in begins(ewa, table, 20)["stickers"]
    table = at_episode(ewa, 22)
    drawn(ewa, "palace", "port")
    retired = ewa.page.locator(".card.retired")
    assert retired.count() == len(peek(ewa, table)["boards"][0]["retired"]) > 0
    expect(retired.first).to_have_attribute("title", re.compile(re.escape(ewa.say("web.play.retired"))))
    is_well_made(ewa)
    ends(ewa)
    begins_to_choose(ewa)
    put = chooses_by_mouse_and_keys(ewa, table)
    assert put.split()[1:] in begins(ewa, table, 23)["stickers"]


def test_an_envelope_is_opened_before_its_time(newcomer: Newcomer) -> None:
    jan = newcomer("pl", **PHONE)
    jan.introduce()
    table = take_in(jan, text_of(2, 5))
    jan.open(f"/t/{table}")
    to_the_map(jan)
    sealed = jan.page.get_by_role("listitem", name=jan.say("web.map.sealed", 5)).get_by_role("button")
    title = jan.say("chapter.my_city.5")
    expect(sealed).not_to_contain_text(title)
    sealed.tap()
    expect(dialog(jan)).to_contain_text(jan.say("web.map.anyway.shows"))
    is_well_made(jan)
    dialog(jan).get_by_role("button", name=jan.say("web.map.anyway")).tap()
    expect(jan.page.get_by_text(jan.say("web.envelope.waits", 5))).to_be_visible()
    jan.page.keyboard.press("Enter")
    expect(dialog(jan).get_by_text(jan.say("chapter.my_city.5.story"))).to_be_visible()
    jan.page.keyboard.press("Escape")
    expect(sealed).to_contain_text(title)
    is_well_made(jan)
