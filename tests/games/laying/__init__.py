"""What holds for all games that lay pieces on boards."""
