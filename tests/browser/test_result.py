"""After the match: totals that are final, a rematch that asks, a result that stays in reach."""

import json

from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Newcomer
from tests.browser.driving import Person
from tests.browser.rewriting import LIVE
from tests.browser.test_laying import two_people
from tests.server.serving import WholePushes


class LateEnd:
    """A wire on which the table's word that the match is over comes before the last push."""

    def __init__(self, person: Person) -> None:
        self._last: list[str] = []
        self._told = False
        person.page.route_web_socket(LIVE, self._route)

    def _route(self, socket: WebSocketRoute) -> None:
        self._socket, self._whole = socket, WholePushes()
        socket.connect_to_server().on_message(self._hear)

    def _hear(self, text: str | bytes) -> None:
        message = self._whole.read(text)
        ended = message["type"] == "push" and message["view"]["phase"] == "over"
        if ended:
            self._last.append(json.dumps(message))
        else:
            self._socket.send(json.dumps(message))

    def let_go(self) -> None:
        for text in self._last:
            self._socket.send(text)


def ends(person: Person) -> None:
    person.ending.click()
    person.ending.click()


def test_no_total_is_older_than_the_last_move(newcomer: Newcomer) -> None:
    ola = newcomer()
    wire = LateEnd(ola)
    ola.alone()
    ola.lay_by_mouse()
    ola.laid(1)
    ends(ola)
    ola.page.wait_for_timeout(500)  # the word of the end is there, the last push is not
    expect(ola.results).to_have_count(0)
    wire.let_go()
    expect(ola.results).to_be_visible()


def test_a_rematch_asks_and_the_result_stays_in_reach(newcomer: Newcomer) -> None:
    ola, jan = two_people(newcomer)
    ends(ola)
    ends(jan)
    for person in (ola, jan):
        expect(person.results).to_be_visible()
    verdict = ola.page.get_by_role("heading", level=1)
    before = verdict.inner_text()
    ola.button("web.look.open").click()
    expect(ola.page.get_by_role("slider")).to_be_visible()

    jan.button("web.result.again").click()
    expect(jan.page.get_by_text(jan.say("web.rematch.waits", names="Ola"))).to_be_visible()
    expect(ola.page.get_by_text(ola.say("web.rematch.offer", names="Jan"))).to_be_visible()
    expect(ola.page.get_by_role("slider")).to_be_visible()
    ola.button("web.rematch.decline").click()
    for person in (ola, jan):
        expect(person.page.get_by_text(person.say("web.rematch.no", names="Ola"))).to_be_visible()
        expect(person.results).to_be_visible()

    jan.button("web.result.again").click()
    phone = ola.tab()
    phone.goto(ola.url)
    expect(phone.get_by_text(ola.say("web.tables.rematch"))).to_be_visible()
    phone.close()
    ola.button("web.rematch.yes").click()
    for person in (ola, jan):
        expect(person.turn).to_be_visible()
        person.laid(0)

    ola.page.reload()
    expect(ola.board).to_be_visible()
    ola.page.get_by_role("button", name=ola.say("web.menu"), exact=True).click()
    ola.button("web.rematch.result").click()
    expect(ola.results).to_be_visible()
    assert verdict.inner_text() == before
    ola.button("web.rematch.join").click()
    expect(ola.board).to_be_visible()
