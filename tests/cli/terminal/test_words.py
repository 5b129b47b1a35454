"""What players read has names, not the keys of the record."""

import pytest

from tilefolk.cli.terminal.text.words import answer_words, draw_words
from tilefolk.locale import texts


def test_payments_and_tokens_are_named() -> None:
    said = texts("en")
    paid = answer_words(said, ("pay", "permanent-industry", "economy-1"))
    assert paid == "Pay: permanent industry, economy"
    assert answer_words(said, ("token", "flat-5")) == "Take the token: 5 points"


@pytest.mark.parametrize(
    ("draw", "words"),
    [
        (("tier1", 0, "up", "economy"), "tier1 0 Resource Economy"),
        (("token", 3, "flat-5"), "token 3 5 points"),
        (("deck", 3, "B-T4"), "deck 3 Industrial (blue), Turret"),
        (("dice", 3, "C", "H", "filled"), "dice 3 C H filled"),
    ],
)
def test_what_chance_brought_is_named(draw: tuple[str | int, ...], words: str) -> None:
    assert draw_words(texts("en"), draw) == words
