"""The kernels in every form: the same answers, without other packages; words for what is missing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests import kernel_answers
from tests.effort import LONG
from tilefolk.bots import search
from tilefolk.twin import WrongForm, core
from tilefolk.twin.core import manifest, native, wasm
from tilefolk.twin.core.exports import EXPORTS

COMPILED = ("native", "wasm", "numba")
SYSTEMS = (("Linux", "x86_64"), ("Linux", "aarch64"), ("Darwin", "arm64"), ("Windows", "AMD64"))
MATCHES = "tests.kernel_matches"
FOUR = "my_city/eternal,my_island/11,roll_and_build/7,point_city/table"
LATE = (
    "my_city/eternal",
    "my_city/24",
    "my_island/eternal",
    "my_island/24",
    "roll_and_build/7",
    "roll_and_build/12",
    "point_city/table",
)


def in_form(name: str, *words: str) -> str:
    """What a program prints that runs in a form."""
    env = {**os.environ, core.VARIABLE: name}
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_kernels_were_made_from_the_sources_as_they_are() -> None:
    assert manifest.read_manifest().digest == manifest.digest_of_sources(), "run `make kernels`"
    assert set(manifest.read_manifest().exports) == {export.symbol for export in EXPORTS.values()}


@pytest.mark.slow
@pytest.mark.parametrize("mode", kernel_answers.modes())
def test_every_mode_is_answered_as_numba_answers_it(mode: str) -> None:
    assert core.form().is_compiled, core.form().why
    assert kernel_answers.answers(mode) == kernel_answers.known()[mode]


@pytest.mark.slow
def test_bots_and_coach_need_nothing_but_what_make_play_installs() -> None:
    """Without numpy, numba and scipy the same matches and the same reports but for the bound."""
    name = "wasm" if core.form().name == "numba" else core.form().name
    words = ("-m", MATCHES, FOUR, "owl/128", "1")
    alone, here = (in_form(name, *words, *more) for more in (["alone"], []))
    assert json.loads(alone) == json.loads(here)


def in_every_form(modes: str, bots: str, count: int) -> list[str]:
    """What matches and coach come to: with numba, and by each form with only what `make play` installs."""
    words = "-m", MATCHES, modes, bots, str(count)
    return [in_form("numba", *words), in_form("wasm", *words, "alone"), in_form("native", *words, "alone")]


@pytest.mark.skipif(not LONG, reason="takes minutes: make test-long")
@pytest.mark.parametrize("bot", ["fox", "owl"])
@pytest.mark.parametrize("mode", LATE)
def test_matches_are_the_same_in_every_form(mode: str, bot: str) -> None:
    """Eight matches, record by record, and what the coach says."""
    numba, wasm, native = in_every_form(mode, bot, 8)
    assert wasm == numba and native == numba


@pytest.mark.skipif(not LONG, reason="takes minutes: make test-long")
def test_short_searches_are_the_same_in_every_mode_and_form() -> None:
    numba, wasm, native = in_every_form(",".join(kernel_answers.modes()), "owl/256", 1)
    assert wasm == numba and native == numba


@pytest.mark.skipif(not LONG, reason="takes minutes: make test-long")
def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    in_form("numba", "-m", "tilefolk.twin.compiler.build", "--folder", str(tmp_path))
    for file in (manifest.WASM, manifest.MANIFEST):
        assert (tmp_path / file.name).read_bytes() == file.read_bytes()


@pytest.mark.skipif(not LONG, reason="takes minutes: make test-long")
@pytest.mark.parametrize("name", COMPILED)
def test_every_mode_is_answered_alike_in_every_form(name: str) -> None:
    assert json.loads(in_form(name, "-m", "tests.kernel_answers", "print")) == kernel_answers.known()


# --- what is missing, and what is wrong


@pytest.fixture
def unchosen(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """No form chosen yet, and none asked for; none is kept after the test."""
    monkeypatch.delenv(core.VARIABLE, raising=False)
    monkeypatch.setattr(core, "_choose", core._choose.__wrapped__)
    return monkeypatch


def test_without_wasmtime_bots_play_their_plain_form_and_say_why(
    unchosen: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    unchosen.setattr(core, "FOLDER", tmp_path)
    unchosen.setattr(wasm, "find_spec", lambda name: None)
    assert core.form() == core.Form("plain", "wasm: wasmtime is not installed")
    assert core.foreseen() == core.form()


SCARCE = """
import resource
from tilefolk.twin import core
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
assert core.foreseen() == core.form(), (core.foreseen(), core.form())
print(core.form().name)
"""


def test_what_serve_foresees_is_what_bots_get_where_addresses_are_scarce() -> None:
    """wasmtime loads there, but reserves more than there is: `LimitAS=` of a unit."""
    told = in_form("", "-c", SCARCE).strip()
    assert told == ("native" if (manifest.FOLDER / core.native_file()).exists() else "plain")


def test_a_library_of_other_sources_is_not_used(unchosen: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / core.native_file()).write_bytes(b"no library")
    unchosen.setattr(core, "FOLDER", tmp_path)
    form = core.form()
    assert form.name == "wasm" and form.why.startswith("native: ")
    assert core.foreseen() == form


def test_a_file_that_is_broken_leads_to_the_plain_form(unchosen: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "kernels.wasm").write_bytes(b"\0asm")
    unchosen.setattr(core, "FOLDER", tmp_path)
    unchosen.setattr(core, "WASM", tmp_path / "kernels.wasm")
    form = core.form()
    assert form.name == "plain" and form.why.startswith("wasm: ")
    assert core.foreseen().name == "plain"


@pytest.mark.parametrize(
    ("asked", "told"),
    [("fast", "it may be native, wasm, numba, plain"), ("native", "TILEFOLK_KERNELS=native: ")],
)
def test_a_form_that_is_asked_for_and_not_to_be_had_is_an_error(
    asked: str, told: str, unchosen: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    unchosen.setattr(core, "FOLDER", tmp_path)
    unchosen.setenv(core.VARIABLE, asked)
    with pytest.raises(WrongForm, match=told):
        core.form()
    with pytest.raises(WrongForm, match=told):
        core.foreseen()


def test_a_kernel_without_room_leaves_the_answer_to_the_plain_form(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr(core.laying, "rate_answers", full)
    from random import Random

    from tilefolk.core.play import first_sights
    from tilefolk.games import find

    sight = next(one for one in first_sights(*find("my_city/eternal"), "full") if search.decides(one))
    assert search.search(sight, Random(0), playouts=8, answers=80, guesses=1) in sight.legal


def test_nothing_lies_beside_the_kernels_but_what_the_program_loads() -> None:
    """What a linker leaves there would go into the wheel."""
    beside = {file.name for file in manifest.FOLDER.iterdir() if file.suffix != ".py" and file.is_file()}
    libraries = {core.native_file(*system) for system in SYSTEMS}
    assert beside - libraries == {manifest.WASM.name, manifest.MANIFEST.name}


def test_every_system_has_a_library_with_a_name() -> None:
    assert [core.native_file(*system) for system in SYSTEMS] == [
        "kernels-linux-x86_64.so",
        "kernels-linux-arm64.so",
        "kernels-darwin-arm64.dylib",
        "kernels-windows-x86_64.dll",
    ]


# --- arrays and calls


def test_an_array_has_rows_in_the_same_memory() -> None:
    rows = core.rows("i4", [[1, 2, 3], [4, 5, 6]])
    assert rows.tolist() == [[1, 2, 3], [4, 5, 6]] and len(rows) == 2
    rows[1][2] = 60
    assert rows.tolist()[1] == [4, 5, 60]
    with pytest.raises(IndexError):
        rows[2]
    copied = core.copy(rows)
    copied[0][0] = 7
    assert rows[0][0] == 1 and copied[0][0] == 7


def test_arrays_of_others_are_read_and_written_to() -> None:
    worth, kept = np.array([1, 3, 2], np.float32), np.zeros((2, 2), np.int32)
    parents = np.array([5, 6, 7], np.int32)
    parents.flags.writeable = False
    core.laying.keep_best(parents, parents, worth, 3, kept[0], kept[1])
    assert kept.tolist() == [[6, 7], [6, 7]]


@pytest.mark.skipif(core.form().name == "numba", reason="numba looks at arguments itself")
@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ([np.zeros(3, np.int64)] * 2, "i4"),
        ([np.zeros(6, np.int32)[::2]] * 2, "in one piece"),
        ([np.zeros((1, 3), np.int32)] * 2, "i4"),
    ],
)
def test_a_wrong_array_is_refused(wrong: list[object], told: str) -> None:
    kept = core.empty("i4", 1)
    with pytest.raises(TypeError, match=told):
        core.laying.keep_best(*wrong, core.empty("f4", 3), 3, kept, kept)
    with pytest.raises(TypeError, match="takes 6 arguments, not 1"):
        core.laying.keep_best(kept)
    with pytest.raises(AttributeError, match=r"no kernel laying\.dance"):
        core.laying.dance()


def test_memory_of_arrays_that_nobody_has_is_used_again() -> None:
    made = wasm.WasmCore(manifest.WASM)
    for _ in range(50):
        made.empty("f4", 1 << 18)
    assert made._memory.data_len(made._store) < 4 << 20
    with pytest.raises(MemoryError):
        made.empty("f8", 1 << 28)


def test_arrays_live_on_where_memory_grows() -> None:
    made = wasm.WasmCore(manifest.WASM)
    first = made.empty("i4", 4)
    first[0] = 17
    large = made.empty("i4", 1 << 22)
    large[(1 << 22) - 1] = 4
    assert first[0] == 17 and large[(1 << 22) - 1] == 4


def test_an_empty_array_has_a_place_too() -> None:
    assert native.new_array("u8", (0,)).tolist() == []
    assert len(native.borrow("i4", np.zeros(0, np.int32))) == 0
