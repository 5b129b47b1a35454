"""Budgets of bots when many tables wait: whole as long as there is time, smaller before people wait."""

from contextlib import ExitStack

from tilefolk.server.matches.bot_load import QUEUE_SECONDS, SMALLEST_PART, ThinkingLoad

GAME = "my_city/eternal"


def divisors(load: ThinkingLoad, bot: str, count: int) -> list[int]:
    """What so many answers at once are divided by."""
    with ExitStack() as under_way:
        return [under_way.enter_context(load.answer(bot, GAME)) for _ in range(count)]


def test_budgets_are_whole_while_there_is_time() -> None:
    load = ThinkingLoad(2)
    assert divisors(load, "owl", 1) == [1] and divisors(load, "owl", 10)[-1] > 1, "nobody knows the cost yet"
    load.note_cost("owl", GAME, 1, 0.1)
    assert divisors(load, "owl", 10) == [1] * 10
    assert divisors(load, "owl", 10) == [1] * 10, "what is over counts no more"


def test_budgets_shrink_before_answers_come_too_late() -> None:
    load = ThinkingLoad(2)
    load.note_cost("owl", GAME, 1, 0.65)
    found = divisors(load, "owl", 10)
    assert found == sorted(found) and found[:2] == [1, 1] and found[-1] > 1
    assert sum(0.65 / divisor for divisor in found) / 2 < 2.0, "all of them within two seconds of two cores"
    assert max(divisors(load, "owl", 500)) == SMALLEST_PART


def test_what_an_answer_costs_is_learned_from_divided_ones_too() -> None:
    load = ThinkingLoad(1)
    load.note_cost("owl", GAME, 8, 0.2)
    assert divisors(load, "owl", 1) == [4] and 1.6 / 4 <= QUEUE_SECONDS < 1.6 / 2
    for _ in range(30):
        load.note_cost("owl", GAME, 1, 0.2)
    assert divisors(load, "owl", 1) == [1]


def test_who_has_no_budget_is_never_divided() -> None:
    load = ThinkingLoad(1)
    for bot in ("greedy", "mole", "somebody_elses"):
        load.note_cost(bot, GAME, 1, 4.0)
        assert divisors(load, bot, 5) == [1] * 5
