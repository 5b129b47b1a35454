"""Nothing is cut, sticks out or lies over something else, at seven sizes and in both languages."""

from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.conftest import Newcomer
from tests.browser.driving import Person
from tests.browser.screens import COMMON, SCREENS, in_play, start
from tests.browser.shifts import MOST_SHIFTED, WATCH_SHIFTS, shifted
from tests.effort import times
from tests.server.serving import Server
from tilefolk.locale import LANGUAGES

FITS = (Path(__file__).parent / "fits.js").read_text(encoding="utf-8")
SIZES = [(1280, 720), (1366, 768), (1180, 820), (820, 1180), (768, 1024), (390, 844), (360, 640)]
# What follows a change of size, measured in frames, has happened, and so have transitions.
SETTLED = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
  Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition)
    .map((one) => one.finished)).then(() => requestAnimationFrame(() => done(null))))))"""
# Where the parts of a playing screen lie, from left to right, by class.
ORDER = """(names) => names.map((name) => [document.querySelector(name).getBoundingClientRect().left, name])
  .sort(([a], [b]) => a - b).map(([, name]) => name)"""
# Controls without an edge, and those of which nobody sees that they are chosen.
BARE = """() => [...document.querySelectorAll('button, select, input:not(.vh), .btn')].filter((node) => {
  const style = getComputedStyle(node);
  return node.checkVisibility() && parseFloat(style.borderTopWidth) === 0;
}).map((node) => node.outerHTML.slice(0, 120))"""
CHOSEN = """() => {
  const colour = (node) => getComputedStyle(node).backgroundColor;
  const pair = [...document.querySelectorAll('.lang button')].slice(0, 2);
  return new Set(pair.map(colour)).size;
}"""


def size(wide: int, tall: int) -> ViewportSize:
    return {"width": wide, "height": tall}


def misfits(person: Person, wide: int, tall: int) -> list[str]:
    person.page.set_viewport_size(size(wide, tall))
    person.page.evaluate(SETTLED)
    found: list[str] = person.page.evaluate(FITS)
    return [f"{person.texts.language} {wide}x{tall}: {one}" for one in found]


@pytest.mark.parametrize("screen", list(SCREENS)[: times(COMMON, len(SCREENS))])
def test_everything_fits(newcomer: Newcomer, server: Server, screen: str) -> None:
    """In every run each screen at each size, in one of the languages; in the long one in both."""
    ola = newcomer().named("Ola")
    SCREENS[screen](ola, server)
    ola.page.evaluate("() => document.fonts.ready.then(() => null)")
    if ola.page.locator("dialog[open]").count() and screen != "menu":
        ola.keys("Escape")
    found = []
    for n, language in enumerate(LANGUAGES):
        ola.speak_on(language)
        for wide, tall in times(0, 1) * SIZES or SIZES[n :: len(LANGUAGES)]:
            found += misfits(ola, wide, tall)
    assert found == []


@pytest.mark.parametrize("game", ["my_city/eternal", "point_city/table"])
def test_left_handed_people_have_it_the_other_way_round_at_every_size(
    newcomer: Newcomer, server: Server, game: str
) -> None:
    ola = newcomer(viewport=size(1366, 768))
    in_play(game, bots=1)(ola, server)
    sides = [".middle", ".side"]
    parts = {(1366, 768): sides, (1180, 820): sides, (768, 1024): sides}
    if game.startswith("my_city"):
        parts[1366, 768] = [".left", ".middle", ".right"]
        parts[390, 844] = ["[aria-keyshortcuts=Enter]", "[aria-keyshortcuts=P]"]
    before = {}
    for wide_tall, names in parts.items():
        ola.page.set_viewport_size(size(*wide_tall))
        ola.page.evaluate(SETTLED)
        before[wide_tall] = ola.page.evaluate(ORDER, names)
    ola.page.set_viewport_size(size(1366, 768))
    ola.button("web.menu").click()
    ola.page.get_by_text(ola.say("web.set.left"), exact=True).click()
    ola.keys("Escape")
    for wide_tall, names in parts.items():
        assert misfits(ola, *wide_tall) == []
        assert ola.page.evaluate(ORDER, names) == before[wide_tall][::-1]


def test_forced_colours_leave_edges_and_choices_visible(newcomer: Newcomer, server: Server) -> None:
    ola = newcomer(forced_colors="active", viewport=size(1366, 768))
    start(ola, server)
    assert ola.page.evaluate(BARE) == []
    assert ola.page.evaluate(CHOSEN) == 2
    in_play("my_city/eternal", bots=1)(ola, server)
    assert ola.page.evaluate(BARE) == []
    ola.keys("ArrowUp")
    ola.tab_to(ola.board)
    ring = ola.ghost.locator(".ring")
    assert ring.evaluate("node => getComputedStyle(node).display") == "inline"
    assert misfits(ola, 1366, 768) == []
    assert misfits(ola, 390, 844) == []


def test_a_sun_by_day_and_a_moon_by_night(newcomer: Newcomer) -> None:
    """In the sky of a box; the switch shows what it brings."""
    ola = newcomer(color_scheme="light")
    ola.arrive()
    lid, switch = ola.box("point_city/table"), ola.button("web.theme.dark").locator("use")
    for shown, hidden in ((".sun", ".moon"), (".moon", ".sun")):
        assert lid.locator(shown).evaluate("node => getComputedStyle(node).display") == "inline"
        assert lid.locator(hidden).evaluate("node => getComputedStyle(node).display") == "none"
        assert switch.get_attribute("href") == hidden.replace(".", "#")
        ola.button("web.theme.dark").click()


def test_nothing_shifts_by_itself_while_a_page_opens_and_a_match_is_played(newcomer: Newcomer) -> None:
    ola = newcomer(viewport=size(390, 844), reduced_motion="no-preference")
    ola.context.add_init_script(f"({WATCH_SHIFTS})()")
    ola.arrive()
    ola.page.wait_for_load_state("networkidle")
    assert shifted(ola.page) < MOST_SHIFTED, ola.page.evaluate("window.shifts")
    ola.page.set_viewport_size(size(1366, 768))
    ola.play_now()
    for _ in range(3):
        ola.next_thing()
        ola.lay_by_mouse()
    ola.next_thing()
    assert shifted(ola.page) < MOST_SHIFTED, ola.page.evaluate("window.shifts")
