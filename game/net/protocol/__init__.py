"""The messages between pages, and their encoding as text."""
