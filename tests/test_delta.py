"""Deltas between JSON values: folding one gives the new value, byte for byte, and small changes are small."""

import json
from functools import partial
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.delta_vectors import FILE, KNOWN, LACKS, changed, text, vectors
from tests.effort import times
from tilefolk.core.known import Known
from tilefolk.core.sharing import joined
from tilefolk.delta import FLIPPED, REMOVED, REPLACED, SAME, delta, fold

PLAIN = st.none() | st.booleans() | st.integers(-3, 3) | st.text("0123456789abcdefxyz.", max_size=12)
VALUES = st.recursive(
    PLAIN,
    lambda inner: (
        st.lists(inner, max_size=6) | st.dictionaries(st.text("ab01", max_size=2), inner, max_size=6)
    ),
    max_leaves=25,
)


def assert_folds(before: Any, after: Any) -> None:
    kept, change = json.dumps(before), delta(before, after)
    if change is SAME:
        assert json.dumps(before) == json.dumps(after)
        return
    sent = json.loads(json.dumps(change))
    assert json.dumps(fold(before, sent)) == json.dumps(after)
    assert json.dumps(before) == kept, "the value before stays as it was"


@settings(max_examples=times(200, 20_000), deadline=None)
@given(VALUES, VALUES, st.integers(0, 1 << 30))
def test_a_folded_delta_is_the_new_value(before: Any, after: Any, seed: int) -> None:
    assert_folds(before, after)
    assert_folds(before, changed(Random(seed), before, 4))
    assert_folds([before, {"a": before}], [after, {"a": after}])


def test_a_table_in_another_order_is_replaced() -> None:
    assert delta({"a": 1, "b": 2}, {"b": 2, "a": 1}) == {REPLACED: {"b": 2, "a": 1}}


def test_a_change_may_name_what_is_known() -> None:
    kept = json.dumps(KNOWN)
    piece = fold({"pieces": []}, {"pieces": {"0": {"@": "A-T4", "shapes": {"0": LACKS}}}}, KNOWN)["pieces"][0]
    assert piece["name"] == "T4"
    assert piece["shapes"][0] == {"inside": "ff0", "legal": "c0", "lacks": {"on_land": "f00", "clear": "30"}}
    assert json.dumps(KNOWN) == kept


def test_known_values_are_named_wherever_they_come() -> None:
    one, other = (Known(name, {}, partial(dict, name=name)) for name in ("T4", "V3"))
    same = Known("T4", {}, dict)
    assert delta([], [one]) == {"0": {"@": "T4"}}
    assert delta([one], [same]) is SAME
    assert delta([one, 1], [other, 1]) == {"0": {"@": "V3"}}
    assert delta([1, 2, 3], [one]) == [{"name": "T4"}], "a list that is replaced is written out"
    assert joined([{"round": 1}, {"pieces": [one]}]) == {"round": 1, "pieces": [{"name": "T4"}]}


def test_small_changes_are_small() -> None:
    before: dict[str, Any] = {
        "round": 3,
        "left": list("abcdefgh"),
        "boards": [{"ready": False, "clear": "7d57017ab40"}] * 2,
    }
    after = {
        "round": 4,
        "left": list("abcefgh"),
        "boards": [{"ready": True, "clear": "7d57017ab43"}, before["boards"][1]],
    }
    assert delta(before, after) == {
        "round": 4,
        "left": {REMOVED: [3]},
        "boards": {"0": {"ready": True, "clear": {FLIPPED: "3"}}},
    }
    assert delta({"a": [1, 2]}, {"a": [1, 2, {"b": 1}]}) == {"a": {"2": {REPLACED: {"b": 1}}}}
    assert delta({"a": 1, "b": {}}, {"b": {}}) == {REMOVED: ["a"]}
    assert delta(before, json.loads(json.dumps(before))) is SAME


def test_the_browser_folds_what_python_makes_now() -> None:
    assert FILE.read_text() == text(), "python -m tests.delta_vectors"
    used = json.dumps([change for _, change, _ in vectors()])
    assert all(f'"{name}": ' in used for name in (REMOVED, REPLACED, FLIPPED))
