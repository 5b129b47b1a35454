"""The compiled twin beside the engine."""
