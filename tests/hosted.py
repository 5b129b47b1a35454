"""The set-up of docs/hosting.md: `python -m tests.hosted ENVIRONMENT`, which has the wheel in it.

Who runs the program owns the data alone: HOME is nowhere, and nothing temporary has a place. As root we give
up our rights in every child before it begins; as anybody else the folder around is read-only meanwhile.
"""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.guest import records
from tests.served import serving
from tests.server.serving import Server, Visitor, wait_until
from tilefolk.locale import texts

IS_ROOT = os.geteuid() == 0
GUEST = 64_000 + os.getpid() % 900 if IS_ROOT else os.getuid()  # nobody here, nor in a run beside this one
RIGHTS: dict[str, Any] = {"user": GUEST, "group": GUEST, "extra_groups": []} if IS_ROOT else {}
FOR_ALL = ("/tmp", "/var/tmp", "/dev/shm", "/run/lock")  # where everybody may write
TABLES = (["fox"], ["owl"], ["fox", "owl"])  # alone at first: none waits for a core
CORES = len(os.sched_getaffinity(0))


def main(environment: Path) -> None:
    around = environment.parent
    home, data, work, temporary = (around / name for name in ("nowhere", "owned", "work", "temporary"))
    for folder in (data, work, temporary):
        folder.mkdir()
    env = {"PATH": f"{environment}/bin", "HOME": str(home), "TMPDIR": str(temporary), "LANG": "C.UTF-8"}
    how: dict[str, Any] = {"env": env, "cwd": work, "umask": 0o077, **RIGHTS}
    with given_to_others(around, data):
        if not runs(environment, how):
            print(f"hosted: nobody else may run {sys.base_prefix}, so it is a copy that runs", flush=True)
            env |= copy_python(environment)
            assert runs(environment, how), f"nobody else can run {environment}/bin/python, nor a copy of it"
        before = traces(around, data)
        answer(environment, [environment, home, work, temporary], how)
        play(environment, data, how)
        after = traces(around, data)
    assert before == after, f"written outside the data: {sorted(before ^ after)}"
    print("hosted: nothing is left outside the data")


@contextlib.contextmanager
def given_to_others(around: Path, data: Path) -> Iterator[None]:
    """Who runs the program reads everything in a folder, and writes to the data alone."""
    if IS_ROOT:
        subprocess.run(["chmod", "-R", "go+rX", around], check=True)
        os.chown(data, GUEST, GUEST)
        yield
        return
    print(f"hosted: not as root, so the wheel is ours, read-only; {', '.join(FOR_ALL)} are not searched")
    subprocess.run(["chmod", "-R", "a-w", around], check=True)
    try:
        data.chmod(0o700)
        yield
    finally:
        subprocess.run(["chmod", "-R", "u+w", around], check=True)


def runs(environment: Path, how: dict[str, Any]) -> bool:
    """Whether its Python can be run that way."""
    with contextlib.suppress(PermissionError):
        command = [str(environment / "bin/python"), "-c", ""]
        return not subprocess.run(command, **how, capture_output=True, check=False).returncode
    return False


def copy_python(environment: Path) -> dict[str, str]:
    """Put an environment on a copy of its Python, beside it; variables that the copy needs."""
    base, copy, python = Path(sys.base_prefix), environment.parent / "python", environment / "bin/python"
    original, library = python.resolve(), Path(sysconfig.get_path("stdlib"))
    left_out = shutil.ignore_patterns("site-packages", "test", "config-*")
    shutil.copytree(library, copy / library.relative_to(base), ignore=left_out)
    (copy / "bin").mkdir()
    for file in (original, *base.glob("lib/libpython*.so*")):
        shutil.copy2(file, copy / file.relative_to(base))
    python.unlink()
    python.symlink_to(copy / "bin" / original.name)
    settings = environment / "pyvenv.cfg"
    settings.write_text(re.sub("(?m)^home = .*", f"home = {copy / 'bin'}", settings.read_text()))
    return {"LD_LIBRARY_PATH": str(copy / "lib")}


def traces(around: Path, data: Path) -> set[tuple[str, int]]:
    """All there is in a folder and when it changed, and what else belongs to the guest; without the data."""
    found = {(str(path), path.lstat().st_ctime_ns) for path in (around, *around.rglob("*"))}
    if IS_ROOT:
        command = ["find", *FOR_ALL, "-user", str(GUEST)]
        told = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        found |= {(path, 0) for path in told.splitlines()}
    return {(path, changed) for path, changed in found if not Path(path).is_relative_to(data)}


def answer(environment: Path, closed: list[Path], how: dict[str, Any]) -> None:
    """Nothing can be written to, and bots that search answer as they do here."""
    with Path(__file__).with_name("guest.py").open() as program:
        command, pipe = [f"{environment}/bin/python", "-", *map(str, closed)], subprocess.PIPE
        guest = subprocess.Popen(command, **how, stdin=program, stdout=pipe, stderr=pipe, text=True)
    ours, (told, faults) = records(), guest.communicate()
    assert not guest.returncode and not faults, faults
    theirs = json.loads(told)
    assert set(theirs["users"]) == {GUEST} and not theirs["written"], f"may write: {theirs['written']}"
    assert theirs["is_compiled"] and not theirs["more"], (theirs["form"], theirs["more"])
    assert theirs["records"] == ours, "bots answer otherwise than here"
    print(f"hosted: {len(ours)} matches are the same as here, on {theirs['form'][0]} kernels")


def play(environment: Path, data: Path, how: dict[str, Any]) -> None:
    """A server runs there; at its tables bots that search answer, with their whole budget if nobody waits."""
    asked: Counter[str] = Counter()
    with tempfile.TemporaryFile("w+") as log:
        with serving(environment / "bin/tilefolk", data, stderr=log, **how) as (address, kernels):
            visitor = Visitor(Server(data, int(address.strip("/\n").rpartition(":")[2])))
            for bots in TABLES:
                parts = figures(visitor, "divided_answers_total")
                asked.update(bots)
                visitor.post("/api/play", game="my_city/eternal", bots=bots)
                wait_until(lambda: figures(visitor, "thinking_seconds_count") == asked)
            forms, last = figures(visitor, "kernels"), figures(visitor, "divided_answers_total")
            visitor.http.close()
        log.seek(0)
        said = log.read()
    assert "stopped" in said and not re.search("(?i)warning|error|traceback", said), said
    assert [kernels] == [texts("en").say(f"kernels.{name}") for name in forms], (kernels, forms)
    assert not parts or CORES == 1, f"answered with a part of their budget: {parts}"
    print(f"hosted: {' and '.join(asked)} answered at tables. {kernels}")
    if last:
        print(f"hosted: on {CORES} cores with a part of their budget: {dict(last)}")


def figures(visitor: Visitor, name: str) -> dict[str, float]:
    """The server's figures of a name by their only label, without those that are 0."""
    found = re.findall(rf'(?m)^tilefolk_{name}{{\w+="(\w+)"}} (\S+)$', visitor.http.get("/metrics").text)
    return {label: float(number) for label, number in found if float(number)}


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
