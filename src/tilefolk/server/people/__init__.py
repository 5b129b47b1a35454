"""People: who somebody is, and how a device proves it."""
