"""My Island's campaign in the browser: islands that change, stickers on hexes, what one plans with."""

import re
from functools import partial
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
    has_at_most,
    is_well_made,
    is_well_made_in_every_look,
    legal_cells,
    next_episode,
    next_slip,
    peek,
    put_off,
    reads_on,
    skip,
    take_in,
    to_the_map,
)
from tests.browser.conftest import Newcomer
from tests.browser.driving import Person, middle, touch_drag
from tests.browser.island_steps import (
    at_episode,
    drawn,
    has_dug,
    laid,
    lays,
    lays_by_keys,
    lays_towards_idols,
    play_to_the_end,
    puts,
    reads_envelope,
    whoever_is_asked,
)
from tests.effort import times
from tests.server.campaigns import ISLAND, text_of

TABLET = {"viewport": {"width": 768, "height": 1024}, "color_scheme": "dark"}


def test_two_people_and_a_bot_play_the_first_chapter(newcomer: Newcomer) -> None:
    """Two episodes with their stickers, by touch and by mouse, one cut short; a third with TEST_LONG."""
    ola, jan = newcomer("pl", **PHONE), newcomer(**DESKTOP)
    ola.introduce()
    jan.introduce()
    body: dict[str, Any] = {"options": {"pace": "together"}, "seats": ["me", "open", {"bot": "greedy"}]}
    table = ola.call("POST", "/api/tables", game=ISLAND, listed=False, **body)["id"]
    jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    ola.call("POST", f"/api/tables/{table}/start")
    for person in (ola, jan):
        person.open(f"/t/{table}")
        break_seal(person, 1, "my_island")
        next_slip(person)
        if person is jan:
            is_well_made_in_every_look(jan, lambda: dialog(jan).locator(".what"))
        skip(person)
    drawn(jan, "landed", "boat")
    play_an_episode(ola, jan)
    plants_a_grove(ola, jan, table)
    names_islands(ola, jan)
    for episode, bot, sticker in ((2, "random", "p"), (3, "random", "boulder"))[: times(1, 2)]:
        next_episode(jan).click()
        for person in (ola, jan):
            reads_on(person, "web.since.new")
        lay_a_tile(ola, jan)
        if episode == 3:  # its sticker is for the first
            play_to_the_end(ola, jan)
        else:
            for person in (ola, jan):
                ends(person)
        puts(whoever_is_asked(table, ola, jan), table, sticker)
        for person in (ola, jan):
            to_the_map(person)
        if episode == 2:
            ola.call("PUT", f"/api/tables/{table}/seats/2", sitter={"bot": bot})
    is_well_made_in_every_look(jan, lambda: next_episode(jan))


def play_an_episode(ola: Person, jan: Person) -> None:
    """A tile by touch and one by mouse, the others by keys, until each has one that fits nowhere."""
    lay_a_tile(ola, jan)
    pinches(ola)
    is_well_made_in_every_look(jan, lambda: jan.board, again=True)
    before = len(ola.sent), len(jan.sent)
    play_to_the_end(ola, jan)
    for person, sent in zip((ola, jan), before, strict=True):
        assert len([line for line in person.sent[sent:] if line.startswith("place")]) > 8


def lay_a_tile(ola: Person, jan: Person) -> None:
    """One by touch, the other by mouse."""
    for person in (ola, jan):
        lays(person, by_touch=person is ola)
    for person in (ola, jan):
        laid(person, 1)


def pinches(person: Person) -> None:
    """Two fingers bring the board near; the same button as ever sends it back."""
    session = person.context.new_cdp_session(person.page)
    box = person.board.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def touch(kind: str, *far: float) -> None:
        points = [{"x": x + by, "y": y, "id": i} for i, by in enumerate(far)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", -20)
    touch("touchStart", -20, 20)
    for by in (26, 34, 46):
        touch("touchMove", -by, by)
    touch("touchEnd")
    session.detach()
    expect(person.button("web.play.far")).to_be_visible()
    near = person.board.bounding_box()
    assert near and near["height"] > 1.5 * box["height"]
    is_well_made(person)
    person.button("web.play.far").tap()
    expect(person.button("web.play.near")).to_be_visible()


def plants_a_grove(ola: Person, jan: Person, table: str) -> None:
    """Whoever is third drags it, reloads in between, and puts it."""
    person = whoever_is_asked(table, ola, jan)
    person.until(lambda: person.board.locator(".paper").count() == 0)
    cells = legal_cells(peek(person, table))
    if person is ola:
        x, y = person.point(cells[2])
        touch_drag(person, middle(person.piece), (x, y + 60))
    else:
        person.drag(person.point(cells[0]), person.point(cells[2]))
    expect(person.why).to_contain_text(cells[2])
    is_well_made_in_every_look(person, lambda: person.ghost, again=True)
    person.page.reload()
    expect(person.ghost).to_have_class(LEGAL)
    expect(person.why).to_contain_text(cells[2])
    person.main.click()
    for one in (ola, jan):
        to_the_map(one)
    assert person.sent[-1] == f"stick p {cells[2]}"


def names_islands(ola: Person, jan: Person) -> None:
    for person, name in ((ola, "Mewia Skała"), (jan, "Palm Reef")):
        person.button("web.map.name.save").click()
        person.page.get_by_label(person.say("web.campaign.my_island.name")).fill(name)
        person.button("web.map.name.save").click()
        expect(person.button("web.map.name.change")).to_be_visible()
    expect(ola.page.get_by_text("Palm Reef")).to_be_visible()
    circles = jan.page.get_by_role("img", name=re.compile(r"\d")).filter(has=jan.page.locator("circle"))
    assert circles.first.locator("circle").count() == 80


def test_a_hearth_and_a_plot_by_keys(newcomer: Newcomer) -> None:
    """The hearth is chosen on the island as it was, the plot on the bare one."""
    ewa = newcomer("pl", **DESKTOP)
    table = at_episode(ewa, 6)
    expect(ewa.page.get_by_role("list", name=ewa.say("web.play.goal.steps"))).to_be_visible()
    for _ in range(3):
        lays_by_keys(ewa)
    ends(ewa)
    begins_to_choose(ewa)
    first, second = peek(ewa, table)["choices"]
    assert first["what"] == ["plot:H"] and second["what"] == ["plot:W"] and int(first["cells"], 16)
    expect(ewa.board.locator(".home")).to_be_attached()
    assert ewa.board.locator("clipPath").count() > 1  # tiles still lie there
    ewa.keys("Enter")
    expect(ewa.ghost).to_have_class(LEGAL)
    is_well_made(ewa)
    ewa.keys("Enter")
    ewa.until(lambda: len(peek(ewa, table)["choices"]) == 1)
    expect(ewa.board.locator(".home")).to_have_count(0)
    ewa.keys("l")
    dialog(ewa).get_by_role("listitem").get_by_role("button").nth(3).press("Enter")
    ewa.keys("Enter")
    expect(ewa.page.get_by_role("heading", name=ewa.say("web.kept.title"))).to_be_visible()
    assert [line.rpartition(" ")[0] for line in ewa.sent[-2:]] == ["stick plot:H", "stick plot:W"]


def test_a_hearth_and_a_plot_put_off_wait_for_the_next_episode(newcomer: Newcomer) -> None:
    """By keys: they come before the next first tile, the hearth where the last village stood."""
    ewa = newcomer(**DESKTOP)
    table = at_episode(ewa, 6)
    for _ in range(4):
        lays_by_keys(ewa)
    ends(ewa)
    begins_to_choose(ewa)
    homes = legal_cells(peek(ewa, table))
    put_off(ewa)
    to_the_map(ewa)
    ewa.tab_to(next_episode(ewa))
    ewa.keys("Enter")
    reads_envelope(ewa, 7)
    reads_on(ewa)
    assert legal_cells(peek(ewa, table)) == homes and homes
    is_well_made(ewa)
    for left in (1, 0):
        ewa.keys("Enter")
        expect(ewa.ghost).to_have_class(LEGAL)
        ewa.keys("Enter")
        ewa.until(partial(has_at_most, ewa, table, left))
    hearth, plot = [line.rpartition(" ") for line in ewa.sent[-2:]]
    assert (hearth[0], plot[0]) == ("stick plot:H", "stick plot:W") and hearth[2] in homes
    expect(ewa.ending).to_be_enabled()


def test_a_symbol_counts_twice_and_a_plot_turns_through_symbols(newcomer: Newcomer) -> None:
    jan = newcomer("pl", **PHONE)
    at_episode(jan, 10)
    drawn(jan, "stump", "totem", "wreck")
    ends(jan)
    begins_to_choose(jan)
    tiles = jan.page.get_by_role("group", name=jan.say("web.tray.piece")).get_by_role("button")
    expect(tiles).to_have_count(28)
    tiles.nth(6).tap()
    symbols = jan.page.get_by_role("group", name=jan.say("web.tray.symbol")).get_by_role("button")
    expect(symbols).to_have_count(3)
    symbols.nth(1).tap()
    expect(symbols.nth(1)).to_have_attribute("aria-pressed", "true")
    is_well_made(jan)
    jan.button("web.tray.confirm").tap()
    jan.until(lambda: "double t7 1" in jan.sent)
    ewa = newcomer(**TABLET)
    table = at_episode(ewa, 12)
    drawn(ewa, "temple", "idol")
    expect(ewa.board.locator(".ring")).to_be_attached()
    is_well_made(ewa)
    ends(ewa)
    begins_to_choose(ewa)
    ewa.keys("Enter", "r", "r")
    expect(ewa.why).to_contain_text(re.compile(r"\d,\d"))
    is_well_made(ewa)
    cell = (re.search(r"-?\d+,\d+", ewa.why.inner_text()) or [""])[0]
    ewa.keys("Enter")
    ewa.until(lambda: f"stick plot:H {cell}" in ewa.sent)
    assert peek(ewa, table)["phase"] in ("reward", "over")


def test_idols_are_dug_up_by_both(newcomer: Newcomer) -> None:
    ola, jan = newcomer(**DESKTOP), newcomer("pl", **PHONE)
    for person in (ola, jan):
        person.introduce()
    table = take_in(ola, text_of(2, 10, name=ISLAND))
    jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    ola.call("POST", f"/api/tables/{table}/start")
    for person in (ola, jan):
        person.open(f"/t/{table}")
        reads_envelope(person, 11)
        reads_on(person)
    drawn(ola, "idol")
    laid(ola, 0)  # its plots are none
    while not all(has_dug(person, table) for person in (ola, jan)):
        for person in (ola, jan):
            lays_towards_idols(person, table)
    for person in (ola, jan):
        expect(person.board.locator("circle + use[href='#i-idol']").first).to_be_attached()
        is_well_made(person)
    assert peek(ola, table)["finds"]
