"""The messages about open tables."""
