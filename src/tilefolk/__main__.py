"""`python -m tilefolk` is `tilefolk`."""

from tilefolk.cli.main import run

if __name__ == "__main__":
    run()
