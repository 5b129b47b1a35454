"""Guided first matches: to their end by mouse, touch and keys; wrong steps; left and taken up."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.learning import Learner, Way
from tests.effort import times
from tests.guided import GUIDES

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LOW_PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1366, "height": 768}}
TABLET = {"viewport": {"width": 820, "height": 1180}}
CITY = "my_city/eternal"

# Every guide once and every way in every run; the others by `make test-long`.
COMMON: list[tuple[str, Way, str, dict[str, Any]]] = [
    (CITY, "mouse", "en", DESKTOP),
    ("roll_and_build/1", "touch", "pl", PHONE),
    ("my_island/eternal", "touch", "en", LOW_PHONE),
    ("point_city/table", "touch", "en", PHONE),
    ("point_city/solo-easy", "keys", "pl", DESKTOP),
]
LONG: list[tuple[str, Way, str, dict[str, Any]]] = [
    (CITY, "keys", "pl", DESKTOP),
    ("roll_and_build/1", "keys", "en", DESKTOP),
    ("my_island/eternal", "mouse", "pl", DESKTOP),
    (CITY, "touch", "en", PHONE),
    ("roll_and_build/1", "mouse", "pl", TABLET),
    ("my_island/eternal", "keys", "en", DESKTOP),
    ("point_city/table", "mouse", "pl", DESKTOP),
    ("point_city/table", "keys", "en", DESKTOP),
    ("point_city/solo-easy", "mouse", "en", DESKTOP),
    ("point_city/solo-easy", "touch", "pl", PHONE),
]
PLAYED = (COMMON + LONG)[: times(len(COMMON), len(COMMON + LONG))]


@pytest.mark.parametrize(
    ("mode", "way", "language", "screen"), PLAYED, ids=[f"{mode}-{way}" for mode, way, *_ in PLAYED]
)
def test_a_guide_to_its_end(
    newcomer: Newcomer, mode: str, way: Way, language: str, screen: dict[str, Any]
) -> None:
    ola = newcomer(language, **screen)
    learner = Learner(ola, GUIDES[mode], way)
    learner.begins()
    for step in GUIDES[mode].steps:
        learner.sees(step)
        assert learner.board_has_rested()
        learner.does(step)
    expect(learner.callout).to_have_count(0)
    expect(ola.page.locator(".play")).to_be_visible()
    assert "undo" not in ola.sent


def test_after_the_guide_the_match_goes_on_to_its_end(newcomer: Newcomer) -> None:
    """A newcomer is offered a guide; whoever has played is offered it less loudly, and never has to."""
    ola = newcomer()
    learner = Learner(ola, GUIDES["roll_and_build/1"], "mouse")
    learner.begins()
    ola.ending.click()
    ola.ending.click()
    expect(ola.results).to_be_visible()
    expect(ola.page.get_by_text(ola.say("ui.title.practice"), exact=True)).to_be_visible()
    expect(learner.callout).to_have_count(0)
    ola.open()
    played, new = ola.box("roll_and_build"), ola.box(CITY)
    expect(played.get_by_role("button", name=ola.say("web.box.guide"), exact=True)).to_be_visible()
    expect(new.get_by_role("button", name=ola.say("web.box.learn"), exact=True)).to_be_visible()


@pytest.mark.parametrize("language", ["en", "pl"][: times(1, 2)])
def test_a_wrong_step_is_explained_and_never_refused(newcomer: Newcomer, language: str) -> None:
    ola = newcomer(language, **DESKTOP)
    learner = Learner(ola, GUIDES[CITY], "mouse")
    learner.begins()
    river, build, turn, *_ = GUIDES[CITY].steps
    learner.sees(river)
    ola.click_cell("H9")  # away from the river
    expect(learner.callout).to_contain_text(learner.say(river, ".wrong"))
    ola.keys("Escape")
    expect(learner.callout).not_to_contain_text(learner.say(river, ".wrong"))

    learner.does(river)
    learner.sees(build)
    ola.keys("p")
    expect(learner.callout).to_contain_text(learner.say(build, ".wrong"))
    ola.until(lambda: not ola.button("web.play.undo").get_attribute("aria-disabled"))
    ola.button("web.play.undo").click()
    ola.until(lambda: learner.draft()[1] == "T4")
    expect(learner.callout).not_to_contain_text(learner.say(build, ".wrong"))

    ola.keys("Escape")
    learner.way = "keys"
    learner.walk("F4")  # another place where it may lie
    ola.main.click()
    learner.sees(turn)
    ola.until(lambda: learner.draft()[1] == "I3")
    learner.walk("F3")  # it may lie there too
    expect(learner.callout).to_contain_text(learner.say(turn, ".wrong"))
    ola.keys("r")
    expect(learner.callout).to_contain_text(learner.say(turn, ".move"))
    ola.keys("r")
    ola.main.click()
    expect(learner.callout).to_contain_text(ola.say("web.guide.strayed"))
    assert [line.split()[0] for line in ola.sent] == ["pass", "undo", "place", "place"]


def test_it_is_left_and_taken_up_also_after_a_reload(newcomer: Newcomer) -> None:
    ola = newcomer(**PHONE)
    learner = Learner(ola, GUIDES[CITY], "touch")
    learner.begins()
    river, build, *_ = GUIDES[CITY].steps
    learner.does(river)
    learner.sees(build)
    ola.page.reload()
    learner.sees(build)
    assert learner.board_has_rested()

    low = ola.board.bounding_box()
    ola.button("web.guide.leave").tap()
    expect(learner.callout).to_have_count(0)
    assert ola.board.bounding_box() == low  # nothing moves under a finger
    ola.page.reload()
    expect(ola.board).to_be_visible()
    ola.until(lambda: ola.board.bounding_box()["y"] < low["y"])  # type: ignore[index]
    expect(ola.button("web.guide.take_up")).to_be_visible()
    expect(learner.callout).to_have_count(0)
    ola.button("web.guide.take_up").tap()
    learner.sees(build)
    expect(ola.page.locator(".callout [aria-live=polite]")).to_have_text(learner.say(build))
