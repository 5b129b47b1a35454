"""The database: schema, reading and writing, changes between nodes, backups."""
