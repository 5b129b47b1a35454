"""Somebody at a market of cards: what their page was told last, and how they take, pay and choose."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, WebSocket, expect

from tests.browser.driving import Person
from tests.server.serving import WholePushes

WAYS = {(-1, 0): "ArrowUp", (1, 0): "ArrowDown", (0, -1): "ArrowLeft", (0, 1): "ArrowRight"}
BARE = re.compile(r"\b(?:building|resource|item|token|side|point_city)\.[a-zA-Z]")
Press = Callable[[Locator], None]


class Buyer:
    """A person at a table of Point City. `view` is the newest one that came to their page."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page
        self.view: dict[str, Any] = {}
        self._whole = WholePushes()
        self.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, frame: str | bytes) -> None:
        message = self._whole.read(frame)
        if message["type"] == "push":
            self.view = message["view"]

    # What is there.

    def cell(self, name: str) -> Locator:
        return self.page.locator(f"[data-cell={name}]")

    @property
    def main(self) -> Locator:
        """The button that takes or draws."""
        return self.page.locator(".actions .main")

    @property
    def tokens(self) -> Locator:
        """Those to choose from."""
        return self.page.locator(".pick [role=option]:not([aria-disabled])")

    @property
    def payments(self) -> Locator:
        return self.page.locator(".list [role=option]:not([aria-disabled])")

    @property
    def over(self) -> Locator:
        return self.person.results

    @property
    def free(self) -> Locator:
        """The button that flips can be pressed whenever it is this person's turn to take."""
        return self.page.locator(".actions [aria-keyshortcuts=F]:not([aria-disabled])")

    def speaks(self) -> None:
        self.person.speaks()
        assert [line for line in self.person.shown() if BARE.search(line)] == []

    def fits(self) -> None:
        """Nothing is wider than the screen."""
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def offered(self, verb: str) -> list[list[str]]:
        return [answer[1:] for answer in self.view["answers"] if answer[0] == verb]

    def wares(self) -> list[str]:
        """The pair to take: one with a building if there is one that can be paid for."""
        shown = {place["cell"]: place for place in self.view["market"]}
        return max(self.offered("take"), key=lambda pair: sum("building" in shown[cell] for cell in pair))

    # Acts.

    def sits_down(self, game: str, *bots: str) -> str:
        """At a table of their own that has begun; its id."""
        self.person.introduce()
        table: str = self.person.call("POST", "/api/play", game=game, bots=list(bots))["id"]
        self.person.open(f"/t/{table}")
        self.waits()
        return table

    @property
    def _something(self) -> Locator:
        return self.free.or_(self.tokens).or_(self.payments).first

    def may_act(self) -> bool:
        """Whether there is something to do right now."""
        if not self._something.is_visible():
            return False
        self.person.until(
            lambda: self.view["to_act"] == [self.view["seat"]] and self.view["round"] == self.round()
        )
        return True

    def waits(self) -> bool:
        """For something to do; whether there is, or the match is over."""
        expect(self._something.or_(self.over).first).to_be_visible()
        return self.may_act()

    def round(self) -> int:
        """As the page shows it."""
        text = self.page.locator(".pill").filter(has_text=re.compile(r"\d")).first.inner_text()
        found = re.search(r"\d+", text)
        assert found, text
        return int(found[0])

    def walk_to(self, name: str) -> None:
        """By arrow keys."""
        for _ in range(8):
            at = self.page.evaluate("document.activeElement?.dataset.cell ?? null")
            if at == name:
                return
            down, right = (int(name[1]) - int(at[1]), ord(name[0]) - ord(at[0])) if at else (0, 1)
            self.person.keys(WAYS[(down > 0) - (down < 0), 0] if down else WAYS[0, (right > 0) - (right < 0)])
        raise AssertionError(f"no way to {name}")

    def turn_by_keys(self) -> None:
        """Whatever is to be done, by keys alone."""
        if self.tokens.count():
            expect(self.page.locator("[role=option]:focus")).to_be_visible()
            self.person.keys("ArrowRight", "ArrowLeft", "Enter")
        elif self.offered("take"):
            self.take_by_keys()
        else:
            self.draw_by_keys()

    def take_by_keys(self) -> None:
        for name in self.wares():
            self.walk_to(name)
            self.person.keys("Enter")
        expect(self.main).to_be_focused()
        self.person.keys("Enter")

    def draw_by_keys(self) -> None:
        self.person.keys("d")
        expect(self.main).to_be_focused()
        self.person.keys("Enter")

    def flip_by_keys(self) -> None:
        self.person.keys("f")
        lit = self.page.locator("[data-cell].lit:focus")
        expect(lit).to_be_visible()
        name = lit.get_attribute("data-cell")
        assert name
        self.person.keys("Enter")
        expect(self.cell(name).locator(".art")).to_be_visible()
        self.person.until(
            lambda: any(place["cell"] == name and "building" in place for place in self.view["market"])
        )

    def turn(self, press: Press = Locator.click) -> None:
        """Whatever is to be done, by pressing on things."""
        if self.tokens.count():
            press(self.tokens.first)
            return
        if not self.offered("take"):
            press(self.page.locator(".actions [aria-keyshortcuts=D]"))
        else:
            for name in self.wares():
                press(self.cell(name))
        press(self.main)
