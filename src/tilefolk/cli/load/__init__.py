"""`tilefolk load`: many people at many tables, each answering by the view it was pushed."""

from tilefolk.cli.load.random_answer import chosen

__all__ = ["chosen"]
