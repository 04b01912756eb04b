"""A game of one person with computer teammates, and what this browser saves about it."""
