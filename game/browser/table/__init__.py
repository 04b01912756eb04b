"""The table on the screen: cards, seats, piles, controls, sound and charts."""
