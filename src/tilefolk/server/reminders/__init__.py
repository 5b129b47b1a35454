"""Reminders: messages to people for whom a match waits while they are away."""
