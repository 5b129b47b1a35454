"""Messages that call people back to their tables."""
