"""Controls: mouse, touch, keys and screen readers, turned into actions with their press times."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any, TypeAlias

import js
from js import document, performance

from game import core
from game.browser.device.keyboard import has_modifier, is_elsewhere, key_of, pressed_key
from game.browser.device.touch import Touch, Touched, TouchFilter
from game.browser.page.dom import Listening
from game.browser.page.view import Component
from game.browser.table.hand import card_of, id_of
from game.browser.table.table_parts import TableState, star_offered, star_takes
from game.words.cards import label
from game.words.table import COMES_FIRST, NOT_YET, Reader

Act: TypeAlias = Callable[[core.Action, float], None]
"""Takes an action and its age: the seconds since the press."""

KEYS = "data-keys"
"""The attribute of the root element once a person has used a keyboard at a table."""

NUDGED = "nudged"
"""The CSS class of the button, or of the card, that comes before what a person has pressed."""

ARROWS = {"arrowleft": -1, "arrowright": 1}
"""The keys that move the focus in the hand."""

KEYS_OF_BUTTONS = " ", "enter"

BY_TOUCH = "touch", "pen"
"""Kinds of pointers that touch the screen."""

HELD = 400.0
"""Milliseconds after which a press counts as holding. Releasing it then lifts the hand."""


def reader() -> Reader:
    """Return who reads this page: the room before a big screen, or a person with or without a keyboard."""
    root = document.documentElement
    if root.getAttribute("data-role") == "screen":
        return Reader.ROOM
    has_keys = root.hasAttribute(KEYS) or js.matchMedia("(hover: hover) and (pointer: fine)").matches
    return Reader.KEYS if has_keys else Reader.TOUCH


class Controls(Listening):
    """What the buttons below the hand of `table`, the card buttons and the keys do.

    `say` announces why a press does nothing. `declined` is called after "Not now" to a star.
    """

    def __init__(
        self,
        table: Component[TableState],
        act: Act,
        say: Callable[[str], object],
        declined: Callable[[core.View], object],
    ) -> None:
        super().__init__()
        self._act = act
        self._say = say
        self._tell_declined = declined
        self._laid_at: float | None = None
        self._pressed_by_pointer = False
        self._touched_at: float | None = None
        self._touches = TouchFilter()
        self._table = table
        self._lay, self._rest, self._cards = (table.parts[name] for name in ("lay", "rest", "hand"))
        self._listen(self._cards, "pointerdown", self._card_pressed)
        self._listen(self._cards, "mousedown", self._keep_focus)
        self._listen(self._cards, "click", self._card_clicked)
        self._listen(self._lay, "pointerdown", self._hand_pressed)
        self._listen(self._lay, "click", self._hand_clicked)
        self._listen(document, "click", self._clicked)
        self._listen(document, "pointerup", self._let_go)
        self._listen(document, "pointercancel", self._cancelled)
        self._listen(table.parts["raise"], "click", lambda event: self._toggle_star(_age(event)))
        self._listen(table.parts["decline"], "click", lambda event: self._decline_star(_age(event)))
        self._listen(table.parts["discard"], "click", self._choose_discard)
        self._listen(self._rest, "click", lambda event: self._do(core.PlayRest(), _age(event)))
        self._listen(table.parts["stop"], "click", lambda event: self._do(core.Stop(), _age(event)))
        self._listen(document, "keydown", self._key_down)
        self._listen(document, "keyup", self._key_up)

    def move_focus_away(self, staying: Collection[core.Card], view: core.View) -> None:
        """Move the focus off what the page is about to remove; only the `staying` cards are left in the hand.

        It comes before all changes to the page: to remove or hide the focused element, a browser lays out the whole
        page, and once more to focus another one.
        """
        focused = document.activeElement
        if focused is None:
            return
        is_hidden = view.phase not in core.BETWEEN_PLAY and focused.isSameNode(self._lay)
        if is_hidden or card_of(focused) not in (None, *staying):
            self._cards.focus()

    @property
    def _view(self) -> core.View:
        """The view on the screen. Nothing can be pressed before the first one is shown."""
        assert self._table.state.view is not None
        return self._table.state.view

    @property
    def _playable(self) -> list[Any]:
        """The buttons of the cards that can be played now, in order."""
        items = self._table.parts
        return [items.item("hand", id_of(card))["card"] for card in self._view.hand if self._play_of(card)]

    def _play_of(self, card: core.Card | None) -> core.Play | None:
        """Return the action that plays `card`, or None if it cannot be played now."""
        if card is None or card in self._table.state.pressed:
            return None
        action = core.Play(card)
        return action if action in self._view.legal else None

    def follow(self, view: core.View) -> None:
        """Handle that the table shows `view`."""
        between_play = view.phase in core.BETWEEN_PLAY
        if not between_play or view.seat in view.down:
            self._lay.classList.remove(NUDGED)
        if not between_play:
            self._laid_at = None

    def focus(self) -> None:
        """Focus the control that is needed next, unless another usable control has the focus."""
        if document.querySelector(":popover-open"):
            return
        active = document.activeElement
        useful = "button:not(:disabled, [aria-disabled=true]), a, input, select, summary"
        if active and active.matches(useful) and not active.closest("[hidden]"):
            return
        target = next(iter(self._playable), None)
        if not self._rest.hidden:
            target = self._rest
        if not self._lay.hidden:
            target = self._lay
        if target is None:
            table = self._table.element
            follows = table.querySelector(".moment:not([hidden]) .after > button:not([hidden])")
            target = follows or table.querySelector(".go:not([hidden])") or self._cards
        target.focus()

    def _do(self, action: core.Action, age: float) -> None:
        if action in self._view.legal:
            self._act(action, age)

    def _card_pressed(self, event: Any) -> None:
        button = event.target.closest("button")
        self._pressed_by_pointer = bool(button) and event.button == 0
        self._touched_at = None
        if not self._pressed_by_pointer:
            return
        touched = self._judge(button, event) if event.pointerType in BY_TOUCH else Touched.PLAYS
        if touched is Touched.PLAYS:
            self._play(button, event.timeStamp)
        elif touched is Touched.PLAYS_WHEN_LIFTED:
            self._pressed_by_pointer = False
            self._touched_at = event.timeStamp

    def _judge(self, button: Any, event: Any) -> Touched:
        """Return what the touch `event` of a card does."""
        action, root = self._play_of(card_of(button)), document.documentElement
        if action is None:
            return Touched.PLAYS  # which says why nothing can be played yet
        touch = Touch(
            action.card,
            event.timeStamp,
            event.clientX,
            event.clientY,
            root.clientWidth,
            root.clientHeight,
            primary=event.isPrimary,
            pans=js.visualViewport.scale > 1 or root.scrollHeight > root.clientHeight,
        )
        return self._touches.judge(touch, self._view.variant)

    def _keep_focus(self, event: Any) -> None:
        """Leave the focus on the button that is needed first, although a card is pressed."""
        if self._asks_for_hand():
            event.preventDefault()

    def _card_clicked(self, event: Any) -> None:
        button = event.target.closest("button")
        touched_at, self._touched_at = self._touched_at, None
        if button and not self._pressed_by_pointer:
            self._play(button, event.timeStamp if touched_at is None else touched_at)

    def _play(self, button: Any, pressed_at: float) -> None:
        action = self._play_of(card_of(button))
        if action is not None:
            self._do(action, _seconds_since(pressed_at))
        elif not self._lay.hidden:
            self._say_not_yet()
        else:
            self._say_which_first(button)

    def _say_not_yet(self) -> None:
        """Say why no card can be played yet, and point at the button that is needed first."""
        self._say(NOT_YET())
        if self._asks_for_hand():
            _nudge(self._lay)
            self._lay.focus()

    def _say_which_first(self, button: Any) -> None:
        """Say which card of its pile comes before the card `button`, and point at it."""
        first = next((one for one in self._playable if one.dataset.colour == button.dataset.colour), None)
        if first is not None:
            card = label(self._view.variant, card_of(first) or 0, begins=True)
            self._say(COMES_FIRST(first=card, card=button.getAttribute("aria-label")))
            _nudge(first)

    def _asks_for_hand(self) -> bool:
        """Whether play waits for this person's hand on the table."""
        return not self._lay.hidden and core.LayHand() in self._view.legal

    def _hand_pressed(self, event: Any) -> None:
        self._pressed_by_pointer = event.button == 0 and self._asks_for_hand()
        if self._pressed_by_pointer:
            self._lay_hand(event)

    def _hand_clicked(self, event: Any) -> None:
        if not self._pressed_by_pointer:
            self._toggle_hand(_age(event))

    def _clicked(self, event: Any) -> None:
        """Handle the click that ends a press, wherever it ends. Screen readers send clicks without a press."""
        self._pressed_by_pointer = False

    def _lay_hand(self, event: Any) -> None:
        """Lay the hand down now."""
        self._laid_at = event.timeStamp
        self._do(core.LayHand(), _age(event))

    def _let_go(self, event: Any) -> None:
        """Lift a hand that was held; a tapped one stays down."""
        laid_at, self._laid_at = self._laid_at, None
        if laid_at is not None and event.timeStamp - laid_at >= HELD:
            self._do(core.LiftHand(), _age(event))

    def _cancelled(self, event: Any) -> None:
        """Handle that the browser used the press for something else, so that no click follows."""
        self._pressed_by_pointer = False
        self._let_go(event)

    def _toggle_hand(self, age: float) -> None:
        self._do(core.LayHand() if core.LayHand() in self._view.legal else core.LiftHand(), age)

    def _toggle_star(self, age: float) -> None:
        if core.LowerStar() in self._view.legal:
            self._do(core.LowerStar(), age)
        elif offer := star_offered(self._table.state, self._view):
            self._do(offer, age)

    def _decline_star(self, age: float) -> None:
        if core.LowerStar() in self._view.legal:
            self._do(core.LowerStar(), age)
        else:
            self._table.set(declined=self._view.raised)
            self._tell_declined(self._view)
            self.focus()

    def _choose_discard(self, event: Any) -> None:
        view = self._view
        if (card := star_takes(self._table.state, view)) is None:
            return
        leading = view.variant.leading(view.hand)
        card = leading[(leading.index(card) + 1) % len(leading)]
        self._table.set(discard=card)
        if view.seat in view.raised:
            self._do(core.RaiseStar(card), _age(event))

    def _key_down(self, event: Any) -> None:
        if event.repeat or has_modifier(event) or is_elsewhere(event):
            return
        document.documentElement.setAttribute(KEYS, "")
        stop = partial(self._do, core.Stop())
        letters: dict[str, Callable[[float], None]] = {"h": self._toggle_hand, "s": self._toggle_star, "x": stop}
        key = pressed_key(event)
        if key in letters:
            event.preventDefault()
            letters[key](_age(event))
        elif key in ARROWS:
            self._move_focus(ARROWS[key])
        elif key in KEYS_OF_BUTTONS and _on_table(event.target):
            event.preventDefault()
            self._space(event)

    def _key_up(self, event: Any) -> None:
        if key_of(event) in KEYS_OF_BUTTONS and not is_elsewhere(event) and _on_table(event.target):
            event.preventDefault()
            self._let_go(event)

    def _space(self, event: Any) -> None:
        """Handle Space by state: the hand, the rest of the cards, or the focused card."""
        if not self._lay.hidden:
            if event.target.closest(".hand button"):
                self._say_not_yet()
            elif self._asks_for_hand():
                self._lay_hand(event)
            else:
                self._toggle_hand(_age(event))
        elif not self._rest.hidden:
            self._do(core.PlayRest(), _age(event))
        elif playable := self._playable:
            focused = (button for button in playable if button.isSameNode(event.target))
            self._play(next(focused, playable[0]), event.timeStamp)

    def _move_focus(self, step: int) -> None:
        playable = self._playable
        at = [i for i, b in enumerate(playable) if b.isSameNode(document.activeElement)]
        if playable:
            playable[(at[0] + step) % len(playable) if at else 0].focus()


def _age(event: Any) -> float:
    """Return the seconds since `event` happened."""
    return _seconds_since(event.timeStamp)


def _seconds_since(at: float) -> float:
    """Return the seconds since the timestamp `at`, in milliseconds."""
    return float(performance.now() - at) / 1000


def _on_table(target: Any) -> bool:
    """Whether Space at `target` belongs to the game instead of another button."""
    return not target.matches("button, a, summary") or bool(target.closest(".hand, .lay, .rest"))


def _nudge(button: Any) -> None:
    """Move `button` a little, so that a person sees it."""
    button.classList.remove(NUDGED)
    button.getBoundingClientRect()  # an animation starts again only after a layout without it
    button.classList.add(NUDGED)
