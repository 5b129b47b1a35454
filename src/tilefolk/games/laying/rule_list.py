"""The rules of an episode: read from its list, sorted by the moment at which they speak."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tilefolk.games.laying import rules
from tilefolk.games.laying.rules import rule_kinds, setup
from tilefolk.games.laying.rules.award import AnyGift, Award, Count
from tilefolk.games.toml_tables import Choice, Place, Table, built, known_keys, name_in, take


@dataclass
class Rules:
    """The rules in force, by kind, each list in the order of the file; END and TABLE with their index."""

    setup: list[Any] = field(default_factory=list)
    source: list[rule_kinds.Source] = field(default_factory=list)
    fit: list[rule_kinds.Fit] = field(default_factory=list)
    start: list[rule_kinds.Fit] = field(default_factory=list)
    join: list[rule_kinds.Fit] = field(default_factory=list)
    pass_: list[rule_kinds.Pass] = field(default_factory=list)
    must: list[rule_kinds.Must] = field(default_factory=list)
    instead: list[rule_kinds.Instead] = field(default_factory=list)
    once: list[rule_kinds.Once] = field(default_factory=list)
    round: list[rule_kinds.Round] = field(default_factory=list)
    race: list[rule_kinds.Race] = field(default_factory=list)
    end: list[tuple[int, rule_kinds.End]] = field(default_factory=list)
    table: list[tuple[int, rule_kinds.Table]] = field(default_factory=list)
    ties: list[rule_kinds.Ties] = field(default_factory=list)
    ask: list[rule_kinds.Ask] = field(default_factory=list)
    reward: list[rule_kinds.Reward] = field(default_factory=list)


BY_KIND: Mapping[str, Mapping[str, type]] = {
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
RULE = Choice("rule", {name: kind for classes in BY_KIND.values() for name, kind in classes.items()})
GIFTS = {
    AnyGift: Choice("gift", {**rules.GIFT, **rules.CHOICE}),
    Count: Choice("gift", {"count": Count}),
}


def rules_of(
    table: Table, game: Table, where: Place, base: Place
) -> tuple[tuple[rule_kinds.Rule, ...], Rules]:
    """The rules of an episode in its order, and by kind. Settings it leaves out come from its game."""
    listed: list[rule_kinds.Rule] = []
    parts = Rules()
    defaults = take(game, "defaults", dict, base, {})
    known_keys(defaults, set(RULE.classes), base.at("defaults"))
    for index, entry in enumerate(take(table, "rules", list, where)):
        place = where.at("rules").at(index)
        name = name_in(RULE, entry, place)
        settings = {**defaults.get(name, {}), **entry}
        rule: rule_kinds.Rule = built(RULE.classes[name], settings, place, named_by=RULE.key, choices=GIFTS)
        listed.append(rule)
        for kind, classes in BY_KIND.items():
            if name in classes:
                getattr(parts, kind).append((index, rule) if kind in ("end", "table") else rule)
        if line := end_line(rule):
            parts.end.append((index, line))
    _check_counts(parts, where)
    return tuple(listed), parts


def end_line(rule: rule_kinds.Rule) -> rule_kinds.End | None:
    """The line of the end scoring of a rule that speaks at another moment too."""
    return rule.at_end if isinstance(rule, rule_kinds.TwoParts) else None


def _check_counts(parts: Rules, where: Place) -> None:
    """Raises BadEpisode where an episode has too few or too many rules of a kind."""
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
