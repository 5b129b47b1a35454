"""What people at real browsers see: the page, the board, the hand, and every sentence on them."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

from tilefolk.locale import Texts, texts

GAME = "my_city/eternal"
LONGEST_PAUSE = 100  # milliseconds between two questions: each costs the page and the server something
HEADS = "web|why|tally|ui|api|answer|shape|kind|phase|ended|option|bot|game|way|rule|sign|series|title|bonus"
HEADS += "|time|calls|operator|talk|guide"
ID = re.compile(rf"\b(?:{HEADS})\.[a-z]")

# What a browser notes by itself about a call or a socket that does not get through.
UNREACHED = re.compile(r"net::ERR_|WebSocket connection to|the server responded with a status of 503")

# Everything a person can see or be told: lines of text, labels, titles.
SHOWN = """() => {
  const said = document.body.innerText.split('\\n');
  for (const node of document.querySelectorAll('[aria-label],[title],[placeholder],[alt]')) {
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      if (node.checkVisibility() && node.hasAttribute(name)) said.push(node.getAttribute(name));
    }
  }
  return [document.title, ...said].map((line) => line.trim()).filter(Boolean);
}"""


class Onlooker:
    """Somebody with a browser: `faults` are errors of the page, `sent` the lines that went out.

    While `may_lose_touch` is set, what the browser notes about an unreachable server is no fault.
    """

    def __init__(self, context: BrowserContext, url: str, language: str = "en") -> None:
        self.context, self.url = context, url
        self.texts: Texts = texts(language)
        self.faults: list[str] = []
        self.may_lose_touch = False
        self.sent: list[str] = []
        self.page = self.tab()

    def tab(self) -> Page:
        """Another tab of the same person."""
        page = self.context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.faults.append(f"{error.message}\n{error.stack}"))
        page.on("websocket", lambda socket: socket.on("framesent", self._note))
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        if not (self.may_lose_touch and UNREACHED.search(message.text)):
            self.faults.append(f"{message.text} ({message.location})")

    def _note(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "act":
            self.sent.append(message["line"])

    def go_offline(self) -> None:
        self.may_lose_touch = True
        self.context.set_offline(True)

    # What is there.

    def say(self, message: str, *numbers: int, **names: str) -> str:
        assert self.texts.has(message), message
        return self.texts.say(message, *numbers, **names)

    def pattern(self, message: str) -> re.Pattern[str]:
        """Any sentence of this message, whatever its numbers and names."""
        forms = self.texts.forms[message]
        return re.compile("|".join(re.sub(r"\\\{.*?\\\}", ".+", re.escape(form)) for form in forms))

    def button(self, message: str, *numbers: int, **names: str) -> Locator:
        return self.page.get_by_role("button", name=self.say(message, *numbers, **names), exact=True)

    def box(self, game: str) -> Locator:
        """A game on the start page."""
        name = self.say(f"game.{game.partition('/')[0]}")
        return self.page.get_by_role("article", name=name, exact=True)

    def invites(self, game: str = GAME) -> Locator:
        """The form for a new table, opened from the game's box."""
        self.box(game).get_by_role("button", name=self.say("web.new.open"), exact=True).click()
        return self.page.get_by_role("form")

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("application")

    @property
    def drawing(self) -> Locator:
        """The board's picture; its label tells how many pieces are laid."""
        return self.board.get_by_role("img")

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("region", name=self.say("web.play.hand"), exact=True)

    @property
    def piece(self) -> Locator:
        """The piece in the hand."""
        return self.hand.get_by_role("button", name=self.say("web.play.pick"))

    @property
    def why(self) -> Locator:
        return self.hand.get_by_role("status")

    @property
    def main(self) -> Locator:
        """The button that builds, or says what is waited for."""
        return self.hand.locator("[aria-keyshortcuts=Enter]")

    @property
    def passing(self) -> Locator:
        return self.hand.locator("[aria-keyshortcuts=P]")

    @property
    def ending(self) -> Locator:
        return self.hand.locator("[aria-keyshortcuts=E]")

    @property
    def ghost(self) -> Locator:
        return self.board.locator(".ghost")

    @property
    def anchors(self) -> Locator:
        return self.board.locator(".anchors circle")

    @property
    def log(self) -> Locator:
        return self.page.locator(".log")

    @property
    def status(self) -> Locator:
        """The card and whose turn it is, above the hand of a desktop."""
        return self.hand.locator(".status")

    @property
    def turn(self) -> Locator:
        return self.status.get_by_text(self.say("web.play.turn.yours"), exact=True)

    @property
    def results(self) -> Locator:
        return self.page.get_by_role("table")

    def laid(self, pieces: int) -> None:
        """So many of mine stand on the board."""
        label = f"{self.say('web.play.board.mine')}: {self.say('web.play.laid', pieces)},"
        expect(self.drawing).to_have_attribute("aria-label", re.compile(re.escape(label)))

    def card(self) -> int:
        found = re.search(r"\d+", self.status.inner_text())
        assert found
        return int(found[0])

    def draft(self) -> tuple[str | None, str | None, str | None]:
        """How the ghost looks: state, place, outline."""
        outline = self.ghost.locator(".line").get_attribute("d")
        return self.ghost.get_attribute("class"), self.ghost.get_attribute("style"), outline

    @property
    def sum(self) -> Locator:
        """What is won, what is counted at the end, and what it would come to if it ended now."""
        return self.page.locator(".sum").first

    def is_legal(self) -> bool:
        return re.search(r"\blegal\b", self.ghost.get_attribute("class") or "") is not None

    def shown(self) -> list[str]:
        lines: list[str] = self.page.evaluate(SHOWN)
        return lines

    def speaks(self) -> None:
        """Nothing on the page is a bare message id."""
        assert [line for line in self.shown() if ID.search(line)] == []

    def until(self, holds: Callable[[], object]) -> None:
        """Asked again and again from here: our policy does not let the page itself evaluate a question."""
        for pause in (*range(10, LONGEST_PAUSE, 10), *[LONGEST_PAUSE] * 600):
            if holds():
                return
            self.page.wait_for_timeout(pause)
        raise AssertionError("never")
