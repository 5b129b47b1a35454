"""The rules of an episode: read from its list, sorted by the moment at which they speak."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tilefolk.games.laying import rules
from tilefolk.games.laying.rules import setup, shapes
from tilefolk.games.toml_tables import Place, Table, built, known_keys, take


@dataclass
class Rules:
    """The rules in force, by shape, each list in the order of the file."""

    setup: list[Any] = field(default_factory=list)
    source: list[shapes.Source] = field(default_factory=list)
    fit: list[shapes.Fit] = field(default_factory=list)
    start: list[shapes.Fit] = field(default_factory=list)
    join: list[shapes.Fit] = field(default_factory=list)
    pass_: list[shapes.Pass] = field(default_factory=list)
    must: list[shapes.Must] = field(default_factory=list)
    instead: list[shapes.Instead] = field(default_factory=list)
    once: list[shapes.Once] = field(default_factory=list)
    round: list[shapes.Round] = field(default_factory=list)
    race: list[shapes.Race] = field(default_factory=list)
    end: list[tuple[int, shapes.End]] = field(default_factory=list)
    table: list[tuple[int, shapes.Table]] = field(default_factory=list)
    ties: list[shapes.Ties] = field(default_factory=list)
    ask: list[shapes.Ask] = field(default_factory=list)
    reward: list[shapes.Reward] = field(default_factory=list)


def rules_of(table: Table, game: Table, where: Place, base: Place) -> tuple[tuple[shapes.Rule, ...], Rules]:
    """The rules of an episode in its order, and by shape; what it leaves out of one its game may say."""
    listed: list[shapes.Rule] = []
    parts = Rules()
    known = {
        name: (shape, kinds[name])
        for shape in vars(parts)
        for kinds in [getattr(rules, shape.strip("_").upper())]
        for name in kinds
    }
    defaults = take(game, "defaults", dict, base, {})
    known_keys(defaults, set(known), base.at("defaults"))
    for index, entry in enumerate(take(table, "rules", list, where)):
        place = where.at("rules").at(index)
        if not isinstance(entry, dict):
            raise place.bad(f"must be a table, not {entry!r}")
        name = take(entry, "rule", str, place)
        if name not in known:
            raise place.at("rule").bad(f"{name!r} is no rule; known are {', '.join(sorted(known))}")
        rule = built(known[name][1], {**defaults.get(name, {}), **entry}, place, apart="rule")
        listed.append(rule)
        for shape in vars(parts):
            if name in getattr(rules, shape.strip("_").upper()):
                value = (index, rule) if shape in ("end", "table") else rule
                getattr(parts, shape).append(value)
    _one(parts.source, "a deck or dice", where)
    _one([rule for rule in parts.setup if isinstance(rule, setup.Land)], "land", where)
    _one(parts.start, "a start", where)
    _one(parts.join, "beside or match", where)
    _one_at_most(parts.pass_, "passing", where)
    _one_at_most([rule for rule in parts.setup if isinstance(rule, setup.Marker)], "a track", where)
    return tuple(listed), parts


def _one(found: Sequence[object], what: str, where: Place) -> None:
    if len(found) != 1:
        raise where.at("rules").bad(f"needs exactly one rule for {what}, has {len(found)}")


def _one_at_most(found: Sequence[object], what: str, where: Place) -> None:
    if len(found) > 1:
        raise where.at("rules").bad(f"has more than one rule for {what}")
