"""When the connection goes, and when two tabs or two clicks say the same."""

import json
import re

from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Newcomer
from tests.browser.test_laying import two_people

LIVE = re.compile(r"/api/tables/[^/]+/live(\?|$)")
MARK = "window.before = true"


class Plug:
    """Between a page and the server: can be pulled, can swallow acts or keep back what the page hears."""

    def __init__(self) -> None:
        self.pulled = self.deaf = self.mute = False
        self.acts: list[str] = []
        self.kept: list[tuple[WebSocketRoute, str | bytes]] = []
        self.open: list[WebSocketRoute] = []

    def route(self, socket: WebSocketRoute) -> None:
        if self.pulled:
            socket.close()
            return
        server = socket.connect_to_server()
        self.open.append(socket)
        socket.on_message(lambda text: self.out(server, text))
        server.on_message(lambda text: self.into(socket, text))

    def out(self, server: WebSocketRoute, text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "act":
            self.acts.append(message["line"])
            if self.mute:
                return
        server.send(text)

    def into(self, socket: WebSocketRoute, text: str | bytes) -> None:
        if self.deaf:
            self.kept.append((socket, text))
        else:
            socket.send(text)

    def hear(self) -> None:
        self.deaf = False
        while self.kept:
            socket, text = self.kept.pop(0)
            socket.send(text)

    def pull(self) -> None:
        self.pulled = True
        for socket in self.open:
            socket.close()
        self.open.clear()


def test_a_draft_outlives_the_network(newcomer: Newcomer) -> None:
    """Really offline: the strip is lit, one can plan, and the move goes out when the network is back."""
    ola = newcomer()
    ola.alone()
    ola.page.evaluate(MARK)
    ola.go_offline()
    expect(ola.page.get_by_text(ola.say("web.lost"))).to_be_visible()
    assert ola.plan_by_mouse()
    draft = ola.draft()
    ola.keys("Enter")
    expect(ola.main).to_have_text(ola.say("web.play.offline"))
    ola.speaks()
    ola.laid(0)
    ola.context.set_offline(False)
    expect(ola.page.get_by_text(ola.say("web.back"))).to_be_visible()
    assert ola.draft() == draft
    assert ola.sent == []
    ola.main.click()
    ola.laid(1)
    assert len(ola.sent) == 1
    assert ola.page.evaluate("window.before")


def test_a_move_cut_off_on_its_way_counts_once(newcomer: Newcomer) -> None:
    """The socket dies before the server has the line: it is kept, sent again, laid once, without a reload."""
    ola, plug = newcomer(), Plug()
    ola.page.route_web_socket(LIVE, plug.route)
    ola.alone()
    ola.page.evaluate(MARK)
    plug.mute = True
    assert ola.plan_by_mouse()
    ola.main.click()
    expect(ola.main).to_have_text(ola.say("web.play.sent"))
    plug.pull()
    expect(ola.page.get_by_text(ola.say("web.lost.saved"))).to_be_visible()
    ola.speaks()
    ola.laid(0)
    plug.mute = plug.pulled = False
    ola.laid(1)
    assert len(plug.acts) == 2
    assert plug.acts[0] == plug.acts[1]
    assert ola.page.evaluate("window.before")


def test_a_receipt_lost_on_its_way_counts_once(newcomer: Newcomer) -> None:
    """The server has the line, the page does not know: after coming back it stands once."""
    ola, plug = newcomer(), Plug()
    ola.page.route_web_socket(LIVE, plug.route)
    ola.alone()
    plug.deaf = True
    assert ola.plan_by_mouse()
    ola.main.click()
    expect(ola.main).to_have_text(ola.say("web.play.sent"))
    plug.pull()
    expect(ola.page.get_by_text(ola.say("web.lost.saved"))).to_be_visible()
    plug.kept.clear()
    plug.deaf = plug.pulled = False
    ola.laid(1)
    expect(ola.turn).to_be_visible()
    ola.lay_by_mouse()
    ola.laid(2)


def test_a_double_click_lays_once(newcomer: Newcomer) -> None:
    ola, jan = two_people(newcomer)
    assert ola.plan_by_mouse()
    ola.main.dblclick()
    expect(ola.why).to_contain_text(ola.say("web.play.done.place"))
    assert jan.plan_by_mouse()
    jan.main.dblclick()  # this one closes the round: the next card may come between the clicks
    for person in (ola, jan):
        person.laid(1)
        expect(person.turn).to_be_visible()
        assert len(person.sent) == 1


def test_enter_held_down_lays_once(newcomer: Newcomer) -> None:
    """A key that repeats must not lay the next card as well."""
    ola = newcomer()
    ola.alone()
    assert ola.plan_by_arrows()
    for card in range(1, 4):
        ola.page.keyboard.down("Enter")
        ola.laid(min(card, 1))
    ola.page.keyboard.up("Enter")
    assert len(ola.sent) == 1


def test_two_tabs_lay_once(newcomer: Newcomer) -> None:
    """Both tabs answer the same card; the second has not heard of the first. One counts, both show it."""
    ola, jan = two_people(newcomer)
    plug = Plug()
    other = ola.tab()
    other.route_web_socket(LIVE, plug.route)
    other.goto(ola.page.url)
    twin = ola.in_tab(other)
    expect(twin.turn).to_be_visible()
    assert ola.plan_by_mouse(which=0)
    assert twin.plan_by_mouse(which=1)
    assert ola.draft() != twin.draft()
    plug.deaf = True
    ola.main.click()
    expect(ola.why).to_contain_text(ola.say("web.play.done.place"))
    twin.main.click()
    expect(twin.main).to_have_text(ola.say("web.play.sent"))
    assert len(plug.acts) == 1
    assert plug.acts != ola.sent
    plug.hear()
    expect(twin.turn).to_have_count(0)
    expect(twin.ghost).to_have_class(re.compile("done"))
    assert twin.draft() == ola.draft()
    twin.speaks()
    jan.lay_by_mouse()
    where = ola.sent[0].split()[-1]
    for person in (ola, twin, jan):
        if person is not jan:
            person.laid(1)
        expect(person.log.get_by_text(re.compile(rf"Ola.*, {where}\.")).first).to_be_visible()
