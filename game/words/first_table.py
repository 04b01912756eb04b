"""The hints at a newcomer's first table, each shown once. None tells players how to count: they find that out."""

from __future__ import annotations

from game.words.language import Message

HANDS = Message(
    "Only you see your card. When you are ready, lay your hand on the table: play is on when all hands are down."
)
NO_TURNS = Message(
    "Nobody has a turn, and nobody speaks. The lowest card of all comes first: lay yours when you feel so."
)
YOUR_CARD = Message("You hold several cards now. Only your lowest can be laid, and as many in a row as you like.")
MISTAKE = Message(
    "Somebody still held a lower card: that costs a life. All lower cards are set aside, and the level goes on."
)
STAR = Message("Nobody dares? Raise your hand for a star: when all hands are up, everybody sets the lowest card aside.")
STOP = Message(
    "Have you lost the thread? Say stop, at any time: all hands go down, and play goes on when everybody is ready."
)
