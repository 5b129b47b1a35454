"""Tables: what they are, how they are stored, who may sit where."""
