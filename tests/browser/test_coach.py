"""The coach in the browser: what it would do, and after a match what could have been."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.test_axe import violations

PHONE = {"width": 390, "height": 844}


def test_it_advises_against_bots_and_looks_back_after_the_end(newcomer: Newcomer) -> None:
    ola = newcomer(language="pl", viewport=PHONE, has_touch=True)
    ola.alone()
    ola.button("coach.what").click()
    answers = ola.page.get_by_role("dialog").get_by_role("listitem")
    expect(answers).to_have_count(3)
    assert violations(ola) == []
    answers.nth(1).get_by_role("button").tap()
    expect(ola.page.get_by_role("dialog")).to_have_count(0)
    expect(ola.ghost).to_have_class(re.compile(r"\blegal\b"))
    expect(ola.page.locator(".hinted")).to_have_count(3)
    ola.button("web.play.undo").tap()
    ola.ending.click()
    ola.ending.click()
    expect(ola.results).to_be_visible()
    ola.button("coach.ask").click()
    panel = ola.page.get_by_role("region", name=ola.say("coach.title"))
    expect(panel.get_by_role("img")).to_have_count(2)
    assert violations(ola) == []
