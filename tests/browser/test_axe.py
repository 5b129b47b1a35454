"""Every playing screen under axe-core, and not a word on the console."""

from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import Newcomer
from tests.browser.driving import Person
from tests.effort import times
from tests.server.serving import Live, Server, first_choice

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SIZES: dict[str, ViewportSize] = {
    "desktop": {"width": 1440, "height": 900},
    "phone": {"width": 360, "height": 740},
}
THEMES: dict[str, Literal["light", "dark"]] = {"light": "light", "dark": "dark"}
RUN = """(wanted) => axe.run(document, {
  runOnly: wanted, resultTypes: ['violations'], selectors: false, preload: false,
}).then(({violations}) => violations.map(({id, nodes}) => [
  id, nodes.length, nodes.slice(0, 3).map(({html, failureSummary}) =>
    html.slice(0, 160) + ' | ' + failureSummary.slice(0, 200))]))"""

AT_REST = """async () => {
  const ends = (one) => one.playState === 'running' && isFinite(one.effect.getComputedTiming().endTime);
  for (let frame = 0; frame < 2; frame += 1) {
    await new Promise(requestAnimationFrame);
    for (let moving; (moving = document.getAnimations().filter(ends)).length; )
      await Promise.allSettled(moving.map((one) => one.finished));
  }
}"""


def violations(person: Person) -> list[Any]:
    """What axe-core finds on the page. Our policy lets no page fetch it: the test brings it along, once."""
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(AXE.read_text(encoding="utf-8"))
    person.page.evaluate("scrollTo(0, document.body.scrollHeight)")  # where no bar lies over anything
    person.page.evaluate(AT_REST)  # a colour on its way to another has no contrast to speak of
    found: list[Any] = person.page.evaluate(RUN, STANDARDS)
    return found


GAMES = ["my_city/eternal", "my_island/eternal", "roll_and_build/10", "point_city/table"]
ANSWERS = 6  # of one's own before the middle of a match is looked at


def check(person: Person, *looks: str, opens: bool = False) -> None:
    """Nothing to complain about in the first of these looks, in all by `make test-long`.

    `opens`: also behind what opens by itself.
    """
    for name in looks[: times(1, len(looks))]:
        size, theme = name.split()
        person.page.set_viewport_size(SIZES[size])
        person.page.emulate_media(color_scheme=THEMES[theme])
        expect(person.page.locator(".flying")).to_have_count(0)  # fading, and gone in a moment
        assert (name, violations(person)) == (name, [])
        if opens and person.page.locator("dialog[open]").count():
            person.keys("Escape")
            assert (name, violations(person)) == (name, [])


def answer(live: Live, times: int) -> None:
    """So many answers of seat 0, by a socket beside the page's."""
    while 0 not in live.pushes:
        live.take()
    while times and live.pushes[0]["view"]["phase"] != "over":
        if 0 in live.pushes[0]["view"]["to_act"]:
            assert live.act(0, first_choice(live.pushes[0]["view"]))["type"] == "ack"
            times -= 1
        live.wait_for("push")


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_clean_from_its_opening_to_its_result(
    newcomer: Newcomer, server: Server, game: str
) -> None:
    """With everything that moves: what a page says while parts of it leave is on the console, too."""
    ola = newcomer(viewport=SIZES["desktop"], reduced_motion="no-preference")
    ola.introduce()
    table = ola.call("POST", "/api/play", game=game, bots=["random"])
    ola.open(f"/t/{table['id']}")
    expect(ola.page.locator(".play")).to_be_visible()
    check(ola, "desktop light", "phone dark", opens=True)
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in ola.context.cookies())
    live = Live(server, cookies, table["id"])
    answer(live, ANSWERS)
    check(ola, "phone dark", "desktop light")
    answer(live, 1000)
    live.close()
    expect(ola.page.get_by_role("button", name=ola.say("web.look.open"), exact=True)).to_be_visible()
    check(ola, "desktop dark", "phone light")
    ola.button("web.look.open").click()
    expect(ola.page.get_by_role("slider")).to_be_visible()
    ola.page.get_by_role("slider").fill("4")
    check(ola, "phone light", "desktop dark")
    ola.button("web.result.again").click()
    expect(ola.page.locator(".play")).to_be_visible()
