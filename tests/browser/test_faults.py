"""The node or its database is killed in the middle of a placement: the page says so and plays on."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.driving import Person
from tests.server.postgres import Postgres, postgres
from tests.server.serving import Server, running

MARK = "window.before = true"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Postgres]:
    with postgres() as cluster:
        yield cluster


@pytest.fixture
def server(built: None, cluster: Postgres, tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, cluster.url) as server:
        yield server


def losing_touch(person: Person) -> Person:
    person.may_lose_touch = True
    return person


def went_on(person: Person) -> None:
    """The same page as before, without any error of its own."""
    assert person.page.evaluate("window.before")
    person.speaks()


def test_a_node_is_killed_in_the_middle_of_a_placement(newcomer: Newcomer, server: Server) -> None:
    ola = losing_touch(newcomer("pl"))
    ola.alone()
    ola.page.evaluate(MARK)
    assert ola.plan_by_mouse()
    draft = ola.draft()
    server.kill()
    expect(ola.page.get_by_text(ola.say("web.lost"))).to_be_visible()
    assert ola.draft() == draft
    server.start()
    expect(ola.page.get_by_text(ola.say("web.lost"))).to_be_hidden()
    expect(ola.main).to_be_enabled()
    assert ola.draft() == draft
    ola.main.click()
    ola.laid(1)
    went_on(ola)


def test_a_node_is_killed_with_a_move_on_its_way(newcomer: Newcomer, server: Server) -> None:
    """The node has the line and dies before it says so: it is sent again and laid once."""
    ola = losing_touch(newcomer())
    ola.alone()
    ola.page.evaluate(MARK)
    assert ola.plan_by_mouse()
    assert server.process
    os.kill(server.process.pid, signal.SIGSTOP)
    ola.main.click()
    expect(ola.main).to_have_text(ola.say("web.play.sent"))
    server.kill()
    expect(ola.page.get_by_text(ola.say("web.lost.saved"))).to_be_visible()
    ola.laid(0)
    server.start()
    ola.laid(1)
    expect(ola.page.get_by_text(ola.say("web.lost.saved"))).to_be_hidden()
    assert len(set(ola.sent)) == 1
    ola.lay_by_mouse()
    went_on(ola)


def test_the_database_is_gone_for_some_seconds(newcomer: Newcomer, cluster: Postgres) -> None:
    ola, jan = losing_touch(newcomer("pl")), losing_touch(newcomer())
    ola.alone()
    ola.page.evaluate(MARK)
    jan.introduce()
    jan.open(ola.page.url)
    expect(jan.page.get_by_role("heading", name=jan.say("web.watch.title"))).to_be_visible()
    told = jan.page.get_by_role("region", name=jan.say("web.play.tab.log"))
    expect(told).to_contain_text(jan.say("web.play.log.card", 1))
    expect(jan.page.locator(".watch .card p")).not_to_be_empty()
    jan.page.evaluate(MARK)
    assert ola.plan_by_mouse()
    cluster.kill()
    ola.main.click()
    expect(ola.page.get_by_text(ola.say("web.waits.saved"))).to_be_visible()
    expect(jan.page.get_by_text(jan.say("web.waits"))).to_be_visible()
    expect(ola.ghost).to_be_visible()
    ola.speaks()
    start = ola.in_tab(ola.tab())
    start.open()
    expect(start.page.get_by_text(ola.say("api.unavailable"))).to_be_visible()
    start.speaks()
    start.page.close()
    cluster.start()
    ola.laid(1)
    expect(ola.page.get_by_text(ola.say("web.waits.saved"))).to_be_hidden()
    expect(jan.page.get_by_text(jan.say("web.waits"))).to_be_hidden()
    assert len(ola.sent) == 1
    ola.lay_by_mouse()
    went_on(ola)
    went_on(jan)


def test_pages_that_met_an_outage_come_by_themselves(newcomer: Newcomer, cluster: Postgres) -> None:
    """Opened anew, or reached by a link; nobody presses the button that is there as well."""
    ola = losing_touch(newcomer())
    ola.alone()
    reopened, table, me = (ola.in_tab(ola.tab()) for _ in range(3))
    for tab in (table, me):
        tab.arrive()
    cluster.kill()
    table.page.get_by_role("link", name=ola.say("web.turn")).click()
    me.page.locator("a[href='/me']").first.click()
    reopened.open()
    came = {
        reopened: reopened.button("web.start.play"),
        table: table.board,
        me: me.page.get_by_label(ola.say("calls.webhook"), exact=True),
    }
    for tab in came:
        expect(tab.page.get_by_text(ola.say("api.unavailable")).first).to_be_visible()
        expect(tab.button("web.again").first).to_be_visible()
        tab.page.evaluate(MARK)
    cluster.start()
    for tab, thing in came.items():
        expect(thing).to_be_visible()
        expect(tab.page.get_by_text(ola.say("api.unavailable"))).to_have_count(0)
        went_on(tab)
