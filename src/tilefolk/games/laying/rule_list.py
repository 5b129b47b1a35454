"""The rules of an episode: read from its list, sorted by the moment at which they speak."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tilefolk.games.laying import rules
from tilefolk.games.laying.rules import setup, shapes
from tilefolk.games.laying.rules.award import AnyGift, Award
from tilefolk.games.toml_tables import Choice, Place, Table, built, known_keys, name_in, take


@dataclass
class Rules:
    """The rules in force, by shape, each list in the order of the file; END and TABLE with their index."""

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


BY_SHAPE: Mapping[str, Mapping[str, type]] = {
    "setup": rules.SETUP,
    "source": rules.SOURCE,
    "fit": rules.FIT,
    "start": rules.START,
    "join": rules.JOIN,
    "pass_": rules.PASS,
    "must": rules.MUST,
    "instead": rules.INSTEAD,
    "once": rules.ONCE,
    "round": rules.ROUND,
    "race": rules.RACE,
    "end": rules.END,
    "table": rules.TABLE,
    "ties": rules.TIES,
    "ask": rules.ASK,
    "reward": rules.REWARD,
}
RULE = Choice("rule", {name: kind for kinds in BY_SHAPE.values() for name, kind in kinds.items()})
GIFTS = {AnyGift: Choice("gift", {**rules.GIFT, **rules.CHOICE})}


def rules_of(table: Table, game: Table, where: Place, base: Place) -> tuple[tuple[shapes.Rule, ...], Rules]:
    """The rules of an episode in its order, and by shape. Settings it leaves out come from its game."""
    listed: list[shapes.Rule] = []
    parts = Rules()
    defaults = take(game, "defaults", dict, base, {})
    known_keys(defaults, set(RULE.classes), base.at("defaults"))
    for index, entry in enumerate(take(table, "rules", list, where)):
        place = where.at("rules").at(index)
        name = name_in(RULE, entry, place)
        settings = {**defaults.get(name, {}), **entry}
        rule: shapes.Rule = built(RULE.classes[name], settings, place, named_by=RULE.key, choices=GIFTS)
        listed.append(rule)
        for shape, kinds in BY_SHAPE.items():
            if name in kinds:
                getattr(parts, shape).append((index, rule) if shape in ("end", "table") else rule)
    _check_counts(parts, where)
    return tuple(listed), parts


def _check_counts(parts: Rules, where: Place) -> None:
    """Raises BadEpisode where an episode has too few or too many rules of a shape."""
    _one(parts.source, "a deck or dice", where)
    _one([rule for rule in parts.setup if isinstance(rule, setup.Land)], "land", where)
    _one(parts.start, "a start", where)
    _one(parts.join, "beside or match", where)
    _one_at_most(parts.pass_, "passing", where)
    _one_at_most([rule for rule in parts.setup if isinstance(rule, setup.Marker)], "a track", where)
    _one_at_most([rule for rule in parts.reward if isinstance(rule, Award)], "an award", where)


def _one(found: Sequence[object], what: str, where: Place) -> None:
    if len(found) != 1:
        raise where.at("rules").bad(f"needs exactly one rule for {what}, has {len(found)}")


def _one_at_most(found: Sequence[object], what: str, where: Place) -> None:
    if len(found) > 1:
        raise where.at("rules").bad(f"has more than one rule for {what}")
