"""Point City in the browser: by keys, by mouse, by touch; alone, with others; paying by hand."""

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.beside import live_of, take_turns
from tests.browser.conftest import Newcomer
from tests.browser.driving import Person
from tests.browser.market import Buyer
from tests.server.serving import Server
from tilefolk.games.point_city.cards import BUILDING, INGENUITY, KINDS, Resource
from tilefolk.games.point_city.payment import Purse, offered, spelled

ROUNDS = 17
SOLO, TABLE = "point_city/solo-easy", "point_city/table"
PHONE = {"viewport": {"width": 360, "height": 780}, "has_touch": True, "is_mobile": True}


def test_a_solo_match_by_keyboard_alone(newcomer: Newcomer, server: Server) -> None:
    ola = Buyer(newcomer())
    table = ola.sits_down(SOLO)
    ola.speaks()
    expect(ola.page.locator(".pawn")).to_have_count(4)  # the automaton's next two cards, and two after
    ola.flip_by_keys()
    for _ in range(4):
        assert ola.waits()
        ola.turn_by_keys()
    take_turns(server, table, ola.person, until=ROUNDS - 1)
    turns = 0
    while ola.waits():
        ola.turn_by_keys()
        turns += 1
    assert turns >= 2
    assert {line.split()[0] for line in ola.person.sent} >= {"flip", "take"}
    expect(ola.over).to_contain_text(ola.person.say("tally.buildings"))
    expect(ola.over).to_contain_text(ola.person.say("bot.automaton"))
    ola.speaks()


def test_two_people_and_two_bots_to_the_end(newcomer: Newcomer, server: Server) -> None:
    """Their last three rounds, in turn."""
    people = [newcomer().named("Ola"), newcomer().named("Jan")]
    ola, jan = map(Buyer, people)
    seats = ["me", "open", {"bot": "random"}, {"bot": "random"}]
    table = people[0].call("POST", "/api/tables", game=TABLE, options={}, listed=False, seats=seats)["id"]
    people[1].call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    people[0].call("POST", f"/api/tables/{table}/start")
    take_turns(server, table, *people, until=ROUNDS - 2)
    for person in people:
        person.open(f"/t/{table}")
        expect(person.page.locator(".play")).to_be_visible()
    while not ola.over.is_visible():
        for buyer in (ola, jan):
            if buyer.may_act():
                buyer.turn()
    for person in people:
        verbs = [line.split()[0] for line in person.sent]
        assert verbs.count("take") + verbs.count("draw") in (2, 3)  # the last round may have no pair
    for person in people:
        expect(person.results).to_be_visible()
        person.speaks()
    jan.page.set_viewport_size({"width": 360, "height": 780})
    jan.fits()


def test_pointing_at_a_card_shows_partners_prices_and_what_comes_next(newcomer: Newcomer) -> None:
    ola = Buyer(newcomer("pl"))
    ola.sits_down(SOLO)  # where the person begins
    expect(ola.person.hand).to_contain_text("Tura 1 z 17")
    ola.cell("b2").hover()
    expect(ola.page.locator("[data-cell].partner")).to_have_count(4)
    expect(ola.page.locator(".price")).to_have_count(4)
    expect(ola.page.locator(".corner")).to_have_count(5)
    expect(ola.cell("b2")).to_have_accessible_name(re.compile(ola.person.say("web.pc.then.down")))
    ola.cell("a1").click()
    ola.cell("d4").click()
    cause = ola.person.say("why.not_side_by_side").split(". ", maxsplit=1)[0]
    expect(ola.person.why).to_contain_text(cause)
    expect(ola.main).to_have_attribute("aria-disabled", "true")
    ola.cell("c4").click()
    expect(ola.page.locator(".chosen")).to_have_count(2)
    ola.person.keys("Escape")
    expect(ola.page.locator(".chosen")).to_have_count(0)
    ola.person.keys("?")
    rules = ola.page.get_by_role("dialog")
    expect(rules).to_contain_text(ola.person.say("point_city.refill"))
    ola.person.keys("Escape")
    ola.page.get_by_role("button", name=ola.person.pattern("web.pc.city.of")).click()
    expect(ola.page.get_by_role("dialog")).to_be_visible()
    assert ola.person.sent == []
    ola.person.keys("Escape")
    ola.draw_by_keys()
    ola.waits()
    expect(ola.person.log).to_contain_text("dobiera z talii")
    ola.page.get_by_role("button", name=ola.person.say("web.pc.draw.from"), exact=True).click()
    expect(ola.person.why).to_contain_text("Na wierzchu")
    ola.speaks()


# Paying by hand


def purse_of(board: dict[str, Any]) -> Purse:
    held = {(kind, symbols): count for kind, symbols, count in board["cards"]}
    return Purse(
        permanent=tuple(board["free"][kind] for kind in KINDS),
        singles=tuple(held.get((kind, 1), 0) for kind in KINDS),
        doubles=tuple(held.get((kind, 2), 0) for kind in KINDS),
        ingenuity=held.get((INGENUITY, 1), 0),
    )


def rich_purchase(view: dict[str, Any]) -> tuple[list[str], tuple[str, ...]] | None:
    """A resource and a building that can be paid for with a double and a joker, though not by default."""
    shown = {place["cell"]: place for place in view["market"]}
    for verb, *pair in view["answers"]:
        one, two = (shown[cell] for cell in pair) if verb == "take" else ({}, {})
        if "resource" not in one or "building" not in two or BUILDING[two["building"]].civic:
            continue
        purse = purse_of(view["boards"][0]).plus(Resource(one["resource"], one["symbols"]))
        for payment in offered(purse, BUILDING[two["building"]].cost, ())[1:]:
            items = tuple(map(str, spelled(payment)[1:]))
            if any(item.endswith("-2") for item in items) and any(item.startswith("ing") for item in items):
                return pair, items
    return None


def gather(ola: Buyer, server: Server) -> tuple[list[str], tuple[str, ...]]:
    """Two from the deck every turn, until there is such a purchase."""
    ola.person.introduce()
    for _ in range(20):
        table = ola.person.call("POST", "/api/play", game=TABLE, bots=["random"])["id"]
        live = live_of(ola.person, server, table)
        while True:
            view = live.wait_for("push")["view"]
            if view["phase"] == "over" or not view["deck"]["left"]:
                break
            if view["to_act"] != [0]:
                continue
            if found := rich_purchase(view):
                live.close()
                ola.person.open(f"/t/{table}")
                ola.waits()
                return found
            live.act(0, "draw")
    raise AssertionError("no such purchase in twenty matches")


def test_paying_by_hand_with_a_double_and_a_joker(newcomer: Newcomer, server: Server) -> None:
    ola = Buyer(newcomer())
    pair, items = gather(ola, server)
    building = next(place["building"] for place in ola.view["market"] if place["cell"] == pair[1])
    another = ola.person.button("web.pc.another")
    for cell in pair:
        ola.cell(cell).click()
    another.click()
    expect(ola.page.get_by_role("listbox", name=ola.person.say("web.pc.pay.title"))).to_be_visible()
    expect(ola.payments.first).to_be_focused()
    ola.speaks()
    ola.person.button("web.play.undo").click()
    another.click()  # the pair is still chosen
    expect(ola.payments.first).to_be_visible()
    ola.page.reload()  # in the middle of it
    expect(ola.payments.first).to_be_visible()
    ola.person.until(lambda: ola.view["task"])
    place = ola.view["task"]["payments"].index(list(items))
    assert place > 0
    ola.person.keys(*["ArrowDown"] * place)
    expect(ola.payments.nth(place)).to_be_focused()
    ola.person.keys("Enter")
    expect(ola.payments).to_have_count(0)
    take = f"take {pair[0]} {pair[1]}"
    assert ola.person.sent == [take, "undo", take, f"pay {' '.join(items)}"]
    ola.waits()
    own = ola.page.get_by_role("region", name=ola.person.say("web.pc.city.mine"))
    expect(own.get_by_title(ola.person.say(f"building.{building}"))).to_be_visible()
    expect(ola.person.log).to_contain_text(ola.person.say(f"item.{items[0]}"))


def test_one_click_takes_and_pays(newcomer: Newcomer, server: Server) -> None:
    """Though there are several ways to pay, nobody is asked."""
    ola = Buyer(newcomer())
    pair, items = gather(ola, server)
    for cell in pair:
        ola.cell(cell).click()
    found = next(one for one in ola.view["pairs"] if one["take"] == pair)
    default, gain, worth = found["pays"][0], found["gain"], ola.view["boards"][0]["value"]
    own = ola.page.get_by_role("region", name=ola.person.say("web.pc.city.mine"))
    expect(own.locator(".total")).to_have_text(f"{worth}+{gain}" if gain else str(worth))
    for rule, change in found["changes"]:
        line = ola.person.hand.get_by_role("listitem").filter(has_text=ola.person.say(f"tally.{rule}"))
        expect(line).to_contain_text(f"{change:+}")
    ola.main.click()
    ola.waits()
    expect(own.locator(".total")).to_have_text(str(worth + gain))
    assert ola.person.sent == [f"take {pair[0]} {pair[1]}", f"pay {' '.join(default)}"]
    assert tuple(default) != items


# Screens


def test_on_a_phone_by_touch(newcomer: Newcomer) -> None:
    ola = Buyer(newcomer("pl", **PHONE))
    ola.sits_down(TABLE, "random", "random", "random")
    for _ in range(3):
        ola.waits()
        ola.fits()
        ola.speaks()
        ola.turn(Locator.tap)
    ola.waits()
    low = ola.person.hand.bounding_box()
    assert low and low["y"] + low["height"] <= 780
    for panel in ("city", "tokens", "others", "log", "rules"):
        ola.page.get_by_role("tab", name=ola.person.say(f"web.pc.tab.{panel}")).tap()
        expect(ola.page.get_by_role("tabpanel")).to_be_visible()
        ola.fits()
        ola.speaks()
    expect(ola.page.get_by_role("tabpanel")).to_contain_text(ola.person.say("point_city.take"))


def test_at_a_desk_all_tokens_are_in_sight_and_the_menu_has_what_the_game_has(newcomer: Newcomer) -> None:
    ola = newcomer("pl", viewport={"width": 1440, "height": 900})
    ola.introduce()
    table = ola.call("POST", "/api/play", game=TABLE, bots=["greedy"] * 3)
    ola.open(f"/t/{table['id']}")
    tokens = ola.page.get_by_role("list", name=ola.say("web.pc.tokens")).get_by_role("listitem")
    expect(tokens).to_have_count(14)
    legend = ola.hand.get_by_role("listitem")
    for height, least in ((900, 50), (720, 36)):
        ola.page.set_viewport_size({"width": 1440 if height == 900 else 1280, "height": height})
        for thing in (*tokens.all(), *legend.all()):
            expect(thing).to_be_in_viewport(ratio=1)
        assert tokens.first.locator("svg").evaluate("(node) => node.clientWidth") >= least
    ola.button("web.menu").click()
    expect(ola.page.get_by_role("switch", name=ola.say("web.set.left"))).to_have_count(1)
    for aid in ("web.set.patterns", "web.set.letters"):
        expect(ola.page.get_by_role("switch", name=ola.say(aid))).to_have_count(0)


def test_bots_move_one_after_the_other_and_a_click_shows_the_rest(newcomer: Newcomer) -> None:
    ola = Buyer(newcomer(reduced_motion="no-preference"))
    seats = ["me", *[{"bot": "random"}] * 3]
    person = ola.person
    person.introduce()
    table = person.call("POST", "/api/tables", game=TABLE, options={}, listed=False, seats=seats)
    person.open(f"/t/{table['id']}")
    person.begin()
    skip = person.say("web.play.skip")
    expect(ola.main.or_(person.page.get_by_text(skip)).first).to_be_visible()
    assert ola.waits()
    ola.turn()
    note = person.page.get_by_text(skip)
    expect(note.first).to_be_visible()
    expect(ola.page.locator(".taker").first).to_be_visible()
    person.click_at(2, 300)
    expect(note).to_have_count(0)
    assert ola.waits()


def opens_a_city(person: Person) -> None:
    """From the heads of the score table: what was built is there after the end, and at every step."""
    person.results.get_by_role("columnheader").first.get_by_role("button").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()
    person.keys("Escape")
    expect(person.page.get_by_role("dialog")).to_have_count(0)


def test_stepping_shows_market_move_and_cities(newcomer: Newcomer, server: Server) -> None:
    """On a desktop and on a phone."""
    person = newcomer()
    person.introduce()
    table = person.call("POST", "/api/play", game=SOLO, bots=[])["id"]
    take_turns(server, table, person)
    person.open(f"/t/{table}")
    opens_a_city(person)
    person.button("web.look.open").click()
    slider, heads = person.page.get_by_role("slider"), person.results.get_by_role("columnheader")
    for width, height in ((1440, 900), (360, 780)):
        person.page.set_viewport_size({"width": width, "height": height})
        slider.fill("4")
        expect(person.page.get_by_role("heading", level=1)).to_contain_text("4")
        expect(person.page.locator("[data-cell]")).to_have_count(16)
        expect(person.page.locator(".log p").first).to_be_visible()
        before = [head.locator("h2").inner_text() for head in heads.all()]
        slider.fill("9")
        expect(person.page.get_by_role("heading", level=1)).to_contain_text("9")
        assert [head.locator("h2").inner_text() for head in heads.all()] == before
        opens_a_city(person)
        assert person.page.evaluate("document.documentElement.scrollWidth") <= width
