"""A server that notes what holds its event loop: callbacks that take long, and TOML that is read there."""

import asyncio
import json
import threading
import time
import tomllib
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from tests.server.steady import steady_serve

LEAST_MS = 4.0  # of processor time that are noted
NOTES = "holds.jsonl"


class Holds(NamedTuple):
    """The longest callback in milliseconds of processor time, what it was, how many files the loop read."""

    ms: float
    what: str
    files: int


def watched_serve(data: str, *words: str) -> None:
    """The server itself; notes go to a file beside its data."""
    notes = (Path(data) / NOTES).open("a", buffering=1, encoding="utf-8")
    run, loads = asyncio.Handle._run, tomllib.loads

    def timed(handle: asyncio.Handle) -> None:
        begin = time.thread_time()
        run(handle)
        took = (time.thread_time() - begin) * 1000
        if took >= LEAST_MS:
            print(json.dumps({"ms": round(took, 1), "what": str(handle)}), file=notes)

    def noted(text: str) -> dict[str, Any]:
        if threading.current_thread() is threading.main_thread():
            print(json.dumps({"file": text.partition("\n")[0]}), file=notes)
        return loads(text)

    with patch.object(asyncio.Handle, "_run", timed), patch.object(tomllib, "loads", noted):
        steady_serve(data, *words)


class Watch:
    """What a server has noted since the last look."""

    def __init__(self, data: Path) -> None:
        self._file, self._seen = data / NOTES, 0

    def look(self) -> Holds:
        lines = self._file.read_text(encoding="utf-8").splitlines()
        notes, self._seen = [json.loads(line) for line in lines[self._seen :]], len(lines)
        held = [(note["ms"], note["what"]) for note in notes if "ms" in note]
        ms, what = max(held, default=(0.0, ""))
        return Holds(ms, what, sum("file" in note for note in notes))
