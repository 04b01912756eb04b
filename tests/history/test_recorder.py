"""Games that have just ended: as solo play has them, and as a page at a table with others reconstructs them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core import (
    DEALER,
    Dealt,
    GoBlind,
    LayHand,
    Phase,
    Play,
    State,
    View,
    apply,
    new_game,
    shuffled,
    variant,
)
from game.core.game_text import read, write
from game.core.record import BadGame, DealtLevel, Game, Move, Team, as_seen
from game.core.result import Result
from game.core.todays_deal import SEATS, VARIANT, seed_of
from game.history.finished_game import finished
from game.history.finished_games import FinishedGames
from game.history.summary import summary
from game.net.game_recorder import GameRecorder
from tests.core.chance import dice, games
from tests.history.games import game_by_chance, table_of, with_team

DAY = "2026-11-22"


def ended(game: Game, at: int = 1_700_000_000) -> Game:
    return replace(with_team(game), ended=at)


@cache
def played(seed: int, name: str = "classic", seats: int = 3) -> Game:
    return table_of(seed, variant(name), seats)[0].game


def test_a_finished_solo_game_is_stored_with_its_summary() -> None:
    game = played(1)
    [stored] = FinishedGames().with_game(ended(game)).all
    end = game.end
    assert (stored.summary.level, stored.summary.lives, stored.summary.stars) == (end.level, end.lives, end.stars)
    assert (stored.variant, stored.seats, stored.seed, stored.day) == (game.variant, 3, game.seed, "")
    assert stored.game == with_team(game)
    assert stored.summary.in_step is not None
    assert 0.7 < stored.summary.in_step <= 1


def test_a_game_that_continues_blind_is_stored_as_one_game() -> None:
    game = next(one for one in map(played, range(1, 99)) if one.end.phase is Phase.WON)
    shelf = FinishedGames().with_game(ended(game))
    last = game.deals[-1]
    on = replace(last, moves=(*last.moves, Move(last.moves[-1].at + 5, 0, GoBlind())))
    dealt = apply(apply(game.end, 0, GoBlind())[0], DEALER, shuffled(apply(game.end, 0, GoBlind())[0], game.seed))[0]
    blind = replace(game, deals=(*game.deals[:-1], on, DealtLevel(dealt.hands)))
    [stored] = shelf.with_game(ended(blind, 1_700_000_100)).all
    assert stored.ended == 1_700_000_100 and stored.summary.blind
    assert blind.until_won() == game
    lost_blind = replace(stored, summary=replace(stored.summary, lives=0, stars=0))
    assert lost_blind.result == Result(game.end.level, game.end.lives, game.end.stars, True)


@cache
def daily() -> Game:
    state = new_game(VARIANT, SEATS)
    hands = apply(state, DEALER, shuffled(state, seed_of(DAY)))[0].hands
    return with_team(Game(VARIANT, Team.unnamed(SEATS), (DealtLevel(hands),), seed_of(DAY)))


def lay_hands(game: Game) -> Game:
    moves = tuple(Move(float(seat), seat, LayHand()) for seat in range(game.seats))
    return replace(game, deals=(replace(game.deals[0], moves=moves),))


def test_only_the_first_game_of_a_day_counts_as_the_daily_game() -> None:
    first, second = ended(daily()), ended(lay_hands(daily()), 1_700_000_001)
    assert first.day == second.day == DAY
    assert replace(first, variant=variant("gentle")).day == replace(first, seed="today 2026-11-22 2").day == ""
    shelf = FinishedGames().with_game(first)
    assert [one.day for one in shelf.with_game(second).all] == [DAY, ""]
    assert [shelf.finish(game).day for game in (first, second, ended(played(1)))] == [DAY, "", ""]


def test_a_solo_game_with_an_illegal_move_is_refused() -> None:
    with pytest.raises(BadGame):
        FinishedGames().with_game(replace(daily(), deals=(replace(daily().deals[0], moves=(Move(1.0, 0, Play(1)),)),)))


# --- Games with others ----------------------------------------------------------------------


def hear(views: Iterable[tuple[float, View]], later: float = 100.0) -> GameRecorder:
    """Return what a page receives of a game, `later` than it happened."""
    heard = GameRecorder()
    for at, view in views:
        heard.hear(later + at, view)
    return heard


def by_others(heard: GameRecorder, seats: int) -> Game:
    return replace(heard.game([f"N{seat}" for seat in range(seats)], [""] * seats), ended=1)


@settings(max_examples=40)
@given(games, dice, st.data())
def test_every_page_stores_the_game_it_received(start: State, dice: Random, data: st.DataObject) -> None:
    game = game_by_chance(start, dice, "a seed", 120)
    seat = data.draw(st.none() | st.integers(0, game.seats - 1))
    end, received = game.end, by_others(hear(game.views(seat)), game.seats)
    assert read(write(received)) == received
    stored = finished(received)
    assert (stored.summary.level, stored.summary.lives, stored.summary.stars) == (end.level, end.lives, end.stars)
    assert received.team.seat == seat
    if end.phase not in (Phase.WON, Phase.LOST):
        return
    again = stored.game
    assert [deal.hands for deal in again.deals[:-1]] == [deal.hands for deal in game.deals[:-1]]
    assert (again.end.phase, again.end.aside, again.end.piles) == (end.phase, end.aside, end.piles)
    for deal, true in zip(again.deals, game.deals, strict=True):
        shown = [set(hand) - deal.unseen for hand in deal.hands]
        assert all(seen <= set(hand) for seen, hand in zip(shown, true.hands, strict=True))
    assert stored.summary.marks == summary(replace(game, team=received.team)).marks


def test_a_page_that_joined_later_stores_only_how_the_game_ended() -> None:
    game = played(2)
    stored = finished(by_others(hear(game.views(1)[20:]), 3))
    assert (stored.text, stored.summary.level, stored.summary.lives) == ("", game.end.level, game.end.lives)
    assert stored.summary.won == (game.end.phase is Phase.WON)


@pytest.mark.parametrize("what", ["level", "lives", "stars"])
def test_a_game_whose_moves_lead_to_another_end_is_stored_without_them(what: str) -> None:
    end = played(2).end
    result = Result(end.level, end.lives, end.stars, end.phase is Phase.WON)
    game = replace(played(2), result=replace(result, **{what: getattr(result, what) + 1}))
    assert as_seen(replace(game, result=result)) == replace(game, result=None)
    assert as_seen(game) == replace(game, deals=())


def test_a_game_whose_moves_break_the_rules_is_stored_without_them() -> None:
    game = replace(played(2), result=Result(1, 3, 1, won=False))
    for moves in ((Move(1.0, 0, Play(1)),), (Move(1.0, 7, LayHand()),)):
        deals = (replace(game.deals[0], moves=moves),)
        assert as_seen(replace(game, deals=deals)) == replace(game, deals=())


def test_a_team_that_is_not_that_of_the_game_is_not_stored() -> None:
    heard = hear(played(2).views(0))
    for names in (["Ana"], ["Ana"] * 4, []):
        assert heard.game(names, [""] * len(names)).team == Team.unnamed(3)


def test_a_level_that_was_dealt_again_is_part_of_the_game() -> None:
    game = played(3)
    whole = game.views(0)
    second_deal = [number for number, (_, view) in enumerate(whole) if view.tells(Dealt)][1]
    dealt_again = [(at + 1000, view) for at, view in whole[second_deal:]]  # after everything of the first deal
    again = by_others(hear([*whole[: second_deal + 6], *dealt_again]), 3)
    assert len(again.deals) == len(game.deals) + 1
    assert again.deals[1].unseen
    assert again.end == game.end


def test_a_card_that_was_never_shown_is_never_replayed() -> None:
    """When the last life is lost, some cards stay in their hands and no other page learns their numbers."""
    for seed in range(40):
        game = game_by_chance(new_game(variant("classic"), 3), Random(seed), "x", 200)
        if game.end.phase is not Phase.LOST or not any(game.end.hands[1:]):
            continue
        end, again = game.end, by_others(hear(game.views(0)), 3)
        last, held = again.deals[-1], again.end.hands
        assert held[0] == end.hands[0]
        assert {card for hand in held[1:] for card in hand} == set(last.unseen)
        assert not last.unseen & set(end.hands[0])
        assert not any(isinstance(move.action, Play) and move.action.card in last.unseen for move in last.moves)
        return
    raise AssertionError("no game was lost")
