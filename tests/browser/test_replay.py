"""Replays: the timeline, buttons and keys, from the list of games and from a link."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from game.core import DEALER, LayHand, LifeLost, LiftHand, Phase, Play, apply, new_game, shuffled, variant
from game.core.record import Move
from game.history.game_link import LONGEST
from game.history.played_game import DealtLevel, PlayedGame, of_record
from game.history.timeline import LEVEL, MISTAKE, STAR, timeline
from tests.browser.party import SOON
from tests.browser.past import link, some_games, stored
from tests.browser.table import ME, Person, saved_game
from tests.browser.test_heard import seen_to_be_accessible
from tests.browser.test_sizes import SIZES, SMALL, fits_sideways
from tests.browser.test_your_games import link_of, look_back, lose, open_game, share, way
from tests.conftest import Complaints
from tests.history.games import kept, lost_game, table_of, won_game

Come = Callable[..., Person]


def watch(person: Person) -> None:
    look_back(person)
    open_game(person)
    person.button("Watch the replay").click()
    expect(person.page.locator("#replay")).to_be_visible()


def follow(person: Person, fragment: str) -> None:
    """Open a link in the page."""
    person.page.evaluate("fragment => { location.hash = fragment; }", fragment)
    expect(person.page.locator("#replay, #offer")).to_be_visible(timeout=SOON)


def watch_link(person: Person, fragment: str) -> None:
    """Open the link of a game in the page, and watch the game."""
    follow(person, fragment)
    person.button("Watch the replay").click()
    expect(person.page.locator("#replay")).to_be_visible()


def stands(person: Person, at: float, state: str, speed: int = 1) -> None:
    """Check that the replay is at second `at`, within 0.31 s of the page's time, and in this state."""
    replay = person.page.locator("#replay")
    expect(replay).to_have_attribute("data-state", state)
    assert float(replay.get_attribute("data-at") or -1) == pytest.approx(at, abs=0.31 * speed)


def at(person: Person) -> float:
    return float(person.page.locator("#replay").get_attribute("data-at") or -1)


def test_a_finished_game_plays_pauses_and_resumes(come: Come) -> None:
    person = come(storage=stored(some_games()))
    watch(person)
    stands(person, 0, "playing")
    person.wait(10)
    stands(person, 10, "playing")
    person.button("Pause").click()
    person.wait(10)
    stands(person, 10, "paused")
    person.page.get_by_label("Speed").select_option("4")
    person.button("Play").click()
    person.wait(5)
    stands(person, 30, "playing", speed=4)
    person.page.get_by_label("Speed").select_option("8")
    person.wait(200)
    whole = timeline(won_game()).seconds
    stands(person, whole, "ended")
    person.shows(phase="won", level=8)
    person.button("Play").click()
    person.wait(1)
    stands(person, 8, "playing", speed=8)
    person.button("Back").click()
    expect(person.page.locator("#games-screen")).to_be_visible()


def test_nothing_runs_while_it_is_paused(come: Come) -> None:
    person = come(storage=stored(some_games()))
    watch(person)
    person.button("Pause").click()
    person.page.evaluate("""() => {
        window.looked = 0;
        new MutationObserver((seen) => (looked += seen.length)).observe(replay, { attributeFilter: ["data-at"] });
    }""")
    person.wait(60)
    assert person.page.evaluate("looked") == 0
    person.button("Play").click()
    person.wait(2)
    assert person.page.evaluate("looked") > 1


def test_buttons_lead_to_the_important_moments(come: Come) -> None:
    person = come()
    game = lost_game()
    line = timeline(game)
    watch_link(person, link(game))
    mistakes = [one.at for one in line.moments if one.kind == MISTAKE]
    for wanted in mistakes:
        person.button("Next mistake").click()
        stands(person, wanted, "paused")
    frame = next(frame for frame in line.frames if any(isinstance(event, LifeLost) for event in frame.events))
    person.page.locator("#line").fill("0")
    person.button("Next mistake").click()
    expect(person.moment).to_contain_text("too soon")
    person.shows(lives=frame.state.lives)
    person.page.locator("#line").fill(str(int(line.seconds)))
    person.button("Next mistake").click()
    expect(person.told).to_contain_text("No more mistakes after this.")
    person.page.locator("#line").fill("0")
    second = next(one.at for one in line.moments if one.kind == LEVEL and one.level == 2)
    person.button("Next level").click()
    stands(person, second, "paused")
    person.shows(level=2)
    assert person.page.locator(".moments .mistake").count() == len(mistakes)
    expect(person.button("Next mistake")).to_be_enabled()
    assert person.button("Next star").is_enabled() == any(one.kind == STAR for one in line.moments)


def test_it_has_keyboard_control_and_announcements(come: Come) -> None:
    person = come(storage=stored(some_games()))
    watch(person)
    person.listen()
    person.page.locator("#replay h1").focus()
    person.page.keyboard.press("Space")
    stands(person, 0, "paused")
    for key, where in (("ArrowRight", 5), ("ArrowRight", 10), ("ArrowLeft", 5)):
        person.page.keyboard.press(key)
        stands(person, where, "paused")
    person.page.keyboard.press("Space")
    person.wait_until(lambda: any("Level 2." in sentence for sentence in person.heard()))
    person.wait_until(lambda: person.heard()[-1].endswith("Go."))
    person.page.keyboard.press("Space")
    expect(person.page.locator("#line")).to_have_attribute("aria-valuetext", person.page.locator(".clock").inner_text())


def test_hands_are_shown_only_on_request(come: Come) -> None:
    person = come()
    game = won_game()
    watch_link(person, link(game))
    person.button("Pause").click()
    expect(person.page.locator("#open-hands")).to_be_hidden()
    assert person.page.locator("#replay [data-card]").count() == 0
    person.page.get_by_label("Show everyone's cards").check()
    shown = person.page.locator("#open-hands [data-card]").evaluate_all("cards => cards.map((c) => c.dataset.card)")
    assert shown == [str(card) for hand in game.levels[0].hands for card in hand]


COVERED = """() => {
    const box = element => element.getBoundingClientRect();
    const pile = box(document.querySelector("#piles .fatal"));
    const others = [...document.querySelectorAll("#moment .minis .card")].map(box);
    const smaller = others.filter(other => other.width > pile.width || other.height > pile.height);
    const near = [box(document.querySelector("#moment h2")), ...others].filter(other =>
        other.left < pile.right + 6 && other.right > pile.left - 6
        && other.top < pile.bottom + 6 && other.bottom > pile.top - 6);
    return [smaller.length, near.length];
}"""
"""How many set-aside cards are larger than the mistaken card, and how many boxes cover its frame."""


def test_the_mistaken_card_is_whole_and_at_least_as_large_as_the_others(come: Come) -> None:
    person = come()
    watch_link(person, link(lost_game()))
    while not person.page.locator("#piles .fatal").count():
        person.button("Next mistake").click()
    expect(person.page.locator(".moments")).to_have_attribute("aria-label", re.compile("mistake"))
    person.page.get_by_label("Show everyone's cards").check()
    for width, height in ((1280, 800), (390, 844), (844, 390), (320, 568)):
        person.page.set_viewport_size({"width": width, "height": height})
        assert person.page.evaluate(COVERED) == [0, 0], (width, height)


def test_face_down_cards_are_shown_only_when_they_are_turned(come: Come) -> None:
    person = come()
    game = blind_game()
    watch_link(person, link(game))
    person.button("Pause").click()
    person.page.get_by_label("Show everyone's cards").check()
    assert person.page.locator("#replay [data-card]").count() == 0
    expect(person.page.locator("#open-hands .back")).to_have_count(2)
    expect(person.page.locator("#open-hands .words").first).to_have_text("Fox: one face down")
    turned = next(frame.at for frame in timeline(game).frames if frame.state.phase is Phase.REVEAL)
    person.page.locator("#line").fill(str(round(2 * turned + 0.5) / 2))
    expect(person.page.locator("#moment [data-card]")).to_have_count(2)


def blind_game() -> PlayedGame:
    """Return a blind game of two players that reached its second level."""
    for seed in range(1, 99):
        game = of_record(table_of(seed, variant("blind"), 2)[0].record)
        if len(game.levels) > 1:
            return game
    raise AssertionError


# --- Links ------------------------------------------------------------------------------------


def test_a_game_is_shared_without_names_unless_they_are_selected(come: Come) -> None:
    person, friend = come(storage=stored(some_games())), come()
    look_back(person)
    open_game(person)
    share(person)
    quiet = link_of(person, "Link")
    assert quiet.startswith(person.page.url.split("?")[0] + "#game=")
    assert len(quiet.split("#")[1]) <= 900
    seen_to_be_accessible(person, "sharing")
    person.page.get_by_label("Include everyone's names").check()
    told = link_of(person, "Link")
    assert told != quiet
    watch_link(friend, "#" + quiet.split("#")[1])
    expect(friend.page.locator("#replay h1")).to_have_text("A game shared with you")
    assert friend.page.locator(".seat .name").all_inner_texts() == ["Fox", "Owl", "Bear", "Hare"]
    friend.button("Back").click()
    friend.button("Home").click()
    expect(friend.button("Play solo")).to_be_visible()
    assert "#" not in friend.page.url
    watch_link(friend, "#" + told.split("#")[1])
    assert friend.page.locator(".seat .name").all_inner_texts() == ["Fox", "Ada", "Iris", "Juno"]


def test_the_link_is_copied_and_sent(come: Come) -> None:
    script = """
        const clipboard = { writeText: async (text) => { window.copied = text; } };
        Object.defineProperty(navigator, "clipboard", { value: clipboard });
        navigator.share = async ({ url }) => { window.sent = url; };"""
    person = come(storage=stored(some_games()), script=script)
    look_back(person)
    open_game(person)
    share(person)
    for title in ("Link", "Challenge a friend"):
        link, tile = link_of(person, title), way(person, title)
        tile.get_by_role("button", name="Copy").click()
        expect(tile.get_by_role("status")).to_have_text("Copied.")
        assert person.page.evaluate("copied") == link
        tile.get_by_role("button", name="Share…").click()
        assert person.page.evaluate("sent") == link
    person.button("Close").click()
    expect(person.page.locator("#sharing")).to_have_count(0)
    expect(person.button("Share this game")).to_be_focused()
    share(person)
    assert link_of(person, "Challenge a friend") == link
    person.page.evaluate("() => { navigator.clipboard.writeText = async () => { throw new Error(); }; }")
    way(person, "Link").get_by_role("button", name="Copy").click()
    expect(way(person, "Link").locator("textarea")).to_be_focused()


def test_a_game_too_long_for_a_link_is_not_offered_as_one(come: Come) -> None:
    flaps = tuple(Move(600.0 * at, 0, (LayHand(), LiftHand())[at % 2]) for at in range(2140))
    acts = (0, LayHand()), (1, LayHand()), (0, Play(3)), (1, Play(7))
    end = tuple(Move(600.0 * 2140, seat, action) for seat, action in acts)
    game = kept(PlayedGame(variant("classic"), 2, (DealtLevel(((3,), (7,)), flaps + end),)), seed="s" * 120)
    assert LONGEST - 160 < len(game.code) <= LONGEST
    person = come(storage=stored((game,)))
    look_back(person)
    open_game(person)
    expect(share(person)).to_contain_text("This game is too long for a link.")
    expect(way(person, "Link").get_by_role("button")).to_have_count(0)
    expect(person.button("Save the chart")).to_be_focused()
    person.page.keyboard.press("Escape")
    expect(person.button("Share this game")).to_be_focused()


def test_a_link_opens_on_its_result_and_leads_to_the_replay_and_the_cards(come: Come) -> None:
    person = come(saved=saved_game("classic", 2, until=lambda state: state.level == 2))
    follow(person, link(won_game(), seed="seed 1"))
    offer = person.page.locator("#offer")
    expect(offer.locator("h1")).to_have_text("A game shared with you")
    expect(offer.locator(".outcome")).to_have_text("Won: all 8 levels")
    expect(offer.locator(".marks li")).to_have_count(8)
    expect(offer.get_by_role("img", name="Five lives and one star left")).to_be_visible()
    expect(offer.locator(".tokens .life")).to_have_count(5)
    expect(offer.locator("[data-part=players]")).to_have_text("FoxOwl (computer)Bear (computer)Hare (computer)")
    expect(offer).to_contain_text("Classic, 4 players")
    expect(offer).to_contain_text("Animals stand in for the players' names.")
    expect(offer).to_contain_text("Starting another game replaces your unfinished one.")
    expect(person.page.locator("#replay")).to_have_count(0)
    seen_to_be_accessible(person, "a shared game")
    fits_sideways(person.page)
    person.button("Watch the replay").click()
    stands(person, 0, "playing")
    person.button("Back").click()
    person.button("Play these cards").click()
    person.shows(variant="classic", seats=4, level=1)
    state = new_game(variant("classic"), 4)
    hand = apply(state, DEALER, shuffled(state, "seed 1"))[0].hands[ME]
    assert person.cards("#hand") == [str(card) for card in hand]
    lose(person)
    expect(person.moment).to_contain_text("They did better. They won, with five lives and one star left.")


def test_a_link_without_a_seed_offers_no_cards(come: Come) -> None:
    person = come()
    follow(person, link(lost_game()))
    expect(person.page.locator("#offer .outcome")).to_have_text("Lost at level 5 of 10")
    expect(person.button("Watch the replay")).to_be_visible()
    expect(person.page.locator("#offer .tokens .spent")).to_have_count(3)
    expect(person.button("Play these cards")).to_be_hidden()


def test_a_link_is_opened_without_any_connection(come: Come, site: str, complaints: Complaints) -> None:
    person = come(own=True)  # a page that has not loaded it yet
    asked = list[str]()
    person.page.on("request", lambda request: asked.append(request.url))
    person.page.on("websocket", lambda line: asked.append(line.url))
    before = person.page.evaluate("JSON.stringify(localStorage)")
    watch_link(person, link(won_game(), seed="seed"))
    stands(person, 0, "playing")
    person.wait(20)
    assert person.page.evaluate("JSON.stringify(localStorage)") == before
    assert {url.rsplit("/", 1)[1] for url in asked} - {"icon.svg"} == {"history.pack", "history.en.html"}


HOLDING_NO_GAME = {
    "#game=1" + "A" * 40: "This link is damaged or incomplete. Ask for it again.",
    link(won_game())[:-9]: "This link is damaged or incomplete. Ask for it again.",
    "#game=9abc": "This link is from another version of One Mind. Reload the page, then try again.",
    "#game=1" + "A" * 100_000: "This link is too long for a game. Ask for a new one.",
    "#challenge=1AAAA": "This link is damaged or incomplete. Ask for it again.",
}


def test_a_link_without_a_valid_game_shows_a_message(come: Come) -> None:
    person = come()
    for fragment, sentence in HOLDING_NO_GAME.items():
        follow(person, fragment)
        expect(person.page.locator("#offer h1")).to_have_text(sentence)
        person.button("Home").click()
        expect(person.button("Play solo")).to_be_visible()
    follow(person, "#game=1AAAA")
    seen_to_be_accessible(person, "a damaged link")


def test_it_is_accessible_and_fits(come: Come) -> None:
    person = come(storage=stored(some_games()))
    watch(person)
    person.button("Pause").click()
    person.page.locator("#line").fill("120")
    seen_to_be_accessible(person, "a replay")
    for opened in (False, True):
        person.page.get_by_label("Show everyone's cards").set_checked(opened)
        fits(person.page)
    seen_to_be_accessible(person, "open hands")


def fits(page: Page) -> None:
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"), (width, height)
        assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight"), (width, height)
        small = [one for one in page.evaluate(SMALL) if 'type="range"' not in one or height > 480]
        assert small == [], (width, height)
        for name in ("Next mistake", "Back"):
            page.get_by_role("button", name=name, exact=True).click(trial=True)
