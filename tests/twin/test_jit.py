"""Kernels of the twin: compiled once, for one kind of number, by one process at a time."""

import fcntl
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

pytest.importorskip("numba", reason="a build tool: make kernels, make test-long")
from tilefolk.twin.compiler import jit


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(jit, "CACHE_FOLDER", str(tmp_path))
    return tmp_path


def _double(number: int) -> int:
    return 2 * number


def test_a_kernel_is_compiled_once_for_all_signed_numbers() -> None:
    double = jit.kernel(_double)
    assert [double(4), double(np.int32(5)), double(np.int8(6))] == [8, 10, 12]  # type: ignore[arg-type]
    assert len(double.overloads) == 1  # type: ignore[attr-defined]


def test_a_part_is_called_from_kernels_alone() -> None:
    double = jit.part(_double)

    @jit.kernel
    def quadruple(number: int) -> int:
        return double(double(number))

    assert quadruple(3) == 12
    with pytest.raises(TypeError, match="_double can only be called from kernels"):
        double(3)


def test_a_process_waits_while_another_compiles(own_folder: Path) -> None:
    double, answers = jit.kernel(_double), []
    compiling = Thread(target=lambda: answers.append(double(4)))
    with (own_folder / "lock").open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        compiling.start()
        compiling.join(0.3)
        assert not answers
        assert not double.overloads  # type: ignore[attr-defined]
    compiling.join()
    assert answers == [8]
