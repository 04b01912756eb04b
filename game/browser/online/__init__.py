"""Multiplayer in the browser: joining, lobby and table. Loaded when a person chooses to play with others."""
