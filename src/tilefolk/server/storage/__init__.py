"""The database: schema, reading, writing, backups."""
