"""What people do in a campaign: open envelopes, read what is new, put stickers, go to the map."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any, Literal

from playwright.sync_api import Locator, ViewportSize, expect

from tests.browser.driving import PEEK, Person
from tests.browser.test_axe import violations
from tests.effort import LONG
from tests.server.campaigns import cells_to_choose
from tilefolk.locale import LANGUAGES

SMALL: ViewportSize = {"width": 360, "height": 740}
MIDDLE: ViewportSize = {"width": 768, "height": 1024}
LARGE: ViewportSize = {"width": 1440, "height": 900}
PHONE = {"viewport": SMALL, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": LARGE}
THEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
LEGAL = re.compile(r"\blegal\b")
# A line sent for a seat and acknowledged, to arrange a test.
SEND = """([table, seat, line]) => new Promise((done, fail) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/live`);
  let sent = false;
  socket.onmessage = ({data}) => {
    const message = JSON.parse(data);
    if (message.type === 'push' && message.seat === seat && !sent) {
      sent = true;
      socket.send(JSON.stringify({type: 'act', match: message.match, seat, n: message.n, line}));
    }
    if (message.type === 'ack') { socket.close(); done(); }
    if (message.type === 'refused') { socket.close(); fail(data); }
  };
})"""


def dialog(person: Person) -> Locator:
    return person.page.get_by_role("dialog")


def peek(person: Person, table: str) -> dict[str, Any]:
    """What this person's seat may see now."""
    view: dict[str, Any] = person.page.evaluate(PEEK, table)
    return view


def sends(person: Person, table: str, seat: int, line: str) -> None:
    """A line by a socket beside that of the page."""
    person.page.evaluate(SEND, [table, seat, line])


def legal_cells(view: dict[str, Any]) -> list[str]:
    """The cells that may take the sticker that is next."""
    return cells_to_choose(view)


def is_well_made(person: Person) -> None:
    """Every text is one, nothing is wider than the screen, and axe finds nothing."""
    person.speaks()
    size, wide = person.page.viewport_size, person.page.evaluate("document.documentElement.scrollWidth")
    found = violations(person)
    assert size and wide <= size["width"] and found == [], (wide, found)


def is_well_made_in_every_look(
    person: Person, shown: Callable[[], Locator], *sizes: ViewportSize, again: bool = False
) -> None:
    """What is open stays open while size, language and theme change around it; then all is as before.

    In every run each size comes once, each language and each theme at least once; in the long one every size
    in every language. A screen that another test looks at so (`again`) is seen as it is in every run.
    """
    if again and not LONG:
        expect(shown()).to_be_visible()
        is_well_made(person)
        return
    size, language = person.page.viewport_size, person.texts.language
    assert size
    for turn, spoken in enumerate(sorted(LANGUAGES, key=lambda one: one == language)):
        person.speak_on(spoken)
        every = sizes or (SMALL, MIDDLE, LARGE)
        for n, width in enumerate(every if LONG else every[turn :: len(LANGUAGES)]):
            person.page.set_viewport_size(width)
            person.page.emulate_media(color_scheme=THEMES[(n + turn) % len(THEMES)])
            expect(shown()).to_be_visible()
            is_well_made(person)
    person.page.emulate_media(color_scheme=THEMES[0])
    person.page.set_viewport_size(size)


def break_seal(person: Person, number: int, game: str = "my_city") -> Locator:
    """The story of a chapter, and not a word of it before the seal is broken."""
    sealed = dialog(person)
    expect(sealed.get_by_text(person.say("web.envelope.waits", number))).to_be_visible()
    assert person.say(f"chapter.{game}.{number}") not in sealed.inner_text()
    person.page.keyboard.press("Enter")
    expect(sealed.get_by_text(person.say(f"chapter.{game}.{number}.story"))).to_be_visible()
    return sealed


def next_slip(person: Person) -> Locator:
    """The next slip of the envelope; its text."""
    person.page.keyboard.press("Enter")
    return dialog(person).locator(".what")


def put_away(person: Person) -> None:
    """The last slip is read."""
    dialog(person).get_by_role("button", name=person.say("web.envelope.done")).click()
    expect(dialog(person)).to_have_count(0)


def skip(person: Person) -> None:
    button = dialog(person).get_by_role("button", name=person.say("web.envelope.skip"))
    button.click()
    expect(button).to_have_count(0)


def reads_on(person: Person, *titles: str, after_envelope: bool = False) -> None:
    """Past "since last time", which has no rules that an envelope has just told."""
    since = person.page.get_by_role("dialog", name=person.say("web.since.title"))
    rules = since.get_by_role("heading", name=person.say("web.since.new"))
    for title in ("web.since.result", "web.gifts.title", *titles):
        expect(since.get_by_role("heading", name=person.say(title))).to_be_visible()
    if after_envelope:
        expect(rules).to_have_count(0)
    person.speaks()
    since.get_by_role("button", name=person.say("web.since.on")).click()
    expect(since).to_have_count(0)


def ends(person: Person) -> None:
    expect(person.ending).to_be_enabled()
    person.ending.click()
    person.ending.click()


def begins_to_choose(person: Person) -> None:
    """How the rounds ended is told before the first sticker."""
    told = person.page.get_by_role("dialog", name=person.say("web.stick.moment"))
    told.get_by_role("button", name=person.say("web.stick.moment.on")).click()
    expect(told).to_have_count(0)


def arrows_to_a_place(person: Person) -> None:
    """By keys, from the cell it is on to another one that takes it."""
    person.keys("l")
    others = dialog(person).get_by_role("listitem").get_by_role("button")
    others.last.press("Enter")
    expect(dialog(person)).to_have_count(0)
    expect(person.ghost).to_have_class(LEGAL)


def chooses_by_mouse_and_keys(person: Person, table: str) -> str:
    """A sticker is pointed to a cell by mouse, moved to another one by keys, and put; the line for that."""
    cells, before = legal_cells(peek(person, table)), len(person.sent)
    person.click_cell(cells[0])
    expect(person.ghost).to_have_class(LEGAL)
    expect(person.why).to_contain_text(cells[0])
    arrows_to_a_place(person)
    expect(person.why).to_contain_text(cells[-1])
    person.keys("Enter")
    person.until(lambda: len(person.sent) > before)
    assert person.sent[-1].startswith("stick ") and person.sent[-1].endswith(f" {cells[-1]}")
    return person.sent[-1]


def on_to_the_next(person: Person, table: str) -> dict[str, Any]:
    """From the end of an episode over the map to the first card of the next one; what is seen there."""
    to_the_map(person)
    expect(next_episode(person)).to_be_enabled()
    next_episode(person).click()
    since = person.page.get_by_role("dialog", name=person.say("web.since.title"))
    since.get_by_role("button", name=person.say("web.since.on")).click()
    expect(person.ending).to_be_enabled()
    return peek(person, table)


def put_off(person: Person) -> None:
    later = person.button("web.stick.later")
    expect(later).to_be_enabled()
    later.click()
    person.until(lambda: "later" in person.sent)


def pays_what_is_owed(person: Person, table: str) -> None:
    """Whatever was put off is chosen before the first card."""
    for left in range(len(peek(person, table)["choices"]), 0, -1):
        person.click_cell(legal_cells(peek(person, table))[0])
        expect(person.ghost).to_have_class(LEGAL)
        person.main.click()
        person.until(partial(has_at_most, person, table, left - 1))


def has_at_most(person: Person, table: str, choices: int) -> bool:
    return len(peek(person, table)["choices"]) <= choices


def to_the_map(person: Person) -> None:
    expect(person.page.get_by_role("heading", name=person.say("web.kept.title"))).to_be_visible()
    person.button("web.map.to").click()
    expect(person.page.get_by_role("listitem", name=person.say("web.map.chapter", 1))).to_be_visible()


def next_episode(person: Person) -> Locator:
    return person.page.get_by_role("button", name=person.say("web.series.next"))


def look_back(person: Person, episode: int) -> None:
    """A tap on a played episode."""
    person.page.get_by_role("button", name=f"{person.say('web.map.look', episode)}.").click()
    expect(person.page.get_by_role("slider")).to_be_visible()


def take_in(person: Person, text: str) -> str:
    """A saved campaign at a new table; its id."""
    answer = person.context.request.post(
        f"{person.url}/api/series",
        data=text.encode(),
        headers={"origin": person.url, "content-type": "text/plain"},
    )
    assert answer.ok, answer.text()
    return str(answer.json()["id"])
