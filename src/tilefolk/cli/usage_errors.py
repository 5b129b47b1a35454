"""Words for a command line that cannot be read: one sentence, and where help is."""

import re
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from typer.core import TyperGroup

from tilefolk.cli.messages import complain, language
from tilefolk.locale import LANGUAGES, Texts, texts

VALUES = (
    (r"greater than or equal to (-?\d+)", "cli.usage.least"),
    (r"less than or equal to (-?\d+)", "cli.usage.most"),
    (r"valid integer", "cli.usage.whole"),
    (r"valid number", "cli.usage.number"),
)


class Spoken(TyperGroup):
    """All commands; what is wrong with their options is said in the language that was asked for."""

    def main(self, args: Sequence[str] | None = None, **named: Any) -> Any:  # type: ignore[override]
        given = list(sys.argv[1:] if args is None else args)
        alone = named.pop("standalone_mode", True)
        try:
            code = super().main(given, standalone_mode=False, **named)
        except Exception as error:
            if not alone or not hasattr(error, "format_message"):
                raise
            _say(texts(_asked_for(given)), error)
            code = 2
        if not alone:
            return code
        sys.exit(code if isinstance(code, int) else 0)


def _asked_for(given: Sequence[str]) -> str:
    """The language behind --lang, if it is one; else that of the terminal."""
    words = [word for item in given for word in item.split("=", 1)]
    named = [after for word, after in pairwise(words) if word == "--lang"]
    return language(named[-1] if named and named[-1] in LANGUAGES else None)


def _say(said: Texts, error: Any) -> None:
    kind, told = type(error).__name__, str(error.format_message())
    if kind == "NoArgsIsHelpError":  # the help is on the screen already
        return
    if kind == "NoSuchOption":
        complain(said, "cli.usage.option", name=error.option_name)
    elif kind == "BadOptionUsage":
        complain(said, "cli.usage.value_missing", name=error.option_name)
    elif kind == "MissingParameter":
        complain(said, "cli.usage.missing", name=_name(error))
    elif kind == "BadParameter":
        complain(said, "cli.usage.bad", name=_name(error), reason=_value(said, told))
    elif command := re.search(r"No such command '(.*?)'", told):
        complain(said, "cli.usage.command", name=command[1])
    elif extra := re.search(r"unexpected extra argument.*?\((.*)\)", told):
        complain(said, "cli.usage.extra", name=extra[1])
    else:
        complain(said, "cli.usage.other", reason=told)
    path = error.ctx.command_path if getattr(error, "ctx", None) else "tilefolk"
    complain(said, "cli.usage.help", command=f"{path} --help")


def _name(error: Any) -> str:
    """What the person would write: the long option, or the name of the argument."""
    param = error.param
    if param is None:
        return str(error.param_hint or "")
    return max(param.opts, key=len) if param.param_type_name == "option" else str(param.metavar or param.name)


def _value(said: Texts, told: str) -> str:
    for pattern, message in VALUES:
        if found := re.search(pattern, told):
            return said.say(message, bound=found[1] if found.groups() else "")
    return told.rpartition(": ")[2]
