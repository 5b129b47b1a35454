"""Somebody who plays a guided first match in a browser: by mouse, by touch or by keys."""

import json
from typing import Any, Literal

from playwright.sync_api import Locator, expect

from tests.browser.driving import Person, middle
from tests.browser.market import Buyer
from tests.guided import GuidedMatch
from tilefolk.core.notation import Action
from tilefolk.games.guides import Answer, Draft, Guide, Look, Step

Way = Literal["mouse", "touch", "keys"]

# The middle of a square cell on the screen; the board's drawing begins at its first cell.
SQUARE_MIDDLE = """(svg, [column, row]) => {
  const at = new DOMPoint((column + 0.5) * 48, (row + 0.5) * 48).matrixTransform(svg.getScreenCTM());
  return [at.x, at.y];
}"""
DRAFT = """() => {
  const key = Object.keys(localStorage).find((name) => name.startsWith('tilefolk.draft.'));
  return key ? localStorage.getItem(key) : 'null';
}"""
# What the words lie over that one plays with.
COVERED = """() => {
  const over = document.querySelector('.callout')?.getBoundingClientRect();
  return [...document.querySelectorAll('[data-guide-keep=""]')].filter((node) => {
    const box = node.getBoundingClientRect();
    const beside = box.right <= over.left || over.right <= box.left;
    const below = box.bottom <= over.top || over.bottom <= box.top;
    return node.checkVisibility() && !beside && !below;
  }).map((node) => node.className.baseVal ?? node.className);
}"""
# What a step points at: an element that can be seen, of this name or of what it is a part of.
POINTED = """(name) => {
  for (let part = name; part; part = part.includes('.') ? part.slice(0, part.lastIndexOf('.')) : '') {
    const found = [...document.querySelectorAll(`[data-guide~="${part}"]`)];
    if (found.some((node) => node.checkVisibility() && node.getBoundingClientRect().width > 0)) return true;
  }
  return false;
}"""
# Where the board or the market began, in every frame since the page was opened.
WATCH_TOPS = """() => {
  window.tops = new Set();
  const look = () => {
    const board = document.querySelector('[data-guide=board], [data-guide=market]');
    if (board?.checkVisibility()) window.tops.add(Math.round(board.getBoundingClientRect().top));
    requestAnimationFrame(look);
  };
  look();
}"""


class Learner:
    """A person at the table of a guide, and the same match in Python."""

    def __init__(self, person: Person, guide: Guide, way: Way) -> None:
        self.person, self.page, self.guide, self.way = person, person.page, guide, way
        self.match = GuidedMatch(guide)
        self.buyer = Buyer(person)

    @property
    def callout(self) -> Locator:
        return self.page.get_by_role("region", name=self.person.say("web.guide"), exact=True)

    def say(self, step: Step, more: str = "") -> str:
        message = f"guide.{self.guide.mode}.{step.id}{more}"
        touched = f"{message}.touch"
        return self.person.say(touched if self.way == "touch" and self.person.texts.has(touched) else message)

    def begins(self) -> None:
        """From the start page, by the button of the game's box."""
        self.page.add_init_script(f"({WATCH_TOPS})()")
        self.person.open()
        box = self.person.box(self.guide.mode)
        modes = box.get_by_role("combobox")
        if self.guide.mode.startswith("point_city"):
            modes.select_option(label=self.person.say(f"mode.{self.guide.mode}"))
        self.press(box.get_by_role("button", name=self.person.say("web.box.learn"), exact=True))
        expect(self.callout).to_be_visible()

    def press(self, thing: Locator) -> None:
        if self.way == "touch":
            thing.tap()
        elif self.way == "keys":
            thing.focus()
            self.person.keys("Enter")
        else:
            thing.click()

    def sees(self, step: Step) -> None:
        """The step is said, it points at something, and lies over nothing that one plays with."""
        expect(self.callout).to_contain_text(self.say(step))
        self.person.until(lambda: self.page.evaluate(POINTED, step.at))
        self.person.until(lambda: self.page.evaluate(COVERED) == [])

    def board_has_rested(self) -> bool:
        """Whether the board is where it was when the page was opened, and was nowhere else."""
        return len(self.page.evaluate("() => [...window.tops]")) == 1

    def does(self, step: Step) -> None:
        """What ends the step."""
        market = self.guide.mode.startswith("point_city")
        if isinstance(step.until, Draft):
            action = self.match.covering(step.until.covers)
            self.choose(action) if market else self.lay(action)
        elif isinstance(step.until, Look):
            self.look(step.until.at)
        elif isinstance(step.until, Answer) and step.until.verb:
            self.confirm()
        else:
            while self.callout.is_visible() and self.say(step) in self.callout.inner_text():
                self.draw_from_the_deck() if market else self.passes()

    def confirm(self) -> None:
        if self.guide.mode.startswith("point_city"):
            self.press(self.buyer.main)
        elif self.way == "keys":
            self.person.keys("Enter")
        else:
            self.press(self.page.locator("[data-guide=build]"))

    # At a board.

    def draft(self) -> Any:
        """Round, piece, orientation, first cell and held cell, as the browser stores them."""
        return json.loads(self.page.evaluate(DRAFT))

    def lay(self, action: Action) -> None:
        """The piece onto its cells, turned as it has to be."""
        _, name, orientation, first = action
        self.person.until(lambda: (self.draft() or [0, ""])[1] == name)
        while self.draft()[2] != orientation:
            self.turn()
        if self.way == "keys":
            self.walk(str(first))
        else:
            at = self.point(self.held(action))
            self.person.tap_at(*at) if self.way == "touch" else self.person.drag(
                middle(self.person.piece), at
            )
        self.match.answer(action)

    def turn(self) -> None:
        before = self.draft()[2]
        if self.way == "keys":
            self.person.keys("r")
        else:
            self.press(self.person.button("web.play.turn"))
        self.person.until(lambda: self.draft()[2] != before)

    def held(self, action: Action) -> str:
        """The cell under the pointer, for the piece is held by one of its cells."""
        held: int = self.draft()[4]
        return self.match.cells(action)[held]

    def point(self, cell: str) -> tuple[float, float]:
        if "," in cell:
            return self.person.point(cell)
        x, y = self.person.drawing.evaluate(SQUARE_MIDDLE, [ord(cell[0]) - ord("A"), int(cell[1:]) - 1])
        return x, y

    def walk(self, cell: str) -> None:
        """By arrows, until the piece's first cell lies there."""
        self.person.keys("ArrowUp")
        for _ in range(40):
            at = place(self.draft()[3])
            down, right = place(cell)[0] - at[0], place(cell)[1] - at[1]
            if not down and not right:
                return
            if down:
                self.person.keys("ArrowDown" if down > 0 else "ArrowUp")
            else:
                self.person.keys("ArrowRight" if right > 0 else "ArrowLeft")
        raise AssertionError(f"no way to {cell}")

    def passes(self) -> None:
        before = self.draft()[0]
        self.person.until(lambda: not self.person.passing.get_attribute("aria-disabled"))
        self.person.keys("p") if self.way == "keys" else self.press(self.person.passing)
        self.person.until(lambda: not self.callout.is_visible() or self.draft()[0] > before)

    # At a market.

    def choose(self, action: Action) -> None:
        expect(self.buyer.free).to_be_visible()
        for cell in map(str, action[1:]):
            self.press(self.buyer.cell(cell))
        self.match.answer(action)

    def draw_from_the_deck(self) -> None:
        expect(self.buyer.free.or_(self.buyer.tokens).first).to_be_visible()
        self.press(self.page.locator(".actions [aria-keyshortcuts=D]"))
        self.press(self.buyer.main)
        expect(self.buyer.free).to_be_visible()

    # Anywhere.

    def look(self, at: str) -> None:
        """A line of the tally, the cities of others, or the rules."""
        panel = at.partition(".")[0]
        tab = self.page.locator(f"[data-tab={panel}]")
        line = self.page.locator(f'[data-guide="{at}"]').first
        if self.way == "touch":
            tab.tap()
            if "." in at:
                line.tap()
            else:
                tab.tap()  # again, and the sheet is shut
        elif panel == "rules":
            self.person.keys("?") if self.way == "keys" else self.press(line)
            self.person.keys("Escape")
        elif panel == "others":
            self.press(self.page.locator("[data-guide=others] button").first)
            self.person.keys("Escape")
        elif self.way == "keys":
            lines = self.page.locator('[data-guide^="tally."]')
            names = [lines.nth(n).get_attribute("data-guide") for n in range(lines.count())]
            self.person.keys(str(names.index(at) + 1)) if names.index(at) < 9 else line.focus()
        else:
            line.hover()


def place(cell: str) -> tuple[int, int]:
    """Row and column of `C5` or of `4,1`."""
    if "," in cell:
        column, row = map(int, cell.split(","))
        return row, column
    return int(cell[1:]), ord(cell[0])
