"""What the command line says: in the language of the terminal, problems in one clear line."""

import errno
import os
import socket
from typing import NoReturn

import typer
from rich.console import Console

from tilefolk.core.game import BadSetup
from tilefolk.core.record import BadRecord
from tilefolk.locale import LANGUAGES, Texts, texts

errors = Console(stderr=True, highlight=False, soft_wrap=True)

LONGEST = 80  # of a line that is quoted
SYSTEM = {
    errno.ENOENT: "cli.os.missing",
    errno.ENOTDIR: "cli.os.no_folder",
    errno.EISDIR: "cli.os.folder",
    errno.EEXIST: "cli.os.exists",
    errno.EACCES: "cli.os.denied",
    errno.EPERM: "cli.os.denied",
    errno.EROFS: "cli.os.read_only",
    errno.ENOSPC: "cli.os.full",
    errno.EDQUOT: "cli.os.full",
    errno.ENAMETOOLONG: "cli.os.long",
    errno.EADDRINUSE: "cli.os.in_use",
    errno.EADDRNOTAVAIL: "cli.os.no_address",
    errno.ECONNREFUSED: "cli.os.refused",
    errno.ETIMEDOUT: "cli.os.silent",
}


def language(chosen: str | None = None) -> str:
    """The language asked for, else that of the terminal, else English."""
    if chosen is not None:
        if chosen not in LANGUAGES:
            stop(texts(language()), "cli.language", given=chosen, known=", ".join(LANGUAGES))
        return chosen
    for variable in ("TILEFOLK_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


def complain(said: Texts, message: str, *numbers: int, **names: str) -> None:
    """Say what is wrong and what to do."""
    errors.print(said.say(message, *numbers, **names), style="red", markup=False)


def stop(said: Texts, message: str, *numbers: int, code: int = 2, **names: str) -> NoReturn:
    """Say what is wrong, and leave."""
    complain(said, message, *numbers, **names)
    raise typer.Exit(code)


def way_title(said: Texts, way: str) -> str:
    """The name of a way to play; one that nobody has named yet as it is written."""
    return said.say(f"way.{way}") if said.has(f"way.{way}") else way


def stop_setup(said: Texts, error: BadSetup) -> NoReturn:
    stop(said, error.problem, code=2, **error.names)


def system_words(said: Texts, error: OSError) -> str:
    """Why the system refuses; what is rare in the system's own words."""
    known = "cli.os.no_host" if isinstance(error, socket.gaierror) else SYSTEM.get(error.errno or 0)
    return said.say(known) if known else error.strerror or str(error)


def stop_file(said: Texts, message: str, file: str, error: OSError, code: int = 2) -> NoReturn:
    """A file that cannot be read or written: a new one cannot only where its folder is not there."""
    homeless = message == "cli.cannot_write" and isinstance(error, FileNotFoundError)
    reason = said.say("cli.os.no_home") if homeless else system_words(said, error)
    stop(said, message, code=code, file=file, reason=reason)


def stop_record(said: Texts, file: str, error: BadRecord, text: str, code: int = 1) -> NoReturn:
    """A bad record: its line, the move, and every rule that forbids it."""
    if not text.strip():
        stop(said, "cli.empty_record", code=code, file=file)
    reason = said.reason(error.message, error.names, error.rules)
    number, quoted = _blamed(error, text)
    stop(said, "cli.bad_record", number, code=code, file=file, text=shortened(quoted), reason=reason)


def shortened(text: str) -> str:
    """A line short enough to be quoted, its control characters spelled out."""
    shown = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)
    return shown if len(shown) <= LONGEST else shown[: LONGEST - 1] + "…"


def _blamed(error: BadRecord, text: str) -> tuple[int, str]:
    """The line that is wrong: an option that is not offered stands in a header line of its own."""
    if error.problem == "setup.option":
        wanted = f"option {error.names.get('option', '')}"
        for number, row in enumerate(text.split("\n"), start=1):
            if row == wanted:
                return number, row
    return error.number, error.text
