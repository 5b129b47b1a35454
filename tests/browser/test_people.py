"""People come and go on the map of a campaign: joining, sleeping and waking, a branch, a restart."""

import os
import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.campaign_steps import DESKTOP, PHONE
from tests.browser.conftest import Newcomer
from tests.browser.driving import Person
from tests.browser.test_axe import violations
from tests.server.campaigns import text_of


def begun(person: Person, matches: int) -> str:
    """A table that goes on with a campaign of two seats."""
    person.introduce()
    answer = person.context.request.post(
        f"{person.url}/api/series",
        data=text_of(2, matches).encode(),
        headers={"origin": person.url, "content-type": "text/plain"},
    )
    assert answer.ok, answer.text()
    table: str = answer.json()["id"]
    return table


def to_map(person: Person, table: str) -> None:
    person.open(f"/t/{table}")
    person.button("web.map.to").click()
    expect(lineup(person)).to_be_visible()


def lineup(person: Person) -> Locator:
    return person.page.get_by_role("region", name=person.say("web.lineup.title"))


def row(person: Person, seat: int) -> Locator:
    return lineup(person).get_by_role("group", name=person.say("web.new.seat", seat), exact=True)


def looks(person: Person, name: str) -> None:
    """Nothing is wider than the screen, nothing is a bare id, axe finds nothing."""
    person.speaks()
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(person) == []
    if folder := os.environ.get("SCREENSHOTS"):
        person.page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def shown(person: Person, table: str) -> dict[str, Any]:
    found: dict[str, Any] = person.call("GET", f"/api/tables/{table}")
    return found


def test_seats_join_sleep_and_wake_on_the_map(newcomer: Newcomer) -> None:
    ola = newcomer("pl", **PHONE)
    table = begun(ola, 13)
    ola.call("PUT", f"/api/tables/{table}/seats/1", sitter={"bot": "random"})
    to_map(ola, table)
    ola.button("web.lineup.join").click()
    offer = lineup(ola).get_by_text(ola.say("web.lineup.gets"))
    expect(offer).to_be_visible()
    expect(lineup(ola)).to_contain_text(ola.say("web.lineup.chooses", what=ola.say("sticker.W")))
    assert len(shown(ola, table)["seats"]) == 2, "it is told before it is confirmed"
    looks(ola, "joining")
    ola.button("web.lineup.join.bot").click()
    expect(row(ola, 3)).to_be_visible()
    assert len(shown(ola, table)["seats"]) == 3
    row(ola, 2).get_by_role("button", name=ola.say("web.lineup.sleep")).click()
    expect(row(ola, 2).get_by_role("button", name=ola.say("web.lineup.wake.bot"))).to_be_visible()
    assert shown(ola, table)["series"]["lineup"] == [0, 2]
    looks(ola, "asleep")
    row(ola, 3).get_by_role("button", name=ola.say("web.lineup.sleep")).click()
    expect(lineup(ola)).to_contain_text(ola.say("api.paused"))
    row(ola, 2).get_by_role("button", name=ola.say("web.lineup.wake.bot")).click()
    expect(lineup(ola).get_by_text(ola.say("api.paused"))).to_have_count(0)
    assert shown(ola, table)["series"]["lineup"] == [0, 1]


def from_episode(person: Person, number: int) -> Locator:
    person.page.get_by_role("button", name=person.say("web.from", number), exact=True).click()
    return person.page.get_by_role("dialog", name=person.say("web.from.title", number))


def test_a_branch_and_a_restart_that_two_people_agree_on(newcomer: Newcomer) -> None:
    ola, jan = newcomer(**DESKTOP), newcomer("pl", **PHONE)
    table = begun(ola, 3)
    jan.introduce()
    jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    to_map(ola, table)
    asked = from_episode(ola, 2)
    expect(asked).to_contain_text(ola.say("web.from.branch.note"))
    looks(ola, "from-here")
    asked.get_by_role("button", name=ola.say("web.from.branch")).click()
    expect(ola.page).to_have_url(re.compile(rf"/t/(?!{re.escape(table)})"))
    branch = ola.page.url.rpartition("/t/")[2]
    assert shown(ola, branch)["series"]["branch"] == {"table": table, "after": 2}
    assert shown(ola, branch)["series"]["played"] == 2 and shown(ola, table)["series"]["played"] == 3
    ola.open(f"/t/{table}")
    expect(lineup(ola)).to_be_visible()
    to_map(jan, table)
    asked = from_episode(ola, 3)
    asked.get_by_role("button", name=ola.say("web.from.restart"), exact=True).click()
    expect(ola.button("web.restart.back")).to_be_visible()
    expect(jan.button("web.restart.agree")).to_be_visible()
    looks(jan, "restart")
    jan.button("web.restart.refuse").click()
    expect(ola.button("web.restart.back")).to_have_count(0)
    from_episode(ola, 3).get_by_role("button", name=ola.say("web.from.restart"), exact=True).click()
    jan.button("web.restart.agree").click()
    there = ola.page.get_by_role("link", name=ola.say("web.restart.there"))
    expect(there).to_be_visible()
    there.click()
    for person in (ola, jan):  # whoever agreed last is there already
        expect(person.page).to_have_url(re.compile(rf"/t/(?!{re.escape(table)})"))
    new = ola.page.url.rpartition("/t/")[2]
    assert jan.page.url.endswith(new) and shown(jan, new)["mine"] == [1]
    assert shown(ola, new)["series"]["played"] == 2
