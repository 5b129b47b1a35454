"""Runs the sections of `make test` one after the other and prints the time each took."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    done = subprocess.run(list(map(str, command)), cwd=cwd, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def checks() -> None:
    """Style, types and layers."""
    run(BIN / "ruff", "check", "--quiet", ".")
    run(BIN / "mypy")
    run(BIN / "lint-imports", "--no-cache")


def tests() -> None:
    """All tests, on as many processes as there are cores."""
    run(BIN / "python", "-m", "pytest", "-n", os.environ.get("TEST_JOBS", "auto"))


def wheel() -> None:
    """The wheel installs in an empty environment and plays from there."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        run(BIN / "python", "-m", "hatchling", "build", "-t", "wheel", "-d", place)
        run(BIN / "python", "-m", "venv", place / "empty")
        pip = (place / "empty/bin/python", "-m", "pip", "--disable-pip-version-check", "-q", "install")
        run(*pip, "--require-hashes", "-r", ROOT / "requirements/base.txt")
        run(*pip, "--no-deps", next(place.glob("*.whl")))
        sim = ("sim", "my_city/eternal", "--bots", "random,random", "--matches", "2", "--lang", "pl")
        run(place / "empty/bin/tilefolk", *sim, cwd=place)


SECTIONS: dict[str, Callable[[], None]] = {"checks": checks, "tests": tests, "wheel": wheel}


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
