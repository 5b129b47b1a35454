"""`make bench-peers`: the server beside boardgame.io's, under the same shape of load, in one run."""
