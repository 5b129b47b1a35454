"""The calls of the HTTP interface, by subject."""
