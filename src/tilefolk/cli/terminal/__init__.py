"""The terminal client: it plays every game and reads nothing but views."""
