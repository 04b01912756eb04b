"""Finished games: storage, statistics, replay, links, and another deal of the same cards. Knows no page."""
