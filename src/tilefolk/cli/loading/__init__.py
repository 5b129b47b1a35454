"""`tilefolk load`: many people at many tables, each answering by the view it was pushed."""

from tilefolk.cli.loading.choosing import chosen

__all__ = ["chosen"]
