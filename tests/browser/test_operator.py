"""The operator's page, and what others see of what is done there."""

from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.test_talk import two
from tests.server.serving import Server
from tests.server.test_operator import operator_key
from tilefolk.locale import LANGUAGES

GAME = "my_city/eternal"
PHONE = {"viewport": {"width": 390, "height": 800}}


def test_an_operator_names_and_closes_a_table_and_deletes_a_person(
    server: Server, newcomer: Newcomer
) -> None:
    ola, boss = newcomer("pl"), newcomer("pl", **PHONE)
    ola.open("/me")
    expect(ola.page.get_by_role("heading", name=ola.say("web.me.title"))).to_be_visible()
    table = ola.named("Ola at the club").call(
        "POST", "/api/tables", game=GAME, options={}, seats=["me", {"bot": "random"}], listed=True
    )
    ola.open(f"/t/{table['id']}")
    boss.open("/operator")
    expect(boss.page.get_by_text(boss.say("api.no_operator"))).to_be_visible()
    boss.faults.clear()  # the browser tells that the door was shut
    boss.open(f"/operator#key={operator_key(server)}")
    expect(boss.page.get_by_text(boss.say("operator.nodes"))).to_be_visible()
    boss.page.get_by_label(boss.say("operator.find.tables")).fill("Ola at the club")
    boss.button("operator.find").first.click()
    tables = boss.page.get_by_label(boss.say("operator.tables"), exact=True)
    expect(tables.get_by_role("listitem")).to_have_count(1)
    tables.get_by_label(boss.say("operator.name"), exact=True).fill("Club of ours")
    tables.get_by_role("button", name=boss.say("operator.rename")).click()
    expect(tables.get_by_role("link", name="Club of ours")).to_be_visible()
    tables.get_by_role("button", name=boss.say("operator.close")).click()
    expect(ola.page.get_by_text(ola.say("api.table_closed"))).to_be_visible()
    expect(ola.page.get_by_role("heading", name="Club of ours")).to_be_visible()
    expect(ola.page.get_by_role("link", name=ola.say("web.missing.home"), exact=True)).to_be_visible()
    assert "key" not in boss.page.url
    tables.get_by_role("button", name=boss.say("operator.open")).click()
    ola.begin()
    expect(ola.board).to_be_visible()
    people = boss.page.get_by_label(boss.say("operator.people"), exact=True)
    people.get_by_label(boss.say("operator.find.people")).fill("Ola at the club")
    people.get_by_role("button", name=boss.say("operator.find")).click()
    expect(people.get_by_role("listitem")).to_have_count(1)
    people.get_by_role("button", name=boss.say("operator.delete"), exact=True).click()
    people.get_by_role("button", name=boss.say("operator.delete.sure", name="Ola at the club")).click()
    expect(people.get_by_text(boss.say("operator.deleted", name="Ola at the club"))).to_be_visible()
    expect(people.get_by_text(boss.say("operator.none"))).to_be_visible()
    boss.speaks()
    assert boss.page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(ola.page.get_by_text(ola.say("web.unknown"), exact=True)).to_be_visible()
    ola.faults.clear()  # the browser tells that the door was shut
    ola.button("web.unknown.go").click()
    for language in LANGUAGES:  # of somebody new
        ola.speak_on(language)
        guest = ola.say("web.seat.by_bot", name=ola.say("person.deleted"))
        expect(ola.page.get_by_text(guest).first).to_be_visible()


def test_an_operator_removes_what_somebody_said(server: Server, newcomer: Newcomer) -> None:
    boss = newcomer("en", **PHONE)
    hania, tom = two(newcomer)
    tom.button.click()
    tom.says("nonsense")
    tom.sign("tea").click()
    hania.button.click()
    expect(hania.log).to_contain_text(hania.person.say("talk.reaction.tea"))
    boss.open(f"/operator#key={operator_key(server)}")
    boss.page.get_by_label(boss.say("operator.find.tables")).fill(hania.table)
    boss.button("operator.find").first.click()
    tables = boss.page.get_by_label(boss.say("operator.tables"), exact=True)
    expect(tables.get_by_label(boss.say("operator.name"), exact=True)).to_have_count(1)
    boss.button("operator.talk").click()
    said = boss.page.get_by_role("list", name=boss.say("operator.talk.of", name="Hania, Tom"))
    expect(said.get_by_role("listitem")).to_have_count(2)
    expect(said.get_by_role("listitem").first).to_contain_text(boss.say("talk.reaction.tea"))
    remove = boss.button("talk.remove", name="Tom", text="nonsense")
    remove.click()
    boss.button("operator.keep").click()
    remove.click()
    expect(boss.page.get_by_text(boss.say("operator.remove.note"))).to_be_visible()
    assert boss.page.evaluate("document.documentElement.scrollWidth") <= 390
    boss.button("operator.remove.sure").click()
    expect(boss.page.get_by_text(boss.say("operator.removed", name="Tom"))).to_be_visible()
    expect(said).not_to_contain_text("nonsense")
    for each in (hania, tom):
        expect(each.log).to_contain_text(each.person.say("talk.gone"))
        expect(each.log).not_to_contain_text("nonsense")
        expect(each.log).to_contain_text(each.person.say("talk.reaction.tea"))


def test_a_table_closed_during_or_after_a_match_is_looked_at_and_no_more(
    server: Server, newcomer: Newcomer
) -> None:
    ola, boss = newcomer(**PHONE), newcomer()
    ola.play_now()
    table = ola.page.url.rpartition("/")[2]
    boss.open(f"/operator#key={operator_key(server)}")
    expect(boss.page.get_by_text(boss.say("operator.nodes"))).to_be_visible()

    def close(closed: bool) -> None:
        boss.call("PUT", f"/api/operator/tables/{table}", closed=closed)

    for over in (False, True):
        if over:
            close(False)
            ola.call("PUT", f"/api/tables/{table}/seats/0", sitter={"bot": "greedy"})
            expect(ola.button("web.result.again")).to_be_visible()
        close(True)
        expect(ola.page.get_by_text(ola.say("api.table_closed"))).to_be_visible()
        if over:
            expect(ola.results).to_be_visible()
        else:
            expect(ola.page.get_by_role("img", name=ola.pattern("web.board"))).to_have_count(4)
        expect(ola.button("web.result.again")).to_have_count(0)
        expect(ola.page.get_by_text(ola.say("web.turn"))).to_have_count(0)
        assert ola.say("web.turn") not in ola.page.title()
