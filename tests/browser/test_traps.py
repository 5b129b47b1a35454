"""What cost newcomers points: a tick that turned, "0 places" of a piece that fits, a lost draft, a slip."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.driving import Person, middle, touch_drag
from tests.browser.rewriting import rewritten

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def is_seen_whole(person: Person) -> bool:
    """Whether the words beside the piece need no scrolling."""
    whole: bool = person.why.evaluate("box => box.scrollHeight <= box.clientHeight + 1")
    return whole


def test_the_tick_on_the_draft_builds_and_the_cross_on_a_forbidden_one_does_not(newcomer: Newcomer) -> None:
    ola = newcomer()
    ola.alone(lambda view: len(view["pieces"][0]["shapes"]) == 4)
    ola.click_cell("B6")  # the mountains
    expect(ola.ghost).to_have_class(re.compile("illegal"))
    ola.click_at(*middle(ola.ghost.locator(".badge")))
    assert ola.sent == []
    ola.keys("Escape")
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


def only_when_turned(view: dict[str, Any]) -> None:
    """The piece fits, but not as it is drawn."""
    for piece in view["pieces"]:
        piece["shapes"][0]["legal"] = "0"


def test_places_are_counted_for_all_turns(newcomer: Newcomer) -> None:
    ola = newcomer("pl")
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


def test_all_reasons_are_read_without_scrolling(newcomer: Newcomer) -> None:
    ola = newcomer(**PHONE)
    ola.alone(lambda view: len(view["pieces"][0]["shapes"][0]["cells"]) > 2)
    for width, height in ((360, 740), (1440, 900)):
        ola.page.set_viewport_size({"width": width, "height": height})
        for cell in ("B6", "A1", "K11"):  # in the mountains and far from the river, in corners
            ola.click_cell(cell)
            expect(ola.ghost).to_be_visible()
            if ola.why.locator("p").count() > 1:
                assert is_seen_whole(ola), cell
            ola.keys("Escape")
        ola.click_cell("B6")
        assert ola.why.locator("p").count() > 1
        ola.keys("Escape")


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


def test_ending_says_what_it_costs_now(newcomer: Newcomer) -> None:
    ola = newcomer()
    view = ola.alone()
    ola.button("answer.end").click()
    costs = ola.say("web.play.end.costs", 27, won="10", open="−76", points="−66")
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


def a_minute(table: dict[str, Any]) -> None:
    """Whatever the server's clock says."""
    for seat in table["seats"]:
        seat["left"] = seat["left"] and 60.0


def test_a_draft_that_may_lie_there_is_built_before_time_is_up(newcomer: Newcomer) -> None:
    ola, jan = newcomer(), newcomer()
    rewritten(ola, table=a_minute)
    ola.page.clock.install()
    for person in (ola, jan):
        person.introduce()
    body = {"game": "my_city/eternal", "options": {}, "seats": ["me", "open"], "time": 120}
    table = ola.call("POST", "/api/tables", **body)["id"]
    jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    ola.call("POST", f"/api/tables/{table}/start")
    ola.open(f"/t/{table}")
    assert ola.plan_by_mouse()
    expect(ola.why).to_contain_text(ola.say("web.play.last_call"))
    assert ola.sent == []
    ola.page.clock.fast_forward(58_600)
    expect(ola.why).to_contain_text(ola.say("web.play.done.place"))
    assert [line.split()[0] for line in ola.sent] == ["place"]
