"""What people do on My Island: lay tiles by mouse, touch, keys and list, play on to the end, dig."""

from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.campaign_steps import (
    LEGAL,
    begins_to_choose,
    break_seal,
    dialog,
    legal_cells,
    next_slip,
    peek,
    skip,
    take_in,
)
from tests.browser.driving import Person, middle, touch_drag
from tests.server.campaigns import ISLAND, text_of

MISSING = """[...document.querySelectorAll('use')].map((one) => one.getAttribute('href'))
  .filter((name) => !document.querySelector(name))"""

# Plays on by what the page itself offers until the own part is over: L opens the list of places, one of
# them is chosen, Enter lays it. The first tile without a place is passed, the second ends the part.
PLAYS_ON = """(which) => {
  const one = (selector) => document.querySelector(selector);
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
  const moment = () => new Promise((go) => setTimeout(go, 5));
  const until = async (holds) => { while (!holds()) await moment(); };
  const isOver = () => !one('.play') || !one('[aria-keyshortcuts=P]');
  let passes = 0;
  window.played = (async () => {
    while (!isOver()) {
      press('l');
      await moment();
      const list = one('dialog[open] .count')?.closest('dialog');
      if (!list) continue;
      const place = [...list.querySelectorAll('li button')].at(which);
      (place ?? list.querySelector('header button')).click();
      await until(() => !one('dialog[open]'));
      if (place) press('Enter');
      else if ((passes += 1) === 1 && one('[aria-keyshortcuts=P]:not([aria-disabled=true])')) press('p');
      else ['e', 'e'].forEach(press);
    }
  })();
}"""


def drawn(person: Person, *symbols: str) -> None:
    """The board has these drawings, and each of them is there."""
    for symbol in symbols:
        expect(person.board.locator(f"use[href='#i-{symbol}']").first).to_be_attached()
    assert person.page.evaluate(MISSING) == []


def reads_envelope(person: Person, episode: int) -> None:
    """Its story and the first slip; whoever comes to a device of their own finds it waiting."""
    break_seal(person, (episode + 2) // 3, "my_island")
    next_slip(person)
    skip(person)


def at_episode(person: Person, episode: int) -> str:
    """A saved campaign goes on with an episode, against a bot; the table's id."""
    if person.page.url == "about:blank":
        person.arrive()
    table = take_in(person, text_of(2, episode - 1, name=ISLAND))
    person.call("PUT", f"/api/tables/{table}/seats/1", sitter={"bot": "greedy"})
    person.call("POST", f"/api/tables/{table}/start")
    person.open(f"/t/{table}")
    reads_envelope(person, episode)
    dialog(person).get_by_role("button", name=person.say("web.since.on")).click()
    expect(dialog(person)).to_have_count(0)
    return table


def lays(person: Person, by_touch: bool) -> None:
    """One tile: clicked on the last place where it fits, or dragged with a finger to the first."""
    assert person.seeks(Locator.tap if by_touch else Locator.click)
    x, y = person.spot(0 if by_touch else person.anchors.count() - 1)
    if by_touch:
        touch_drag(person, middle(person.piece), (x, y + 60))  # a finger holds a tile above itself
    else:
        person.page.mouse.click(x, y)
    expect(person.ghost).to_have_class(LEGAL)
    person.main.click()


def plays_to_the_end(**which: Person) -> None:
    """All at once, each on their own page, on the `first` or the `last` place of the list."""
    for name, person in which.items():
        person.page.evaluate(PLAYS_ON, {"first": 0, "last": -1}[name])
    for person in which.values():
        person.page.evaluate("() => window.played")


def lays_by_keys(person: Person) -> None:
    """The first place of the list, which has the focus; where there is none, the part ends."""
    person.keys("l")
    expect(dialog(person).get_by_role("button").first).to_be_visible()
    places = dialog(person).get_by_role("listitem").get_by_role("button")
    if not places.count():
        person.keys("Escape", "e", "e")
        return
    expect(places.first).to_be_focused()
    before = len(person.sent)
    person.keys("Enter")
    expect(dialog(person)).to_have_count(0)
    person.keys("Enter")
    person.until(lambda: len(person.sent) > before)


def laid(person: Person, tiles: int) -> None:
    """So many lie on my island; plots are no tiles."""
    label = f"{person.say('web.my_island.board.mine')}: {person.say('web.my_island.laid', tiles)},"
    expect(person.drawing.and_(person.page.locator(f"[aria-label^='{label}']"))).to_be_visible()


def asked(person: Person, table: str) -> bool:
    return bool(peek(person, table)["choices"])


def whoever_is_asked(table: str, *people: Person) -> Person:
    """When the rounds are over: the person, of these, who has a sticker to put."""
    people[0].until(lambda: peek(people[0], table)["phase"] in ("reward", "over"))
    (person,) = [person for person in people if asked(person, table)]
    begins_to_choose(person)
    return person


def puts(person: Person, table: str, sticker: str) -> None:
    """On a cell, by a click or a tap."""
    cell = legal_cells(peek(person, table))[-1]
    if person.page.evaluate("navigator.maxTouchPoints > 0"):
        person.page.touchscreen.tap(*person.point(cell))
    else:
        person.click_cell(cell)
    expect(person.ghost).to_have_class(LEGAL)
    person.main.click()
    person.until(lambda: f"stick {sticker} {cell}" in person.sent)


def lays_towards_idols(person: Person, table: str) -> None:
    """One tile, by the list of places; passed where it fits nowhere."""
    person.until(lambda: not person.passing.get_attribute("aria-disabled"))
    orientation, cell = towards_idols(peek(person, table))
    before = len(person.sent)
    if cell:
        person.keys("l")
        turned = dialog(person).get_by_role(
            "list", name=person.say("web.play.turned", orientation), exact=True
        )
        turned.get_by_role("button").and_(person.page.locator(f"[aria-label^='{cell}, ']")).click()
        expect(person.ghost).to_have_class(LEGAL)
        person.main.click()
    else:
        person.keys("p")
    person.until(lambda: len(person.sent) > before)


def has_dug(person: Person, table: str) -> bool:
    view = peek(person, table)
    return any(state == "dug" for _, _, state in view["boards"][view["seat"]]["sites"])


def towards_idols(view: dict[str, Any]) -> tuple[int, str]:
    """How to turn the tile, and its cell: a path on an idol if there is one, else as near as can be."""
    grid, piece = view["grid"], view["pieces"][0]
    width = grid["width"]
    sites = [
        divmod(int(cell, 16).bit_length() - 1, width)
        for _, cell, state in view["boards"][view["seat"]]["sites"]
        if state == "open"
    ]
    best: tuple[float, int, str] = (99, 0, "")
    for shape in piece["shapes"]:
        legal = int(shape["legal"], 16)
        for bit in range(legal.bit_length()):
            if not legal >> bit & 1:
                continue
            row, column = divmod(bit, width)
            cells = [(row + r, column + q) for r, q in shape["cells"]]
            paths = [cell for cell, mark in zip(cells, piece["marks"], strict=True) if mark == "P"]
            wasted = sum(cell in sites for cell in cells) - sum(cell in sites for cell in paths)
            near = -9 if set(paths) & set(sites) else min(apart(a, b) for a in paths or cells for b in sites)
            best = min(best, (near + 3 * wasted, shape["orientation"], f"{column},{row}"))
    return best[1:]


def apart(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Steps from hex to hex."""
    (r, q), (s, p) = a, b
    return max(abs(r - s), abs(q - p), abs(r + q - s - p))
