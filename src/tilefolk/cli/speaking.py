"""What the command line says: in the language of the terminal, problems in one clear line."""

import os
from typing import NoReturn

import typer
from rich.console import Console

from tilefolk.core.game import BadSetup
from tilefolk.core.record import BadRecord
from tilefolk.locale import LANGUAGES, Texts, texts

errors = Console(stderr=True, highlight=False, soft_wrap=True)


def language(chosen: str | None = None) -> str:
    """The language asked for, else that of the terminal, else English."""
    if chosen is not None:
        if chosen not in LANGUAGES:
            stop(texts("en"), "cli.language", given=chosen, known=", ".join(LANGUAGES))
        return chosen
    for variable in ("TILEFOLK_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


def stop(said: Texts, message: str, *numbers: int, code: int = 2, **names: str) -> NoReturn:
    """Say what is wrong and what to do, and leave."""
    errors.print(said.say(message, *numbers, **names), style="red", markup=False)
    raise typer.Exit(code)


def stop_setup(said: Texts, error: BadSetup) -> NoReturn:
    stop(said, error.problem, code=2, **error.names)


def stop_record(said: Texts, file: str, error: BadRecord) -> NoReturn:
    """A bad record: its line, the move, and every rule that forbids it."""
    reason = said.say(error.problem, **error.names)
    if error.rules:
        reason += " " + " ".join(f"{said.say(f'why.{rule}')} [{rule}]" for rule in error.rules)
    stop(said, "cli.bad_record", error.number, code=1, file=file, text=error.text, reason=reason)
