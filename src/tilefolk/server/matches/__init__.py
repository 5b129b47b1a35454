"""Running and stored matches."""
