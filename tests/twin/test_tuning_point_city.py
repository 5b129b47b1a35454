"""The search for the weights of Point City's playouts, on a few deals."""

import numpy as np

from tests.effort import times
from tilefolk.twin.point_city import policy
from tilefolk.twin.point_city.tuning import BEGIN, HIGHEST, LOWEST, dealt, leads, tune

MODE = "point_city/solo-hard"


def test_a_search_moves_the_weights_and_finds_the_same_ones_again() -> None:
    first, again = (list(tune(MODE, times(20, 200), 2, seed=3, crowd=12)) for _ in range(2))
    assert first == again and len(first) == 2
    for weights, wins in first:
        assert weights != BEGIN and 0 <= wins <= 1
        assert all(low <= one <= high for low, one, high in zip(LOWEST, weights, HIGHEST, strict=True))


def test_the_shipped_weights_lead_further_than_those_the_search_begins_with() -> None:
    deals = dealt(MODE, times(150, 1000), "shipped")
    shipped = *policy.AGAINST_AUTOMATON, *policy.SAME_AGAINST_AUTOMATON
    assert np.mean(leads(deals, shipped)) > np.mean(leads(deals, BEGIN)) + 1
