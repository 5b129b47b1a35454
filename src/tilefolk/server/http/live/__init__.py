"""The live connection of a client to a table."""
