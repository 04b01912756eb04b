"""The hints at a newcomer's first table, each shown once. None tells players how to count: they find that out."""

from __future__ import annotations

from game.words.language import Message

HANDS = Message("Ada and Dov are computer players. Ready to start? Put your hand on the table.")
NO_TURNS = Message("No turns, no talking: lowest card first. When the moment feels right, tap your card.")
YOUR_CARD = Message("You can only play your lowest card. You can play several in a row.")
MISTAKE = Message("Someone held a lower card. The team loses a life; lower cards are set aside.")
STAR = Message("Stuck? Press the star button. If everyone does, each player sets aside their lowest card.")
STOP = Message("Lost track? Press “Stop”. Play goes on when all hands are on the table.")
