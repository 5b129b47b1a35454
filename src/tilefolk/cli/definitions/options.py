"""Arguments and options that several commands take."""

from pathlib import Path
from typing import Annotated

import typer

from tilefolk.cli.completion import complete_bots, complete_games
from tilefolk.cli.messages import texts_for
from tilefolk.defaults import SIM_BOTS

HELP = texts_for(None)

Game = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help=HELP.say("cli.help.game"), autocompletion=complete_games),
]
Pattern = Annotated[
    str, typer.Argument(metavar="GAME", help=HELP.say("cli.help.sim_game"), autocompletion=complete_games)
]
Bots = Annotated[str | None, typer.Option(help=HELP.say("cli.help.bots"), autocompletion=complete_bots)]
SimBots = Annotated[
    str | None,
    typer.Option(
        help=HELP.say("cli.help.sim_bots"), show_default=",".join(SIM_BOTS), autocompletion=complete_bots
    ),
]
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
