"""Promises of the repository and of its pages."""
