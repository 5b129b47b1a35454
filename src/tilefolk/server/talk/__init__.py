"""Table talk: messages and reactions at a table."""
