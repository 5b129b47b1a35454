"""The table on the network: people, tables, matches and what they may see, on SQLite."""
