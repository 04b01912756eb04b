"""Multiplayer in the browser: lobby, table, and the transports between pages.

Imported only when a person chooses to play with others, so that solo play does not load it.
"""
