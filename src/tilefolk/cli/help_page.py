"""The help of a command in plain text and in one language: usage, arguments, options, examples."""

from collections.abc import Callable
from typing import Any, TypeVar

import typer
from typer.core import TyperCommand

from tilefolk.cli.messages import texts_for
from tilefolk.locale import Texts

Function = TypeVar("Function", bound=Callable[..., Any])

KINDS = {"int": "number", "float": "number", "path": "file", "str": "text"}


class TranslatedCommand(TyperCommand):
    """A command whose help is in the language of the terminal."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        write_help(self, ctx, formatter)


class CommandSet(typer.Typer):
    """A set of commands with translated help."""

    def command(self, name: str | None = None, **named: Any) -> Callable[[Function], Function]:
        return super().command(name, cls=TranslatedCommand, **named)


def write_help(command: Any, ctx: Any, formatter: Any) -> None:
    """Write the whole help of a command or of the group of all commands."""
    texts = texts_for(None)
    params = command.get_params(ctx)
    arguments = [param for param in params if param.param_type_name == "argument"]
    options = [param for param in params if param.param_type_name == "option"]
    commands = [(name, command.get_command(ctx, name)) for name in _names(command, ctx)]
    usage = [texts.say("cli.usage_line.command")] if commands else [_argument(each) for each in arguments]
    formatter.write(f"{texts.say('cli.usage_line', command=' '.join([ctx.command_path, *usage]))}\n")
    formatter.write_paragraph()
    formatter.write_text(command.help)
    _section(formatter, texts.say("cli.heading.arguments"), [(_argument(a), a.help or "") for a in arguments])
    _section(formatter, texts.say("cli.heading.options"), [_option(texts, each) for each in options])
    _section(formatter, texts.say("cli.heading.commands"), [(name, each.help) for name, each in commands])
    if command.epilog:
        head, *lines = command.epilog.split("\n\n")
        formatter.write_paragraph()
        formatter.write("\n".join([head, *(f"  {line}" for line in lines), ""]))


def _names(command: Any, ctx: Any) -> list[str]:
    return list(command.list_commands(ctx)) if hasattr(command, "list_commands") else []


def _section(formatter: Any, heading: str, rows: list[tuple[str, str]]) -> None:
    if rows:
        with formatter.section(heading):
            formatter.write_dl(rows)


def _argument(param: Any) -> str:
    name = str(param.metavar or param.name)
    return name if param.required else f"[{name}]"


def _option(texts: Texts, param: Any) -> tuple[str, str]:
    """The names of an option with its kind of value, and its help with default and environment variable."""
    names = ", ".join(sorted(param.opts, key=len))
    if param.name == "help":
        return names, texts.say("cli.help.help")
    shown = param.show_default if isinstance(param.show_default, str) else param.default
    default = "" if param.is_flag or shown is None else texts.say("cli.help.default", value=str(shown))
    environment = texts.say("cli.help.environment", name=str(param.envvar)) if param.envvar else ""
    value = "" if param.is_flag else f" {texts.say(f'cli.value.{_kind(param)}')}"
    return f"{names}{value}", " ".join(filter(None, [param.help, default, environment]))


def _kind(param: Any) -> str:
    described = getattr(param, "type_descriptor", None)
    name = str(described.annotation if described else param.type).lower()
    return next((kind for part, kind in KINDS.items() if part in name), "text")
