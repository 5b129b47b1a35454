"""Arguments and options that several commands take."""

from pathlib import Path
from typing import Annotated

import typer

from tilefolk.cli.messages import texts_for

HELP = texts_for(None)

Game = Annotated[str, typer.Argument(metavar="GAME", help=HELP.say("cli.help.game"))]
Record = Annotated[Path, typer.Argument(metavar="LOG", help=HELP.say("cli.help.record"))]
Language = Annotated[str | None, typer.Option("--lang", help=HELP.say("cli.help.lang"))]
AsJson = Annotated[bool, typer.Option("--json", help=HELP.say("cli.help.json"))]
Data = Annotated[Path | None, typer.Option("--data", help=HELP.say("cli.help.data"))]
DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        "--database-url", envvar="TILEFOLK_DATABASE_URL", help=HELP.say("operator.help.database_url")
    ),
]
Nodes = Annotated[int, typer.Option(min=1, max=64, help=HELP.say("operator.help.nodes"))]


def examples(*lines: str) -> str:
    """The end of a command's help; docs/commands.md shows the same lines."""
    return "\n\n".join([HELP.say("cli.help.examples"), *lines])
