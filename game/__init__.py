"""One Mind: a team plays its cards in order, without a word."""
