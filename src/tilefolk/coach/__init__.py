"""The coach: what could have been built with the same draw, what cost most, and what luck had to do with it.

It looks at matches that are over, with every draw known (`report`), or at what one seat has seen (`advice`).
"""
