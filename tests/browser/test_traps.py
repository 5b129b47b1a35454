"""What cost newcomers points: a tick that turned, "0 places" of a piece that fits, a lost draft, a slip."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.driving import Person, middle, touch_drag
from tests.browser.rewriting import rewritten
from tests.server.serving import running

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1440, "height": 900}}


def is_seen_whole(person: Person) -> bool:
    """Whether the words beside the piece need no scrolling."""
    whole: bool = person.why.evaluate("box => box.scrollHeight <= box.clientHeight + 1")
    return whole


def test_the_tick_on_the_draft_builds(newcomer: Newcomer) -> None:
    ola = newcomer()
    ola.alone(lambda view: len(view["pieces"][0]["shapes"]) == 4)
    assert ola.plan_by_mouse()
    before = ola.draft()
    held = ola.ghost.locator(".lift")
    ola.click_at(*middle(held))
    assert ola.draft() != before, "a tap on the piece itself turns it"
    assert ola.sent == []
    ola.keys("Escape")
    assert ola.plan_by_mouse()
    ola.click_at(*middle(ola.ghost.locator(".badge")))
    ola.laid(1)
    assert [line.split()[0] for line in ola.sent] == ["place"]


def test_the_cross_on_a_forbidden_draft_builds_nothing(newcomer: Newcomer) -> None:
    ola = newcomer()
    ola.alone()
    ola.click_cell("B6")  # the mountains
    expect(ola.ghost).to_have_class(re.compile("illegal"))
    ola.click_at(*middle(ola.ghost.locator(".badge")))
    assert ola.sent == []


def only_when_turned(view: dict[str, Any]) -> None:
    """The piece fits, but not as it is drawn."""
    for piece in view["pieces"]:
        piece["shapes"][0]["legal"] = "0"


@pytest.mark.parametrize("language", ["en", "pl"])
def test_places_are_counted_for_all_turns(newcomer: Newcomer, language: str) -> None:
    ola = newcomer(language)
    rewritten(ola, only_when_turned)
    ola.alone(lambda view: len(view["pieces"][0]["shapes"]) == 4)
    shapes = ola.page.get_by_role("dialog").get_by_role("listitem")
    ola.keys("l")
    expect(shapes.first).to_be_visible()
    places = shapes.count()
    ola.keys("Escape")
    expect(ola.piece).to_contain_text(ola.say("web.play.places", places))
    expect(ola.why).to_contain_text(ola.say("web.play.turn_helps", places))
    ola.keys("r")
    expect(ola.why).not_to_contain_text(ola.say("web.play.turn_helps", places))
    expect(ola.piece).to_contain_text(ola.say("web.play.places", places))


def test_a_draft_let_go_above_the_board_is_in_the_hand_again(newcomer: Newcomer) -> None:
    ola = newcomer(**PHONE)
    ola.alone()
    touch_drag(ola, ola.point("F6"), ola.point("F5"))
    expect(ola.ghost).to_be_visible()
    touch_drag(ola, ola.point("F6"), ola.point("F1"))
    expect(ola.ghost).to_have_count(0)
    expect(ola.piece).not_to_have_class(re.compile("away"))
    touch_drag(ola, middle(ola.piece), ola.point("F5"))
    expect(ola.ghost).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_all_reasons_are_read_without_scrolling(newcomer: Newcomer, size: dict[str, Any]) -> None:
    ola = newcomer(**size)
    view = ola.alone(lambda view: len(view["pieces"][0]["shapes"][0]["cells"]) > 2)
    assert view
    for cell in ("B6", "A1", "K11"):  # in the mountains and far from the river, in corners
        ola.click_cell(cell)
        expect(ola.ghost).to_be_visible()
        if ola.why.locator("p").count() > 1:
            assert is_seen_whole(ola), cell
        ola.keys("Escape")
    ola.click_cell("B6")
    assert ola.why.locator("p").count() > 1


def test_a_second_tap_on_a_sheet_does_not_reach_what_lay_under_it(newcomer: Newcomer) -> None:
    ola = newcomer(**PHONE)
    ola.alone()
    passing = middle(ola.passing)
    ola.page.locator("[data-tab=tally]").tap()
    line = ola.page.locator("[data-guide^='tally.']").last
    expect(line).to_be_visible()
    line.evaluate("node => node.click()")
    ola.page.touchscreen.tap(*passing)
    expect(ola.page.locator("[role=tabpanel]")).to_have_count(0)
    expect(ola.page.locator("[data-shield]")).to_have_count(0)
    assert ola.sent == []
    ola.passing.tap()
    ola.until(lambda: ola.sent == ["pass"])


def test_a_pass_against_bots_is_taken_back(
    newcomer: Newcomer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEFOLK_BOT_PAUSE", "12")
    with running(tmp_path / "data") as server:
        ola = newcomer()
        ola.url = server.url
        ola.play_now()
        ola.passing.click()
        expect(ola.why).to_contain_text(ola.say("web.play.done.pass"))
        ola.button("web.play.undo").click()
        expect(ola.turn).to_be_visible()
        assert ola.card() == 1
        ola.lay_by_mouse()
        ola.laid(1)
        assert ola.sent[:2] == ["pass", "undo"]
        ola.open("about:blank")


def test_ending_says_what_it_costs_now(newcomer: Newcomer) -> None:
    ola = newcomer()
    view = ola.alone()
    ola.button("answer.end").click()
    costs = ola.say("web.play.end.costs", 27, points="−66")
    assert view["rounds"] == 28
    expect(ola.why).to_contain_text(costs)
    ola.keys("Escape")
    expect(ola.why).not_to_contain_text(costs)
    assert ola.sent == []


def last_without_room(view: dict[str, Any]) -> None:
    """The last card fits nowhere."""
    view["rounds"] = view["round"]
    for piece in view["pieces"]:
        for shape in piece["shapes"]:
            shape["legal"] = "0"


def test_the_last_card_that_fits_nowhere_offers_the_end_first(newcomer: Newcomer) -> None:
    ola = newcomer("pl", **PHONE)
    rewritten(ola, last_without_room)
    ola.alone()
    expect(ola.why).to_contain_text(ola.say("web.play.no_room.last"))
    ola.keys("Enter")
    expect(ola.results).to_be_visible()
    assert ola.sent == ["end"]


def nearly_late(table: dict[str, Any]) -> None:
    """The clock has seven seconds left."""
    for seat in table["seats"]:
        seat["left"] = seat["left"] and 7.0


def test_a_draft_that_may_lie_there_is_built_before_time_is_up(newcomer: Newcomer) -> None:
    ola, jan = newcomer(), newcomer()
    rewritten(ola, table=nearly_late)
    for person in (ola, jan):
        person.introduce()
    body = {"game": "my_city/eternal", "options": {}, "seats": ["me", "open"], "time": 120}
    table = ola.call("POST", "/api/tables", **body)["id"]
    jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    ola.call("POST", f"/api/tables/{table}/start")
    ola.open(f"/t/{table}")
    assert ola.plan_by_mouse()
    expect(ola.why).to_contain_text(ola.say("web.play.last_call"))
    expect(ola.why).to_contain_text(ola.say("web.play.done.place"))
    assert [line.split()[0] for line in ola.sent] == ["place"]
