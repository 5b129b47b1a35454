"""The page of rules of an episode: all rules in force by what they are about, each with its pictures."""

from collections import Counter
from collections.abc import Sequence, Set
from functools import lru_cache

from tilefolk.core.game import Json
from tilefolk.games.laying.catalogue import EPISODES, changes
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.gifts import SECOND, promised
from tilefolk.games.laying.pictures.clauses import clauses, turning
from tilefolk.games.laying.pictures.examples import examples_of
from tilefolk.games.laying.rule_list import BY_KIND
from tilefolk.games.laying.rules.rule_kinds import Rule
from tilefolk.games.laying.rules.setup import Area, Mark, Retire
from tilefolk.games.laying.view import shapes_json

KEPT = 64  # pages that are remembered
TWO = 2  # seats that leave the row of the second place out
OF_MORE = f"{SECOND}.of_more"

AIM, BUILD, POINTS, END, KEEP = "aim", "build", "points", "end", "kept"
GROUPS = (AIM, BUILD, POINTS, END, KEEP)

# By the moment at which a rule speaks; rules of the set-up are about different things.
GROUP_OF_KIND = {
    "source": AIM,
    "fit": BUILD,
    "start": BUILD,
    "join": BUILD,
    "must": BUILD,
    "instead": BUILD,
    "pass_": POINTS,
    "once": POINTS,
    "round": POINTS,
    "race": POINTS,
    "end": POINTS,
    "table": POINTS,
    "ask": POINTS,
    "ties": END,
    "reward": KEEP,
}
GROUP_OF_SETUP = {
    "area": BUILD,
    "give": KEEP,
    "goals": POINTS,
    "land": BUILD,
    "look_ahead": AIM,
    "mark": BUILD,
    "retire": BUILD,
    "track": POINTS,
}


def group_of(rule: Rule) -> str:
    """What a rule is about."""
    for kind, classes in BY_KIND.items():
        for name, known in classes.items():
            if type(rule) is known:
                return GROUP_OF_SETUP[name] if kind == "setup" else GROUP_OF_KIND[kind]
    raise KeyError(rule.id)


def is_scenery(rule: Rule) -> bool:
    """What stands on the map is told after what one may do there."""
    return isinstance(rule, (Mark, Area, Retire))


def grouped(rules: Sequence[Rule]) -> dict[str, list[Rule]]:
    """Rules by what they are about, in the order in which one reads them; empty groups are left out."""
    found: dict[str, list[Rule]] = {group: [] for group in GROUPS}
    for rule in sorted(rules, key=is_scenery):
        found[group_of(rule)].append(rule)
    return {group: listed for group, listed in found.items() if listed or group != KEEP}


def rules_page(mode: str, *, pictures: bool = True) -> Json:
    """What a client shows of the rules of an episode; sentences by their ids."""
    return _page(EPISODES[mode], pictures)


@lru_cache(KEPT)
def _page(episode: Episode, pictures: bool) -> Json:
    new = {rule.id for rule in changes(episode)[0]}
    return {
        "game": episode.name,
        "kinds": list(episode.kinds_played),
        "shapes": shapes_json(episode, episode.alone),
        "source": episode.source.shown(()),
        "gifts": _gifts(episode),
        "follows": f"{episode.name.partition('/')[0]}/{episode.follows}" if episode.follows else None,
        "groups": [
            _group(group, rules, episode, new, pictures) for group, rules in grouped(episode.listed).items()
        ],
    }


def _group(group: str, rules: Sequence[Rule], episode: Episode, new: Set[str], pictures: bool) -> Json:
    """A clause that several of its rules have stands before them."""
    counted = Counter(clause for rule in rules for clause in clauses(rule, episode))
    shared = [clause for clause, count in counted.items() if count > 1]
    return {
        "group": group,
        "said": [*_said(group, episode), *shared],
        "rules": [
            {
                "id": rule.id,
                "numbers": list(rule.numbers),
                "clauses": [clause for clause in clauses(rule, episode) if clause not in shared],
                "new": rule.id in new,
                "pictures": [picture.json() for picture in examples_of(rule, episode)] if pictures else [],
            }
            for rule in rules
        ],
    }


def _gifts(episode: Episode) -> list[list[object]]:
    """What places bring; the page does not know how many play, and of two the second gets nothing."""
    rows = promised(episode, max(episode.seats))
    if min(episode.seats) > TWO:
        return rows
    return [[OF_MORE if row == SECOND else row, *gift] for row, *gift in rows]


def _said(group: str, episode: Episode) -> list[str]:
    """The sentences before the rules of a group."""
    if group == AIM:
        return [f"aim.{episode.name.partition('/')[0]}"]
    if group == BUILD:
        return [turning(episode)]
    if group != END:
        return []
    return [f"ends.{episode.source.stream}", *([] if episode.rules.ties else ["clause.tie"])]
