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
    sends,
    skip,
    take_in,
)
from tests.browser.driving import Person, middle, touch_drag
from tests.server.campaigns import ISLAND, text_of

MISSING = """[...document.querySelectorAll('use')].map((one) => one.getAttribute('href'))
  .filter((name) => !document.querySelector(name))"""

# Plays on by keys of the page until the own part is over: an arrow takes the tile to a place where it fits;
# it is turned until there is one, and Enter lays it. The first tile without a place ends the part.
PLAYS_ON = """(turns) => {
  const press = (...keys) => keys.forEach((key) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true})));
  const moment = (ms) => new Promise((go) => setTimeout(go, ms));
  const offered = (key) => document.querySelector(`[aria-keyshortcuts=${key}]:not([aria-disabled=true])`);
  window.played = (async () => {
    while (document.querySelector('[aria-keyshortcuts=P]')) {
      await moment(20);
      if (!offered('E')) continue;
      press(...Array(turns).fill('r'));
      for (let n = 0; n < 6 && !offered('Enter'); n += 1) {
        if (n) press('Backspace', 'r');
        press('ArrowUp');
        await moment(0);
      }
      press(...(offered('Enter') ? ['Enter'] : ['e', 'e']));
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


def at_episode(person: Person, episode: int, text: str = "", bot: str = "greedy") -> str:
    """A saved campaign goes on with an episode, against a bot; the table's id."""
    if person.page.url == "about:blank":
        person.introduce()
    table = take_in(person, text or text_of(2, episode - 1, name=ISLAND))
    person.call("PUT", f"/api/tables/{table}/seats/1", sitter={"bot": bot})
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
        person.click_at(x, y)
    expect(person.ghost).to_have_class(LEGAL)
    person.main.click()


def play_to_the_end(*people: Person) -> None:
    """All at once, each on their own page and each with the tile turned once more than the one before."""
    for turns, person in enumerate(people):
        person.page.evaluate(PLAYS_ON, turns)
    for person in people:
        person.page.evaluate("() => window.played")


def lays_by_keys(person: Person) -> None:
    """The first place of the list, which has the focus."""
    person.until(lambda: not person.passing.get_attribute("aria-disabled"))
    before = len(person.sent)
    person.keys("l")
    expect(dialog(person).get_by_role("listitem").get_by_role("button").first).to_be_focused()
    person.keys("Enter")
    expect(dialog(person)).to_have_count(0)
    person.keys("Enter")
    person.until(lambda: len(person.sent) > before)
    assert person.sent[-1].startswith("place")


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
        person.tap_at(*person.point(cell))
    else:
        person.click_cell(cell)
    expect(person.ghost).to_have_class(LEGAL)
    person.main.click()
    person.until(lambda: f"stick {sticker} {cell}" in person.sent)


def lays_towards_idols(person: Person, table: str) -> None:
    person.until(lambda: not person.passing.get_attribute("aria-disabled"))
    view = peek(person, table)
    lays_at(person, table, view, *towards_idols(view))


def lays_at(person: Person, table: str, view: dict[str, Any], orientation: int, cell: str) -> None:
    """One tile, without the page; passed where there is no cell for it."""
    line = f"place {view['pieces'][0]['name']} {orientation} {cell}" if cell else "pass"
    sends(person, table, view["seat"], line)


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
