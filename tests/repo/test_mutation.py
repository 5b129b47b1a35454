"""What `make mutants` plants, and the list of faults that nobody could notice."""

import tomllib
from pathlib import Path

from tests.mutation.__main__ import EQUIVALENT, SOURCE
from tests.mutation.faults import Fault, draw, faults

SAMPLE = '''
def found(cells, least=1):
    """What is drawn from this."""
    if not cells:
        return []
    known = [cell for cell in cells if cell > least]
    known.sort()
    return known and max(known)
'''


def sample(folder: Path) -> Path:
    (folder / "game").mkdir()
    (folder / "game/found.py").write_text(SAMPLE, encoding="utf-8")
    return folder / "game/found.py"


def test_small_faults_of_every_kind_are_found(tmp_path: Path) -> None:
    found = {(fault.kind, fault.line, fault.new.strip()) for fault in faults(tmp_path, sample(tmp_path))}
    assert found == {
        ("guard left out", 4, "pass"),
        ("branches swapped", 4, "if not (not cells):"),
        ("not", 4, "if (cells):"),
        ("comparison", 6, "known = [cell for cell in cells if (cell >= least)]"),
        ("filter left out", 6, "known = [cell for cell in cells]"),
        ("statement left out", 7, "pass"),
        ("and/or", 8, "return (known or max(known))"),
        ("clause left out", 8, "return (max(known))"),
        ("clause left out", 8, "return (known)"),
        ("min/max", 8, "return known and min(known)"),
    }


def test_the_same_seed_draws_the_same_faults_one_for_a_line(tmp_path: Path) -> None:
    sample(tmp_path)
    drawn = draw(tmp_path, "game", 9, 1, lambda fault: fault.line != 7)
    assert [fault.line for fault in drawn] == [
        fault.line for fault in draw(tmp_path, "game", 9, 1, bool) if fault.line != 7
    ]
    assert {fault.line for fault in drawn} == {4, 6, 8}


def test_of_lines_that_look_alike_the_nearest_is_changed() -> None:
    fault = Fault("a.py", 3, "off by one", "f", "x = 1", "x = 2")
    assert fault.planted("x = 1\n\nx = 1\n") == "x = 1\n\nx = 2\n"


def test_faults_that_change_nothing_are_told_with_a_reason_and_can_still_be_planted() -> None:
    for each in tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["equivalent"]:
        text = (SOURCE / each["path"]).read_text(encoding="utf-8")
        assert text.count(each["old"]) == 1, (
            f"{each['path']} has changed: look at the fault again\n{each['old']}"
        )
        assert each["why"]
