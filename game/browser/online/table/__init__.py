"""The table of a multiplayer game: its screen, its people, and the choices after the game."""
