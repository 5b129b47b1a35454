"""A soak: a server under the traffic of a busy quarter of an hour, and what it holds and has stored then."""
