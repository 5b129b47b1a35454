"""What the episodes of the laying games say."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from tests.dialect import all_modes as covered_modes
from tests.dialect import load_examples
from tests.locale.uses.message import Use, plain
from tilefolk.core.game import Legacy
from tilefolk.games.laying import rules
from tilefolk.games.laying.answers import END, PASS
from tilefolk.games.laying.board import CHOSEN
from tilefolk.games.laying.catalogue import EPISODES, ground_of, whole_ground
from tilefolk.games.laying.choosing import PUT_OFF
from tilefolk.games.laying.episode import Episode, cards_of
from tilefolk.games.laying.pictures.clauses import clauses
from tilefolk.games.laying.rules.award import Ash, Award
from tilefolk.games.laying.rules.choice import Box, MarkPiece, Stick
from tilefolk.games.laying.rules.end import Visible
from tilefolk.games.laying.rules.hearth import Hearth
from tilefolk.games.laying.rules.metrics import ROOF
from tilefolk.games.laying.rules.once import Hazard
from tilefolk.games.laying.rules.reward import NUGGETS, Bonus, CarryOver, LitPlots
from tilefolk.games.laying.rules.roofs import Roofs
from tilefolk.games.laying.rules.rule_kinds import Choice, Rule, Task
from tilefolk.games.laying.rules.setup import Give, Mark
from tilefolk.games.laying.rules.shaft import Dig
from tilefolk.games.laying.rules.soot import Soot
from tilefolk.games.laying.rules.source import BLOCKING, Deck

FITTING = (rules.FIT, rules.START, rules.JOIN)


def episodes() -> tuple[Episode, ...]:
    load_examples()
    return tuple(EPISODES[mode] for mode in covered_modes() if mode in EPISODES)


def episode_uses(episode: Episode) -> set[Use]:
    """What one episode says."""
    out: set[Use] = set()
    vetoes = {rule.id for rule in _of(episode, rules.PASS, rules.MUST)}
    drawn = list(episode.goals.races.values()) if episode.goals else []
    out |= {(rule.id, rule.numbers) for rule in (*episode.listed, *drawn)}
    out |= {(clause, ()) for rule in episode.listed for clause in clauses(rule, episode)}
    out |= _answers(episode)
    scoring = [rule for rule in episode.scoring if rule is not episode.goals]
    out |= plain("tally", {"start", *PASS, *(rule.id for rule in (*scoring, *drawn))})
    out |= {(f"tie.{rule.id}", (row, 0, 5)) for rule in episode.rules.ties for row in (1, 11)}
    out |= plain("why", (rule.id for rule in _of(episode, *FITTING)))
    out |= plain("why", (f"no.{rule}" for rule in vetoes))
    out |= plain("ended", (CHOSEN, "no_room", *vetoes))
    out |= plain("kind", episode.kinds_played)
    drawn_shapes = {card.partition("-")[2] for card in cards_of(episode)}
    shapes = [name for name, design in episode.designs.items() if not design.marks or name in drawn_shapes]
    out |= plain("shape", shapes)
    out |= plain("layer", _layers(episode))
    out |= plain("card", _cards(episode))
    out |= plain("option", _options(episode))
    out |= _kept(episode)
    digging = [rule for rule in episode.rules.reward if isinstance(rule, Dig)]
    return out | plain("shaft", (rule.kind for rule in digging))


def _kept(episode: Episode) -> set[Use]:
    """What a seat is told of things that it kept."""
    setup, reward = episode.rules.setup, episode.rules.reward
    told = [
        rule for rule in (*setup, *reward) if isinstance(rule, Bonus | Dig | Give | LitPlots | Roofs | Soot)
    ]
    out = plain("kept", (rule.id for rule in told))
    out |= plain("kept", (rule.id for rule in reward if isinstance(rule, Award) and rule.most_boxes))
    rows = [row for rule in reward if isinstance(rule, Award) for row in rule.rows.values()]
    out |= plain("sticker", (gift.sticker for row in rows for gift in row if isinstance(gift, Ash)))
    roofed = any(isinstance(rule, Roofs) for rule in reward)
    marks = [spot.wants for spot in episode.map.legend.values() if spot.symbol == "megalith"]
    return out | plain("series.count", (f"{ROOF}{mark}" for mark in marks if roofed))


def _of(episode: Episode, *shapes: Mapping[str, type]) -> list[Rule]:
    """The episode's rules of these shapes."""
    kinds = tuple(kind for shape in shapes for kind in shape.values())
    return [rule for rule in episode.listed if isinstance(rule, kinds)]


def _answers(episode: Episode) -> set[Use]:
    out = plain("answer", ("place", *PASS, *END))
    rich = Legacy(counts=((NUGGETS, 99),))
    for ask in episode.rules.ask:
        out |= {(f"answer.{verb}", tuple(map(int, numbers))) for verb, *numbers in ask.answers(rich, 0)}
    ground = whole_ground(episode, Legacy())
    for choice in _choices(episode):
        shown = choice.shown(ground)
        out |= plain("answer", (shown["verb"], *PUT_OFF))
        out |= plain("sticker", getattr(choice, "what", ()))
        out |= plain("why", {Box: ("box_full", "box_closed"), MarkPiece: ("has_mark",)}.get(type(choice), ()))
        if isinstance(choice, Hearth):
            choice = choice.bound(("0,0",))
        if isinstance(choice, Stick):
            second = replace(choice, on=choice.second) if choice.second else choice
            reasons = {reason for one in (choice, second) for reason, _ in one.conditions(ground)}
            reasons |= {"stick.built" for spot in episode.map.legend.values() if spot.building}
            out |= plain("why", reasons)
    return out


def _choices(episode: Episode) -> Iterator[Choice]:
    for rule in episode.rules.reward:
        if isinstance(rule, Award):
            yield from (gift for row in rule.rows.values() for gift in row if isinstance(gift, Choice))
        elif isinstance(rule, Dig):
            yield from (gift for gift in rule.gifts if isinstance(gift, Choice))
        elif isinstance(rule, Soot) and (choice := rule.choice(Task(rule.id, 0))):
            yield choice


def _layers(episode: Episode) -> set[str]:
    """Everything a cell can be or carry; sets of cells have a text where points lie on them."""
    out = set(ground_of(episode.name, Legacy()).layers) - {*episode.map.cells, *episode.map.limits}
    for rule in episode.rules.once:
        found = {getattr(rule, "at", ""), *getattr(rule, "on", ())}
        out |= found & set(episode.map.cells)
    stuck: set[str] = {rule.put for rule in episode.rules.setup if isinstance(rule, Mark)}
    stuck |= {rule.sticker for rule in episode.rules.reward if isinstance(rule, CarryOver)}
    stuck |= {what for choice in _choices(episode) if isinstance(choice, Stick) for what in choice.what}
    stuck |= set(episode.map.letters.values())
    spots = [episode.map.legend[letter] for letter in stuck]
    out |= {name for spot in spots for name in (spot.terrain, spot.symbol) if name}
    out |= {rule.becomes for rule in episode.rules.round if isinstance(rule, Hazard)}
    return out | {rule.noted for _, rule in episode.rules.end if isinstance(rule, Visible) and rule.noted}


def _cards(episode: Episode) -> set[str]:
    """Cards that are more than a kind and a shape."""
    source = episode.source
    if not isinstance(source, Deck):
        return set()
    return {*source.seat_cards, *([BLOCKING] if source.blocking else [])}


def _options(episode: Episode) -> Iterator[str]:
    for name, choices in episode.mode.options:
        yield name
        yield from (f"{name}.{choice}" for choice in choices)
