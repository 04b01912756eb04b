"""Clubs: one link that a community shares. Its members see each other's open tables."""
