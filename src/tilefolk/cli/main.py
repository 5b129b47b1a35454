"""`tilefolk`: the commands together, and the entry point."""

import sys
from typing import Annotated

import typer

from tilefolk.cli.definitions import game_commands, site_commands
from tilefolk.cli.definitions.options import HELP
from tilefolk.cli.messages import texts_for
from tilefolk.cli.usage_errors import TranslatedGroup
from tilefolk.twin import WrongForm
from tilefolk.version import __version__

app = typer.Typer(
    cls=TranslatedGroup,
    help=HELP.say("cli.help"),
    no_args_is_help=True,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
app.add_typer(game_commands.commands)
app.add_typer(site_commands.commands)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"tilefolk {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help=HELP.say("cli.help.version")),
    ] = False,
) -> None:
    pass


def run() -> None:
    """Run the command line; a broken pipe or Ctrl-C ends it quietly."""
    try:
        app(prog_name="tilefolk")
    except KeyboardInterrupt:
        sys.exit(130)
    except WrongForm as error:
        print(texts_for(None).say("cli.kernels", why=str(error)), file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
