"""A small language for people at real browsers: open a table, lay by mouse, keys or touch, look."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.looking import GAME, Onlooker
from tilefolk.locale import texts

TURNS = 6  # of a piece, at most
SIDE = 11  # cells of the Eternal board, both ways

# The middle of a hex on the screen.
HEX_MIDDLE = """(svg, [q, r]) => {
  const [x, y] = [(q + 0.5 + r / 2) * 48, (1 + 1.5 * r) * 48 / Math.sqrt(3)];
  const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
  return [at.x, at.y];
}"""

# The match as this person's socket tells it, for arranging a test; nothing is answered.
PEEK = """(table) => new Promise((found) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/live`);
  socket.onmessage = ({data}) => {
    const message = JSON.parse(data);
    if (message.type !== 'push') return;
    socket.close();
    found(message.view);
  };
})"""


class Person(Onlooker):
    """Somebody who acts: comes to a table, points, lays, passes."""

    def in_tab(self, page: Page) -> "Person":
        """The same person, acting in another tab."""
        twin = Person.__new__(Person)
        twin.__dict__.update(self.__dict__)
        twin.page = page
        return twin

    # Coming to a table.

    def speak_on(self, language: str) -> None:
        """The page changes its language where it stands, by its own switch, whatever lies over that."""
        label = {"en": "EN, English", "pl": "PL, polski"}[language]
        switch = self.page.get_by_role("button", name=label, include_hidden=True).first
        switch.evaluate("node => node.click()")
        self.texts = texts(language)
        expect(switch).to_have_attribute("aria-pressed", "true")

    def open(self, path: str = "/") -> None:
        self.page.goto(self.url + path if path.startswith("/") else path)

    def arrive(self) -> None:
        """On the start page, known to the server: a call in between would make two people of one."""
        self.open()
        expect(self.button("web.start.play")).to_be_visible()

    def introduce(self) -> None:
        """Known to the server, with a cookie and a language, without any page."""
        language = {"accept-language": self.texts.language}
        assert self.context.request.get(f"{self.url}/api/me", headers=language).ok

    def call(self, verb: str, path: str, **body: Any) -> Any:
        """The server asked on this person's behalf, to arrange a test.

        A kept connection may be closed by the server while a call is on its way; a browser then calls again.
        """
        answer = self.context.request.fetch(
            self.url + path, method=verb, data=body or None, headers={"origin": self.url}, max_retries=1
        )
        assert answer.ok, answer.text()
        return answer.json()

    def named(self, name: str) -> "Person":
        self.call("PUT", "/api/me", name=name)
        return self

    def play_now(self) -> None:
        self.open()
        self.button("web.start.play").click()
        expect(self.board).to_be_visible()
        self.speaks()

    def alone(
        self, wanted: Callable[[dict[str, Any]], bool] | None = None, game: str = GAME
    ) -> dict[str, Any]:
        """At a table with nobody else, its first card as wanted: tables are opened until one is."""
        self.introduce()
        for _ in range(400):
            table = self.call("POST", "/api/tables", game=game, options={}, seats=["me"], listed=False)
            self.call("POST", f"/api/tables/{table['id']}/start")
            if wanted is None:
                self.open(f"/t/{table['id']}")
            elif self.page.url == "about:blank":
                self.open("/api/me")  # a page that shows nothing
            view: dict[str, Any] = self.page.evaluate(PEEK, table["id"])
            if wanted is None or wanted(view):
                if wanted:
                    self.open(f"/t/{table['id']}")
                expect(self.board).to_be_visible()
                return view
        raise AssertionError("no such first card")

    def new_table(self, *sitters: str, game: str = GAME) -> str:
        """Opened by the form on the start page; the sitters after the first are values of its lists."""
        self.open()
        form = self.invites(game)
        modes = form.get_by_label(self.say("web.new.mode"))
        if modes.count():
            modes.select_option(label=self.say(f"mode.{game}"))
        form.get_by_text(str(len(sitters)), exact=True).click()
        for seat, sitter in enumerate(sitters, 1):
            form.get_by_label(self.say("web.new.seat", seat)).select_option(sitter)
        self.speaks()
        self.button("web.new.make").click()
        expect(self.page.get_by_role("heading", name=self.say("web.gather.title"))).to_be_visible()
        self.speaks()
        return self.page.url

    def sit_down(self, link: str) -> None:
        self.open(link)
        self.button("web.welcome.sit").click()
        expect(self.page.get_by_text(self.say("web.seat.me"))).to_be_visible()

    def begin(self) -> None:
        self.button("web.gather.start").click()

    # Acts.

    def point(self, cell: str) -> tuple[float, float]:
        """The middle of a cell like C5 or 4,1, on the screen."""
        if "," in cell:
            return self._hex(*map(int, cell.split(",")))
        box = self.drawing.bounding_box()
        assert box
        column, row = ord(cell[0]) - ord("A"), int(cell[1:]) - 1
        return box["x"] + (column + 0.5) * box["width"] / SIDE, box["y"] + (row + 0.5) * box["height"] / SIDE

    def _hex(self, q: int, r: int) -> tuple[float, float]:
        at: list[float] = self.drawing.evaluate(HEX_MIDDLE, [q, r])
        return at[0], at[1]

    def can_touch(self) -> None:
        """Waits for the moment to pass in which a closed sheet still takes taps."""
        expect(self.page.locator("[data-shield]")).to_have_count(0)

    def tap_at(self, x: float, y: float) -> None:
        self.can_touch()
        self.page.touchscreen.tap(x, y)

    def click_at(self, x: float, y: float) -> None:
        self.can_touch()
        self.page.mouse.click(x, y)

    def click_cell(self, cell: str) -> None:
        self.click_at(*self.point(cell))

    def seeks(self, press: Callable[[Locator], None] = Locator.click) -> bool:
        """Shows where the piece fits and turns it until it fits somewhere."""
        toggle = self.button("web.play.anchors")
        if toggle.get_attribute("aria-pressed") != "true":
            press(toggle)
        for _ in range(TURNS):
            if self.anchors.count():
                return True
            press(self.button("web.play.turn"))
        return False

    def spot(self, which: int = 0) -> tuple[float, float]:
        """One of the places that are shown, on the screen."""
        return middle(self.anchors.nth(which))

    def drag(self, start: tuple[float, float], to: tuple[float, float]) -> None:
        self.can_touch()
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*to, steps=4)
        self.page.mouse.up()

    def plan_by_mouse(self, drag: bool = False, which: int = 0) -> bool:
        """The piece on a place where it fits; whether there is one."""
        if not self.seeks():
            return False
        if drag:
            self.drag(middle(self.piece), self.spot(which))
        else:
            self.click_at(*self.spot(which))
        expect(self.ghost).to_have_class(re.compile(r"\blegal\b"))
        return True

    def lay_by_mouse(self, drag: bool = False, which: int = 0) -> None:
        """Builds; where nothing fits, passes or ends."""
        card = self.card()
        if self.plan_by_mouse(drag, which):
            self.main.click()
        elif self.passes():
            self.passing.click()
        else:
            self.ending.click()
            self.ending.click()
        self.went(card)

    def passes(self) -> bool:
        """Passes once, if that is offered; the second time it is rather the end."""
        return "pass" not in self.sent and not self.passing.get_attribute("aria-disabled")

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, wanted: Locator) -> None:
        """Tab, until it has the focus."""
        expect(wanted).to_be_visible()
        for _ in range(80):
            if wanted.evaluate("node => node === document.activeElement"):
                return
            self.keys("Tab")
        raise AssertionError(f"Tab never comes to {wanted}")

    def plan_by_arrows(self) -> bool:
        self.keys("ArrowUp")
        for _ in range(TURNS):
            if "illegal" not in (self.ghost.get_attribute("class") or ""):
                return True
            self.keys("r")
        return False

    def plan_by_list(self, which: int = 0) -> bool:
        """From the list of places, with keys only."""
        self.keys("l")
        dialog = self.page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        places = dialog.get_by_role("listitem").get_by_role("button")
        if not places.count():
            self.keys("Escape")
            expect(dialog).to_be_hidden()
            return False
        self.tab_to(places.nth(which))
        self.keys("Enter")
        expect(dialog).to_be_hidden()
        expect(self.ghost).to_have_class(re.compile(r"\blegal\b"))
        return True

    def lay_by_keys(self, by_list: bool = False) -> None:
        card = self.card()
        if (not by_list and self.plan_by_arrows()) or self.plan_by_list():
            self.keys("Enter")
        else:
            self.keys(*("p" if self.passes() else "ee"))
        self.went(card)

    def went(self, card: int) -> None:
        """The answer to this card is with the server: it is another card or not my turn."""
        same = self.status.filter(has_text=re.compile(rf"\b{card}\b")).filter(has=self.turn)
        expect(same.or_(self.main.filter(has_text=self.say("web.play.sent")))).to_have_count(0)

    def next_thing(self) -> str:
        """Waits for my turn, the end of my part or of the match, and says which."""
        ended = [self.say(name) for name in self.texts.forms if name.startswith("ended.")]
        over = self.why.get_by_text(re.compile("|".join(map(re.escape, ended))))
        expect(self.turn.or_(over).or_(self.results).first).to_be_visible()
        if self.results.is_visible():
            return "results"
        return "turn" if self.turn.is_visible() else "ended"


def middle(thing: Locator) -> tuple[float, float]:
    """On the screen."""
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def touch_drag(person: Person, at: tuple[float, float], to: tuple[float, float]) -> None:
    """A finger pressed, moved and lifted."""
    person.can_touch()
    session = person.context.new_cdp_session(person.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    touch("touchStart", at)
    for part in (0.25, 0.5, 0.75, 1.0):
        touch("touchMove", (at[0] + (to[0] - at[0]) * part, at[1] + (to[1] - at[1]) * part))
    person.page.wait_for_timeout(
        150
    )  # at rest, or the browser takes it for a throw and swallows the next tap
    touch("touchMove", to)
    touch("touchEnd")
    session.detach()
