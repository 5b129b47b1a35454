"""Table talk."""
