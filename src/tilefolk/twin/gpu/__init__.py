"""The twin on a GPU: the same tables as JAX arrays, thousands of boards at once (extra `tilefolk[gpu]`).

Boards stand in groups: all boards of a group are dealt the same cards, as seats of one match are. Op-codes
that only campaigns use have no kernel here; an episode that needs one raises Unsupported.
"""
