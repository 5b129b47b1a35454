"""The page of rules: drawn examples that fit on a phone and on a desktop, clean under axe-core."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.test_axe import check

CUT = """() => [...document.querySelectorAll('main li, main p, main h3')].filter((node) => {
  const {left, right} = node.getBoundingClientRect();
  return left < -1 || right > innerWidth + 1 || node.scrollWidth > node.clientWidth + 1;
}).map((node) => node.textContent)"""


@pytest.mark.parametrize(("mode", "language"), [("my_city/eternal", "pl"), ("point_city/table", "en")])
def test_the_rules_of_a_game(newcomer: Newcomer, mode: str, language: str) -> None:
    ola = newcomer(language, viewport={"width": 360, "height": 740})
    ola.page.goto(f"{ola.url}/rules/{mode}")
    rules = ola.page.locator("[data-rule]")
    expect(rules.first).to_be_visible()
    groups = ("aim", "pay" if mode.startswith("point_city") else "build", "points", "end")
    expect(ola.page.get_by_role("heading", level=3)).to_have_text(
        [ola.say(f"rules.group.{one}") for one in groups]
    )
    expect(ola.page.locator("section p").first).to_have_text(ola.say(f"aim.{mode.partition('/')[0]}"))
    assert rules.locator("svg").count() > rules.count()
    assert ola.page.evaluate(CUT) == []
    check(ola)
    assert ola.page.evaluate(CUT) == []


def test_the_box_of_a_game_shows_its_rules(newcomer: Newcomer) -> None:
    ola = newcomer()
    ola.page.goto(ola.url)
    box = ola.page.get_by_role("article").filter(has_text=ola.say("game.my_island"))
    box.get_by_role("button", name=ola.say("web.rules.open")).click()
    expect(ola.page.get_by_role("dialog").locator("[data-rule='match'] svg").first).to_be_visible()
