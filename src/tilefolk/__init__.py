"""Tilefolk: an open table for building games."""

__version__ = "0.2.0"
