"""The version of Tilefolk, apart from everything else so that every module may name it."""

__version__ = "0.2.0"
