"""`make bench-server`: what one accepted move costs the server, stage by stage."""
