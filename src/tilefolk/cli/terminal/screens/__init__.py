"""The screens of the terminal client: the table, the pauses between turns, keys, status and colours."""
