"""Uses the wheel with the lowest versions that pyproject.toml allows: `python -m tests.lowest`.

Serves a table, plays by a socket with a bot that searches, backs up and checks what was stored, prints a
sheet, and loads the terminal client.
"""

import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from random import Random
from typing import Any

from tests.served import serving
from tests.server.serving import Server, Visitor
from tilefolk.cli.load.random_answer import random_answer

ROOT = Path(__file__).parent.parent
EXTRAS = ("cluster", "print")
BOUND = re.compile(r"([\w-]+)(?:\[[\w,]+\])?>=([\w.]+)")
GAME = "my_city/eternal"
MOVES = 5


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        install(place)
        play(place / "bin/tilefolk", place / "data")
        use(place)


def lowest_versions(project: dict[str, Any]) -> list[str]:
    """The lower bound of everything that a site installs, as pip wants its constraints."""
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(each for extra in EXTRAS for each in extras[extra])]
    found = [BOUND.match(each) for each in wanted]
    assert all(found), f"without a lower bound: {wanted}"
    return [f"{bound[1]}=={bound[2]}" for bound in found if bound]


def install(place: Path) -> None:
    versions = lowest_versions(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"])
    (place / "lowest.txt").write_text("\n".join(versions))
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", place, cwd=ROOT)
    run(sys.executable, "-m", "venv", place)
    wheel = next(place.glob("*.whl"))
    pip = (place / "bin/python", "-m", "pip", "--disable-pip-version-check", "-q")
    run(*pip, "install", "-c", place / "lowest.txt", f"{wheel}[{','.join(EXTRAS)}]")
    run(*pip, "check")


def play(command: Path, data: Path) -> None:
    """Every move is acknowledged, and the bot at the table answers."""
    with serving(command, data) as (address, kernels):
        visitor = Visitor(Server(data, int(address.strip("/\n").rpartition(":")[2])))
        assert "<html" in visitor.http.get("/").text
        table = visitor.post("/api/play", game=GAME, bots=["fox"])
        live = visitor.live(table["id"])
        random, answered = Random(1), -1
        for _ in range(MOVES):
            while (
                not (push := live.pushes.get(0)) or push["n"] == answered or 0 not in push["view"]["to_act"]
            ):
                live.take()
            assert live.act(0, random_answer(push["view"], random))["type"] == "ack"
            answered = push["n"]
        live.close()
        visitor.http.close()
    print(f"lowest: {MOVES} moves by a socket. {kernels}")


def use(place: Path) -> None:
    """The commands of the wheel that need what is installed beside it."""
    command, data = place / "bin/tilefolk", ("--data", place / "data")
    run(command, "backup", place / "site.backup", *data)
    run(command, "check", *data)
    run(command, "sim", GAME, "--bots", "random,random", "--matches", "2", "--lang", "pl")
    run(command, "print", "roll_and_build", "--episodes", "1", place / "pad.pdf")
    run(place / "bin/python", "-c", "import tilefolk.cli.terminal.app, psycopg")


def run(*command: str | Path, cwd: Path | None = None) -> None:
    subprocess.run(list(map(str, command)), check=True, cwd=cwd)


if __name__ == "__main__":
    main()
