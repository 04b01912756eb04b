"""The hints at a newcomer's first table, each shown once. None tells players how to count: they find that out."""

from __future__ import annotations

from game.words.language import Message

HANDS = Message("Ada and Dov are computer players. Only you see your card. Ready? Put your hand on the table.")
NO_TURNS = Message(
    "No turns, no talking. The lowest card of all comes first. When yours feels right, tap it or press Space."
)
YOUR_CARD = Message("You hold several cards now. You can only play your lowest, but as many in a row as you like.")
MISTAKE = Message(
    "Someone still held a lower card, so the team loses a life. All lower cards are set aside. The level goes on."
)
STAR = Message(
    "Stuck? Press the star button to raise your hand. A star needs everyone's hand. Then everyone "
    "sets their lowest card aside."
)
STOP = Message("Lost track? Press “Stop” at any time. All hands go down. Play goes on when everyone is ready.")
