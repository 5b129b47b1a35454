"""`tilefolk` called as a script does."""

from typer.testing import CliRunner, Result

from tilefolk.cli.main import app

SIM = ["sim", "my_city/eternal", "--matches", "6", "--seed", "7"]


def tilefolk(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))
