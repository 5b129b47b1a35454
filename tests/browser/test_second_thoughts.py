"""Second thoughts: behind its last answer a round stays open for a moment; a second click decides nothing."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.driving import Person
from tests.server.serving import Server, running

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def server(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Rounds stay open until somebody goes on."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("TILEFOLK_HOLD", "600")
        with running(tmp_path_factory.mktemp("data")) as server:
            yield server


def goes_on(person: Person) -> re.Pattern[str]:
    return re.compile(person.say("web.play.go_on"))


@pytest.mark.parametrize("language", ["en", "pl"])
def test_alone_one_thinks_again_and_goes_on(newcomer: Newcomer, language: str) -> None:
    ola = newcomer(language, reduced_motion="no-preference" if language == "en" else "reduce")
    ola.alone()
    assert ola.plan_by_mouse()
    ola.main.dblclick()  # the second click is not for the next card
    expect(ola.main).to_have_text(goes_on(ola))
    expect(ola.why).to_contain_text(ola.say("web.play.hold"))
    assert ola.main.locator(".runs").is_visible() == (language == "en")
    ola.laid(0)
    ola.button("web.play.undo").click()
    expect(ola.main).not_to_have_text(goes_on(ola))
    assert ola.plan_by_mouse()
    ola.keys("Enter")
    expect(ola.main).to_have_text(goes_on(ola))
    while ola.main.get_by_text(goes_on(ola)).count():
        ola.page.locator("body").press("Space")
    ola.laid(1)
    assert [line.split()[0] for line in ola.sent] == ["place", "undo", "place"]


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", ["my_city/eternal", "roll_and_build/1"])
def test_a_double_click_never_ends_a_part(newcomer: Newcomer, screen: dict[str, object], game: str) -> None:
    ola = newcomer(**screen)
    ola.alone(game=game)
    if game != "my_city/eternal":
        ola.keys("Escape")  # what the episode begins with
    ola.ending.dblclick()
    ola.page.wait_for_timeout(100)  # whatever it sends is under way
    assert ola.sent == []
    ola.keys("Escape")
    place = ola.ending.bounding_box()
    assert place
    for _ in range(6):
        ola.page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    ola.page.wait_for_timeout(100)
    assert ola.sent == []
    ola.speaks()
