"""Bots: what they answer, how well, and bots from outside."""
