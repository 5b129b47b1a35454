"""Messages of the command line in the chosen language; an error is one clear line and an exit code."""

import errno
import socket
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from tilefolk.locale import LANGUAGES, Texts, preferred_language
from tilefolk.locale import texts as load_texts

if TYPE_CHECKING:  # neither rich nor the engine is loaded before it is needed
    from rich.console import Console

    from tilefolk.core.game import BadSetup
    from tilefolk.core.record import BadRecord

INTERRUPTED = 130  # the exit code after Ctrl-C
QUOTE_CHARACTERS = 80  # of a line in an error message
OS_ERRORS = {
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


def texts_for(chosen: str | None) -> Texts:
    """The texts in the language of `--lang`, or of the terminal."""
    return load_texts(language(chosen))


def language(chosen: str | None = None) -> str:
    """The chosen language, else that of the terminal, else English."""
    if chosen is not None:
        if chosen not in LANGUAGES:
            stop(texts_for(None), "cli.language", given=chosen, known=", ".join(LANGUAGES))
        return chosen
    return preferred_language()


@cache
def error_console() -> "Console":
    """Standard error, where messages and progress go."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, soft_wrap=True)


def print_error(texts: Texts, message: str, *numbers: int, **names: str) -> None:
    """Print what is wrong and what to do about it."""
    error_console().print(texts.say(message, *numbers, **names), style="red", markup=False)


def stop(texts: Texts, message: str, *numbers: int, code: int = 2, **names: str) -> NoReturn:
    """Print an error and exit."""
    print_error(texts, message, *numbers, **names)
    raise typer.Exit(code)


def mode_title(texts: Texts, mode: str) -> str:
    """The title of a game mode or series; its name where it has no title yet."""
    return texts.say(f"mode.{mode}") if texts.has(f"mode.{mode}") else mode


def stop_setup(texts: Texts, error: "BadSetup") -> NoReturn:
    """Exit because a game cannot be set up as asked."""
    stop(texts, error.problem, code=2, **error.names)


def os_error_text(texts: Texts, error: OSError) -> str:
    """The reason of a system error; a rare one in the system's own words."""
    known = "cli.os.no_host" if isinstance(error, socket.gaierror) else OS_ERRORS.get(error.errno or 0)
    return texts.say(known) if known else error.strerror or str(error)


def stop_file(texts: Texts, message: str, file: str, error: OSError, code: int = 2) -> NoReturn:
    """Exit because a file cannot be read or written. A new file is missing only if its folder is."""
    folder_missing = message == "cli.cannot_write" and isinstance(error, FileNotFoundError)
    reason = texts.say("cli.os.no_home") if folder_missing else os_error_text(texts, error)
    stop(texts, message, code=code, file=file, reason=reason)


def read_text(texts: Texts, file: Path) -> str:
    """The text of a file; exit 1 with a clear sentence if it cannot be read or is no text."""
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        stop_file(texts, "cli.cannot_read", str(file), error, code=1)
    except UnicodeDecodeError:
        stop(texts, "cli.no_text", code=1, file=str(file))


def stop_record(texts: Texts, file: str, error: "BadRecord", text: str, code: int = 1) -> NoReturn:
    """Exit because of a bad record: print its line, the move, and every rule that forbids it."""
    if not text.strip():
        stop(texts, "cli.empty_record", code=code, file=file)
    reason = texts.reason(error.message, error.names, error.rules)
    number, quoted = _wrong_line(error, text)
    stop(texts, "cli.bad_record", number, code=code, file=file, text=shortened(quoted), reason=reason)


def shortened(text: str) -> str:
    """A line cut to the length of a quote, its control characters spelled out."""
    shown = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)
    return shown if len(shown) <= QUOTE_CHARACTERS else shown[: QUOTE_CHARACTERS - 1] + "…"


def _wrong_line(error: "BadRecord", text: str) -> tuple[int, str]:
    """The number and text of the wrong line; an unknown option is found in the header."""
    if error.problem == "setup.option":
        wanted = f"option {error.names.get('option', '')}"
        for number, row in enumerate(text.split("\n"), start=1):
            if row == wanted:
                return number, row
    return error.number, error.text
