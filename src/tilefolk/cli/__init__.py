"""The command line: what a person types, and the table in a terminal."""
