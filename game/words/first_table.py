"""The hints at a newcomer's first table, each shown once. They say that time is the language, not how to count."""

from __future__ import annotations

from game.words.language import Message

# Translators: At level 0 of the first table, where this person holds three cards.
GOAL = Message("The team’s goal: every card, lowest first. Play these three.")
# Translators: On the first table while no other hint is shown.
NEXT = Message("Lowest first, as a team. Tap your card when you think it’s next.")
HANDS = Message("Ada and Dov are computer players. Ready to start? Put your hand on the table.")
GAP = Message("The bigger the gap, the longer you wait: after 9, 12 comes soon, 40 late.")
YOUR_CARD = Message("You can only play your lowest card. You can play several in a row.")
MISTAKE = Message("Someone held a lower card. The team loses a life; lower cards are set aside.")
# Translators: After a mistake of this person. {name} is a computer player, {card} the number of their card.
EARLY = Message("You were early: {name} still held {card}.")
# Translators: After a mistake of the computer player {name}, who played {played}; this person held {card}.
WAITED = Message("You waited too long: {name} played {played}, and you held {card}.")
# Translators: After the first level with a reward.
MARKS = Message("Marks below the level bar are rewards. This one was a star.")
# Translators: After a computer player laid the last cards of a level at once.
REST = Message("Only one player still held cards, so there was no need to wait.")
STAR = Message("Stuck? Press the star button. If everyone does, each player sets aside their lowest card.")
STOP = Message("Lost track? Press “Stop”. Play goes on when all hands are on the table.")
