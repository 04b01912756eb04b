"""The choice of the face that strangers see."""

from __future__ import annotations

from typing import Any

from game.browser.online.ways_in.chosen_face import add_faces, choose_face, chosen_face
from game.browser.page.dom import new_element
from game.browser.table.player_faces import features
from game.net.roster import FACES
from game.words.language import gettext
from game.words.open_tables.tables import FACE_NAMES, YOUR_FACE

PARTS = """<fieldset class="own-face"><legend></legend><div></div></fieldset>"""
"""The markup of the choice."""


def show_face_choice(element: Any) -> None:
    """Show the choice, whose PARTS are in `element`. It applies to the tables at which this person sits down next."""
    add_faces()
    legend, choices = element.querySelectorAll(".own-face > *")
    legend.textContent = gettext(YOUR_FACE)
    names, chosen = gettext(FACE_NAMES).split(), chosen_face()
    for number in range(FACES):
        label = new_element("label")
        label.innerHTML = (
            f'<input type="radio" name="own-face" value="{number}" />'
            f'<svg viewBox="-32 -32 64 64" aria-hidden="true">{features(str(number))}</svg>'
        )
        radio = label.querySelector("input")
        radio.checked = number == chosen
        radio.setAttribute("aria-label", names[number] if len(names) == FACES else str(number + 1))
        choices.append(label)


def changed(event: Any) -> None:
    """Save the choice after `event`, the change of one of its radio buttons."""
    choose_face(int(event.target.value))
