"""Runs the sections of `make test` one after the other and prints the time each took."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
JOBS = int(os.environ.get("TEST_JOBS", len(os.sched_getaffinity(0))))


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    done = subprocess.run(list(map(str, command)), cwd=cwd, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def pytest(jobs: int, *words: str) -> None:
    run(BIN / "python", "-m", "pytest", "-n", str(jobs), *words)


def needs() -> None:
    """A browser and PostgreSQL for the tests: Debian's, installed when we may."""
    wanted = {"chromium": browsers, "postgresql": clusters}
    missing = [package for package, is_there in wanted.items() if not is_there()]
    if not missing:
        return
    install = ["apt-get", "install", "-y", "-qq", *missing]
    if os.geteuid() == 0 and shutil.which("apt-get"):
        as_root: tuple[str, ...] = ()
    elif shutil.which("sudo") and not subprocess.run(["sudo", "-n", "true"], check=False).returncode:
        as_root = ("sudo", "-n")
    else:
        print(f"The tests need more from the system; as an administrator: {' '.join(install)}")
        sys.exit(3)
    run(*as_root, "apt-get", "update", "-qq")
    run(*as_root, *install)
    if "postgresql" in missing:
        _stop_clusters(as_root)


def browsers() -> bool:
    return shutil.which("chromium") is not None


def clusters() -> bool:
    """PostgreSQL's programs, on PATH or in Debian's folder: the tests make clusters of their own."""
    return shutil.which("initdb") is not None or any(Path("/usr/lib/postgresql").glob("*/bin/initdb"))


def _stop_clusters(as_root: tuple[str, ...]) -> None:
    """The package starts one that nobody asked for."""
    listed = subprocess.run(["pg_lsclusters", "-h"], capture_output=True, text=True, check=False).stdout
    for version, name, _, status, *_ in map(str.split, listed.splitlines()):
        if status == "online":
            run(*as_root, "pg_ctlcluster", version, name, "stop")


def checks() -> None:
    """Style, types and layers; the client's style too."""
    run(BIN / "ruff", "check", "--quiet", ".")
    run(BIN / "ruff", "format", "--quiet", "--check", ".")
    run(BIN / "mypy")
    run(BIN / "lint-imports", "--no-cache")
    run(BIN / "python", "web/build.py", "lint")


def client() -> None:
    """The browser client: built, typed, tested."""
    run(BIN / "python", "web/build.py", "check", "test")


def tests() -> None:
    """Everything that needs no server and no browser, on as many processes as there are cores."""
    pytest(JOBS, "--ignore=tests/server", "--ignore=tests/browser")


def fast() -> None:
    """The same without what takes long: playing through the terminal, paper, the second implementation."""
    pytest(JOBS, "--ignore=tests/server", "--ignore=tests/browser", "-m", "not slow")


def server() -> None:
    """The server over real sockets; half of the time these tests wait."""
    pytest(2 * JOBS, "tests/server")


def browser() -> None:
    """The page in a real browser."""
    pytest(JOBS, "tests/browser")


def wheel() -> None:
    """The wheel installs in an empty environment and plays from there."""
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


SECTIONS: dict[str, Callable[[], None]] = {
    section.__name__: section for section in (needs, checks, client, tests, fast, server, browser, wheel)
}


def main(names: list[str]) -> None:
    took = []
    for name in names:
        print(f"== {name}", flush=True)
        begin = time.monotonic()
        SECTIONS[name]()
        took.append(f"{name} {time.monotonic() - begin:.0f} s")
    print(f"== all passed: {', '.join(took)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
