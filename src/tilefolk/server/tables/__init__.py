"""Tables: who sits where, and who may."""
