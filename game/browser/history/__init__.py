"""Finished games in the browser, loaded on first use."""
