"""The messages of multiplayer. They load with the rest of multiplayer, and not before."""
