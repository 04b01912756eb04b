"""The screens of clubs, and the list of a club's open tables."""
