"""Games by link: a replay, the same cards for several teams, and the deal of the day."""

from __future__ import annotations

from playwright.sync_api import expect

from game.core import Phase, apply, new_game, shuffled, variant
from game.core.record import Game
from game.core.result import Result
from game.core.todays_deal import seed_of
from game.history.game_link import packed
from game.words.rivals import their_result, to_beat
from tests.browser.conftest import Arrive, Come
from tests.browser.party import Member, seat, start
from tests.browser.past import challenge, some_games, stored
from tests.browser.table import ME, follow, saved_game
from tests.browser.test_your_games import almost_won, link_of, look_back, open_game, share, way

DAY = "1970-01-02"
"""The date at which journeys open the page."""


def hand_of(seed: str, name: str, seats: int, seat: int = ME) -> list[str]:
    game = new_game(variant(name), seats)
    state, _ = apply(game, -1, shuffled(game, seed))
    return [state.variant.key(card) for card in state.hands[seat]]


def test_a_challenge_deals_the_same_cards_to_another_team(come: Come) -> None:
    person, friend = come(storage=stored(some_games())), come(seed=77)
    look_back(person)
    open_game(person)
    share(person)
    link = link_of(person, "Challenge a friend")
    assert "#challenge=" in link
    expect(way(person, "Challenge a friend")).to_contain_text("Can they do better?")
    follow(friend.page, link)
    offer = friend.page.locator("#offer")
    expect(offer.locator("h1")).to_have_text("You’ve been challenged")
    expect(offer).to_contain_text("Classic, 4 players.")
    result = some_games()[-1].challenge(told=True).result
    expect(offer.locator("[data-part=result]")).to_have_text(their_result(result, 8))
    expect(offer.locator("[data-part=goal]")).to_have_text(to_beat(result))
    friend.button("Play solo").click()
    friend.shows(variant="classic", seats=4, level=1)
    assert friend.cards(".hand") == hand_of("seed 1", "classic", 4)
    person.page.get_by_label("Include your result").uncheck()
    quiet = link_of(person, "Challenge a friend")
    friend.leave()
    follow(friend.page, quiet)
    expect(offer.locator("[data-part=result]")).to_be_empty()
    expect(offer).to_contain_text("Starting another game replaces the one you can continue.")
    friend.button("Home").click()
    expect(friend.button("Continue")).to_be_visible()


def test_the_result_of_a_challenge_is_compared_at_the_end_also_after_a_reload(come: Come) -> None:
    """The teammates of a challenge have their own randomness."""
    asked = "#challenge=" + packed(challenge("classic", 2, "seed", Result(12, 1, 0, True)))
    waits = set()
    for seed in (1, 2, 3):
        person = come(seed=seed)
        follow(person.page, asked)
        person.page.locator("#offer").get_by_role("button", name="Play solo").click()
        person.lay_hand()
        waited = 0.0
        while person.data()["phase"] != "play":
            person.wait(0.02)
            waited += 0.02
        waits.add(round(waited, 2))
    assert len(waits) > 1
    person.leave()
    person.come_back()
    person.button("Continue").click()
    person.lose()
    verdict = "They did better. They won, with one life and no stars left."
    expect(person.moment).to_contain_text(verdict)
    expect(person.told).to_contain_text(verdict)
    person.button("Play again").click()
    person.lose()
    expect(person.moment).not_to_contain_text("They")


def test_a_game_is_shared_without_names_and_its_link_is_opened_without_any_connection(come: Come) -> None:
    person, friend = come(storage=stored(some_games())), come(own=True)  # a page that has not loaded it yet
    look_back(person)
    open_game(person)
    share(person)
    quiet = link_of(person, "Link")
    assert quiet.startswith(person.page.url.split("?")[0] + "#game=")
    assert len(quiet.split("#")[1]) <= 1600
    asked = list[str]()
    friend.page.on("request", lambda request: asked.append(request.url))
    friend.page.on("websocket", lambda line: asked.append(line.url))
    before = friend.page.evaluate("JSON.stringify(localStorage)")
    follow(friend.page, quiet)
    friend.button("Watch the replay").click()
    expect(friend.page.locator("#replay[data-state=playing]")).to_be_visible()
    friend.wait(20)
    assert friend.page.evaluate("JSON.stringify(localStorage)") == before
    assert {url.rsplit("/", 1)[1] for url in asked} - {"icon.svg"} == {"history.pack", "history.en.html"}
    expect(friend.page.locator("#replay > header h1")).to_have_text("A game shared with you")
    assert friend.page.locator(".seat .name").all_inner_texts() == ["Fox", "Owl", "Bear", "Hare"]
    friend.button("Back").click()
    friend.button("Home").click()
    expect(friend.button("Play solo")).to_be_visible()
    assert "#" not in friend.page.url


# --- A challenge for several people ------------------------------------------------------------


def meet_for(ana: Member, asked: Game) -> None:
    """Open the challenge link, and open a table for it."""
    follow(ana.page, "#challenge=" + packed(asked))
    expect(ana.page.locator("#offer")).to_be_visible()
    ana.button("Play together").click()
    ana.call("Ana")
    ana.unfold()
    assert "#join=" in ana.page.url


def test_a_table_of_several_people_gets_the_cards_of_a_challenge(arrive: Arrive, invited: Arrive) -> None:
    ana, ben = arrive(), invited()
    meet_for(ana, challenge("descending+gentle", 3, "some seed", Result(3, 0, 0, False)))
    expect(ana.page.locator("#lobby-status")).to_have_text(
        "This challenge needs 3 players. Invite someone, or add a computer player."
    )
    seat(ana, {"Ben": ben})
    for member in (ana, ben):
        expect(member.page.locator("#challenge p")).to_have_text(
            "This is a challenge. The challenger reached level 3 of 10. Results aren’t checked."
        )
        expect(member.page.locator("#lobby").get_by_label("Variant")).to_have_value("descending")
        expect(member.page.get_by_label("Seats")).to_have_value("3")
        expect(member.page.locator("#lobby").get_by_label("Gentle timing")).to_be_checked()
        for fixed in ("Variant", "Seats", "Gentle timing"):
            expect(member.page.locator("#lobby").get_by_label(fixed)).to_be_disabled()
    expect(ben.button("Play other cards")).to_be_hidden()
    ana.fill("Ada")
    start(ana, (ana, ben))
    for number, member in enumerate((ana, ben)):
        member.shows(variant="descending+gentle", seats=3, level=1)
        assert [*map(str, member.hand())] == hand_of("some seed", "descending", 3, number)


# --- The deal of the day -----------------------------------------------------------------------


def test_a_daily_game_counts_its_result_reveals_no_card_and_it_can_be_played_again(come: Come) -> None:
    person = come(saved=saved_game("classic", 4, until=almost_won, seed=seed_of(DAY)), own=True)
    person.play_on(until=lambda state: state.phase is Phase.WON)
    expect(person.moment).to_contain_text("Daily game, Jan 2, 1970. This is your result for the day.")
    person.unfold()
    person.button("Share this game").click()
    expect(person.page.locator("#sharing h2")).to_have_text("Daily game")
    expect(person.page.locator("#sharing h3")).to_have_text(["Result", "Link", "Chart", "Challenge a friend"])
    person.button("Close").click()
    person.button("Home").click()
    person.button("Daily game").click()
    offer = person.page.locator("#offer")
    expect(offer.locator(".outcome")).to_have_text("Won: all 8 levels")
    expect(offer.locator(".marks li")).to_have_count(8)
    person.button("Share your result").click()
    lines = link_of(person, "Result").split("\n")
    assert lines[:3] == ["One Mind, Jan 2, 1970", "Won: all 8 levels", "🟢" * 8]
    assert lines[3].endswith("% in sync")
    assert lines[4].endswith("/#today")
    person.button("Close").click()
    person.button("Play for fun").click()
    assert person.cards(".hand") == hand_of(seed_of(DAY), "classic", 4)
