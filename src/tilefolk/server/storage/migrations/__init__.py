"""Changes of the schema, one file each, run at every start."""
