"""The messages about finished games."""
