"""What helps to plan: groups with their sizes, how many cells a road lacks, who leads."""

import re
from collections.abc import Sequence
from typing import Any

from tests.witness.episode import Episode, Rule
from tests.witness.lattice import Place, spread
from tests.witness.metrics import measured
from tests.witness.position import Position
from tests.witness.scoring import most
from tests.witness.spots import Spot, counted, spots


def group_hints(episode: Episode, position: Position) -> set[tuple[object, ...]]:
    """Rule, cells, size, whether it has scored, for every group of two and more."""
    return {
        (rule.id, frozenset(group), position.size(group), bool(group & position.noted(rule.id)))
        for rule in episode.all("new_group")
        for group in position.mark_groups(rule["mark"])
        if position.size(group) > 1
    }


def majorities(episode: Episode, positions: Sequence[Position]) -> list[list[Any]]:
    """Rule, every seat's number, who would get the points now."""
    out: list[list[Any]] = []
    for rule in episode.all("most"):
        winners = [seat for seat, line in enumerate(most(rule, positions)) if line.points]
        out.append([rule.id, [measured(rule["metric"], position) for position in positions], winners])
    return out


def lacking(road: Rule, position: Position, thing: set[Place]) -> int | None:
    """How many free cells a road from the thing has to take at least; from cell to cell, cheapest first."""
    joined, marks = position.land.joined, position.marks
    free = position.land.open & position.clear
    goal = position.land.chosen(road["goal"])
    waiting = [(0, place) for place in thing]
    settled: set[Place] = set()
    while waiting:
        cost, place = min(waiting)
        waiting.remove((cost, place))
        if place in goal and place not in thing:
            return cost
        settled.add(place)
        for other in joined[place] - settled:
            if marks.get(other) == road["mark"]:
                waiting.append((cost, other))
            elif other in free:
                waiting.append((cost + 1, other))
    return None


def stands_on(episode: Episode, position: Position) -> frozenset[Place]:
    """The building of the investor: the newest that is not of a kind he ignores."""
    for rule in episode.all("investor"):
        for piece in reversed(position.laid):
            if not piece.printed and piece.kind not in rule.get("not_kinds", ()):
                return frozenset(piece.cells)
    return frozenset()


def workers(episode: Episode, position: Position) -> set[tuple[str, frozenset[Place], int, int]]:
    """Every factory with those who work there."""
    cogs = {card for what, card in position.land.stickers if what == "cog"}
    out = set()
    for rule in episode.all("factory"):
        for piece in position.laid:
            if f"{piece.kind}-{piece.name}" in cogs:
                near = [one for one in position.bordering(piece.cells) if one.kind == rule["workers"]]
                out.add((rule.id, frozenset(piece.cells), min(rule["most"], len(near)), rule["most"]))
    return out


def lacking_link(rule: Rule, position: Position) -> int | None:
    """How many free cells a link of a race lacks."""
    shown = {place: "link" for piece in position.of_kind(*rule["kinds"]) for place in piece.cells}
    free = position.land.open & position.clear
    goal, waiting = position.land.chosen(rule["goal"]), {}
    for place in position.land.chosen(rule["start"]):
        if place in shown or place in free:
            waiting[place] = 0 if place in shown else 1
    settled: dict[Place, int] = {}
    while waiting:
        place = min(waiting, key=lambda one: (waiting[one], one))
        settled[place] = cost = waiting.pop(place)
        if place in goal:
            return cost
        for other in position.land.next_to[place] - set(settled):
            if other in shown or other in free:
                step = cost + (other not in shown)
                waiting[other] = min(waiting.get(other, step), step)
    return None


def arrives(road: Rule, position: Position, thing: set[Place], added: set[Place]) -> bool:
    """Whether the road would be there with the symbol on these cells too."""
    shown = {place for place, mark in position.marks.items() if mark == road["mark"]} | added
    joined = position.land.joined
    ring = {other for place in thing for other in joined[place]} & shown
    return bool(spread(ring, shown, joined) & position.land.chosen(road["goal"]))


def spot_hints(episode: Episode, position: Position) -> set[tuple[object, ...]]:
    """Everything with a ring or bay: what lies there, what it needs, whether it has scored, what helps."""
    return {
        (
            rule.id,
            one.thing,
            one.ring,
            counted(rule, one, position),
            rule["least"],
            bool(one.thing & position.noted(rule.id)),
            frozenset(one.ring & position.clear & position.land.open),
            helping(rule, one, position),
        )
        for rule in episode.all("spot")
        for one in spots(rule, position.land)
    }


def helping(rule: Rule, spot: Spot, position: Position) -> tuple[str, ...]:
    """The symbols that bring a spot further; none: any does."""
    if rule["count"] == "distinct":
        there = {mark for place, mark in position.marks.items() if place in spot.ring}
        return tuple(sorted({"F", "W", "H", "P"} - there))
    return {"own": (spot.own,), "symbol": (rule.get("mark", ""),)}.get(rule["count"], ())


def site_hints(episode: Episode, position: Position) -> set[tuple[str, Place, str]]:
    """Sites that a symbol digs up: still open, dug up, or lost to anything else."""
    named = position.land.named("cells")
    wanted = [(rule.id, rule["at"], rule["mark"]) for rule in episode.all("find")]
    wanted += [
        (rule.id, name, rule["marks"][0])
        for rule in episode.all("cover")
        for name in rule["on"]
        if name in named
    ]
    return {
        (rule, place, site_state(position, place, mark))
        for rule, name, mark in wanted
        for place in position.land.layer(name)
    }


def site_state(position: Position, place: Place, mark: str) -> str:
    if place in position.clear & position.land.open:
        return "open"
    piece = position.at(place)
    return "dug" if piece and not piece.printed and position.marks[place] == mark else "lost"


def race_hints(
    races: Sequence[Rule], positions: Sequence[Position]
) -> dict[str, tuple[list[int], int, list[int]]]:
    """Of every race over a metric: its prizes, the number that is needed, how far each seat is."""
    out = {}
    for rule in races:
        metric, needed = re.split("[<>]=", rule["goal"])
        numbers = [measured(metric, position) for position in positions]
        out[rule.id] = (list(rule["prizes"]), int(needed), numbers)
    return out
