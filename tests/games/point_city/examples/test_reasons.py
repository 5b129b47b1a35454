"""Every reason why something is not allowed in Point City has its case."""

import pytest

from tests.games.point_city.dialect import Table, held
from tilefolk.core.notation import CHANCE
from tilefolk.games import point_city


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("pay energy-1", "nothing_to_pay"),
        ("token flat-5", "no_token_now"),
        ("dance", "no_such_action"),
        ("flip z9", "no_such_action"),
        ("flip", "no_such_action"),
        ("take a1 z9", "no_such_action"),
        ("take a1 b1 c1", "no_such_action"),
    ],
)
def test_why_before_taking(line: str, rule: str) -> None:
    assert Table(row="flat-5 twice").why(line) == (rule,)


@pytest.mark.parametrize("line", ["take a1", "draw a1"])
def test_what_forbids_a_flip_is_told_of_flips_alone(line: str) -> None:
    table = Table({"a1": "IE>C"})
    assert (table.why(line), table.why("flip a1")) == (("no_such_action",), ("never_back",))


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("draw", "pay_first"),
        ("take a2 b2", "pay_first"),
        ("token flat-5", "pay_first"),
        ("pay", "not_this_payment"),
        ("pay energy-1", "not_this_payment"),
        ("pay energy-1 energy-1 ingenuity-energy", "not_this_payment"),
        ("pay permanent-energy energy-1", "not_this_payment"),
        ("dance", "no_such_action"),
    ],
)
def test_why_while_a_payment_is_open(line: str, rule: str) -> None:
    table = Table({"a1": "NN>E1"}, held("N N J"), row="flat-5 twice").play("take a1 b1")
    assert table.why(line) == (rule,)


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("draw", "token_first"),
        ("flip a2", "token_first"),
        ("pay energy-1", "token_first"),
        ("token missing", "no_such_token"),
        ("token", "no_such_token"),
    ],
)
def test_why_while_a_token_is_open(line: str, rule: str) -> None:
    table = Table({"a1": "EEE*"}, held("E E E"), row="flat-5 twice").play("take a1 b1")
    assert table.why(line) == (rule,)


def test_why_when_somebody_else_is_in_turn() -> None:
    assert Table().why("draw", seat=1) == ("not_to_act",)
    assert Table().why("draw", seat=7) == ("not_to_act",)
    assert Table().play("flip a1").why("draw") == ("not_to_act",)


def test_why_a_draw_cannot_come() -> None:
    table = Table().play("flip c2")
    index = table.waiting[0].index
    for line in (
        f"tier1 {index} down G99-energy",
        f"tier1 {index} up energy",
        f"tier1 {index + 1} down {point_city.legal(table.state, CHANCE)[0][3]}",
        "first 0 1",
    ):
        assert table.why(line, seat=CHANCE) == ("no_such_draw",)
