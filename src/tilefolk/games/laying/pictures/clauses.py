"""What the line of a rule leaves out: sentences that the page of rules says below it."""

from collections.abc import Iterator

from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.rules.answer import Pass
from tilefolk.games.laying.rules.award import AnyGift, Award, Count
from tilefolk.games.laying.rules.choice import Stick
from tilefolk.games.laying.rules.comparison import Most
from tilefolk.games.laying.rules.end import Surrounded, Well
from tilefolk.games.laying.rules.fit import Beside, Start
from tilefolk.games.laying.rules.goals import Goals
from tilefolk.games.laying.rules.links import NewGroup, Road
from tilefolk.games.laying.rules.race import RaceCovered, RaceGoal, RaceLink
from tilefolk.games.laying.rules.reward import KeepCovered, KeepUnpassed
from tilefolk.games.laying.rules.rule_kinds import Rule
from tilefolk.games.laying.rules.setup import Marker

BAGS, GROVE, PROVISIONS, WIDE_RIVER = "bags", "p", "provisions", "water"


def clauses(rule: Rule, episode: Episode) -> list[str]:
    """The sentences below the line of a rule, by their ids."""
    return [f"clause.{clause}" for clause in _clauses(rule, episode)]


def _clauses(rule: Rule, episode: Episode) -> Iterator[str]:
    match rule:
        case Start() if "river" in rule.id:
            yield "start.river"
        case Beside():
            yield from _beside(episode)
        case Pass():
            yield "pass"
            if rule.provisions and knows_provisions(episode):
                yield "provision"
        case Marker():
            yield "track"
        case NewGroup():
            yield "new_group"
        case Road():
            yield "road"
        case Most():
            yield "most"
        case RaceCovered() | RaceGoal() | RaceLink() | Goals():
            yield "race"
        case Well():
            yield "well"
        case Surrounded():
            yield "surrounded"
        case Award() if any(GROVE in gift.what for gift in gifts_of(rule) if isinstance(gift, Stick)):
            yield "grove"
        case KeepCovered() | KeepUnpassed() if rule.count == BAGS:
            yield "bags"


def _beside(episode: Episode) -> Iterator[str]:
    yield "corner"
    if episode.map.river:
        yield "river"
    if WIDE_RIVER in {episode.map.legend[letter].terrain for letter in episode.map.letters.values()}:
        yield "wide_river"


def turning(episode: Episode) -> str:
    """The sentence that says whether pieces may be flipped over."""
    steps = len(episode.map.grid.lattice.steps)
    flipped = any(len(design.shape.turned) > steps for design in episode.designs.values())
    return "clause.flipped" if flipped else "clause.turned"


def knows_provisions(episode: Episode) -> bool:
    """Whether this episode or one before it brings provisions by a place of its own."""
    return _brings_provisions(episode) or bool(
        episode.follows and knows_provisions(EPISODES[f"{episode.name.partition('/')[0]}/{episode.follows}"])
    )


def _brings_provisions(episode: Episode) -> bool:
    awards = [rule for rule in episode.rules.reward if isinstance(rule, Award)]
    gifts = [gift for rule in awards for gift in gifts_of(rule)]
    return any(isinstance(gift, Count) and gift.what == PROVISIONS for gift in gifts)


def gifts_of(rule: Award) -> list[AnyGift]:
    return [gift for row in rule.rows.values() for gift in row]
