"""Whoever comes back reads what was answered for them, once; and what the table says moves nothing."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import Newcomer
from tests.browser.driving import Person, middle
from tests.browser.looking import GAME
from tests.server.serving import Server, wait_until
from tilefolk.server.node.deadlines import MAX_LATE_IN_A_ROW

DAY = 86_400
SHEET, CHAPTER = "roll_and_build/1", "roll_and_build/chapter-1"
MEANT = "([x, y]) => { window.meant = document.elementFromPoint(x, y) }"
IS_MEANT = "([x, y]) => window.meant === document.elementFromPoint(x, y)"


def two_away(newcomer: Newcomer, game: str, time: int, width: int, **options: str) -> tuple[Person, str]:
    """One of two people whose match has begun, and its table."""
    ola, jan = newcomer("pl", viewport={"width": width, "height": 740}), newcomer()
    ola.introduce()
    jan.introduce()
    body = {"game": game, "options": options, "seats": ["me", "open"], "time": time}
    table = ola.call("POST", "/api/tables", **body)["id"]
    jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    ola.call("POST", f"/api/tables/{table}/start")
    return ola, table


def night(server: Server, seconds: int, come: Callable[[], object]) -> None:
    """Written into the database; the server sees it when it next looks, and something has come of it."""
    asked(server, "update clock set seconds = seconds + ?", seconds)
    wait_until(come)


def asked(server: Server, question: str, *about: object) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(server.data / "tilefolk.sqlite", timeout=60)) as database, database:
        return database.execute(question, about).fetchall()


def has_missed(server: Server, table: str, times: int) -> bool:
    """Whether the first seat of a table has missed so many deadlines."""
    query = "select count(*) from lines join matches on id = match_id where table_id = ? and line like ?"
    return asked(server, query, table, "@ late 0 %") == [(times,)]


def read_once(person: Person, path: str, said: Locator, there: Locator) -> None:
    """It comes again until it is closed, and then no more."""
    for _ in range(2):
        person.open(path)
        expect(said).to_be_visible()
        expect(there).to_be_visible()
        person.speaks()
    strip = person.page.get_by_role("status").filter(has=said)
    strip.get_by_role("button", name=person.say("web.close")).click()
    expect(said).to_be_hidden()
    person.open(path)
    expect(there).to_be_visible()
    expect(said).to_be_hidden()


def test_deadlines_missed_while_away(newcomer: Newcomer, server: Server) -> None:
    ola, table = two_away(newcomer, SHEET, 30, 360)
    for times in range(1, MAX_LATE_IN_A_ROW + 1):
        night(server, 31, partial(has_missed, server, table, times))
    wait_until(lambda: ola.call("GET", f"/api/tables/{table}")["asleep"])
    watcher = newcomer("pl")
    watcher.open(f"/t/{table}")
    expect(watcher.page.get_by_text(watcher.say("time.asleep"))).to_be_visible()
    said = ola.page.get_by_text(ola.say("time.absent.late", MAX_LATE_IN_A_ROW))
    read_once(ola, f"/t/{table}", said, ola.board)
    expect(watcher.page.get_by_text(watcher.say("time.asleep"))).to_be_hidden()
    assert ola.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_match_that_a_bot_played_to_its_end(newcomer: Newcomer) -> None:
    ola = newcomer("en", viewport={"width": 1366, "height": 740})
    ola.introduce()
    body = {"game": SHEET, "options": {}, "seats": ["me", {"bot": "greedy"}]}
    table = ola.call("POST", "/api/tables", **body)["id"]
    ola.call("POST", f"/api/tables/{table}/start")
    ola.call("PUT", f"/api/tables/{table}/seats/0", sitter="open")
    while not ola.call("GET", f"/api/tables/{table}")["match"]["over"]:
        ola.page.wait_for_timeout(200)
    said = ola.page.get_by_text(ola.pattern("time.absent.bot"))
    read_once(ola, f"/t/{table}", said, ola.results.first)
    expect(ola.results.first.get_by_role("img", name=ola.pattern("web.result.by_bot"))).to_have_count(1)


def test_a_menu_outlasts_the_loading_of_a_table_where_a_bot_stands_in(newcomer: Newcomer) -> None:
    ola, table = two_away(newcomer, GAME, 60, 1366)
    while not ola.call("GET", f"/api/tables/{table}")["seats"][1]["replaceable"]:
        ola.page.wait_for_timeout(500)
    ola.call("PUT", f"/api/tables/{table}/seats/1", sitter={"bot": "greedy"})
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    ola.page.route(f"**/api/tables/{table}", hold, times=1)
    ola.open(f"/t/{table}")
    ola.button("web.menu").click()
    held[0].continue_()
    expect(ola.board).to_be_visible()
    expect(ola.button("web.menu")).to_have_attribute("aria-expanded", "true")
    ola.keys("Escape", "p")
    mark = ola.page.get_by_role("img", name=ola.pattern("web.play.log.by_bot"))
    expect(mark).to_have_count(1)
    ola.page.reload()
    expect(mark).to_have_count(1)


def test_an_episode_that_ended_meanwhile(newcomer: Newcomer, server: Server) -> None:
    """Its deadline is told with its result; the next episode has its own story."""
    ola, table = two_away(newcomer, CHAPTER, 7 * DAY, 1366, pace="own")
    night(server, 8 * DAY, lambda: ola.call("GET", f"/api/tables/{table}")["match"]["number"] == 2)
    said = ola.page.get_by_text(ola.say("time.absent.late", 1))
    on = ola.page.get_by_role("button", name=ola.say("web.series.go"))
    read_once(ola, f"/t/{table}", said, on)
    on.click()
    expect(ola.board).to_be_visible()
    expect(said).to_be_hidden()


@pytest.mark.parametrize("width", [360, 1366])
def test_a_strip_moves_nothing_and_what_is_under_it_can_be_meant(newcomer: Newcomer, width: int) -> None:
    ola = newcomer("pl", viewport={"width": width, "height": 740})
    ola.alone()
    before = ola.drawing.bounding_box()
    ola.go_offline()
    said = ola.page.get_by_text(ola.say("web.lost"))
    expect(said).to_be_visible()
    assert ola.drawing.bounding_box() == before
    bar, strip = ola.page.locator("header").first.bounding_box(), ola.page.locator(".strip").bounding_box()
    menu = ola.button("web.menu").bounding_box()
    assert bar and strip and menu and before
    if width == 360:
        assert strip["y"] + strip["height"] <= before["y"], "a phone's board stays free"
        assert strip["x"] + strip["width"] <= menu["x"], "and the menu beside it"
    else:
        assert bar["y"] + bar["height"] <= strip["y"] + 1, "the bar stays free"
    there = middle(said)
    ola.page.evaluate(MEANT, there)
    ola.button("web.close").click()
    expect(said).to_be_hidden()
    assert ola.page.evaluate(IS_MEANT, there), "a tap where it had just come landed where it was meant"
    ola.context.set_offline(False)
    expect(ola.page.get_by_text(ola.say("web.back"))).to_be_visible()
    assert ola.drawing.bounding_box() == before
