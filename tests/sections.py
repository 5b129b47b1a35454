"""Runs the sections of `make test` one after the other and prints the time each took.

`browser+server` runs the second beside the first: each waits a lot and leaves a part of the cores idle. So do
the checks, most of which run on one core: the client, and an installation, which mostly waits, go beside.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
JOBS = int(os.environ.get("TEST_JOBS", len(os.sched_getaffinity(0))))
NEEDED = {"chromium": "chromium", "postgresql": "initdb"}  # packages of Debian, and a program of each
SHELL = "chromium-headless-shell"  # without it tests take longer: it does much less than the whole browser
FONTS = "fonts-liberation"  # a browser without any draws no text
INSTALL = ("apt-get", "install", "-y", "-qq", "--no-install-recommends")
IMPATIENT = ("-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=10")  # there may be no network
WITHOUT = ("--ignore=tests/server", "--ignore=tests/browser", "--ignore=tests/witness")
MADE_FROM_SOURCES = "tests/twin/test_forms.py::test_the_kernels_were_made_from_the_sources_as_they_are"
NETS = ("tests/games/test_golden.py", "tests/games/test_perft.py")  # and the contract, which has a long form
LONG_FORM = ("tests.effort", "is_well_made_in_every_look", "tests.server.test_kills")
NO_RULES = ("bots", "cli", "research", "sim", "twin", "test_coach.py", "test_print.py", "test_python.py")
MEMORY, ROOM = Path("/dev/shm"), 2 << 30  # a disk in memory and the bytes it has to have free


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    done = subprocess.run(list(map(str, command)), cwd=cwd, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def pytest(jobs: int, *words: str, dist: str = "worksteal") -> None:
    """Files stay together as long as there is enough for everybody."""
    profile = ("-p", "tests.durations") if "TEST_PROFILE" in os.environ else ()
    run(BIN / "python", "-m", "pytest", "-n", str(jobs), "--dist", dist, *profile, *words)


def keep_in_memory() -> None:
    """What tests write goes to memory, if there is room: nothing waits for a disk."""
    if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ROOM:
        os.environ["TMPDIR"] = str(MEMORY)


def needs() -> None:
    """Whether a browser and PostgreSQL are there for the tests, or may be installed."""
    if missing() and rights() is None:
        ask_an_administrator()


def missing() -> list[str]:
    packages = [package for package, program in NEEDED.items() if not has(program)]
    return [*packages, FONTS] if "chromium" in packages else packages


def ask_an_administrator() -> NoReturn:
    print(f"The tests need more from the system; as an administrator: {' '.join([*INSTALL, *missing()])}")
    sys.exit(3)


def install() -> None:
    """What `needs` found missing, from Debian; the shell whether or not: the whole browser does as well."""
    wanted = missing()
    if not wanted and not has(SHELL):
        installed([SHELL], *IMPATIENT)
    elif wanted and not installed([*wanted, SHELL]) and not installed(wanted):
        ask_an_administrator()


def installed(packages: list[str], *options: str) -> bool:
    """Whether we may install them and did."""
    as_root = rights()
    if as_root is None:
        return False
    for command in (("apt-get", "update", "-qq", *options), (*INSTALL, *options, *packages)):
        if subprocess.run([*as_root, *command], check=False).returncode:
            return False
    if "postgresql" in packages:
        _stop_clusters(as_root)
    return True


def rights() -> tuple[str, ...] | None:
    """What comes before the command of an administrator; None if we are none."""
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return ()
    if shutil.which("sudo") and not subprocess.run(["sudo", "-n", "true"], check=False).returncode:
        return ("sudo", "-n")
    return None


def has(program: str) -> bool:
    """Whether it is on PATH, or in Debian's folder for PostgreSQL: the tests make clusters of their own."""
    return shutil.which(program) is not None or any(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))


def _stop_clusters(as_root: tuple[str, ...]) -> None:
    """The package starts one that nobody asked for."""
    listed = subprocess.run(["pg_lsclusters", "-h"], capture_output=True, text=True, check=False).stdout
    for version, name, _, status, *_ in map(str.split, listed.splitlines()):
        if status == "online":
            run(*as_root, "pg_ctlcluster", version, name, "stop")


def checks() -> None:
    """The kernels' sources, style, types and layers; the client's style too. Most of it runs on one core."""
    run(BIN / "python", "-m", "pytest", "-p", "no:xdist", MADE_FROM_SOURCES)  # at once, not after minutes
    run(BIN / "ruff", "check", "--quiet", ".")
    run(BIN / "ruff", "format", "--quiet", "--check", ".")
    run(BIN / "mypy")
    run(BIN / "lint-imports", "--no-cache")
    run(BIN / "python", "web/build.py", "lint")


def client() -> None:
    """The browser client: built, typed, tested."""
    run(BIN / "python", "web/build.py", "check", "test")


def tests() -> None:
    """Everything that needs no server and no browser, on as many processes as there are cores.

    The second implementation of the rules has a section; perft and golden matches hold them in every run.
    """
    pytest(JOBS, *WITHOUT)


def witness() -> None:
    """The second implementation of the rules, not written from the engine."""
    pytest(JOBS, "tests/witness")


def long() -> None:
    """What has a long form, and the nets over the rules; then pages, which bear no event loop beside them."""
    others = [path for path in with_long_form() if not path.startswith(("tests/server/", "tests/browser/"))]
    pytest(JOBS, *NETS, *others)
    pytest(JOBS + 1, *with_long_form("tests/browser/"))


def long_server() -> None:
    """What has a long form at the server."""
    pytest(2 * JOBS, *with_long_form("tests/server/"), "--no-loadscope-reorder", dist="loadfile")


def with_long_form(folder: str = "") -> list[str]:
    """Files of a folder that do more with TEST_LONG=1, themselves or by what they share."""
    found = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        name, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        is_alone = name.startswith(("tests/twin/", "tests/witness/"))  # these have sections and commands
        if name.startswith(folder) and not is_alone and any(word in text for word in LONG_FORM):
            found.append(name)
    return found


def fast() -> None:
    """The rules of all games, campaigns, texts: no bots, no terminal, no paper, no other processes."""
    pytest(JOBS, *WITHOUT, *(f"--ignore=tests/{path}" for path in NO_RULES), "-m", "not slow")


def server() -> None:
    """The server over real sockets; more than half of the time these tests wait.

    Files stay together, the long ones first: most have a site or a cluster that all their tests share.
    """
    pytest(2 * JOBS, "tests/server", "--no-loadscope-reorder", dist="loadfile")


def browser() -> None:
    """The page in a real browser; one more process than cores, because pages often wait."""
    pytest(JOBS + 1, "tests/browser")


def wheel() -> None:
    """The wheel installs in an empty environment and plays from there, also where nobody may write."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        run(BIN / "python", "-m", "hatchling", "build", "-t", "wheel", "-d", place)
        run(BIN / "python", "-m", "venv", place / "empty")
        pip = (place / "empty/bin/python", "-m", "pip", "--disable-pip-version-check", "-q", "install")
        run(*pip, "--require-hashes", "-r", ROOT / "requirements/base.txt")
        run(*pip, "--no-deps", next(place.glob("*.whl")))
        run(BIN / "python", "tests/served.py", place / "empty/bin/tilefolk", place / "data", cwd=ROOT)
        sim = ("sim", "my_city/eternal", "--bots", "random,random", "--matches", "2", "--lang", "pl")
        run(place / "empty/bin/tilefolk", *sim, cwd=place)
        run(BIN / "python", "-m", "tests.hosted", place / "empty")


def lowest() -> None:
    """The wheel works with the lowest versions that pyproject.toml allows."""
    run(BIN / "python", "-m", "tests.lowest")


QUICK = (needs, install, checks, client, fast)
WHOLE = (tests, server, browser, wheel)
LONG = (witness, long, long_server, lowest)
SECTIONS: dict[str, Callable[[], None]] = {each.__name__: each for each in (*QUICK, *WHOLE, *LONG)}


def main(words: list[str]) -> None:
    keep_in_memory()
    took = []
    for word in words:
        print(f"== {word}", flush=True)
        begin = time.monotonic()
        run_beside(*word.split("+"))
        took.append(f"{word} {time.monotonic() - begin:.0f} s")
    print(f"== all passed: {', '.join(took)}", flush=True)


def run_beside(name: str, *others: str) -> None:
    """Run a section, and others beside it; what these print follows when all have ended, with their times."""
    with tempfile.TemporaryFile() as printed:
        beside = [
            subprocess.Popen([sys.executable, __file__, other], stdout=printed, stderr=subprocess.STDOUT)
            for other in others
        ]
        begin = time.monotonic()
        try:
            SECTIONS[name]()
            if others:
                print(f"== passed: {name} {time.monotonic() - begin:.0f} s", flush=True)
        finally:
            codes = [process.wait() for process in beside]
            printed.seek(0)
            print(printed.read().decode(), end="", flush=True)
        if any(codes):
            sys.exit(max(codes))


if __name__ == "__main__":
    main(sys.argv[1:])
