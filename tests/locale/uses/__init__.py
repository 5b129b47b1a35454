"""What has to be said: every message with the numbers that games, rules, series and bots can ask for."""
