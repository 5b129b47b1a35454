"""The record on disk: written anew after every line, the secret seed of a sealed match beside it."""

import os
from pathlib import Path
from typing import NamedTuple

from tilefolk.core.match import Match
from tilefolk.core.record import write_record


class Log(NamedTuple):
    """Where a match is kept."""

    path: Path

    @property
    def seed_path(self) -> Path:
        return self.path.with_name(self.path.name + ".seed")

    def write(self, match: Match) -> None:
        """The whole record in one step: a reader finds the old one or the new one, never a part."""
        fresh = self.path.with_name(self.path.name + ".new")
        fresh.write_text(write_record(match), encoding="utf-8", newline="\n")
        fresh.replace(self.path)

    def keep_seed(self, seed: bytes) -> None:
        """Only the owner may read it; it goes when it is revealed."""
        self.seed_path.unlink(missing_ok=True)
        number = os.open(self.seed_path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(number, "w", encoding="ascii") as file:
            file.write(seed.hex() + "\n")

    def seed(self) -> bytes:
        return bytes.fromhex(self.seed_path.read_text(encoding="ascii"))

    def forget_seed(self) -> None:
        self.seed_path.unlink(missing_ok=True)
