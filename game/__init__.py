"""One Mind: a team lays its cards in order, without a word."""
