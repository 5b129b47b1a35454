"""Laying at a desktop: the newcomer's first building, the draft over a reload, taking back, why not."""

import re
import time
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.driving import Person
from tests.browser.looking import GAME


def two_people(newcomer: Newcomer) -> tuple[Person, Person]:
    """Ola and Jan at a table of two, the first card up."""
    ola, jan = newcomer().named("Ola"), newcomer().named("Jan")
    table = ola.call("POST", "/api/tables", game=GAME, options={}, seats=["me", "open"], listed=False)["id"]
    jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    ola.call("POST", f"/api/tables/{table}/start")
    for person in (ola, jan):
        person.open(f"/t/{table}")
    for person in (ola, jan):
        expect(person.turn).to_be_visible()
        person.speaks()
    return ola, jan


def test_a_newcomer_lays_after_one_click(newcomer: Newcomer) -> None:
    ola = newcomer()
    came = time.perf_counter()
    ola.open()
    expect(ola.button("web.start.play")).to_be_visible()
    ola.speaks()
    clicked = time.perf_counter()
    ola.button("web.start.play").click()
    expect(ola.board).to_be_visible()
    expect(ola.piece).to_be_visible()
    now = time.perf_counter()
    print(f"first page {clicked - came:.2f} s, first card {now - clicked:.2f} s after the click")
    ola.speaks()
    ola.laid(0)
    ola.lay_by_mouse(drag=True)
    ola.laid(1)
    assert len(ola.sent) == 1


def test_the_draft_is_there_after_a_reload(newcomer: Newcomer) -> None:
    ola = newcomer()
    ola.alone(lambda view: len(view["pieces"][0]["shapes"]) == 4)
    ola.keys("ArrowUp", "r", "ArrowDown", "ArrowLeft", "Shift+R", "Shift+R")
    expect(ola.ghost).to_be_visible()
    if ola.is_legal():
        expect(ola.ghost.locator(".brings")).to_be_visible()
    before, told = ola.draft(), ola.why.inner_text()
    ola.page.reload()
    expect(ola.ghost).to_be_visible()
    assert ola.draft() == before
    expect(ola.why).to_have_text(told, use_inner_text=True)
    ola.keys("ArrowRight")
    assert ola.draft() != before
    assert ola.sent == []


def test_a_draft_tells_what_it_brings_before_it_is_built(newcomer: Newcomer) -> None:
    ola = newcomer()
    view = ola.alone()
    value = view["boards"][0]["value"]
    for _ in range(3):
        assert ola.plan_by_mouse()
        brings = ola.ghost.locator(".brings")
        expect(brings).to_be_visible()
        told = (brings.text_content() or "").strip()
        change = number(told)
        expect(ola.sum.locator("em")).to_have_text(told)
        expect(ola.why).to_contain_text(ola.say("web.play.brings", change=told))
        card = ola.card()
        ola.main.click()
        ola.went(card)
        value += change
        expect(ola.sum.locator("b").last).to_have_text(str(value).replace("-", "\u2212"))
    ola.keys("l")
    places = ola.page.get_by_role("dialog").get_by_role("listitem").get_by_role("button")
    expect(places.first).to_have_accessible_name(re.compile(r"[+\u2212]\d"))


def number(text: str) -> int:
    return int(text.replace("\u2212", "-"))


def test_taking_back_and_laying_elsewhere(newcomer: Newcomer) -> None:
    ola, jan = two_people(newcomer)
    assert ola.plan_by_mouse()
    changes = ola.page.locator(".tally em")
    expect(changes).not_to_have_count(0)
    ola.passing.click()
    expect(ola.why).to_contain_text(ola.say("web.play.done.pass"))
    expect(changes).to_have_count(0)
    ola.button("web.play.undo").click()
    expect(ola.turn).to_be_visible()
    assert ola.card() == 1
    assert ola.plan_by_list(0)
    ola.main.click()
    expect(ola.why).to_contain_text(ola.say("web.play.done.place"))
    expect(ola.main).to_contain_text("Jan")
    ola.laid(0)
    ola.button("web.play.undo").click()
    expect(ola.turn).to_be_visible()
    assert ola.plan_by_list(1)
    ola.keys("Enter")
    expect(ola.why).to_contain_text(ola.say("web.play.done.place"))
    ola.keys("Backspace")
    expect(ola.turn).to_be_visible()
    assert ola.plan_by_list(2)
    ola.main.click()
    expect(ola.why).to_contain_text(ola.say("web.play.done.place"))
    lines = [line for line in ola.sent if line.startswith("place")]
    assert ola.sent == ["pass", "undo", lines[0], "undo", lines[1], "undo", lines[2]]
    assert len(set(lines)) == 3
    jan.laid(0)
    expect(jan.turn).to_be_visible()
    jan.lay_by_mouse()
    for person in (ola, jan):
        person.laid(1)
        builds = person.log.get_by_text(re.compile(rf"Ola.*, {lines[2].split()[-1]}\."))
        expect(builds.first).to_be_visible()


def test_an_illegal_place_says_why_and_sends_nothing(newcomer: Newcomer) -> None:
    ola = newcomer()
    ola.alone()
    ola.click_cell("B6")  # the mountains
    expect(ola.ghost).to_have_class(re.compile("illegal"))
    expect(ola.why).to_contain_text(ola.say("why.on_land").split(". ", maxsplit=1)[0])
    expect(ola.main).to_have_attribute("aria-disabled", "true")
    ola.keys("Enter")
    ola.main.click(force=True)
    ola.drag(ola.point("B6"), ola.point("A1"))
    reasons = [ola.say(name) for name in ola.texts.forms if name.startswith("why.")]
    told = ola.why.inner_text().replace("\n", " ")
    assert any(reason in told for reason in reasons)
    ola.speaks()
    ola.keys("Enter")
    expect(ola.turn).to_be_visible()
    ola.laid(0)
    assert ola.sent == []
    ola.button("web.play.undo").click()
    expect(ola.ghost).to_have_count(0)
    ola.lay_by_mouse()
    ola.laid(1)


def no_pass(view: dict[str, Any]) -> bool:
    return "no.must.C" in view["denied"].get("pass", [])


def test_a_church_is_not_passed_and_the_end_asks_once(newcomer: Newcomer) -> None:
    ola = newcomer()
    ola.alone(no_pass)
    expect(ola.passing).to_have_attribute("aria-disabled", "true")
    ola.keys("p")
    expect(ola.why).to_contain_text(ola.say("why.no.must.C"))
    ola.passing.click(force=True)
    expect(ola.why).to_contain_text(ola.say("why.no.must.C"))
    assert ola.sent == []

    ola.keys("e")
    expect(ola.ending).to_have_text(ola.say("web.play.end.sure"))
    ola.keys("Escape")
    expect(ola.ending).to_have_text(ola.say("answer.end"))
    ola.ending.click()
    expect(ola.ending).to_have_text(ola.say("web.play.end.sure"))
    assert ola.sent == []
    ola.ending.click()
    expect(ola.results).to_be_visible()
    assert ola.sent == ["end"]
