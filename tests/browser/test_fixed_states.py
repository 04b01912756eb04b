"""Screens in fixed states, shown without playing: nothing is cut, covered or scrolls, and axe finds no fault.

A picture of a state with a fault is in test-results/, and of every state after a thorough run.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from assets.build.catalogs import languages, read
from game.core import (
    Dealt,
    LayHand,
    LevelCompleted,
    Phase,
    Play,
    RaiseStar,
    State,
    Step,
    Stop,
    apply,
    view_of,
)
from game.core.result import Result
from game.core.todays_deal import seed_of
from game.history.game_link import packed
from game.net.protocol.view_check import VIEW
from game.words.table import STAR_TITLE
from tests.browser.conftest import STORE
from tests.browser.layout import MEASURE, SIZES, SMALL, SMALLEST, TITLE_COVERED
from tests.browser.page_pool import SOUNDLESS
from tests.browser.past import challenge, link, some_games, stored
from tests.browser.table import next_play, replayed, saved_game
from tests.core.positions import all_lay_hands, course
from tests.history.games import kept, lost_game, won_game

LANGUAGES = ["en", "de", "ja"]
"""English, a language with long words, and one with another script."""

Size = tuple[int, int]

State_ = tuple[str, Mapping[str, Any]]
"""A function of tests/browser/fixed_states.py, and its arguments."""

START = """async (source) => {
    await python.runPythonAsync(`
        from game.browser.page.lazy_modules import FIRST_TABLE, HISTORY, ONLINE, fetch_modules
        for archive in FIRST_TABLE, HISTORY, ONLINE:
            await fetch_modules(archive)
    `);
    python.runPython(source);
}"""

AT_SIZES = """async ([call, asked]) => {
    await python.globals.get("show")(call);
    const { style } = frameElement;
    const found = [];
    for (const link of document.querySelectorAll("link[rel=stylesheet]")) {
        if (!link.sheet) await new Promise((loaded) => link.addEventListener("load", loaded, { once: true }));
    }
    await new Promise((shown) => setTimeout(shown));
    for (const one of document.getAnimations()) if (one.animationName === "listen") one.finish();
    for (const [[width, height], scripts] of asked) {
        [style.width, style.height] = [`${width}px`, `${height}px`];
        found.push(scripts.map((script) => eval(script)()));
    }
    return found;
}"""
"""Shows a state, and returns what the scripts for each size measure there. Resizing a frame needs no paint.

The buttons of the question at the door listen at once.
"""

FRAME = """<!doctype html><html lang="en"><title>Sizes</title><style>* { margin: 0; border: 0; opacity: 0; }</style>
<iframe src="%s"></iframe></html>"""
"""A page around the screens. It paints nothing until a picture is taken."""

WIDE_OR_SMALL = f"""() => {{
    const {{ scrollWidth }} = document.scrollingElement;
    const small = {SMALL};
    return [...(scrollWidth > innerWidth ? [`scrolls sideways: ${{scrollWidth}}`] : []), ...small()];
}}"""

PHONE, DESKTOP = (390, 844), (1280, 800)
IN_PAGE = Path(__file__).with_name("fixed_states.py")
# --- Tables -----------------------------------------------------------------------------------


def shown(*steps: Step | State, seat: int | None = 0, **more: Any) -> State_:
    """Return the state of a table after these steps, as `seat` sees it."""
    given = [(step, ()) if isinstance(step, State) else step for step in steps]
    views = [VIEW.write(view_of(state, seat, news)) for state, news in given]
    return "show_table", {"views": views, **more}


@cache
def dealt(name: str, seats: int, level: int) -> State:
    """Return the deal of a level that was reached without a mistake."""
    return replayed(saved_game(name, seats, until=lambda state: state.level == level))


@cache
def in_play(name: str, seats: int, level: int, laid: int = 0) -> State:
    """Return that level in play, after this number of cards."""
    state = all_lay_hands(dealt(name, seats, level))
    for _ in range(laid):
        state = course(state, next_play(state))[0]
    return state


def mistake(name: str, seats: int, level: int, laid: int = 1) -> tuple[State, Step]:
    """Return the state before a mistake of the first seat that can make one, and the step."""
    before = in_play(name, seats, level, laid)
    seat = mistaken(before)
    return before, apply(before, seat, Play(before.hands[seat][0]))


def mistaken(state: State) -> int:
    """Return the first seat whose lowest card would be a mistake that does not end the level."""
    lowest = min(card for hand in state.hands for card in hand[:1])
    return next(seat for seat, hand in enumerate(state.hands) if lowest < hand[0] < max(map(max, state.hands)))


def star(name: str, seats: int, level: int) -> tuple[State, Step]:
    """Return the state before a star, and the step that throws it."""
    before = after = in_play(name, seats, level, 1)
    news: tuple[Any, ...] = ()
    for seat in range(seats):
        after, news = apply(after, seat, RaiseStar())
    return before, (after, news)


FULL = {
    "eight at their last level": ("classic", 8, 4),
    "seven at their last level": ("classic", 7, 5),
    "two with twelve cards": ("classic", 2, 12),
    "extreme with twelve cards": ("extreme", 2, 10),
    "around fifty with twelve cards": ("fifty", 2, 12),
    "sets of ten with eight": ("tens", 8, 10),
}


def full_tables() -> dict[str, State_]:
    """Return the tables with the most cards, and with every number of seats."""
    states = {}
    for name, (game, seats, level) in FULL.items():
        states[f"{name}, at first"] = shown((dealt(game, seats, level), (Dealt(level),)))
        play = in_play(game, seats, level)
        card = play.hands[0][0] if len(play.variant.leading(play.hands[0])) > 1 else None
        states[f"{name}, with a hand up"] = shown(play, apply(play, 0, RaiseStar(card)))
        states[f"{name}, half played"] = shown(in_play(game, seats, level, seats * len(play.hands[0]) // 2))
    for seats in (3, 5, 6):
        states[f"{seats} seats"] = shown((dealt("classic", seats, 4), (Dealt(4),)))
    return states


def interrupted_tables() -> dict[str, State_]:
    """Return tables at which play has stopped, each shown after the table in play, whose pile it keeps in place."""
    states = {}
    for seats in (2, 4, 8):
        before, after = mistake("classic", seats, 4)
        states[f"mistake of {seats}"] = shown(before, after)
    before, after = star("classic", 8, 4)
    states["star"] = shown(before, after)
    states["cards set aside"] = shown(all_lay_hands(star("classic", 4, 3)[1][0]))
    states["an empty hand"] = shown(in_play("classic", 4, 1, 2))
    for game in ("classic", "extreme"):
        for seats in (2, 8):
            play = in_play(game, seats, 4, 1)
            states[f"stop, {game} with {seats}"] = shown(play, apply(play, 0, Stop()))
    stopped = apply(in_play("classic", 3, 3, 1), 0, Stop())
    states["asked while play has stopped"] = shown(stopped, apply(stopped[0], 0, RaiseStar()))
    return states


def last_step(state: State) -> tuple[State, Step]:
    """Play the level to its end without a mistake. Return the state before the last step, and that step."""
    while True:
        seat, action = next_play(state)
        step = apply(state, seat, action)
        if step[0].phase is not Phase.PLAY:
            return state, step
        state = step[0]


def finished_tables() -> dict[str, State_]:
    """Return tables at the end of a level or of a game."""
    before, (after, news) = last_step(in_play("classic", 4, 5))
    level = dealt("classic", 4, 6)._replace(lives=after.lives, stars=after.stars)
    assert any(isinstance(event, LevelCompleted) and event.reward for event in news)
    states = {"level": shown(before, (after, news), (level, (Dealt(6),)))}
    for name, game, seats, until in (
        ("won by eight", "classic", 8, lambda state: state.phase is Phase.WON),
        ("won by two", "classic", 2, lambda state: state.phase is Phase.WON),
        ("turned over", "blind", 8, lambda state: state.level == 3 and state.phase is Phase.REVEAL),
    ):
        states[name] = "show_saved", {"text": saved_game(game, seats, until)}
    deal = dealt("classic", 2, 4)._replace(lives=1)
    started = apply(apply(deal, 0, LayHand())[0], 1, LayHand())
    last_life = started[0]
    seat = mistaken(last_life)
    lost = apply(last_life, seat, Play(last_life.hands[seat][0]))
    steps = (deal, (Dealt(4),)), started, lost
    states["lost"] = shown(*steps, looked_up=True, may_deal=True, may_change=True, has_chart=True)
    return states


HINTS = ("HANDS", "NO_TURNS", "GAP", "REST", "YOUR_CARD", "STAR", "STOP", "MISTAKE")


def hinted_tables() -> dict[str, State_]:
    """Return first tables with each hint."""
    before, wrong = mistake("gentle", 3, 1, 0)
    star_before, thrown = star("gentle", 3, 2)
    at_focus = shown((dealt("gentle", 3, 1), (Dealt(1),)), hint="HANDS", taught="star stop")
    states = {"hint HANDS": at_focus, "hint MISTAKE": shown(before, wrong, hint="MISTAKE", taught="star stop")}
    for hint in ("NO_TURNS", "GAP", "REST", "YOUR_CARD", "STOP"):
        states[f"hint {hint}"] = shown(before, hint=hint, taught="star stop")
    states["hint STAR"] = shown(star_before, thrown, hint="STAR", taught="star stop")
    return states


def tables_of_people() -> dict[str, State_]:
    """Return tables with other people: who is away, who waits at the door, and what watchers see."""
    play, focus = in_play("classic", 4, 4, 2), dealt("classic", 4, 4)
    before, wrong = mistake("classic", 4, 4)
    return {
        "a newcomer's first deal": shown((dealt("classic", 4, 1), (Dealt(1),)), roster="here", newcomer=True),
        "people in play": shown(play, roster="here", sign=True),
        "a mistake while one is away": shown(before, wrong, roster="away"),
        "somebody will be away": shown(focus, roster="waits"),
        "somebody at the door": shown(focus, roster="door"),
        "a watcher": shown(play, seat=None, roster="watched"),
    }


@cache
def tables_of_a_television() -> dict[str, State_]:
    """Return what a television shows, and what the phones of its players show."""
    play, (before, wrong) = in_play("classic", 4, 4, 2), mistake("classic", 4, 4)
    states = {}
    for role, seat in (("screen", None), ("phone", 0)):
        states[f"{role} in play"] = shown(play, seat=seat, roster="screen", role=role)
        states[f"{role}, one card"] = shown(in_play("classic", 4, 1), seat=seat, roster="screen", role=role)
        states[f"{role}, mistake"] = shown(before, wrong, seat=seat, roster="screen", role=role)
    last_life = before._replace(lives=1)
    seat = mistaken(last_life)
    lost = apply(last_life, seat, Play(last_life.hands[seat][0]))
    states["screen, lost"] = shown(last_life, lost, seat=None, roster="screen", role="screen", looked_up=True)
    return states


# --- Other screens ------------------------------------------------------------------------------

DAY = 86_400
LOBBIES = ("host", "guest", "new host", "challenge", "unnamed", "lonely", "remove", "pairing")
CLUBS = ("tables", "none", "new", "leave", "join", "list")
GAME = ".list li button"


@cache
def other_screens() -> dict[str, State_]:
    """Return all screens but the table."""
    challenged = "#challenge=" + packed(challenge("tens", 3, "seed", Result(3, 0, 0, False)))
    history: dict[str, dict[str, Any]] = {
        "your games": {},
        "whether to delete all games": {"presses": ["#keeping summary", "[popovertarget=deleting]"]},
        "one game": {"presses": [GAME]},
        "sharing a game": {"presses": [GAME, "[data-do=share]"]},
        "a replay": {"presses": [GAME, "[data-do=watch]"]},
        "a replay with open hands": {"presses": [GAME, "[data-do=watch]", "#replay [type=checkbox]"]},
        "a replay of a mistake": {
            "link": link(lost_game()),
            "presses": ["#offer [data-do=watch]", "#replay [data-do=toggle]", *["#replay [value=mistake]"] * 2],
        },
        "a replay of a level": {
            "link": link(lost_game()),
            "presses": ["#offer [data-do=watch]", "#replay [data-do=toggle]"],
            "at": 129.0,  # between the mistake that ends level 1 and the next deal
        },
        "the daily game": {"kind": "today"},
        "the daily game's result": {"kind": "today", "presses": ["#offer [data-do=share]"]},
        "a shared game": {"link": link(won_game(), seed="seed 1")},
        "a challenge": {"link": challenged},
        "a damaged link": {"link": "#game=1AAAA"},
    }
    return {
        "title": ("show_dialog", {}),
        "title of a newcomer": ("show_dialog", {"newcomer": True}),
        **{f"setup for {players}": ("show_dialog", {"name": "setup", "players": players}) for players in (2, 5, 8)},
        **{name: ("show_dialog", {"name": name}) for name in ("joining", "rules", "secret", "settings", "languages")},
        "title with a message": ("show_message", {}),
        "failure": ("show_failure", {}),
        **{f"lobby, {kind}": ("show_lobby", {"kind": kind}) for kind in LOBBIES},
        "lobby of a television": ("show_screen_lobby", {"full": False}),
        "full lobby of a television": ("show_screen_lobby", {"full": True}),
        "invitation": ("show_choice", {"kind": "invited"}),
        "out": ("show_choice", {"kind": "out"}),
        **{f"club, {kind}": ("show_club", {"kind": kind}) for kind in CLUBS},
        **{name: ("show_history", {"kind": "games", **given}) for name, given in history.items()},
    }


# --- The tests ----------------------------------------------------------------------------------

VIOLATIONS = {"resultTypes": ["violations"]}

SCHEMES: dict[Literal["light", "dark"], dict[str, Any]] = {
    "light": VIOLATIONS,
    "dark": VIOLATIONS | {"runOnly": ["color-contrast", "link-in-text-block"]},  # only these can differ there
}
"""The options of axe per scheme: all rules or some."""


class Screens:
    """A frame that shows fixed states at any size."""

    def __init__(self, page: Page, folder: Path) -> None:
        self._page, self._folder = page, folder
        self._frame = page.frames[1]
        self._frame.evaluate(START, IN_PAGE.read_text(encoding="utf-8"))
        self._frame.evaluate(AXE_SCRIPT)

    def measured(self, state: State_, asked: Mapping[Size, Sequence[str]]) -> dict[Size, list[Any]]:
        """Show a state, and return what the scripts for each size return there."""
        given = [(size, [f"({script})" for script in scripts]) for size, scripts in asked.items()]
        found: list[list[Any]] = self._frame.evaluate(AT_SIZES, [json.dumps(state), given])
        return dict(zip(asked, found, strict=True))

    def violations(self, name: str, *, picture: bool) -> list[str]:
        """Return what axe finds in the shown state, and keep a picture of it, or only if axe finds something."""
        found = []
        for scheme, options in SCHEMES.items():
            self._page.emulate_media(color_scheme=scheme)
            result = AxeResults(self._frame.evaluate("(options) => axe.run(document, options)", options))
            if result.violations_count:
                found.append(f"{name}, {scheme}: {result.generate_report()}")
        if found or picture:
            self._page.add_style_tag(content="* { opacity: 1 !important; }")
            self._page.locator("iframe").screenshot(path=self._folder / f"{name}.png")
        return found


@pytest.fixture
def screens_in(back: Callable[..., Page], site: str, beside: Path, output_path: str) -> Callable[[str], Screens]:
    """Return a page in a language for fixed states."""

    def screens_in(language: str) -> Screens:
        games = stored((*some_games(), kept(won_game(), ended=DAY, seed=seed_of("1970-01-02"), day="1970-01-02")))
        storage = {"one-mind/played": "yes", "one-mind/ended": "yes", "one-mind/sound-told": "yes", **games}
        page = back(painted=True)
        page.add_init_script(STORE % json.dumps(storage) + SOUNDLESS)
        name = f"around-{language}.html"
        (beside / name).write_text(FRAME % ("./" if language == "en" else f"./{language}.html"), encoding="utf-8")
        page.goto(site + name)
        expect(page.frame_locator("iframe").locator("html[data-ready=true]")).to_be_attached(timeout=60_000)
        return Screens(page, Path(output_path))

    return screens_in


Show = Callable[[str], Screens]

WORDY = (
    "eight at their last level, with a hand up",
    "mistake of 8",
    "star",
    "stop, classic with 8",
    "level",
    "won by eight",
    "turned over",
    "lost",
    "hint STAR",
    "hint MISTAKE",
    "somebody at the door",
    "a newcomer's first deal",
)
"""The tables with the most words, for languages with longer ones than English."""


DISTINCT = [
    "tall phone",
    "old phone",
    "phone on its side",
    "old phone on its side",
    "tablet",
    "laptop",
    "desktop at 200 %",
]
"""One size for each set of style rules. "phone" has a mix of two phones', all others those of "laptop"."""

FITTING = {"en": DISTINCT, "de": DISTINCT, "ja": ["old phone", "old phone on its side", "laptop"]}
"""The sizes at which each language has to fit. In English, a thorough run tries all."""


@cache
def tables() -> dict[str, State_]:
    """Return all tables but those of a television."""
    return {**full_tables(), **interrupted_tables(), **finished_tables(), **hinted_tables(), **tables_of_people()}


SMALL_FAULTS = {
    "cards set aside": {"raise lies under aside"},
}
"""Known faults of a few pixels on old phones."""

BELOW_A_NOTE = "a mistake while one is away", "level", "extreme with twelve cards, at first", "hint MISTAKE"


LIKE_ANOTHER = {
    *(f"{role}, {what}" for role in ("screen", "phone") for what in ("one card", "mistake")),
    *("setup for 2", "setup for 5", "title with a message", "lobby, unnamed", "lobby, new host", "lobby, lonely"),
    *("full lobby of a television", "a replay", "a replay of a mistake", "a replay of a level"),
    *("the daily game", "a challenge"),
    *("a damaged link", "somebody will be away", "stop, classic with 8", "club, new", "club, none"),
}
"""States whose kinds of parts are all in another state."""


def has_new_parts(name: str) -> bool:
    """Return whether a state has a kind of part that no other state has."""
    alike = name in tables() and name not in {*WORDY, *tables_of_people()}
    return not alike and name not in LIKE_ANOTHER


# --- What has to be in sight ----------------------------------------------------------------------

OLD, PHONE_, SIDE, LAPTOP = (320, 568), (390, 844), (844, 390), (1280, 800)
LARGE = ((1024, 600), (1280, 720), (1280, 800), (1920, 1080), (2560, 1440))
ALL = tuple(SIZES.values())
TITLE = (PHONE_, SIDE, (1280, 720), LAPTOP, (1920, 1080), (2560, 1440))

CLAIM = """() => {
    const claim = %s;
    const all = (name) => [...document.querySelectorAll(name)].filter((one) => one.checkVisibility());
    const box = (name) => all(name)[0].getBoundingClientRect();
    const inside = ({ left, top, right, bottom }) =>
        left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    const seen = (name) => all(name).length > 0 && all(name).every((one) => inside(one.getBoundingClientRect()));
    const lines = (one) => {
        const words = document.createRange();
        words.selectNodeContents(one);
        return new Set([...words.getClientRects()].map((each) => Math.round(each.top))).size;
    };
    const apart = (a, b) =>
        a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
    const middle = (name) => box(name).x + box(name).width / 2;
    const centre = (name) => (box(name).left + all(name).at(-1).getBoundingClientRect().right) / 2;
    const clear = (name, others) =>
        all(others).every((one) => apart(box(name), one.getBoundingClientRect()));
    const empty = () => all(".teammate .count").filter((one) => one.textContent === "0");
    const told = document.querySelector(".moment");
    const whole = (title) => {
        const heading = document.querySelector(".moment h2"), { textContent } = heading;
        heading.textContent = title;
        const covered = (%s)();
        heading.textContent = textContent;
        return !covered;
    };
    return eval(claim);
}""".replace("(%s)", f"({TITLE_COVERED.replace('%', '%%')})")
"""Returns the value of a claim, an expression with these functions."""

FITS = "told.scrollHeight <= told.clientHeight"
PILE = "getComputedStyle(all('.piles')[0]).opacity === '1' && all('.pile .card:last-child').length > 0"
CUT = "all('.teammates .name, .place .name').every((one) => one.scrollWidth <= one.clientWidth + 1)"
IN_ROOM = """all(".moment :is(h2, p, li, small)").filter((one) => one.textContent.trim() && one.offsetWidth > 1)
    .every((one) => parseFloat(getComputedStyle(one).fontSize) >= innerHeight / 40)"""
NUMERAL = """(() => {
    const style = getComputedStyle(all(".pile .card:last-child .number").at(-1));
    const context = document.createElement("canvas").getContext("2d");
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const { actualBoundingBoxAscent, actualBoundingBoxDescent } = context.measureText("8");
    return (actualBoundingBoxAscent + actualBoundingBoxDescent) / innerHeight >= 1 / 9;
})()"""


def titles() -> str:
    """Return the title of an explained star in every language."""
    return json.dumps([read(language)[STAR_TITLE.text].string for language in languages()])


IN_SIGHT: list[tuple[str, Sequence[tuple[int, int]], str]] = [
    ("stop, classic with 2", [OLD], "box('.moment .told p').width > 100"),
    ("stop, classic with 2", [OLD], "box('.moment .told p').top >= box('.pile .card:last-child').bottom"),
    ("lost", [OLD], f"seen('.moment [data-do=again]') && seen('.moment .more summary') && {FITS}"),
    ("turned over", [OLD, PHONE_, SIDE, LAPTOP], "clear('.moment .minis', '.moment h2')"),
    ("won by two", [LAPTOP, PHONE_], FITS),
    ("won by two", [LAPTOP], "all('.moment .after button').length === 1 && seen('.moment .more summary')"),
    *((f"stop, {game} with {seats}", ALL, PILE) for game in ("classic", "extreme") for seats in (2, 8)),
    *((f"stop, {game} with 2", ALL, "clear('.moment h2', '.pile .card')") for game in ("classic", "extreme")),
    ("hint STAR", ALL, f"{titles()}.every(whole)"),
    ("mistake of 4", [OLD, PHONE_, SIDE], "lines(all('.moment h2')[0]) === 1"),
    ("mistake of 8", [OLD, PHONE_, SIDE], "lines(all('.moment h2')[0]) === 1"),
    (
        "a mistake while one is away",
        [PHONE_, SIDE, LAPTOP],
        "clear('.table .pause', '.table :is(.pile, .minis) .card, .moment h2')",
    ),
    ("a mistake while one is away", [OLD, PHONE_, SIDE, LAPTOP], "seen('.votes button')"),
    *((f"hint {hint}", ALL, "clear('.table-hint', '.table .card, .table .seat')") for hint in HINTS),
    ("hint MISTAKE", [OLD], "clear('.pile .fatal', '.minis .card') && box('.announcements').height > 10"),
    ("hint MISTAKE", [LAPTOP], "box('.pile .fatal').x - box('.moment h2').right < 100"),
    ("hint MISTAKE", [LAPTOP], "box('.minis .card').x - box('.pile .fatal').right < 100"),
    (
        "cards set aside",
        [PHONE_, OLD],
        "all('.set-aside li').length === 4 && Math.abs(centre('.set-aside li') - middle('.felt')) <= 1",
    ),
    ("cards set aside", [PHONE_, OLD], "all('.set-aside')[0].scrollWidth === all('.set-aside')[0].clientWidth"),
    (
        "asked while play has stopped",
        [OLD, PHONE_],
        "clear('.moment h2', '.pile .card') && clear('.told p', '.pile .card')",
    ),
    ("cards set aside", [LAPTOP], "seen('.pile [data-seat] .mark path')"),
    (
        "an empty hand",
        [LAPTOP],
        "empty().length > 0 && empty().every((one) => getComputedStyle(one).borderTopStyle === 'dashed')",
    ),
    (
        "an empty hand",
        [LAPTOP],
        "all('.teammate .face').every((one) => getComputedStyle(one).opacity === '1') && !all('.absent').length",
    ),
    (
        "one game",
        ALL,
        "all('#one-game [data-part=drawing] svg text').every((one) => one.getBoundingClientRect().height >= 11)",
    ),
    (
        "a replay of a mistake",
        [OLD, PHONE_, SIDE, LAPTOP],
        "clear('.piles .fatal', '.moment h2, .moment .minis .card')",
    ),
    (
        "a replay of a mistake",
        [OLD, PHONE_, SIDE, LAPTOP],
        "all('.moment .minis .card').every((one) => one.offsetWidth <= all('.piles .fatal')[0].offsetWidth)",
    ),
    ("a replay of a level", ALL, "clear('.playback', '.moment :is(h2, p)')"),
    ("a replay of a level", ALL, "clear('.pile .card', '.moment :is(h2, p)')"),
    ("title", TITLE, "seen('#title button') && seen('#title h1')"),
    ("title of a newcomer", TITLE, "seen('#title button') && seen('#title h1')"),
    ("title of a newcomer", [OLD], "seen('#try, #title .tile, #together, #today, [popovertarget=joining]')"),
    ("title with a message", TITLE, "seen('#title [data-part=message-words]')"),
    *((f"setup for {players}", [OLD, SIDE], "seen('#start')") for players in (2, 5)),
    ("setup for 5", [SIDE], "seen('#setup .chair:has(> :checked) + .chair > [type=radio]')"),
    ("setup for 2", [OLD], "seen('#setup summary')"),
    ("setup for 8", [SIDE], "box('.folds').bottom <= box('#start').top"),
    ("lobby, guest", [OLD], "seen('#options summary')"),
    (
        "lobby, guest",
        [SIDE],
        "Math.abs(box('.places').bottom - all('.place.below').at(-1).getBoundingClientRect().bottom) <= 1",
    ),
    *(
        (name, [OLD, PHONE_, LAPTOP], f"all('#{name} header .icon').every((one) => one.offsetWidth <= 48)")
        for name in ("rules", "secret", "settings", "joining", "languages")
    ),
    ("lobby, pairing", [LAPTOP, PHONE_, SIDE, OLD], "seen('#pairing [data-do=connect]')"),
    ("lobby of a television", LARGE, f"seen('#screen-lobby :is(.qr, #code, h1, .place, #lobby-status)') && {CUT}"),
    ("invitation", [OLD, PHONE_, (740, 360), (768, 1024), *LARGE], "seen('#invited :is(button, h1, [data-part])')"),
    *(
        (f"club, {kind}", [OLD, PHONE_, SIDE, LAPTOP], "seen('.club .primary, .club [data-do=play]')")
        for kind in ("tables", "none", "new", "list")
    ),
    (
        "a replay with open hands",
        ALL,
        "seen('#replay [data-do=leave]') && document.scrollingElement.scrollHeight <= innerHeight",
    ),
    (
        "screen in play",
        LARGE,
        f"seen('.table :is(.seat .name, .seat .face, .pile, .announcement, .status, .corner)') && {CUT}",
    ),
    ("screen in play", LARGE, f"{NUMERAL} && box('#watch-invite .qr').width >= innerHeight / 5"),
    (
        "screen, mistake",
        LARGE,
        f"{IN_ROOM} && Math.abs(middle('.moment .told') - middle('.felt')) <= 2",
    ),
    ("screen, lost", LARGE, f"{IN_ROOM} && !all('.moment button').length"),
    ("phone, one card", [PHONE_, SIDE], "box('.hand .card').height >= 0.4 * innerHeight"),
    (
        "phone in play",
        [OLD, PHONE_, (740, 360), (768, 1024)],
        "seen('.table :is(.hand .card, .actions button, .pile .card, .announcement, .status)')",
    ),
]
"""What has to be true of a state at these sizes."""


def claims(name: str) -> dict[Size, list[str]]:
    """Return what has to be true of a state at each size."""
    found: dict[Size, list[str]] = {}
    for state, sizes, claim in IN_SIGHT:
        for size in sizes if state == name else ():
            found.setdefault(size, []).append(claim)
    return found


def unfit(name: str, size: str, found: Sequence[str]) -> set[str]:
    """Return the `found` faults that fail the test. On small screens and below a note, the message may scroll."""
    if name in other_screens():
        return {fault for fault in found if 'type="range"' not in fault or SIZES[size][1] > 480}
    allowed = {"moment is cut off below"} if size in SMALLEST or name in BELOW_A_NOTE else set()
    return {*found} - allowed - (SMALL_FAULTS.get(name, set()) if "old phone" in size else set())


def faults_of(
    screens: Screens, name: str, state: State_, fits: str, sizes: Iterable[str], *, claimed: bool
) -> list[str]:
    """Show a state, and return where it does not fit, by a script, and which of its claims are false."""
    wanted = claims(name) if claimed else {}
    to_fit = {SIZES[size]: size for size in sizes if fits}
    asked = {size: [CLAIM % json.dumps(claim) for claim in wanted.get(size, ())] for size in (*to_fit, *wanted)}
    for size in to_fit:
        asked[size].append(fits)
    if claimed:
        asked[PHONE] = asked.pop(PHONE, [])  # the last one, at which axe checks the state
    found = screens.measured(state, asked)
    wrong = [
        f"{name}, {size}: {claim}"
        for size, all_claims in wanted.items()
        for claim, is_true in zip(all_claims, found[size], strict=False)
        if not is_true
    ]
    return wrong + [
        f"{name}, {label}: {one}"
        for size, label in to_fit.items()
        for one in sorted(unfit(name, label, found[size][-1]))
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_fits_shows_what_matters_and_is_accessible(screens_in: Show, language: str, thorough: bool) -> None:
    """Axe checks each kind of part once, in English, and each state in a thorough run."""
    screens, found, english = screens_in(language), list[str](), language == "en"
    fitting = {name: MEASURE for name in tables() if english or name in WORDY}
    fitting |= {name: WIDE_OR_SMALL for name in other_screens() if english or name not in LIKE_ANOTHER}
    if english:
        fitting |= dict.fromkeys(tables_of_a_television(), "")
    states = {**tables(), **other_screens(), **tables_of_a_television()}
    for name, fits in fitting.items():
        sizes = SIZES if thorough and english else FITTING[language]
        found += faults_of(screens, name, states[name], fits, sizes, claimed=english)
        if english and (thorough or has_new_parts(name)):
            found += screens.violations(name, picture=thorough)
    assert found == []


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_states_with_most_words_are_accessible(screens_in: Show, language: str) -> None:
    """In other languages than English, only the words differ."""
    screens, found = screens_in(language), list[str]()
    names = "mistake of 8", "won by eight", "hint STAR", "title", "setup for 8", "settings", "lobby, host", "one game"
    for name, state in {**tables(), **other_screens()}.items():
        if name in names:
            screens.measured(state, {DESKTOP: []})
            found += screens.violations(name, picture=True)
    assert found == []
