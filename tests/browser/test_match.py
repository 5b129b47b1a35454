"""A whole match: two people at two browsers and two bots, one with the mouse, one with keys only."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.driving import Person

CARDS = 5  # that each of them answers


def both_play(ola: Person, jan: Person) -> None:
    """Some cards; then they end their parts."""
    for n in range(CARDS):
        for person in (ola, jan):
            assert person.next_thing() == "turn"
        ola.lay_by_mouse(drag=n % 4 == 0)
        jan.lay_by_keys(by_list=n % 4 == 0)
    for person in (ola, jan):
        assert person.next_thing() == "turn"
    ola.ending.click()
    ola.ending.click()
    jan.keys("e", "e")


def test_a_match_by_mouse_and_by_keys_and_a_rematch(newcomer: Newcomer) -> None:
    ola, jan = newcomer().named("Ola"), newcomer().named("Jan")
    link = ola.new_table("me", "open", "random", "random")
    jan.open(link)
    jan.tab_to(jan.button("web.seat.take"))
    jan.keys("Enter")
    expect(ola.page.get_by_text(ola.say("web.seat.here"), exact=True)).to_be_visible()
    ola.begin()
    expect(jan.board).to_be_visible()
    jan.speaks()

    both_play(ola, jan)
    assert any(line.startswith("place") for line in ola.sent)
    assert any(line.startswith("place") for line in jan.sent)
    for person in (ola, jan):
        see_results(person)

    # Draws of a test's own leave the nonces out, and the server finds nothing wrong: the browsers do.
    ola.button("web.check").click()
    jan.tab_to(jan.button("web.check"))
    jan.keys("Enter")
    for person in (ola, jan):
        expect(
            person.page.get_by_role("status").get_by_text(person.pattern("web.check.wrong"))
        ).to_be_visible()
        person.speaks()

    jan.tab_to(jan.button("web.result.again"))
    jan.keys("Enter")
    ola.button("web.rematch.yes").click()
    for person in (ola, jan):
        expect(person.board).to_be_visible()
        person.laid(0)
        person.speaks()


def see_results(person: Person) -> None:
    """Names, places, every line of the tally, sums that agree with it and with the places."""
    expect(person.results).to_be_visible()
    person.speaks()
    heads = person.results.get_by_role("columnheader").all_inner_texts()
    assert len(heads) == 4
    assert {name for name in ("Ola", "Jan") if any(name in head for head in heads)} == {"Ola", "Jan"}
    places = [int(re.findall(r"\d+", head)[-1]) for head in heads]
    assert places[0] == 1
    assert places == sorted(places)
    rows = person.results.get_by_role("row").all()
    points = [[whole(cell) for cell in row.get_by_role("cell").all_inner_texts()] for row in rows[1:]]
    *lines, sums = points
    assert len(lines) >= 6
    assert [sum(column) for column in zip(*lines, strict=True)] == sums
    assert sums == sorted(sums, reverse=True)
    expect(person.page.get_by_role("heading", level=1)).to_contain_text(re.compile(r"\d"))


def whole(text: str) -> int:
    """The points of a cell; a line that says nothing of a board has a dash there."""
    return 0 if text == "\N{EN DASH}" else int(text.replace("\N{MINUS SIGN}", "-"))
