"""`tilefolk completion`: the script that lets a shell complete commands, options, games and bots."""

import os
from pathlib import Path

from typer._completion_shared import get_completion_script

from tilefolk.cli.completion import VARIABLE
from tilefolk.cli.messages import stop
from tilefolk.locale import Texts

SHELLS = ("bash", "zsh", "fish", "powershell")
PROGRAM = "tilefolk"


def print_completion(texts: Texts, shell: str | None) -> None:
    """Print the script for a shell, by default the one of the environment."""
    chosen = shell or Path(os.environ.get("SHELL", "")).name
    if chosen not in SHELLS:
        stop(texts, "cli.unknown_shell", given=chosen or "-", known=", ".join(SHELLS))
    print(get_completion_script(prog_name=PROGRAM, complete_var=VARIABLE, shell=chosen))
