"""Errors in the command line itself: one sentence in the right language, and where help is."""

import os
import re
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from typer._completion_classes import completion_init
from typer.core import TyperGroup

from tilefolk.cli.completion import VARIABLE
from tilefolk.cli.help_page import write_help
from tilefolk.cli.messages import print_error, texts_for
from tilefolk.locale import LANGUAGES, Texts
from tilefolk.suggest import closest

EXTRA_ARGUMENTS = re.compile(r"unexpected extra arguments?(?:\(s\))? \((.*)\)")
OUT_OF_RANGE = re.compile(r"(?:greater|less) than or equal to")
BAD_VALUES = (
    (r"greater than or equal to (-?\d+)", "cli.usage.least"),
    (r"less than or equal to (-?\d+)", "cli.usage.most"),
    (r"valid integer", "cli.usage.whole"),
    (r"valid number", "cli.usage.number"),
)


class TranslatedGroup(TyperGroup):
    """All commands; it reports wrong options in the language of `--lang`."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        write_help(self, ctx, formatter)

    def main(self, args: Sequence[str] | None = None, **named: Any) -> Any:  # type: ignore[override]
        given = list(sys.argv[1:] if args is None else args)
        standalone = named.pop("standalone_mode", True)
        if VARIABLE in os.environ:
            completion_init()
        try:
            code = super().main(given, standalone_mode=False, **named)
        except Exception as error:
            if not standalone or not hasattr(error, "format_message"):
                raise
            _print_usage_error(texts_for(_language_option(given)), error)
            code = 2
        if not standalone:
            return code
        sys.exit(code if isinstance(code, int) else 0)


def _language_option(given: Sequence[str]) -> str | None:
    """The value of --lang, if it is a known language."""
    words = [word for item in given for word in item.split("=", 1)]
    named = [after for word, after in pairwise(words) if word == "--lang"]
    return named[-1] if named and named[-1] in LANGUAGES else None


def _print_usage_error(texts: Texts, error: Any) -> None:
    kind, problem = type(error).__name__, str(error.format_message())
    if kind == "NoArgsIsHelpError":
        print(problem, file=sys.stderr)
        return
    if kind == "NoSuchOption":
        print_error(texts, "cli.usage.option", name=error.option_name)
        _suggest(texts, error.option_name, _options(error.ctx))
    elif kind == "BadOptionUsage":
        print_error(texts, "cli.usage.value_missing", name=error.option_name)
    elif kind == "MissingParameter":
        print_error(texts, "cli.usage.missing", name=_parameter_name(error))
    elif kind == "BadParameter":
        print_error(
            texts, "cli.usage.bad", name=_parameter_name(error), reason=_value_problem(texts, error, problem)
        )
    elif command := re.search(r"No such command '(.*?)'", problem):
        print_error(texts, "cli.usage.command", name=command[1])
        _suggest(texts, command[1], error.ctx.command.list_commands(error.ctx))
    elif extra := EXTRA_ARGUMENTS.search(problem):
        print_error(texts, "cli.usage.extra", name=extra[1])
    else:
        print_error(texts, "cli.usage.other", reason=problem)
    path = error.ctx.command_path if getattr(error, "ctx", None) else "tilefolk"
    print_error(texts, "cli.usage.help", command=f"{path} --help")


def _suggest(texts: Texts, given: str, known: Sequence[str]) -> None:
    near = closest(given, known)
    if near:
        print_error(texts, "suggest.name", name=near)


def _options(ctx: Any) -> list[str]:
    """The options of the command, in their long form."""
    options = [param for param in ctx.command.get_params(ctx) if param.param_type_name == "option"]
    return [max(param.opts, key=len) for param in options]


def _parameter_name(error: Any) -> str:
    """The long option, or the name of the argument, as it is typed."""
    param = error.param
    if param is None:
        return str(error.param_hint or "")
    return max(param.opts, key=len) if param.param_type_name == "option" else str(param.metavar or param.name)


def _value_problem(texts: Texts, error: Any, problem: str) -> str:
    """What the parameter takes instead."""
    least, most = _bounds(error.param)
    if least is not None and most is not None and OUT_OF_RANGE.search(problem):
        return texts.say("cli.usage.range", least=str(least), most=str(most))
    for pattern, message in BAD_VALUES:
        if found := re.search(pattern, problem):
            return texts.say(message, bound=found[1] if found.groups() else "")
    return problem.rpartition(": ")[2]


def _bounds(param: Any) -> tuple[int | None, int | None]:
    """The least and the greatest value that a parameter takes, where it has such bounds."""
    info = param.type_descriptor.parameter_info if param is not None else None
    return getattr(info, "min", None), getattr(info, "max", None)
