"""The form for a solo game: players, variant, names and characters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from js import document

from game.browser.page import storage
from game.browser.page.dom import find, scroll_to_opened
from game.browser.page.form_values import fill, texts_of
from game.browser.page.view import Act, Acting, Filled, Markup, Parts, at
from game.browser.solo.session import ME, Setup
from game.browser.table.player_faces import face
from game.browser.title.variant_fields import fields_of, variant_of
from game.core import Variant
from game.core.record import LONGEST_NAME, Team
from game.core.variants import MAX_SEATS
from game.teammates.characters import CHARACTERS, DEFAULT, NAMES
from game.words.table import UNNAMED, called
from game.words.title_screen import CHARACTER_LINES, length

SETUP = "setup"


def parts_of_setup(chosen: dict[str, str]) -> Parts:
    """Return the length of the game, the default names, and the face of each character with a line about it."""
    team = _team(chosen | {"players": str(MAX_SEATS)})
    return {
        "length": length(variant_of(chosen), int(chosen["players"])),
        **{f"name{seat}": at(placeholder=called(name)) for seat, name in enumerate(team.names)},
        **{f"face{seat}": Markup(face(seat, character)) for seat, character in enumerate(team.characters)},
        **{f"line{seat}": CHARACTER_LINES[one]() for seat, one in enumerate(team.characters) if one},
    }


class SetupForm(Acting):
    """The form. Its values are saved and restored. `start` is called when the person starts a game."""

    def __init__(self, start: Callable[[], object]) -> None:
        acts: dict[str, Act] = {"choose": lambda _: self._show_chosen(), "start": lambda _: start()}
        super().__init__(find("setup"), acts)
        self._form, self.parts = find("setup-form"), Filled(self.element)
        if document.documentElement.getAttribute("data-pressed") != "start":
            fill(self._form, storage.read_texts(SETUP), only_untouched=True)
        self._listen(self.element, "beforetoggle", lambda _: self._show_chosen())
        if self.element.matches(":popover-open"):
            self._show_chosen()
        self._listen(self._form, "toggle", scroll_to_opened, capture=True)
        self.parts["options"].open = bool(self.parts["options"].querySelector("input:checked"))

    def read(self) -> Setup:
        """Return the chosen setup and save it."""
        chosen = texts_of(self._form)
        storage.write_texts(SETUP, chosen)
        return Setup(variant_of(chosen), _team(chosen))

    def read_for(self, played: Variant, seats: int) -> Setup:
        """Return a setup for a game of `played` with `seats` players. The form does not change."""
        return Setup(played, _team(texts_of(self._form) | {"players": str(seats)}))

    def open(self, setup: Setup) -> None:
        """Open the dialog with the choices of `setup`."""
        self._form.reset()
        fill(self._form, _chosen(setup))
        self.element.showPopover()

    def _show_chosen(self) -> None:
        """Draw the table as it is chosen. That begins when the dialog opens, so that the page starts without it."""
        self.parts.show(parts_of_setup(texts_of(self._form)))


def _chosen(setup: Setup) -> dict[str, str]:
    """Return the fields of the form for `setup`, where the form has such a choice."""
    names, characters = setup.team.names, setup.team.characters
    chosen = {"players": str(len(names)), **fields_of(setup.variant)}
    chosen |= {f"mate{seat}": character for seat, character in enumerate(characters) if character}
    defaults = zip(names, _team(chosen).names, strict=True)
    return chosen | {f"name{seat}": name for seat, (name, default) in enumerate(defaults) if name != default}


def _team(chosen: dict[str, str]) -> Team:
    """Return the team, with a unique name at each seat: the typed one, or the character's, or the seat's default."""
    names, characters = [_typed(chosen, 0) or UNNAMED], [""]
    for seat in range(1, int(chosen.get("players", "4"))):
        character = chosen.get(f"mate{seat}", DEFAULT)
        characters.append(character if character in CHARACTERS else DEFAULT)
        own = NAMES[seat - 1] if characters[-1] == DEFAULT else character
        name = _typed(chosen, seat) or (own if own not in names else NAMES[seat - 1])
        names.append(next(one for one in _numbered(name, seat + 1) if one not in names))
    return Team(tuple(names), tuple(characters), ME)


def _numbered(name: str, first: int) -> Iterator[str]:
    """Yield `name`, then `name` with the numbers from `first` on."""
    yield name
    for end in (f" {number}" for number in count(first)):
        yield name[: LONGEST_NAME - len(end)] + end


def _typed(chosen: dict[str, str], seat: int) -> str:
    return " ".join(chosen.get(f"name{seat}", "").split())[:LONGEST_NAME]
