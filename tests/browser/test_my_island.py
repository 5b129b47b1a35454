"""My Island: a match by mouse, touch and bot, one by keys, and what helps to plan."""

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Newcomer
from tests.browser.driving import PEEK, Person, middle, touch_drag
from tests.browser.test_layouts import SETTLED
from tilefolk.locale import LANGUAGES

GAME = "my_island/eternal"
CARDS = 3  # that two people answer before they end
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
LEGAL = re.compile(r"\blegal\b")


def laid(person: Person, tiles: int) -> None:
    """So many lie on my island."""
    label = f"{person.say('web.my_island.board.mine')}: {person.say('web.my_island.laid', tiles)},"
    expect(person.drawing).to_have_attribute("aria-label", re.compile(re.escape(label)))


def tiles(person: Person) -> int:
    label = person.drawing.get_attribute("aria-label") or ""
    return int(label.split(": ")[1].split()[0])


def alone(person: Person, wanted: Any = lambda view: True) -> dict[str, Any]:
    return person.alone(wanted, game=GAME)


def several(view: dict[str, Any]) -> bool:
    """A first tile of three symbols or more: every other tile shares one with it, so the next fits too."""
    return len(view["pieces"][0]["marks"]) >= 3


def by_mouse(person: Person, n: int) -> bool:
    """Clicked, dragged from the hand, or turned by the wheel before; whether there was a place."""
    if not person.seeks():
        return False
    if n % 3 == 2:
        person.click_at(*person.spot())
        before = person.draft()[2] or ""
        person.page.mouse.wheel(0, 100)
        expect(person.ghost.locator(".line")).not_to_have_attribute("d", before)
        person.button("web.play.undo").click()  # into the hand: a click on the tile itself would turn it
        person.seeks()
    if n % 3 == 0:
        person.drag(middle(person.piece), person.spot())
    else:
        person.click_at(*person.spot())
    expect(person.ghost).to_have_class(LEGAL)
    person.main.click()
    return True


def by_touch(person: Person, n: int) -> bool:
    if not person.seeks(Locator.tap):
        return False
    x, y = person.spot()
    if n % 2:
        person.tap_at(x, y)
    else:
        touch_drag(person, middle(person.piece), (x, y + 60))  # a finger holds a tile above itself
    expect(person.ghost).to_have_class(LEGAL)
    person.main.tap()
    return True


def test_a_match_by_mouse_by_touch_and_with_a_bot(newcomer: Newcomer) -> None:
    ola, jan = newcomer().named("Ola"), newcomer("pl", **PHONE)
    jan.introduce()  # the language comes with the browser
    jan.named("Jan")
    seats = ["me", "open", {"bot": "greedy"}]
    table = ola.call("POST", "/api/tables", game=GAME, options={}, seats=seats, listed=False)["id"]
    jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    ola.call("POST", f"/api/tables/{table}/start")
    for person in (ola, jan):
        person.open(f"/t/{table}")
    for person in (ola, jan):
        expect(person.board).to_be_visible()
        person.speaks()
    for n in range(CARDS):
        tile = {person: person.piece.get_attribute("aria-label") or "" for person in (ola, jan)}
        for person, lays in ((ola, by_mouse), (jan, by_touch)):
            if not lays(person, n):
                person.passing.click()
        for person in (ola, jan):
            expect(person.piece).not_to_have_attribute("aria-label", tile[person])
            laid(person, len([line for line in person.sent if line.startswith("place")]))
    for person in (ola, jan):
        person.ending.click()
        person.ending.click()
    for person in (ola, jan):
        see_results(person)
        assert len([line for line in person.sent if line.startswith("place")]) >= CARDS - 1
        assert person.sent[-1] == "end"


def over(person: Person) -> None:
    """The board is gone and the results are there; the bot may have had cards to answer until then."""
    expect(person.page.locator(".play")).to_have_count(0)
    expect(person.results).to_be_visible()
    person.speaks()


def see_results(person: Person) -> None:
    over(person)
    heads = person.results.get_by_role("columnheader").all_inner_texts()
    assert len(heads) == 3
    assert {name for name in ("Ola", "Jan") if any(name in head for head in heads)} == {"Ola", "Jan"}
    for rule in ("most.largest:P", "visible.beach"):
        expect(person.results.get_by_text(person.say(f"tally.{rule}"))).to_be_visible()


def test_a_match_by_keys(newcomer: Newcomer) -> None:
    ola = newcomer()
    alone(ola, several)
    for by_list in (False, True, False):
        before = tiles(ola)
        ola.lay_by_keys(by_list)
        if ola.sent[-1].startswith("place"):
            laid(ola, before + 1)
    placed = [line for line in ola.sent if line.startswith("place")]
    assert len(placed) >= 2
    ola.keys("e", "e")
    over(ola)


def test_keys_walk_over_the_island_and_turn_six_ways(newcomer: Newcomer) -> None:
    ola = newcomer()
    alone(ola, lambda view: len(view["pieces"][0]["shapes"]) == 6)
    ola.keys("ArrowUp")
    art = ola.ghost.locator(".lift")
    seen = []
    for _ in range(6):
        seen.append(art.inner_html())
        ola.keys("r")
    assert len(set(seen)) == 6
    assert art.inner_html() == seen[0]
    ola.keys("Shift+R", "r", *["ArrowLeft"] * 16, *["ArrowDown"] * 8)
    low = ola.draft()
    ola.keys("ArrowDown")
    assert ola.draft()[:2] == low[:2]  # the shore
    ola.keys("ArrowUp", "ArrowUp")
    assert ola.draft()[:2] != low[:2]
    expect(ola.button("web.play.turn")).to_be_visible()
    expect(ola.page.get_by_role("button", name=re.compile(r"mirror|flip", re.IGNORECASE))).to_have_count(0)


def test_the_draft_says_what_meets_and_what_forbids(newcomer: Newcomer) -> None:
    ola = newcomer()
    alone(ola, several)
    ola.click_at(*ola.point("6,4"))  # palms, far from any beach
    expect(ola.why).to_contain_text(ola.say("why.start.beach").split(". ", maxsplit=1)[0])
    expect(ola.ghost.locator(".wanted")).to_have_count(1)
    ola.click_at(*ola.point("8,1"))  # the rainforest
    expect(ola.why).to_contain_text(ola.say("why.on_land").split(". ", maxsplit=1)[0])
    expect(ola.ghost.locator(".blocks")).to_have_count(1)
    expect(ola.main).to_have_attribute("aria-disabled", "true")
    ola.keys("Enter", "Backspace")
    assert ola.sent == []
    assert by_mouse(ola, 0)
    laid(ola, 1)
    assert ola.seeks()
    ola.click_at(*ola.spot())
    expect(ola.ghost).to_have_class(LEGAL)
    expect(ola.ghost.locator(".meets")).to_have_count(1)
    expect(ola.ghost.locator(".blocks")).to_have_count(0)


def test_plans(newcomer: Newcomer) -> None:
    ola = newcomer()
    view = alone(ola)
    totem = ola.page.get_by_role("button", name=ola.say("web.my_island.totem", 1))
    expect(totem).to_contain_text("3")
    totem.hover()
    expect(ola.board.locator(".glow")).to_have_count(3)
    ola.page.mouse.move(5, 5)
    expect(ola.board.locator(".glow")).to_have_count(0)
    names = [ola.say(f"tally.{rule}") for rule, _, _ in view["majorities"]]
    rows = ola.page.locator("#play-panel tbody tr")
    assert [row.inner_text().split("\n")[0].strip() for row in rows.all()] == names
    assert by_mouse(ola, 1)
    laid(ola, 1)
    leads = rows.locator(".leads")
    expect(leads).to_have_count(len(view["pieces"][0]["marks"]))
    deck = ola.page.get_by_role("img", name=re.compile(ola.say("web.play.deck")))
    expect(deck.locator(".now")).to_have_count(1)
    expect(deck.locator(".gone")).to_have_count(1)
    ola.keys(str(6))  # the line of the roads
    expect(ola.board.locator(".glow").first).to_be_visible()


def test_a_phone_looks_from_near(newcomer: Newcomer) -> None:
    ola = newcomer(**PHONE)
    alone(ola)
    drawn = ola.drawing.get_attribute("viewBox")
    wide = ola.point("1,0")[0] - ola.point("0,0")[0]
    ola.button("web.play.near").tap()
    expect(ola.drawing).not_to_have_attribute("viewBox", drawn or "")
    assert ola.point("1,0")[0] - ola.point("0,0")[0] > 1.5 * wide
    assert ola.seeks(Locator.tap)
    ola.keys("ArrowUp")
    for edge in ("ArrowLeft", "ArrowRight"):
        ola.keys(*[edge] * 16)
        box, board = ola.ghost.locator(".line").bounding_box(), ola.board.bounding_box()
        assert box and board
        assert board["x"] <= box["x"] and box["x"] + box["width"] <= board["x"] + board["width"]
    ola.button("web.play.far").tap()
    expect(ola.drawing).to_have_attribute("viewBox", drawn or "")
    ola.button("web.play.undo").tap()
    assert by_touch(ola, 1)
    laid(ola, 1)


def test_nothing_is_cut_off(newcomer: Newcomer) -> None:
    ola = newcomer()
    ola.introduce()
    table = ola.call("POST", "/api/play", game=GAME, bots=["greedy"] * 3)
    ola.open(f"/t/{table['id']}")
    expect(ola.board).to_be_visible()
    assert ola.page.evaluate(PEEK, table["id"])["grid"]["lattice"] == "hex"
    for language in LANGUAGES:
        ola.speak_on(language)
        for width, height in ((360, 740), (768, 1024), (1440, 900)):
            ola.page.set_viewport_size({"width": width, "height": height})
            ola.page.evaluate(SETTLED)
            for thing in (ola.drawing, ola.main, ola.passing, ola.ending, ola.piece):
                box = thing.bounding_box()
                assert box
                assert box["x"] >= 0 and box["x"] + box["width"] <= width
                assert box["y"] >= 0 and box["y"] + box["height"] <= height
            assert ola.page.evaluate("document.scrollingElement.scrollWidth") <= width
            ola.speaks()


def test_the_sum_of_the_tally_is_whole_on_a_tablet(newcomer: Newcomer) -> None:
    ola = newcomer(viewport={"width": 768, "height": 1024})
    alone(ola)
    total = ola.page.locator(".tally .sum")
    for language in LANGUAGES:
        ola.speak_on(language)
        for width, height in ((768, 1024), (1024, 768)):
            ola.page.set_viewport_size({"width": width, "height": height})
            expect(total).to_contain_text(ola.say("web.play.now"))
            expect(total).to_be_in_viewport(ratio=1)
