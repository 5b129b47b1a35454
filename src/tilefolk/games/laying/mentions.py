"""The cells a rule speaks of on a seat's ground: lit for people who meet the rule for the first time."""

from dataclasses import fields
from typing import Any, get_args, get_type_hints

from tilefolk.core.grid import Mask
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground, cached_on_ground
from tilefolk.games.laying.look_back import look_back
from tilefolk.games.laying.rules import names
from tilefolk.games.laying.rules.rule_kinds import Rule


@cached_on_ground
def changed_cells(episode: Episode, ground: Ground) -> dict[str, Mask]:
    """By rule, the cells that new and gone rules of an episode speak of; rules without cells are left out.

    In the first episode of a campaign every rule is new.
    """
    new, gone, *_ = look_back(episode)
    if episode.history and not episode.follows:
        new = episode.listed
    found = {rule.id: mentioned(rule, ground) for rule in (*new, *gone)}
    return {rule: cells for rule, cells in found.items() if cells}


def mentioned(rule: Rule, ground: Ground) -> Mask:
    """All cells that words in the rule's parameters name."""
    hints, out = get_type_hints(type(rule)), 0
    for part in fields(rule):  # type: ignore[arg-type]
        value = getattr(rule, part.name)
        kinds = {hints[part.name], *get_args(hints[part.name])}
        for word in value if isinstance(value, tuple) else (value,):
            out |= _named(ground, kinds, word)
    return out


def _named(ground: Ground, kinds: set[Any], word: Any) -> Mask:
    """Cells of a rule that is gone may lie in a part of the map that is gone as well."""
    if names.Cell in kinds:
        return 1 << ground.grid.bits[word] if word in ground.grid.bits else 0
    if names.Layer in kinds or names.Cells in kinds:
        return ground.layer(word)
    return ground.select((word,)) if names.Selector in kinds else 0
