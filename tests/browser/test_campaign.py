"""My City's campaign in the browser: cities, envelopes, stickers by mouse, touch and keys, the map."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.campaign_steps import (
    DESKTOP,
    LEGAL,
    PHONE,
    begins_to_choose,
    break_seal,
    dialog,
    ends,
    is_well_made,
    legal_cells,
    look_back,
    next_episode,
    next_slip,
    pays_what_is_owed,
    peek,
    put_away,
    put_off,
    reads_on,
    skip,
    take_in,
    to_the_map,
)
from tests.browser.conftest import Newcomer
from tests.browser.driving import Person, middle, touch_drag
from tests.server.campaigns import CAMPAIGN, text_of

FOURTH_CHURCH = {1: "W5", 2: "P5", 3: "V3"}  # by place


def test_two_people_and_a_bot_play_on_boards_that_remember(newcomer: Newcomer) -> None:
    ola, jan = newcomer("pl", **PHONE), newcomer(**DESKTOP)
    ola.introduce()
    jan.introduce()
    body: dict[str, Any] = {"options": {"pace": "together"}, "seats": ["me", "open", {"bot": "greedy"}]}
    table = ola.call("POST", "/api/tables", game=CAMPAIGN, listed=False, **body)["id"]
    jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    ola.call("POST", f"/api/tables/{table}/start")
    first_envelope(ola, jan, table)
    episode_one(ola, jan, table)
    the_map(ola, jan)
    episode_two(ola, jan, table)
    episode_three(ola, jan, table)


def first_envelope(ola: Person, jan: Person, table: str) -> None:
    """It has the rules one begins with, each on the own board; it can be skipped."""
    ola.open(f"/t/{table}")
    sealed = break_seal(ola, 1)
    is_well_made(ola)
    expect(next_slip(ola)).to_contain_text(ola.say("about.deck"))
    expect(sealed.locator(".glow")).to_have_count(0)
    for rule in ("track.lock", "land.plain", "one_bank", "start.river"):
        expect(next_slip(ola)).to_contain_text(ola.say(f"about.{rule}"))
    expect(sealed.locator(".glow")).to_have_count(1)
    skip(ola)
    jan.open(f"/t/{table}")
    break_seal(jan, 1).get_by_label(jan.say("web.campaign.my_city.name")).fill("Riverside")
    is_well_made(jan)
    skip(jan)


def episode_one(ola: Person, jan: Person, table: str) -> None:
    """The bot is first, Ola second, Jan last; he drags his tree there, reloads, and puts it."""
    ola.button("web.play.more").click()
    ola.button("web.play.move.up").click()
    expect(ola.ghost).to_be_visible()
    ola.main.click()
    ends(jan)
    expect(ola.ending).to_be_enabled()
    ends(ola)
    begins_to_choose(jan)
    expect(ola.main).to_contain_text(ola.say("web.play.waiting"))
    cells = legal_cells(peek(jan, table))
    jan.click_cell("A4")
    expect(jan.why).to_contain_text(jan.say("why.stick.on.empty").partition(".")[0])
    expect(jan.main).to_have_attribute("aria-disabled", "true")
    jan.drag(jan.point("A4"), jan.point(cells[3]))
    expect(jan.why).to_contain_text(f"{cells[3]}: {jan.say('web.stick.fits')}")
    is_well_made(jan)
    jan.page.reload()
    expect(jan.ghost).to_have_class(LEGAL)
    expect(jan.why).to_contain_text(cells[3])
    jan.main.click()
    for person in (ola, jan):
        expect(person.page.get_by_role("heading", name=person.say("web.kept.stickers"))).to_be_visible()
        is_well_made(person)
        to_the_map(person)
        is_well_made(person)
    assert jan.sent[-1] == f"stick t {cells[3]}"


def the_map(ola: Person, jan: Person) -> None:
    """A city without a name gets one on the map; an episode can be looked at again, round by round."""
    expect(jan.button("web.map.name.change")).to_be_visible()
    ola.button("web.map.name.save").click()
    ola.page.get_by_label(ola.say("web.campaign.my_city.name")).fill("Lipowo")
    ola.button("web.map.name.save").click()
    expect(ola.button("web.map.name.change")).to_be_visible()
    expect(ola.page.get_by_text("Riverside")).to_be_visible()
    look_back(jan, 1)
    slider = jan.page.get_by_role("slider")
    slider.press("Home")
    expect(jan.page.get_by_role("heading", level=1)).to_have_text(re.compile(r"\b0\b"))
    slider.press("ArrowRight")
    expect(jan.page.get_by_role("heading", level=1)).to_have_text(re.compile(r"\b1\b"))
    jan.button("web.map.to").click()
    jan.button("web.map.read").click()
    expect(dialog(jan).get_by_text(jan.say("chapter.my_city.1.story"))).to_be_visible()
    jan.page.keyboard.press("Escape")
    expect(dialog(jan)).to_have_count(0)
    next_episode(jan).click()


def episode_two(ola: Person, jan: Person, table: str) -> None:
    """Everyone has a well. Ola drags hers with a finger, takes it back, puts it by the list; Jan by keys."""
    expect(dialog(ola)).to_be_visible()
    is_well_made(ola)
    for person in (ola, jan):
        reads_on(person, "web.since.new", "web.since.stickers")
    expect(jan.board.locator(".paper")).to_have_count(1)
    ends(jan)
    ends(ola)
    begins_to_choose(ola)
    expect(ola.board.locator(".paper")).to_have_count(0)
    is_well_made(ola)
    wells = legal_cells(peek(ola, table))
    x, y = ola.point(wells[0])
    touch_drag(ola, middle(ola.piece), (x, y + 60))  # a finger holds it above itself
    expect(ola.why).to_contain_text(wells[0])
    ola.main.tap()
    begins_to_choose(jan)
    expect(jan.board.locator(".paper")).to_have_count(1)
    ola.until(lambda: legal_cells(peek(ola, table)) != wells)
    expect(ola.main.filter(has_text=ola.say("web.play.sent"))).to_have_count(0)  # else nothing is taken back
    ola.button("web.play.undo").first.tap()
    ola.until(lambda: legal_cells(peek(ola, table)) == wells)
    ola.tap_at(*ola.point(wells[1]))
    expect(ola.why).to_contain_text(wells[1])
    ola.button("web.play.list").tap()
    dialog(ola).get_by_role("button", name=wells[-1], exact=True).tap()
    expect(ola.why).to_contain_text(wells[-1])
    ola.main.tap()
    ola.until(lambda: f"stick W {wells[-1]}" in ola.sent)
    one_sees_who_is_done(ola, jan, table, wells[-1])
    jan.keys("Enter", "ArrowLeft")
    expect(jan.ghost).to_be_visible()
    jan.keys("l")
    dialog(jan).get_by_role("button", name=legal_cells(peek(jan, table))[0], exact=True).press("Enter")
    jan.keys("Enter")
    jan.until(lambda: any(line.startswith("stick W") for line in jan.sent))
    for person in (ola, jan):
        if peek(person, table)["phase"] == "reward" and peek(person, table)["choices"]:
            put_off(person)
    assert "later" in [*ola.sent, *jan.sent]
    for person in (ola, jan):
        expect(person.page.get_by_text(f"{person.say('sticker.W')}, {wells[-1]}")).to_be_visible()
        to_the_map(person)
    next_episode(ola).click()


def one_sees_who_is_done(ola: Person, jan: Person, table: str, cell: str) -> None:
    """Not what somebody has chosen: it is shown when all have."""
    state = "web.stick.chooses" if peek(ola, table)["choices"] else "web.play.ready"
    neighbour = jan.page.get_by_role("article").last  # around the table from Jan: the bot, then Ola
    expect(neighbour).to_contain_text(jan.say(state))
    assert cell not in str(peek(jan, table)["boards"][0])


def episode_three(ola: Person, jan: Person, table: str) -> None:
    """Whoever put a choice off makes it before the first card."""
    for person in (ola, jan):
        reads_on(person)
        pays_what_is_owed(person, table)
    for person in (ola, jan):
        expect(person.ending).to_be_enabled()
        person.button("web.since.title").click()
        reads_on(person)


def test_the_second_envelope_and_a_fourth_church_for_everybody(newcomer: Newcomer) -> None:
    """Ola opens it on the map, Jan finds it waiting; then Ewa takes over the seat of the bot."""
    ola, jan, ewa = newcomer(**DESKTOP), newcomer("pl", **PHONE), newcomer(**DESKTOP)
    for person in (ola, jan, ewa):
        person.introduce()
    table = take_in(ola, text_of(3, 3))
    jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    ola.call("PUT", f"/api/tables/{table}/seats/2", sitter={"bot": "greedy"})
    for person in (ola, jan):
        person.open(f"/t/{table}")
        to_the_map(person)
    opens_on_the_map(ola)
    expect(next_episode(jan)).to_contain_text(jan.say("web.map.episode", 4))
    next_episode(ola).click()
    break_seal(jan, 2)
    skip(jan)
    for person in (ola, jan):
        reads_on(person, after_envelope=True)
        pays_what_is_owed(person, table)
    for person in (ola, jan):
        ends(person)
    for person in (ola, jan):
        expect(person.page.get_by_role("heading", name=person.say("web.kept.title"))).to_be_visible()
    view = peek(ola, table)
    for place in view["places"]:
        church = f"{ola.say('card.C-4th')}: {ola.say(f'shape.{FOURTH_CHURCH[place]}')}"
        expect(ola.page.get_by_text(church)).to_have_count(view["places"].count(place))
    to_the_map(ola)
    takes_over_from_the_bot(ola, ewa, table)


def opens_on_the_map(ola: Person) -> None:
    """The title of the episode is in the envelope as well."""
    title = ola.say("mode.my_city/4")
    expect(next_episode(ola)).not_to_contain_text(title)
    ola.button("web.map.open", 2).click()
    break_seal(ola, 2)
    expect(next_slip(ola)).to_contain_text(ola.say("about.deck.blocking"))
    expect(next_slip(ola)).to_contain_text(ola.say("must.C"))
    is_well_made(ola)
    put_away(ola)
    expect(next_episode(ola)).to_contain_text(title)
    is_well_made(ola)


def takes_over_from_the_bot(ola: Person, ewa: Person, table: str) -> None:
    """What the bot has won stays with its seat; whoever comes finds the envelope waiting."""
    ola.button("web.seat.clear").last.click()
    ewa.open(f"/t/{table}")
    to_the_map(ewa)
    ewa.button("web.seat.take").click()
    next_episode(ola).click()
    break_seal(ewa, 2)
    skip(ewa)
    for person in (ola, ewa):
        reads_on(person)
    brought = [name for name, _ in peek(ewa, table)["boards"][2]["brought"]["stickers"]]
    assert "C-4th" in brought


def test_slips_of_a_later_envelope_are_shown_on_the_board(newcomer: Newcomer) -> None:
    ola = newcomer("pl", **PHONE, reduced_motion="no-preference")
    ola.introduce()
    table = take_in(ola, text_of(2, 9))
    ola.call("PUT", f"/api/tables/{table}/seats/1", sitter={"bot": "greedy"})
    ola.open(f"/t/{table}")
    to_the_map(ola)
    ola.button("web.map.open", 4).click()
    envelope = break_seal(ola, 4)
    expect(next_slip(ola)).to_contain_text(ola.say("mark.G", 2))
    expect(envelope.locator(".fallen use")).to_have_count(2)
    expect(envelope.locator(".fallen")).to_have_css("animation-name", re.compile("fall"))
    ola.page.emulate_media(reduced_motion="reduce")
    expect(envelope.locator(".fallen")).to_have_css("animation-name", "none")
    expect(next_slip(ola)).to_contain_text(ola.say("land.plain.forest.no_left"))  # what it takes the place of
    expect(envelope.locator(".glow.wide")).to_have_count(1)
    expect(envelope.locator(".fallen")).to_have_count(0)
    is_well_made(ola)
    skip(ola)
    look_back(ola, 7)
