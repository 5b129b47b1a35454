"""The forms of the kernels side by side: whole matches of bots, what a first answer takes, memory.

`python -m bench.kernels` prints JSON. All forms take turns, each in a process that does nothing else; times
are processor time. Native and numba are measured where they are there (`make wheel`, `make kernels`).
"""

import argparse
import json
import os
import subprocess
import sys
from importlib.util import find_spec
from statistics import median
from typing import Any

from tilefolk.twin import core
from tilefolk.twin.core.manifest import FOLDER

MODES = ("my_city/eternal", "my_island/eternal", "my_city/24", "roll_and_build/7", "point_city/table")
BOTS = ("fox", "owl/8")
SIX = (*MODES, "my_island/24")
CHILD = """
import json, sys, time
from tilefolk.bots.characters import CHARACTERS
def memory():
    with open("/proc/self/status") as told:
        return next(int(row.split()[1]) for row in told if row.startswith("VmRSS")) / 1024
first, more, bots = sys.argv[1], sys.argv[2].split(","), sys.argv[3].split(",")
CHARACTERS["owl"].warmth(first).warm_up()
told = {"ready": time.process_time(), "memory": memory()}
import tilefolk
for mode in more:
    for bot in bots:
        tilefolk.match(mode, seats=[bot, "random"], seed="warm")
        began = time.process_time()
        tilefolk.match(mode, seats=[bot, "random"], seed="bench")
        told[f"{mode} {bot}"] = time.process_time() - began
told["memory_after"] = memory()
print(json.dumps(told))
"""


def measure(form: str, mode: str) -> dict[str, float]:
    """A process in a form that is warm for one mode, then plays matches of all."""
    command = [sys.executable, "-c", CHILD, mode, ",".join(SIX), ",".join(BOTS)]
    env = {**os.environ, core.VARIABLE: form}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
    told: dict[str, float] = json.loads(done.stdout)
    return told


def forms() -> list[str]:
    has_native = (FOLDER / core.native_file()).exists()
    return ["wasm", *["native"] * has_native, *["numba"] * (find_spec("numba") is not None)]


def compare(rounds: int) -> dict[str, Any]:
    """Medians of every figure, and lowest, median and highest speed beside numba's in the same round."""
    names = forms()
    taken: dict[str, list[dict[str, float]]] = {name: [] for name in names}
    for number in range(rounds):
        for name in names:
            taken[name].append(measure(name, MODES[number % len(MODES)]))
    out: dict[str, Any] = {}
    for name, rows in taken.items():
        out[name] = {key: round(median(row[key] for row in rows), 3) for key in rows[0]}
        if "numba" in taken and name != "numba":
            played = [key for key in rows[0] if " " in key]
            each = [sum(row[key] for key in played) for row in rows]
            numba = [sum(row[key] for key in played) for row in taken["numba"]]
            ratios = sorted(there / here for here, there in zip(each, numba, strict=True))
            out[name]["speed_beside_numba"] = [
                round(ratios[0], 2),
                round(median(ratios), 2),
                round(ratios[-1], 2),
            ]
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the forms of the kernels.")
    parser.add_argument("--rounds", type=int, default=5)
    print(json.dumps(compare(parser.parse_args().rounds), indent=1))


if __name__ == "__main__":
    main()
