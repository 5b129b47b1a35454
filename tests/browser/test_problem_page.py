"""The page the server writes by itself, beside one of the client's: the same cloth, letters and button."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Newcomer

LOOK = """() => ['body', 'h1', 'main .btn'].map((part) => {
  const { backgroundImage, backgroundColor, color, fontFamily, fontSize, fontWeight, boxShadow } =
    getComputedStyle(document.querySelector(part));
  return [part, backgroundImage, backgroundColor, color, fontFamily, fontSize, fontWeight, boxShadow];
})"""


@pytest.mark.parametrize(
    ("language", "light", "width"),
    [("pl", "light", 360), ("en", "dark", 1440)],
)
def test_a_link_that_opens_nothing(newcomer: Newcomer, language: str, light: str, width: int) -> None:
    ola = newcomer(language, viewport={"width": width, "height": 800}, color_scheme=light)
    ola.open("/me/abc")
    what, more = ola.say("api.bad_link").split(". ")
    expect(ola.page.get_by_role("heading", level=1)).to_have_text(f"{what}.")
    expect(ola.page.get_by_text(more)).to_be_visible()
    assert ola.page.evaluate("document.documentElement.scrollWidth") <= width
    (fault,) = ola.faults  # nothing but the answer itself: the policy lets the style through
    assert "status of 404" in fault
    ola.faults.clear()
    ours = ola.page.evaluate(LOOK)
    ola.page.get_by_role("link", name=ola.say("web.missing.home"), exact=True).click()
    expect(ola.box("my_city/eternal")).to_be_visible()
    ola.open("/nowhere/at/all")
    expect(ola.page.get_by_role("heading", level=1)).to_have_text(ola.say("web.missing.page"))
    assert ours == ola.page.evaluate(LOOK)
