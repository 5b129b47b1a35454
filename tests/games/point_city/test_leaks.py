"""Nothing about Point City leaves the house but what lies open: faces, orders and cards stay hidden.

The dealer here has real cards, both sides of each, in a real order. Exchanging cards that look the same from
where the players sit must change nothing that any of them is shown or told.
"""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.games.point_city.dialect import CELLS, SOLO, TABLE, code
from tilefolk.core.chance import Draw
from tilefolk.core.match import Header, Kept, Match
from tilefolk.core.notation import CHANCE, Line, write
from tilefolk.games import point_city
from tilefolk.games.point_city.cards import BUILDING, CARDS, KINDS, Card
from tilefolk.games.point_city.facts import SETUPS, TOKENS

pytestmark = pytest.mark.slow

CASES = [(TABLE, 2), (TABLE, 3), (TABLE, 4), (SOLO + "hard", 2)]
each_case = pytest.mark.parametrize(("mode", "seats"), CASES)
Position = tuple[int, int]  # tier and number from the top


class Dealer:
    """The cards of each tier in their order, the box last, and the order of the tokens."""

    def __init__(self, seed: str) -> None:
        stream = Random(seed)
        self.tiers = [stream.sample(range(len(tier)), len(tier)) for tier in CARDS]
        self.tokens = stream.sample(range(len(TOKENS)), len(TOKENS))
        self.first = stream.randrange(12)

    def card(self, at: Position) -> Card:
        return CARDS[at[0] - 1][self.tiers[at[0] - 1][at[1]]]

    def tells(self, draw: Draw) -> Line:
        if draw.stream == "first":
            chosen = self.first % len(draw.told)
        elif draw.stream == "token":
            chosen = self.tokens[draw.index]
        else:
            chosen = self.tiers[int(draw.stream[-1]) - 1][draw.index]
        return Line(CHANCE, (draw.stream, draw.index, *draw.told[chosen]))

    def exchanged(self, open_faces: "Faces", seed: str) -> "Dealer":
        """Another order that looks the same: cards with equal open faces change places."""
        stream, other = Random(seed), Dealer(seed)
        other.tokens = self.tokens[: open_faces.tokens] + stream.sample(
            self.tokens[open_faces.tokens :], len(TOKENS) - open_faces.tokens
        )
        other.first, other.tiers = self.first, [list(tier) for tier in self.tiers]
        for tier, cards in enumerate(CARDS, 1):
            alike: dict[object, list[int]] = {}
            for number in range(len(cards)):
                alike.setdefault(open_faces.of(self, (tier, number)), []).append(number)
            for numbers in alike.values():
                for here, there in zip(numbers, stream.sample(numbers, len(numbers)), strict=True):
                    other.tiers[tier - 1][here] = self.tiers[tier - 1][there]
        return other


class Faces(NamedTuple):
    """Which faces players have seen: of positions, and how many tokens."""

    seen: set[tuple[Position, str]]
    tokens: int

    def of(self, dealer: Dealer, at: Position) -> tuple[object, object]:
        """A card as the players know it: what is printed on the sides they have seen."""
        card = dealer.card(at)
        up = card.resource if (at, "up") in self.seen else None
        down = printed(card) if (at, "down") in self.seen else None
        return up, down


def printed(card: Card) -> str:
    """All that one can see on a building side."""
    return code(card.building)


def told_faces(match: Match) -> Faces:
    lines = [line.action for line in match.told(None) if line.who == CHANCE]
    faces = [action for action in lines if str(action[0]).startswith("tier")]
    seen = {((int(str(stream)[-1]), int(number)), str(side)) for stream, number, side, _ in faces}
    return Faces(seen, sum(action[0] == "token" for action in lines))


def new_match(mode: str, seats: int) -> Match:
    return Match(point_city, Header(mode, 1, seats))


def played(mode: str, seats: int, dealer: Dealer, seed: str, lines: int) -> Match:
    """A random match dealt by a dealer, cut after so many lines and whatever the dealer owes."""
    match, stream = new_match(mode, seats), Random(seed)
    while acting := point_city.to_act(match.state):
        if acting == (CHANCE,):
            match.append(dealer.tells(point_city.draws(match.state)[0]))
        elif len(match.lines) < lines:
            match.append(Line(acting[0], stream.choice(point_city.legal(match.state, acting[0]))))
        else:
            break
    return match


def replayed(match: Match, dealer: Dealer) -> Match:
    """The same decisions with other cards."""
    other = new_match(match.header.game, match.header.seats)
    for line in match.lines:
        asked = point_city.draws(other.state)
        other.append(dealer.tells(asked[0]) if asked else line)
    return other


def leaves(match: Match) -> Iterator[str]:
    """Everything that seats and spectators get."""
    for seat in (*range(match.header.seats), None):
        told = [write(line) for line in match.told(seat)]
        yield json.dumps([point_city.view(match.state, seat), told])


def orders(dealer: Dealer) -> list[list[Card]]:
    """The cards of each tier as they lie, whatever their numbers are."""
    return [[dealer.card((tier, n)) for n in range(len(cards))] for tier, cards in enumerate(CARDS, 1)]


@each_case
def test_cards_that_look_the_same_are_the_same(mode: str, seats: int) -> None:
    """Equal decisions and equal open faces, other hidden sides, other orders: byte-equal traffic."""
    for number in range(12):
        dealer = Dealer(f"leak {number}")
        match = played(mode, seats, dealer, f"{mode} {number}", 30 + 25 * number)
        other = dealer.exchanged(told_faces(match), f"other {number}")
        assert orders(other) != orders(dealer)
        assert list(leaves(replayed(match, other))) == list(leaves(match))


def test_the_name_of_a_building_says_no_more_than_its_face() -> None:
    """Two cards with the same building side and different backs are told in the same words."""
    names: dict[tuple[int, str], set[str]] = {}
    for tier, cards in enumerate(CARDS, 1):
        for card in cards:
            names.setdefault((tier, code(card.building)), set()).add(card.building.id)
    assert {face: ids for face, ids in names.items() if len(ids) > 1} == {}


def test_the_name_of_a_building_does_not_name_what_is_on_its_back() -> None:
    for card in (card for tier in CARDS for card in tier):
        on_its_face = {card.building.permanent} | {
            kind for kind, n in zip(KINDS, card.building.cost, strict=True) if n
        }
        assert card.resource.kind in on_its_face or card.resource.kind not in card.building.id


# Orders and positions


class Watch:
    """What lies open by the rules, worked out from the decisions alone."""

    def __init__(self, seats: int) -> None:
        self.tiers = SETUPS[seats].tiers
        self.market = {cell: (number, "up") for number, cell in enumerate(CELLS)}
        self.deck = len(CELLS)
        self.open = {(self.place(number), "up") for number in range(self.deck + 1)}

    def place(self, position: int) -> Position:
        for tier, size in enumerate(self.tiers, 1):
            if position < size:
                return tier, position
            position -= size
        raise AssertionError("no such card in the deck")

    def turned(self, cell: str) -> None:
        number, _ = self.market[cell]
        self.lies(cell, number, "down")

    def lies(self, cell: str, number: int, side: str) -> None:
        self.market[cell] = (number, side)
        self.shown(number, side)

    def shown(self, position: int, side: str) -> None:
        if position < sum(self.tiers):
            self.open.add((self.place(position), side))

    def drawn(self) -> None:
        self.shown(self.deck + 1, "up")
        self.deck += 2
        self.shown(self.deck, "up")

    def taken(self, cells: list[str]) -> None:
        for cell in sorted(cells, key=CELLS.index):
            _, side = self.market.pop(cell)
            if self.deck < sum(self.tiers):
                self.lies(cell, self.deck, "down" if side == "up" else "up")
                self.deck += 1
        self.shown(self.deck, "up")


@each_case
def test_chance_tells_what_lies_open_and_nothing_else(mode: str, seats: int) -> None:
    for number in range(4):
        match = played(mode, seats, Dealer(f"watch {number}"), f"watch {number}", 10**6)
        watch, seen = Watch(seats), set()
        cells: list[str] = []
        for kept in match.kept:
            verb, *words = map(str, kept.line.action)
            if kept.line.who == CHANCE:
                if verb.startswith("tier"):
                    seen.add(((int(verb[-1]), int(words[0])), words[1]))
                    assert seen <= watch.open
                continue
            assert seen == watch.open
            if verb == "flip":
                watch.turned(words[0])
            elif verb == "draw":
                watch.drawn()
            elif verb == "take":
                cells = words
            if cells and closes(kept):
                watch.taken(cells)
                cells = []
        assert seen == watch.open


def closes(kept: Kept) -> bool:
    """Whether a line ends its turn."""
    after = point_city.apply(kept.before, kept.line.who, kept.line.action)
    return bool(after.turn != kept.before.turn)


@each_case
def test_an_order_is_told_from_the_top_one_card_at_a_time(mode: str, seats: int) -> None:
    """No line names a card that lies deeper than the one on top of the deck."""
    match = played(mode, seats, Dealer("deep"), "deep", 10**6)
    for kept in match.kept:
        if kept.line.who == CHANCE and str(kept.line.action[0]).startswith("tier"):
            tier, number = int(str(kept.line.action[0])[-1]), int(kept.line.action[1])
            assert sum(SETUPS[seats].tiers[: tier - 1]) + number <= kept.before.deck


@each_case
def test_whatever_may_come_agrees_with_some_order_of_the_cards(mode: str, seats: int) -> None:
    """Chance brings anything it may: it never gets stuck, and real cards could have lain so."""
    for number in range(5):
        match, stream = new_match(mode, seats), Random(number)
        while acting := point_city.to_act(match.state):
            match.append(Line(acting[0], stream.choice(point_city.legal(match.state, acting[0]))))
        assert_real_cards(match)


def assert_real_cards(match: Match) -> None:
    """Every position that has been seen gets a card of its own with the faces that were told."""
    told: dict[Position, dict[str, str]] = {}
    for line in match.told(None):
        if line.who == CHANCE and str(line.action[0]).startswith("tier"):
            stream, number, side, face = map(str, line.action)
            told.setdefault((int(stream[-1]), int(number)), {})[side] = face
    given: dict[tuple[int, int], Position] = {}
    for at in told:
        assert finds_a_card(at, told, given, set())


def finds_a_card(
    at: Position,
    told: dict[Position, dict[str, str]],
    given: dict[tuple[int, int], Position],
    tried: set[tuple[int, int]],
) -> bool:
    """A card for this position, if need be by finding others for those that have theirs."""
    tier, faces = at[0], told[at]
    for number, card in enumerate(CARDS[tier - 1]):
        sides = {"up": card.resource.kind, "down": card.building.id}
        if (tier, number) in tried or not faces.items() <= sides.items():
            continue
        tried.add((tier, number))
        holder = given.get((tier, number))
        if holder is None or finds_a_card(holder, told, given, tried):
            given[tier, number] = at
            return True
    return False


# Words


LINE = re.compile(
    r"\* (first 0 \d|token \d+ [a-z0-9-]+|tier[123] \d+ (up [a-z]+|down [A-Za-z0-9-]+))"
    r"|\d (flip [a-d][1-4]|take [a-d][1-4] [a-d][1-4]|draw|pay( [a-z]+-[a-z0-9]+)+|token [a-z0-9-]+)"
)


@each_case
def test_no_line_holds_a_card(mode: str, seats: int) -> None:
    """A line names positions, one face, cells, items: nothing that stands for a card with both sides."""
    match = played(mode, seats, Dealer("words"), "words", 10**6)
    for line in match.told(None):
        assert LINE.fullmatch(write(line)), write(line)


UP_KEYS = {"cell", "tier", "side", "resource", "symbols", "then", "no_flip"}
DOWN_KEYS = {"cell", "tier", "side", "building", "then", "no_flip"}


@each_case
def test_a_view_shows_one_side_of_every_card(mode: str, seats: int) -> None:
    match = played(mode, seats, Dealer("sides"), "sides", 10**6)
    states = [kept.before for kept in match.kept if kept.line.who != CHANCE]
    for state in states[::5]:
        for seat in (0, 1, None):
            assert_one_side_each(point_city.view(state, seat))


def assert_one_side_each(view: Any) -> None:
    for cell in view["market"]:
        if "side" in cell:
            assert set(cell) == (UP_KEYS if cell["side"] == "up" else DOWN_KEYS)
        else:
            assert set(cell) == {"cell", "then"}
    assert set(view["deck"]) == {"left", "tiers", "top", "changes"}
    if "resource" not in (view["deck"]["top"] or {}):
        assert view["deck"]["changes"] == [], "a building on top is known, what lies under it is not"
    assert view["deck"]["top"] is None or set(view["deck"]["top"]) == {"tier", "side", "resource", "symbols"}
    task = view["task"] or {}
    open_buildings = {cell["building"] for cell in view["market"] if "building" in cell}
    built = {name for board in view["boards"] for name in board["buildings"]}
    told = open_buildings | built | ({task["building"]} if task.get("do") == "pay" else set())
    assert told <= set(view["buildings"])
    if not task:
        assert set(view["buildings"]) == told
    text = json.dumps(view)
    assert {name for name in BUILDING if f'"{name}"' in text} == set(view["buildings"])


@each_case
def test_nobody_is_told_what_may_still_come(mode: str, seats: int) -> None:
    """While chance is asked, seats have nothing to answer, and no view lists what could come."""
    match = played(mode, seats, Dealer("asked"), "asked", 400)
    waiting = [kept.before for kept in match.kept if kept.line.who == CHANCE]
    for state in waiting[::7]:
        for seat in (0, 1, None):
            view = point_city.view(state, seat)
            assert (view["answers"], view["to_act"], view["pairs"]) == ([], [], [])
