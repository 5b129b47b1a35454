"""My Island's middle chapters in the browser: a plateau behind tunnels, light, the next card, goal cards."""

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import expect

from tests.browser.campaign_steps import DESKTOP, LARGE, LEGAL, SMALL, dialog, is_well_made, peek
from tests.browser.conftest import Newcomer
from tests.browser.driving import Person
from tests.browser.island_steps import apart, at_episode, drawn, laid

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
Cell = tuple[int, int]


def test_a_tile_by_keys_lights_both_ends_of_a_tunnel(newcomer: Newcomer) -> None:
    ola = newcomer("pl", **PHONE)
    table = at_episode(ola, 15)
    drawn(ola, "tunnel", "shaft", "harbour", "ruin")
    looks_at_both_parts(ola)
    ends = {cell for pair in peek(ola, table)["grid"]["joins"] for cell in cells_in(peek(ola, table), *pair)}
    for number in range(1, 30):
        orientation, cell, covered = towards(peek(ola, table), ends)
        chooses_by_keys(ola, orientation, cell)
        if reached := covered & ends:
            break
        ola.keys("Enter")
        laid(ola, number)
        expect(ola.passing).to_be_enabled()
    lit = ola.board.locator(".crossing")
    expect(lit).to_have_count(len(reached))
    seen = {(one.get_attribute("data-from"), one.get_attribute("data-to")) for one in lit.all()}
    for pair in peek(ola, table)["grid"]["joins"]:
        a, b = (f"{column},{row}" for row, column in cells_in(peek(ola, table), *pair))
        assert {(a, b), (b, a)} & seen or not cells_in(peek(ola, table), *pair) & reached
    for size in (SMALL, LARGE):
        ola.page.set_viewport_size(size)
        expect(lit.first).to_be_visible()
        is_well_made(ola)
    ola.keys("Enter")
    laid(ola, number)
    assert ola.sent[-1].endswith(f" {orientation} {cell}")


def looks_at_both_parts(person: Person) -> None:
    """A tap shows the plateau as wide as the screen, another one the island again."""
    island, plateau = (
        person.page.get_by_role("group", name=person.say("web.play.parts")).get_by_role("button").all()
    )
    expect(island).to_have_attribute("aria-pressed", "true")
    wide = seen_width(person)
    plateau.tap()
    expect(plateau).to_have_attribute("aria-pressed", "true")
    assert seen_width(person) < wide / 1.8
    box = person.drawing.bounding_box()
    assert box and box["width"] > 370
    island.tap()
    person.until(lambda: seen_width(person) == wide)


def seen_width(person: Person) -> float:
    """How much of the board is seen, in its own units."""
    return float((person.drawing.get_attribute("viewBox") or "").split()[2])


def cells_in(view: dict[str, Any], *masks: str) -> set[Cell]:
    """Row and column of every cell of some sets."""
    grid = view["grid"]
    bits = {bit for text in masks for bit in range(int(text, 16).bit_length()) if int(text, 16) >> bit & 1}
    return {(bit // grid["width"] + grid["top"], bit % grid["width"] + grid["left"]) for bit in bits}


def towards(view: dict[str, Any], goals: set[Cell]) -> tuple[int, str, set[Cell]]:
    """How to turn the tile and where, so that it comes nearest to one of these cells; what it covers."""
    return min(places(view), key=lambda place: min(apart(a, b) for a in place[2] for b in goals))


def places(view: dict[str, Any]) -> Iterator[tuple[int, str, set[Cell]]]:
    for shape in view["pieces"][0]["shapes"]:
        for row, column in sorted(cells_in(view, shape["legal"])):
            yield shape["orientation"], f"{column},{row}", {(row + r, column + q) for r, q in shape["cells"]}


def chooses_by_keys(person: Person, orientation: int, cell: str) -> None:
    """From the list of places."""
    person.keys("l")
    turned = dialog(person).get_by_role("list", name=person.say("web.play.turned", orientation), exact=True)
    turned.get_by_role("button").and_(person.page.locator(f"[aria-label^='{cell}, ']")).press("Enter")
    expect(dialog(person)).to_have_count(0)
    expect(person.ghost).to_have_class(LEGAL)


def test_the_next_card_is_seen_and_goal_cards_tell_how_far_all_are(newcomer: Newcomer) -> None:
    ewa = newcomer(**DESKTOP)
    table = at_episode(ewa, 18)
    drawn(ewa, "lighthouse", "harbour", "boarded")
    assert ewa.board.locator(".beam").count() == 2
    before = peek(ewa, table)
    coming = ewa.page.get_by_role("img", name=f"{ewa.say('web.play.next')}: ")
    expect(coming).to_be_visible()
    goals = ewa.page.get_by_role("list", name=ewa.say("web.play.races")).locator(":scope > li")
    expect(goals).to_have_count(len(before["races"]))
    for goal, (rule, _, need, seats) in zip(goals.all(), before["races"], strict=True):
        expect(goal.get_by_role("heading")).to_have_text(ewa.say(f"tally.{rule}"))
        expect(goal).to_contain_text(f"{seats[0][0]}{' → ' if '<=' in rule else '/'}{need}")
    shines_further(ewa, before)
    ewa.keys("Enter")
    laid(ewa, 1)
    ewa.until(lambda: peek(ewa, table)["card"] == before["next"])
    for size in (SMALL, LARGE):
        ewa.page.set_viewport_size(size)
        expect(coming).to_be_visible()
        is_well_made(ewa)


def shines_further(person: Person, view: dict[str, Any]) -> None:
    """A field or path right before a lamp is lit as soon as it is in mind; any other tile lies anywhere."""
    piece = view["pieces"][0]
    first = {cell for ray in view["boards"][0]["rays"][0][2] for cell in cells_in(view, ray[0])}
    best: tuple[bool, int, str] = (False, *next(places(view))[:2])
    for shape in piece["shapes"]:
        for row, column in cells_in(view, shape["legal"]):
            shown = zip(shape["cells"], piece["marks"], strict=True)
            lit = {(row + r, column + q) for (r, q), mark in shown if mark in "FP"} & first
            best = max(best, (bool(lit), shape["orientation"], f"{column},{row}"))
    chooses_by_keys(person, *best[1:])
    expect(person.board.locator(".beam")).to_have_count(3 if best[0] else 2)
