"""Choices that last, and what every seat keeps of a match, worked out once more with sets."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tests.witness.episode import Episode, Rule
from tests.witness.gifts import (
    CHOSEN,
    VERBS,
    Gift,
    Hand,
    Open,
    Sticker,
    episode_named,
    gift_at,
    nothing_for,
    options,
    shaft_of,
)
from tests.witness.lattice import Place, name_of
from tests.witness.metrics import ROOF_PARTS, reached
from tests.witness.position import Laid, Position
from tests.witness.rounds import Action, first_round
from tests.witness.scoring import cells_of, places
from tests.witness.spots import count, spots_around
from tests.witness.table import Table

Kept = list[list[str | int]]


@dataclass
class Seat:
    """What a seat brought, and what it said."""

    stickers: tuple[Sticker, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    owed: Sequence[tuple[str, int, str, int, tuple[str, ...]]] = ()
    said: Sequence[Action] = ()
    waits: Sequence[tuple[str, int, str, int, tuple[str, ...]]] = ()
    given: Sequence[tuple[str, str, int]] = ()

    @property
    def chosen_before(self) -> list[Action]:
        """The choices it has made before its first card."""
        first = next((n for n, action in enumerate(self.said) if action[0] not in VERBS), len(self.said))
        return list(self.said[:first]) if self.owed else []

    @property
    def chosen_after(self) -> list[Action]:
        """The choices it has made after the ranking."""
        return [action for action in self.said if action[0] in VERBS][len(self.chosen_before) :]

    @cached_property
    def start(self) -> "Story":
        """Where it stands when its first card comes, or as far as it has come by then."""
        story = Story(Hand(self.stickers, self.counts), [Open(*one) for one in self.waits])
        story.answer([Open(*one) for one in self.owed], self.chosen_before, "owed")
        for rule, what, number in () if story.left else self.given:
            story.count(rule, what, number)
        return story

    @property
    def opening(self) -> list[Sticker]:
        """The stickers that its owed choices have brought."""
        return self.start.hand.stickers[len(self.stickers) :]

    @property
    def owes(self) -> bool:
        return bool(self.start.left)


class Story:
    """What a seat keeps, told choice by choice."""

    def __init__(self, hand: Hand, waits: list[Open]) -> None:
        self.hand, self.waits, self.kept = hand, waits, Kept()
        self.left: list[Open] = []

    def keep(self, rule: str, what: str, value: str | int) -> None:
        self.kept.append([rule, what, value])
        self.hand.take(what, value)

    def count(self, rule: str, what: str, number: int) -> None:
        if number:
            self.keep(rule, what, number)
            if what == "nuggets":
                self.keep(rule, "nuggets_ever", number)

    def wait(self, rule: str, gift: Open, late: bool) -> None:
        self.kept.append(["owed", "waits", f"{rule},{gift.number}"] if late else [rule, "waits", gift.number])
        self.waits.append(gift)

    def answer(self, queue: list[Open], said: Sequence[Action], rule: str = "") -> None:
        """Choices one after the other; what nobody can do is forfeited, what is not said stays."""
        answers = list(said)
        while queue:
            one, label = queue[0], rule or queue[0].rule
            possible = options(one, self.hand)
            if not possible:
                self.keep(label, *nothing_for(one))
            elif answers:
                action = answers.pop(0)
                assert action in possible, action
                queue[:1] = [one, *self._done(one, action, label)]
            else:
                break
            queue.pop(0)
        assert not answers
        self.left = queue

    def _done(self, one: Open, action: Action, label: str) -> list[Open]:
        """What one answer brings, and what may be chosen because of it."""
        if action[0] == "double":
            self.keep(label, f"double:{action[1]}", str(action[2]))
            return []
        if action[0] != "box":
            self.keep(label, str(action[1]), str(action[2]))
            return []
        self.keep(label, f"boxes:{action[1]}", 1)
        episode = episode_named(one.mode)
        return list(self._reached(episode, one, str(action[1]), label == "owed"))

    def _reached(self, episode: Episode, one: Open, kind: str, late: bool) -> Iterator[Open]:
        dig, ever = shaft_of(episode, kind), self.hand.has("nuggets_ever")
        for number, box in enumerate(dig["at"]):
            gift = Open(one.mode, one.version, f"dig.{kind}", number)
            if box != self.hand.has(f"boxes:{kind}"):
                continue
            if box in dig.get("triangles", ()):
                self.wait(gift.rule, gift, late)
            elif dig["gifts"][number]["gift"] == "count":
                self.count(gift.rule, dig["gifts"][number]["what"], dig["gifts"][number]["n"])
                self.open_cabinet(episode, ever)
            else:
                if late:
                    self.kept.append(["owed", "later", f"{gift.rule},{number}"])
                yield gift

    def open_cabinet(self, episode: Episode, before: int) -> None:
        for rule in episode.all("cabinet"):
            now = self.hand.has("nuggets_ever")
            self.count("cabinet", "progress", sum(before < mark <= now for mark in rule["milestones"]))


def kept(table: Table, seats: Sequence[Seat], own_pace: bool) -> list[Kept]:
    """What every seat keeps of a match that is over."""
    ranks = places([table.rank_key(seat) for seat in range(len(seats))])
    stories = [told(table, seat, index, ranks[index], own_pace) for index, seat in enumerate(seats)]
    return [[*story.kept, *settled(story, stories)] for story in stories]


def told(table: Table, seat: Seat, index: int, place: int, own_pace: bool) -> Story:
    """What one seat keeps whatever the others choose."""
    episode, story, ever = table.episode, seat.start, seat.start.hand.has("nuggets_ever")
    for rule in episode.all("race_covered", "race_link"):
        story.count(rule.id, "nuggets", nuggets_of(table, rule, index))
    for rule in episode.all("melt"):
        if sold := sum(int(action[1]) for action in seat.said if action[0] == "melt"):
            story.keep(rule.id, "nuggets", -sold)
    spent = table.provisions[index] - table.accounts[index].provisions
    story.count("pass.provision", "provisions", -spent)
    tasks: list[Open] = []
    for rule in episode.rules:
        if rule.name == "locked_progress" and table.value(index) == episode.lock:
            story.count(rule.id, "progress", rule["n"])
        elif rule.name == "dig":
            tasks += dug(episode, rule, story, table.positions[index], table.mode)
        elif rule.name == "soot":
            tasks += sooted(rule, table.positions[index], table.mode)
        elif rule.name == "award":
            row = row_of(place, len(table.lands))
            tasks += awarded(rule, story, row, table.mode, table.positions[index])
        elif rule.name == "roofs":
            roofed(rule, story, table.positions[index])
        elif rule.name == "bonus":
            if reached(rule["goal"], table.positions[index]):
                story.count(rule.id, rule["count"], rule["n"])
        elif rule.name == "lit_plots":
            for kind, where in sorted(lights(table.positions[index])):
                mark = episode.kinds[kind]
                story.keep(rule.id, f"plot:{mark}", name_of(episode.lattice, where))
        elif rule.name == "cabinet":
            story.open_cabinet(episode, ever)
    story.answer(tasks, [] if own_pace else seat.chosen_after)
    for one in story.left:
        between = ";" if episode.lattice == "hex" else ","
        story.kept.append(
            [one.rule, "later", between.join((str(one.number), *one.cells)) if one.cells else one.number]
        )
    return story


def row_of(place: int, seats: int) -> str:
    return "first" if place == 1 else "second" if place == 2 and seats > 2 else "others"


def nuggets_of(table: Table, rule: Rule, seat: int) -> int:
    when = [first_round(steps, rule) for steps in table.steps]
    mine = when[seat]
    if mine is None:
        return 0
    earlier = len({other for other in when if other is not None and other < mine})
    ladder: Sequence[int] = rule.get("nuggets", ())
    return int(ladder[earlier] if earlier < len(ladder) else rule.get("later_nuggets", 0))


def dug(episode: Episode, rule: Rule, story: Story, position: Position, mode: str) -> Iterator[Open]:
    """Cross off boxes; what lies on them is kept, or chosen later."""
    source, what = position.land.chosen(rule["source"]), f"boxes:{rule['kind']}"
    diggers = [
        piece
        for group in position.building_groups(rule["kind"])
        if cells_of(group) & source
        for piece in group
    ]
    before = story.hand.has(what)
    story.count(rule.id, what, min(len(diggers), rule["boxes"] - before))
    for number, box in enumerate(rule["at"]):
        gift = rule["gifts"][number]
        if not before < box <= story.hand.has(what):
            continue
        if box in rule.get("triangles", ()):
            story.wait(rule.id, Open(mode, 1, rule.id, number), late=False)
        elif gift["gift"] == "count":
            story.count(rule.id, gift["what"], gift["n"])
        else:
            yield Open(mode, 1, rule.id, number)


def factories(position: Position) -> list[Laid]:
    cogs = {card for what, card in position.land.stickers if what == "cog"}
    return [piece for piece in position.laid if f"{piece.kind}-{piece.name}" in cogs]


def sooted(rule: Rule, position: Position, mode: str) -> Iterator[Open]:
    land = position.land
    beside = {other for one in factories(position) for place in one.cells for other in land.next_to[place]}
    cells = (position.visible(*rule["on"]) & beside) - land.chosen(rule["off"])
    names = tuple(name_of(land.episode.lattice, place) for place in sorted(cells))
    for number in range(min(rule["n"], len(cells))):
        yield Open(mode, 1, rule.id, number, names)


def roofed(rule: Rule, story: Story, position: Position) -> None:
    """One part at so many own symbols around a thing, two from one more on; the last one brings progress."""
    for one in spots_around(rule["at"], position.land):
        lies, before = count("own", "", one, position), story.hand.has(f"roof:{one.own}")
        parts = 0 if lies < rule["least"] else 1 if lies < rule["two"] else 2
        story.count(rule.id, f"roof:{one.own}", min(parts, ROOF_PARTS - before))
        if before < ROOF_PARTS == story.hand.has(f"roof:{one.own}"):
            story.count(rule.id, "progress", rule["progress"])


def lights(position: Position) -> Iterator[tuple[int, Place]]:
    """What was lit, with the number of the symbol that lies there."""
    for place in position.noted("lit"):
        yield position.land.episode.kinds.index(position.land.cells[place].wants), place


def village(gift: Gift, position: Position) -> tuple[str, ...]:
    """The cells under tiles in the largest groups of a symbol that may take a sticker, by name."""
    groups = position.mark_groups(gift["mark"])
    most = max((position.size(group) for group in groups), default=0)
    tiled = {place for piece in position.laid if not piece.printed for place in piece.cells}
    covered = {place for group in groups if position.size(group) == most for place in group & tiled}
    cells = covered & position.land.chosen(gift["on"]) - position.land.chosen(gift["off"])
    return tuple(name_of(position.land.episode.lattice, place) for place in sorted(cells))


def awarded(rule: Rule, story: Story, row: str, mode: str, position: Position) -> Iterator[Open]:
    """What a place brings at once; what is to be chosen is handed on."""
    for name in ("everyone", row):
        for gift in rule.get(name, ()):
            if gift["gift"] == "count":
                story.count(f"award.{name}", gift["what"], gift["n"])
            elif gift["gift"] == "hearth" and not village(gift, position):
                story.count(f"award.{name}", gift["otherwise"], 1)
            elif gift["gift"] == "ash":
                for cell in sorted(position.noted(gift["lost"])):
                    story.keep(f"award.{name}", gift["sticker"], name_of(position.land.episode.lattice, cell))
            elif gift["gift"] == "shape":
                story.keep(f"award.{name}", gift["card"], gift["shape"])
    for number, _ in enumerate(rule.get("most_boxes", ())):
        story.wait("award.most_boxes", Open(mode, 1, "award.most_boxes", number), late=False)
    for name in ("everyone", row):
        for number, gift in enumerate(rule.get(name, ())):
            if gift["gift"] == "hearth":
                if cells := village(gift, position):
                    yield Open(mode, 1, f"award.{name}", number, cells)
            elif gift["gift"] in CHOSEN:
                yield Open(mode, 1, f"award.{name}", number)


def settled(story: Story, stories: Sequence[Story]) -> Kept:
    """What has waited for the boxes of all: triangles for the first episode, most boxes for the most."""
    out: Kept = []
    for one in story.waits:
        if any(when(box) <= when(one) for other in stories for box in open_boxes(other)):
            continue
        if one.rule == "award.most_boxes":
            most = max(other.hand.boxes for other in stories)
            won = story.hand.boxes == most > 0
            out.append(["settled", "progress", 1] if won else ["settled", "most_boxes", ""])
            continue
        kind = one.rule.partition(".")[2]
        box = str(shaft_of(episode_named(one.mode), kind)["at"][one.number])
        taken = any((f"triangle:{kind}", box) in other.hand.stickers for other in stories)
        rivals = [w for other in stories for w in other.waits if (w.rule, w.number) == (one.rule, one.number)]
        if taken or min(map(when, rivals)) < when(one):
            out.append(["settled", f"triangle:{kind}", ""])
        else:
            out += [["settled", "progress", 1], [one.rule, f"triangle:{kind}", box]]
    return out


def open_boxes(story: Story) -> Iterable[Open]:
    return (one for one in story.left if is_box(one))


def is_box(one: Open) -> bool:
    return bool(gift_at(episode_named(one.mode), one.rule, one.number)["gift"] == "box")


def when(one: Open) -> int:
    return int(one.mode.rpartition("/")[2])
