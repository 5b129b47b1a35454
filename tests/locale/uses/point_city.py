"""What Point City says."""

from tests.locale.uses.message import Use, plain
from tilefolk.games.point_city.cards import BUILDINGS, DOWN, INGENUITY, KINDS, UP
from tilefolk.games.point_city.facts import LEVELS, TOKENS
from tilefolk.games.point_city.payment import NOTHING, Spent, spelled
from tilefolk.games.point_city.rules_page import grouped


def point_city_uses() -> set[Use]:
    """What the cards, tokens, rules and automata of Point City say."""
    out = plain(
        "point_city", (rule for level in ("", *LEVELS) for rules in grouped(level).values() for rule in rules)
    )
    out |= {("tie.point_city.tie", (5, 0)), ("tie.point_city.automaton", ())}
    out |= plain("building", (building.id for building in BUILDINGS))
    out |= plain("resource", (*KINDS, INGENUITY))
    out |= plain("side", (UP, DOWN))
    out |= plain("item", (item for word in KINDS for item in _items(word)))
    out |= plain("token", TOKENS)
    out |= plain("tally", (f"token.{token}" for token in TOKENS))
    out |= plain("tally", ("buildings", "symbols", "tokens", "ingenuity", "no_pair"))
    out |= plain("answer", ("flip", "take", "draw", "pay", "token"))
    return out | plain("ended", ("over",))


def _items(kind: str) -> tuple[str, ...]:
    """Everything that can pay for a kind."""
    every = tuple(Spent(1, 1, 1, 1) if other == kind else NOTHING for other in KINDS)
    return tuple(map(str, spelled(every)[1:]))
