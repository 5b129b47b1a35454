"""Every playing screen under axe-core, and not a word on the console."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.driving import Person

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SIZES = {"desktop": {"width": 1440, "height": 900}, "phone": {"width": 360, "height": 740}}
RUN = """(tags) => axe.run(document, {runOnly: {type: 'tag', values: tags}}).then(({violations}) =>
  violations.map(({id, nodes}) => [id, nodes.length, nodes.slice(0, 3).map(({html, failureSummary}) =>
    html.slice(0, 160) + ' | ' + failureSummary.slice(0, 200))]))"""


def violations(person: Person) -> list[Any]:
    """What axe-core finds on the page. Our policy lets no page fetch it, so the test brings it along."""
    person.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[Any] = person.page.evaluate(RUN, STANDARDS)
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "game", ["my_city/eternal", "my_island/eternal", "roll_and_build/10", "point_city/table"]
)
def test_a_playing_screen_is_clean(newcomer: Newcomer, game: str, size: str) -> None:
    ola = newcomer(viewport=SIZES[size])
    ola.arrive()
    table = ola.call("POST", "/api/play", game=game, bots=["greedy"])
    ola.open(f"/t/{table['id']}")
    expect(ola.page.locator(".play")).to_be_visible()
    ola.page.wait_for_load_state("networkidle")
    ola.page.wait_for_timeout(700)  # what moves has come to rest
    if ola.page.locator("dialog[open]").count():
        assert violations(ola) == []
        ola.keys("Escape")
    assert violations(ola) == []
