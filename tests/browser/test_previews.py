"""What the page promises for a draft is what the server's tally books for it, in every game."""

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.campaign_steps import SEND
from tests.browser.conftest import Newcomer
from tests.browser.driving import Person
from tests.effort import times
from tests.games.point_city.booked import after_taking, booked
from tilefolk.core.match import Header, Match
from tilefolk.core.notation import Action, Line, read, write_action
from tilefolk.core.tally import Preview
from tilefolk.games import find, point_city

DRAFTS = times(5, 200)
PER_POSITION = 5
BOARDS = ("my_city/eternal", "my_island/eternal", "roll_and_build/6")
MARKET = "point_city/table"

# Everything that the seat was told of its match.
TOLD = """(table) => new Promise((found) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/live`);
  socket.onmessage = ({data}) => {
    const message = JSON.parse(data);
    if (message.type !== 'push') return;
    socket.close();
    found(message.news);
  };
})"""
# The draft that lies on the board, as it is stored over a reload.
DRAFTED = (
    "() => JSON.parse(Object.entries(localStorage).find(([key]) => key.includes('draft.'))?.[1] ?? 'null')"
)
FORGET_DRAFTS = """() => Object.keys(localStorage).filter((key) => key.includes('draft.'))
  .forEach((key) => localStorage.removeItem(key))"""
FOCUS_PLACE = "(which) => document.querySelectorAll('dialog li button')[which].focus()"
# The lines of the tally that the chosen cards change, and by how much.
BRINGS = """() => [...document.querySelectorAll('.deal li')].flatMap((row) => {
  const change = row.querySelector('.change');
  return change ? [[row.children[1].textContent.trim(), change.textContent]] : [];
})"""


def at_table(person: Person, mode: str, *bots: str) -> str:
    person.open("/api/me")
    person.page.evaluate(FORGET_DRAFTS)  # of the table before
    seats = ["me", *({"bot": bot} for bot in bots)]
    table = person.call("POST", "/api/tables", game=mode, options={}, seats=seats, listed=False)
    person.call("POST", f"/api/tables/{table['id']}/start")
    person.open(f"/t/{table['id']}")
    return str(table["id"])


def position(person: Person, table: str, mode: str, seats: int) -> Match:
    """The match as its seat knows it, folded from the lines that the server told."""
    game, played = find(mode)
    match = Match(game, Header(mode, played.version, seats, (), "0" * 64))
    for told in person.page.evaluate(TOLD, table):
        match.append(read(told))
    return match


def my_turn(person: Person, table: str, mode: str, seats: int) -> Match | None:
    """The match when the player is to act; None when it is over."""
    match = position(person, table, mode, seats)
    while 0 not in (acting := match.game.to_act(match.state)):
        if not acting:
            return None
        match = position(person, table, mode, seats)
    return match


def answer_turn(person: Person, table: str, match: Match, stream: Random) -> None:
    """A turn of some cards that can be paid, with everything that follows from it, by lines."""
    while 0 in match.game.to_act(match.state):
        answers = match.game.legal(match.state, 0)
        takes = [action for action in answers if action[0] == "take"] or answers
        action = stream.choice(takes)
        person.page.evaluate(SEND, [table, 0, write_action(action)])
        match.append(Line(0, action))


def change_told(person: Person) -> int:
    """By how much the draft changes the tally, as the page says: at once and counted at the end."""
    before = re.escape(person.say("web.play.brings", change="|").partition("|")[0])
    found = re.search(f"{before}([^.]*)[.]", person.why.inner_text())
    assert found, person.why.inner_text()
    parts = re.findall("[+\u2212-]?\\d+", found[1])
    return sum(int(part.replace("\u2212", "-")) for part in parts)


def promised_on_board(person: Person, number: int, stream: Random) -> dict[Action, int]:
    """What the page says of drafts that are moved from place to place."""
    places = person.page.locator("dialog li button")
    person.until(lambda: (person.page.evaluate(DRAFTED) or [None])[0] == number)
    opening = person.page.locator("dialog[open]")
    if opening.count():  # the rules of an episode, before its first answer
        person.keys("Escape")
        expect(opening).to_have_count(0)
    while not places.count():
        person.page.keyboard.press("l")
        person.until(lambda: places.count() > 0)
    brings = person.say("web.play.brings", change="|").partition("|")[0]
    promised: dict[Action, int] = {}
    for which in stream.sample(range(places.count()), min(PER_POSITION, places.count())):
        person.page.evaluate(FOCUS_PLACE, which)
        expect(person.why).to_contain_text(brings)
        drawn, name, orientation, cell, _ = person.page.evaluate(DRAFTED)
        assert drawn == number
        promised[("place", name, orientation, cell)] = change_told(person)
    places.nth(which).click()
    expect(places).to_have_count(0)
    return promised


@pytest.mark.parametrize("mode", BOARDS)
def test_a_draft_on_a_board_brings_what_the_page_says(mode: str, newcomer: Newcomer) -> None:
    ola, stream, drafts = newcomer(), Random(mode), 0
    while drafts < DRAFTS:
        table = at_table(ola, mode)
        while drafts < DRAFTS and (match := my_turn(ola, table, mode, 1)):
            if not any(action[0] == "place" for action in match.game.legal(match.state, 0)):
                break
            number = match.game.view(match.state, 0)["round"]
            promised = promised_on_board(ola, number, stream)
            before = match.game.score(match.state)[0]
            for action, change in promised.items():
                after = match.game.apply(match.state, 0, action)
                assert change == Preview.between(before, match.game.score(after)[0]).change, action
            drafts += len(promised)
            ola.main.click()


def promised_in_market(person: Person, pair: dict[str, Any]) -> dict[str, int]:
    """What the page says of a pair of cards: every line of the tally that it changes."""
    person.page.keyboard.press("Escape")
    for cell in pair["take"]:
        person.page.locator(f"[data-cell={cell}]").click()
    expect(person.page.locator(".deal .pair")).to_be_visible()
    return {said: int(by.replace("\u2212", "-")) for said, by in person.page.evaluate(BRINGS)}


def test_a_pair_of_cards_brings_what_the_page_says(newcomer: Newcomer) -> None:
    ola, stream, drafts = newcomer(), Random(MARKET), 0
    while drafts < DRAFTS:
        table = at_table(ola, MARKET, "mole")
        while drafts < DRAFTS and (match := my_turn(ola, table, MARKET, 2)):
            state = match.state
            pairs = [pair for pair in point_city.view(state, 0)["pairs"] if "pays" in pair]
            telling = [pair for pair in pairs if pair["changes"]][:PER_POSITION]
            for pair in telling:
                after = after_taking(state, 0, pair, stream)
                won = after.cities[0].tokens[len(state.cities[0].tokens) :]
                lines = {rule: by for rule, by in booked(state, after, 0).items() if by}
                mine = {ola.say(f"tally.{rule}"): by for rule, by in lines.items() if rule[6:] not in won}
                assert promised_in_market(ola, pair) == mine, pair["take"]
            drafts += len(telling)
            answer_turn(ola, table, match, stream)
