"""My Island's campaign in the browser: islands that change, stickers on hexes, what one plans with."""

import re
from typing import Any

from playwright.sync_api import Locator, expect

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
from tests.server.campaigns import ISLAND, text_of

TABLET = {"viewport": {"width": 768, "height": 1024}, "color_scheme": "dark"}
MISSING = """[...document.querySelectorAll('use')].map((one) => one.getAttribute('href'))
  .filter((name) => !document.querySelector(name))"""

# A line of this person's own seat, sent beside the page to come to a position quickly.
ACT = """([table, line]) => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/live`);
  socket.onmessage = ({data}) => {
    const message = JSON.parse(data);
    if (message.type === 'ack' || message.type === 'refused') { socket.close(); done(message.type); }
    if (message.type !== 'push' || socket.told) return;
    socket.told = true;
    socket.send(JSON.stringify({type: 'act', match: message.match, seat: message.seat, n: message.n, line}));
  };
})"""


def drawn(person: Person, *symbols: str) -> None:
    """The board has these drawings, and each of them is there."""
    for symbol in symbols:
        expect(person.board.locator(f"use[href='#i-{symbol}']").first).to_be_attached()
    assert person.page.evaluate(MISSING) == []


def reads_envelope(person: Person, episode: int) -> None:
    """Its story and the first slip; whoever comes to a device of their own finds it waiting."""
    break_seal(person, (episode + 2) // 3, "my_island")
    next_slip(person)
    skip(person)


def at_episode(person: Person, episode: int) -> str:
    """A saved campaign goes on with an episode, against a bot; the table's id."""
    person.arrive()
    table = take_in(person, text_of(2, episode - 1, name=ISLAND))
    person.call("PUT", f"/api/tables/{table}/seats/1", sitter={"bot": "greedy"})
    person.call("POST", f"/api/tables/{table}/start")
    person.open(f"/t/{table}")
    reads_envelope(person, episode)
    dialog(person).get_by_role("button", name=person.say("web.since.on")).click()
    expect(dialog(person)).to_have_count(0)
    return table


def lays(person: Person, by_touch: bool) -> None:
    """One tile: clicked on the last place where it fits, or dragged with a finger to the first."""
    assert person.seeks(Locator.tap if by_touch else Locator.click)
    x, y = person.spot(0 if by_touch else person.anchors.count() - 1)
    if by_touch:
        touch_drag(person, middle(person.piece), (x, y + 60))  # a finger holds a tile above itself
    else:
        person.page.mouse.click(x, y)
    expect(person.ghost).to_have_class(LEGAL)
    person.main.click()


def test_two_people_and_a_bot_land_on_an_island(newcomer: Newcomer) -> None:
    ola, jan = newcomer("pl", **PHONE), newcomer(**DESKTOP)
    ola.arrive()
    jan.arrive()
    body: dict[str, Any] = {"options": {"pace": "together"}, "seats": ["me", "open", {"bot": "greedy"}]}
    table = ola.call("POST", "/api/tables", game=ISLAND, listed=False, **body)["id"]
    jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    ola.call("POST", f"/api/tables/{table}/start")
    for person in (ola, jan):
        person.open(f"/t/{table}")
        break_seal(person, 1, "my_island")
        next_slip(person)
        is_well_made(person)
        skip(person)
    drawn(jan, "landed", "boat")
    for person in (ola, jan):
        lays(person, by_touch=person is ola)
    pinches(ola)
    for person in (ola, jan):
        ends(person)
    plants_a_grove(ola, jan, table)
    names_islands(ola, jan)
    for episode in (2, 3):
        for person in (ola, jan):
            reads_on(person, "web.since.new")
            lays(person, by_touch=person is ola)
        for person in (ola, jan):
            ends(person)
        whoever_is_asked_puts_it_off(ola, jan, table)
        to_the_map(jan)
        if episode == 2:
            next_episode(jan).click()
    is_well_made(jan)


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
    ola.until(lambda: peek(ola, table)["phase"] == "reward" and (asked(ola, table) or asked(jan, table)))
    person = ola if asked(ola, table) else jan
    begins_to_choose(person)
    person.until(lambda: person.board.locator(".paper").count() == 0)
    cells = legal_cells(peek(person, table))
    if person is ola:
        x, y = person.point(cells[2])
        touch_drag(person, middle(person.piece), (x, y + 60))
    else:
        person.drag(person.point(cells[0]), person.point(cells[2]))
    expect(person.why).to_contain_text(cells[2])
    is_well_made(person)
    person.page.reload()
    expect(person.ghost).to_have_class(LEGAL)
    expect(person.why).to_contain_text(cells[2])
    person.main.click()
    for one in (ola, jan):
        to_the_map(one)
        is_well_made(one)
    assert person.sent[-1] == f"stick p {cells[2]}"


def asked(person: Person, table: str) -> bool:
    return bool(peek(person, table)["choices"])


def names_islands(ola: Person, jan: Person) -> None:
    for person, name in ((ola, "Mewia Skała"), (jan, "Palm Reef")):
        person.button("web.map.name.save").click()
        person.page.get_by_label(person.say("web.campaign.my_island.name")).fill(name)
        person.button("web.map.name.save").click()
        expect(person.button("web.map.name.change")).to_be_visible()
    expect(ola.page.get_by_text("Palm Reef")).to_be_visible()
    circles = jan.page.get_by_role("img", name=re.compile(r"\d")).filter(has=jan.page.locator("circle"))
    assert circles.first.locator("circle").count() == 80
    next_episode(jan).click()


def whoever_is_asked_puts_it_off(ola: Person, jan: Person, table: str) -> None:
    ola.until(lambda: peek(ola, table)["phase"] != "rounds")
    for person in (ola, jan):
        if peek(person, table)["phase"] == "reward" and asked(person, table):
            begins_to_choose(person)
            put_off(person)
    for person in (ola, jan):
        expect(person.page.get_by_role("heading", name=person.say("web.kept.title"))).to_be_visible()


def test_a_hearth_and_a_plot_by_keys(newcomer: Newcomer) -> None:
    """The hearth is chosen on the island as it was, the plot on the bare one."""
    ewa = newcomer("pl", **DESKTOP)
    table = at_episode(ewa, 6)
    for _ in range(3):
        expect(ewa.turn).to_be_visible()
        ewa.lay_by_keys(by_list=True)
    expect(ewa.turn).to_be_visible()
    expect(ewa.page.get_by_role("list", name=ewa.say("web.play.goal.steps"))).to_be_visible()
    is_well_made(ewa)
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
        person.arrive()
    table = take_in(ola, text_of(2, 10, name=ISLAND))
    jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    ola.call("POST", f"/api/tables/{table}/start")
    for person in (ola, jan):
        person.open(f"/t/{table}")
        reads_envelope(person, 11)
        reads_on(person)
    drawn(ola, "idol")
    while not all(dug(peek(person, table)) for person in (ola, jan)):
        for person in (ola, jan):
            assert person.page.evaluate(ACT, [table, towards_idols(peek(person, table))]) == "ack"
    for person in (ola, jan):
        expect(person.board.locator("circle + use[href='#i-idol']").first).to_be_attached()
        is_well_made(person)
    assert peek(ola, table)["finds"]


def dug(view: dict[str, Any]) -> bool:
    return any(state == "dug" for _, _, state in view["boards"][view["seat"]]["sites"])


def towards_idols(view: dict[str, Any]) -> str:
    """A path on an idol if there is one, else the tile that comes nearest to one."""
    grid, piece = view["grid"], view["pieces"][0]
    width = grid["width"]
    sites = [
        divmod(int(cell, 16).bit_length() - 1, width)
        for _, cell, state in view["boards"][view["seat"]]["sites"]
        if state == "open"
    ]
    best: tuple[float, str] = (99, "pass")
    for shape in piece["shapes"]:
        legal = int(shape["legal"], 16)
        for bit in range(legal.bit_length()):
            if not legal >> bit & 1:
                continue
            row, column = divmod(bit, width)
            cells = [(row + r, column + q) for r, q in shape["cells"]]
            paths = [cell for cell, mark in zip(cells, piece["marks"], strict=True) if mark == "P"]
            wasted = sum(cell in sites for cell in cells) - sum(cell in sites for cell in paths)
            near = -9 if set(paths) & set(sites) else min(apart(a, b) for a in paths or cells for b in sites)
            best = min(
                best, (near + 3 * wasted, f"place {piece['name']} {shape['orientation']} {column},{row}")
            )
    return best[1]


def apart(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Steps from hex to hex."""
    (r, q), (s, p) = a, b
    return max(abs(r - s), abs(q - p), abs(r + q - s - p))
