"""People come and go in a campaign: joining, sleeping, waking, branches and restarts, in the browser."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.campaign_steps import (
    DESKTOP,
    PHONE,
    break_seal,
    dialog,
    ends,
    is_well_made,
    next_episode,
    peek,
    sends,
    skip,
    take_in,
    to_the_map,
)
from tests.browser.conftest import Newcomer
from tests.browser.driving import Person
from tests.server.campaigns import choose, text_of

BOT = {"bot": "random"}


def seat_of(person: Person, number: int) -> Locator:
    """The buttons of a seat in "who plays the next episode"."""
    lineup = person.page.get_by_role("region", name=person.say("web.lineup.title"))
    return lineup.get_by_role("group", name=person.say("web.new.seat", number), exact=True)


def past_the_introduction(person: Person, envelope: int | None = None) -> None:
    """The envelope where it is still sealed on this device, then what happened since."""
    if envelope:
        break_seal(person, envelope)
        skip(person)
    since = person.page.get_by_role("dialog", name=person.say("web.since.title"))
    since.get_by_role("button", name=person.say("web.since.on")).click()
    expect(since).to_have_count(0)


def answers_choices(person: Person, table: str) -> list[str]:
    """Whatever is to be chosen, by lines that this person's page sends; these lines."""
    seat, lines = peek(person, table)["seat"], []
    while (view := peek(person, table))["choices"]:
        lines.append(choose(view))
        sends(person, table, seat, lines[-1])
    return lines


def test_somebody_joins_after_thirteen_episodes(newcomer: Newcomer) -> None:
    """What a newcomer gets is told first; then a seat is added, taken, and chooses before the first card."""
    ola, jan = newcomer(**DESKTOP), newcomer("pl", **PHONE)
    ola.introduce()
    jan.introduce()
    table = take_in(ola, text_of(2, 13))
    ola.call("PUT", f"/api/tables/{table}/seats/1", sitter=BOT)
    ola.open(f"/t/{table}")
    to_the_map(ola)
    ola.button("web.lineup.join").click()
    offer = ola.page.get_by_role("status").filter(has_text=ola.say("web.lineup.gets"))
    expect(
        offer.get_by_text(ola.say("web.lineup.chooses", what=ola.say("sticker.cog"))).first
    ).to_be_visible()
    is_well_made(ola)
    ola.button("web.lineup.join.open").click()
    expect(next_episode(ola)).to_have_attribute("aria-disabled", "true")
    expect(next_episode(ola)).to_have_accessible_description(ola.say("web.gather.free", 1))
    jan.open(f"/t/{table}")
    to_the_map(jan)
    is_well_made(jan)
    jan.button("web.seat.take").tap()
    expect(next_episode(jan)).to_be_enabled()
    next_episode(ola).click()
    for person in (ola, jan):
        past_the_introduction(person, envelope=5)
    is_well_made(jan)
    answers_choices(ola, table)
    assert (peek(jan, table)["phase"], peek(jan, table)["seat"]) == ("owed", 2)
    lines = answers_choices(jan, table)
    assert {line.split()[0] for line in lines} == {"stick", "mark"}
    for person in (ola, jan):
        expect(person.ending).to_be_enabled()
    brought = peek(jan, table)["boards"][2]["brought"]["counts"]
    assert brought["progress"] == min(ola.call("GET", f"/api/tables/{table}")["series"]["totals"][:2])


def test_a_seat_sleeps_through_an_episode_and_wakes(newcomer: Newcomer) -> None:
    ola, jan = newcomer("pl", **PHONE), newcomer(**DESKTOP)
    ola.introduce()
    jan.introduce()
    table = take_in(ola, text_of(3, 16))
    jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    ola.call("PUT", f"/api/tables/{table}/seats/2", sitter=BOT)
    for person in (ola, jan):
        person.open(f"/t/{table}")
        to_the_map(person)
    seat_of(jan, 2).get_by_role("button", name=jan.say("web.lineup.sleep")).click()
    cities = ola.page.get_by_role("region", name=ola.say("web.campaign.my_city.boards"))
    expect(cities.get_by_text(re.compile(re.escape(ola.say("web.lineup.asleep"))))).to_be_visible()
    panel = ola.page.get_by_role("region", name=ola.say("web.lineup.title"))
    playing = panel.locator("[data-seat]")
    asleep = panel.locator(".asleep [data-seat]")
    assert [playing.nth(row).get_attribute("data-seat") for row in range(playing.count())] == ["0", "2", "1"]
    expect(asleep).to_have_attribute("data-seat", "1")
    is_well_made(ola)
    next_episode(ola).click()
    past_the_introduction(ola, envelope=6)
    answers_choices(ola, table)
    ends(ola)
    ola.until(lambda: peek(ola, table)["phase"] in ("reward", "over"))
    answers_choices(ola, table)
    to_the_map(jan)
    slept = jan.page.get_by_role("button", name=f"{jan.say('web.map.look', 17)}.")
    expect(slept).to_contain_text(jan.say("web.lineup.asleep"))
    is_well_made(jan)
    seat_of(jan, 2).get_by_role("button", name=jan.say("web.lineup.wake"), exact=True).click()
    expect(seat_of(jan, 2).get_by_role("button", name=jan.say("web.lineup.sleep"))).to_be_visible()
    next_episode(jan).click()
    past_the_introduction(jan, envelope=6)
    view = peek(jan, table)
    assert (view["game"], view["seat"], len(view["boards"])) == ("my_city/18", 1, 3)
    answers_choices(jan, table)
    expect(jan.ending).to_be_enabled()


def test_a_branch_goes_on_from_an_earlier_episode(newcomer: Newcomer) -> None:
    ola = newcomer("pl", **PHONE)
    ola.introduce()
    table = take_in(ola, text_of(2, 16))
    ola.open(f"/t/{table}")
    to_the_map(ola)
    ola.button("web.from", 15).tap()
    expect(dialog(ola)).to_contain_text(ola.say("web.from.branch.note"))
    is_well_made(ola)
    dialog(ola).get_by_role("button", name=ola.say("web.from.branch")).tap()
    ola.until(lambda: table not in ola.page.url)
    to_the_map(ola)
    other = ola.page.url.rpartition("/")[2]
    ola.page.get_by_role("button", name=ola.say("web.seat.put")).tap()
    expect(next_episode(ola)).to_contain_text(ola.say("web.map.episode", 16))
    next_episode(ola).tap()
    past_the_introduction(ola, envelope=6)
    answers_choices(ola, other)
    expect(ola.ending).to_be_enabled()
    assert peek(ola, other)["game"] == "my_city/16"
    old = ola.call("GET", f"/api/tables/{table}")
    assert (old["series"]["played"], old["goes_on"], old["seats"][1]["sitter"]) == (16, None, None)


def test_two_people_agree_to_play_a_running_episode_again(newcomer: Newcomer) -> None:
    ola, jan = newcomer(**DESKTOP), newcomer("pl", **PHONE)
    for person, name in ((ola, "Ola"), (jan, "Jan")):
        person.introduce()
        person.named(name)
    table = take_in(ola, text_of(2, 4))
    jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    ola.call("POST", f"/api/tables/{table}/start")
    for person in (ola, jan):
        person.open(f"/t/{table}")
        past_the_introduction(person, envelope=2)
        answers_choices(person, table)
    for person in (ola, jan):
        expect(person.ending).to_be_enabled()
    asks(ola)
    notice = jan.page.get_by_role("complementary", name=jan.say("web.restart.title"))
    expect(notice).to_contain_text(jan.say("web.restart.asks", 5, name="Ola"))
    is_well_made(jan)
    notice.get_by_role("button", name=jan.say("web.restart.refuse")).tap()
    expect(notice).to_have_count(0)
    expect(ola.page.get_by_role("complementary", name=ola.say("web.restart.title"))).to_have_count(0)
    asks(ola)
    expect(notice).to_contain_text(jan.say("web.restart.agreed", names="Ola"))
    expect(notice).to_contain_text(jan.say("web.restart.waiting", names="Jan"))
    notice.get_by_role("button", name=jan.say("web.restart.agree")).tap()
    jan.until(lambda: table not in jan.page.url)
    to_the_map(jan)
    ola.page.get_by_role("link", name=ola.say("web.restart.there")).click()
    to_the_map(ola)
    assert ola.page.url == jan.page.url
    next_episode(ola).click()
    for person in (ola, jan):
        past_the_introduction(person, envelope=2)
        answers_choices(person, ola.page.url.rpartition("/")[2])
    for person in (ola, jan):
        expect(person.ending).to_be_enabled()


def asks(person: Person) -> None:
    """For a restart, from the menu; the first press only asks whether one is sure."""
    person.page.get_by_role("button", name=person.say("web.menu"), exact=True).click()
    expect(person.page.get_by_text(person.say("web.restart.note"))).to_be_visible()
    person.button("web.restart.running").click()
    person.button("web.restart.sure").click()
    notice = person.page.get_by_role("complementary", name=person.say("web.restart.title"))
    expect(notice.get_by_role("button", name=person.say("web.restart.back"))).to_be_visible()
