"""Point City: its cards, worked examples, automaton, and what stays hidden."""
