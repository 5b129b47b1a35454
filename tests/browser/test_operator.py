"""The operator's page, and what others see of what is done there."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.server.serving import Server
from tests.server.test_operator import operator_key
from tilefolk.locale import LANGUAGES

GAME = "my_city/eternal"
PHONE = {"viewport": {"width": 390, "height": 800}}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_operator_names_and_closes_a_table_and_deletes_a_person(
    server: Server, newcomer: Newcomer, language: str
) -> None:
    ola, boss = newcomer(language), newcomer(language, **PHONE)
    ola.open("/me")
    expect(ola.page.get_by_role("heading", name=ola.say("web.me.title"))).to_be_visible()
    table = ola.named(f"Ola {language}").call(
        "POST", "/api/tables", game=GAME, options={}, seats=["me", "open"], listed=True
    )
    ola.open(f"/t/{table['id']}")
    boss.open("/operator")
    expect(boss.page.get_by_text(boss.say("api.no_operator"))).to_be_visible()
    boss.faults.clear()  # the browser tells that the door was shut
    boss.open(f"/operator?key={operator_key(server)}")
    expect(boss.page.get_by_text(boss.say("operator.nodes"))).to_be_visible()
    boss.page.get_by_label(boss.say("operator.find.tables")).fill(f"Ola {language}")
    boss.button("operator.find").first.click()
    tables = boss.page.get_by_label(boss.say("operator.tables"), exact=True)
    expect(tables.get_by_role("listitem")).to_have_count(1)
    tables.get_by_label(boss.say("operator.name"), exact=True).fill(f"Club {language}")
    tables.get_by_role("button", name=boss.say("operator.rename")).click()
    expect(tables.get_by_role("link", name=f"Club {language}")).to_be_visible()
    tables.get_by_role("button", name=boss.say("operator.close")).click()
    expect(ola.page.get_by_text(ola.say("api.table_closed"))).to_be_visible()
    expect(ola.page.get_by_role("heading", name=f"Club {language}")).to_be_visible()
    assert "key" not in boss.page.url
    ola.open("/me")
    people = boss.page.get_by_label(boss.say("operator.people"), exact=True)
    people.get_by_label(boss.say("operator.find.people")).fill(f"Ola {language}")
    people.get_by_role("button", name=boss.say("operator.find")).click()
    expect(people.get_by_role("listitem")).to_have_count(1)
    people.get_by_role("button", name=boss.say("operator.delete"), exact=True).click()
    people.get_by_role("button", name=boss.say("operator.delete.sure", name=f"Ola {language}")).click()
    expect(people.get_by_text(boss.say("operator.none"))).to_be_visible()
    boss.speaks()
