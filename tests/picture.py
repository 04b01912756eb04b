"""Make the README's film of a level with its last card, and the still picture for those who want no motion."""

from __future__ import annotations

import base64
import io
import json
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from game.core import State
from tests.browser.table import ME, dealt, saved_game, seed_where
from tests.web import chromium_options, ready, served

FOLDER = Path(__file__).parents[1] / ".github"
STILL, FILM = FOLDER / "table.png", FOLDER / "level.webp"
PAGE, SIZE = (1280, 800), (800, 500)
SEATS, LEVEL = 4, 2
MOST_PER_SECOND = 12
"""Frames of the film."""

Frame: TypeAlias = tuple[float, bytes]
"""The time in seconds, and a PNG."""


def main() -> None:
    with sync_playwright() as playwright, served() as site:
        browser = playwright.chromium.launch(**chromium_options())
        write(filmed(browser, site))
        browser.close()


def filmed(browser: Browser, site: str) -> list[Frame]:
    """Play a level without a mistake. Return all frames until the next level is dealt."""
    seed = seed_where(films_well, seats=SEATS, level=LEVEL)
    saved = saved_game("classic", SEATS, lambda state: state.level == LEVEL, seed=f"{seed} 0")
    page = browser.new_page(viewport={"width": PAGE[0], "height": PAGE[1]})
    page.add_init_script(f"localStorage.setItem('one-mind/game', {json.dumps(saved)})")
    page.goto(site)
    ready(page)
    page.locator(".lay").wait_for()
    page.wait_for_timeout(1500)  # until the title has faded
    frames: list[Frame] = []
    recorder = page.context.new_cdp_session(page)

    def shown(frame: dict[str, Any]) -> None:
        frames.append((frame["metadata"]["timestamp"], base64.b64decode(frame["data"])))
        recorder.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    recorder.on("Page.screencastFrame", shown)
    recorder.send("Page.startScreencast", {"format": "png"})
    page.wait_for_timeout(800)
    page.locator(".lay").click()
    play(page, dealt(seed, seats=SEATS, level=LEVEL))
    recorder.remove_listener("Page.screencastFrame", shown)
    recorder.send("Page.stopScreencast")
    return frames


def films_well(state: State) -> bool:
    """Whether no card is close to another or far from it, and the person has the last one and another in between."""
    cards = held(state)
    steps = [later - earlier for (earlier, _), (later, _) in pairwise(cards)]
    mine = [seat == ME for _, seat in cards]
    return cards[0][0] <= 14 and min(steps) >= 4 and max(steps) <= 12 and mine[-1] and not mine[-2] and not mine[0]


def held(state: State) -> list[tuple[int, int]]:
    """Return all cards in order, each with the seat that holds it."""
    return sorted((card, seat) for seat, hand in enumerate(state.hands) for card in hand)


def play(page: Page, state: State) -> None:
    """Play the person's cards when it is their turn, and watch until the next level is dealt."""
    for card, seat in held(state):
        if seat == ME:
            page.wait_for_timeout(400)
            page.locator(f'.hand [data-card="{card}"]').click()
        page.locator(f'.piles [data-card="{card}"]').wait_for()
    page.locator(f'.table[data-level="{LEVEL + 1}"]:not([data-held])').wait_for()
    page.wait_for_timeout(500)


def write(frames: list[Frame]) -> None:
    """Write the film, and as its still the frame in the middle."""
    kept = frames[:1]
    for time, png in frames[1:]:
        if time - kept[-1][0] >= 1 / MOST_PER_SECOND:
            kept.append((time, png))
    times = [time for time, _ in kept] + [kept[-1][0] + 2]
    durations = [round(1000 * (end - start)) for start, end in pairwise(times)]
    first, *rest = [Image.open(io.BytesIO(png)).convert("RGB").resize(SIZE) for _, png in kept]
    first.save(FILM, save_all=True, append_images=rest, duration=durations, loop=0, quality=60, minimize_size=True)
    STILL.write_bytes(kept[len(kept) // 2][1])


if __name__ == "__main__":
    main()
