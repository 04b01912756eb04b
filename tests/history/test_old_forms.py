"""Games that versions before the first release stored, shared and saved can still be opened, and nothing is lost."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from game.core.game_text import read
from game.core.record import BadGame, Game, GameFault
from game.core.result import Result
from game.history.finished_game import FinishedGame
from game.history.finished_games import FinishedGames, from_text
from game.history.old_forms import read_challenge, read_finished, read_games, read_link
from game.history.old_record import saved

OLD: dict[str, Any] = json.loads(Path(__file__).with_name("old_forms.json").read_text())
"""Texts that the last version with those forms wrote, and what they contain."""


def facts(game: Game) -> dict[str, Any]:
    """Return what the file says of a game, with a digest of its positions."""
    states = [state for _, (state, _) in game.steps]
    told = [
        (
            *(one.level, one.lives, one.stars, one.phase.value, one.hands),
            [[(laid.seat, laid.card) for laid in pile] for pile in one.piles],
            [(laid.seat, laid.card) for laid in one.aside],
            *(sorted(one.down), one.raised, one.blind),
        )
        for one in states
    ]
    return {
        "variant": game.variant.name,
        "seats": game.seats,
        "deals": len(game.deals),
        "moves": sum(len(deal.moves) for deal in game.deals),
        "last": pytest.approx(game.steps[-1][0], abs=0.02),
        "steps": hashlib.sha256(repr(told).encode()).hexdigest()[:16],
    }


def told(game: FinishedGame) -> dict[str, Any]:
    names = ("level", "lives", "stars", "won", "blind", "in_step", "tempo")
    found = {name: getattr(game.summary, name) for name in names} | {"marks": [*game.summary.marks]}
    return {name: pytest.approx(value, abs=0.005) if type(value) is float else value for name, value in found.items()}


def test_stored_games_are_converted_with_all_their_moves() -> None:
    shelf = read_games(OLD["stored"]["text"])
    again = from_text(shelf.to_text())
    assert again == shelf
    for game, old in zip(again.all, OLD["stored"]["games"], strict=True):
        assert (told(game), game.ended, game.seed, game.day) == tuple(
            old[n] for n in ("summary", "ended", "seed", "day")
        )
        assert [[*game.team.names], [*game.team.characters], game.team.seat] == [
            old[name] for name in ("names", "characters", "seat")
        ]
        assert (facts(game.game) if game.text else None) == old["game"]
    assert [json.loads(other) for other in again.others] == OLD["stored"]["others"]


def test_a_stored_game_that_is_damaged_is_preserved() -> None:
    plain = json.loads(OLD["stored"]["text"])
    plain["games"][0]["code"] = "A" + plain["games"][0]["code"][1:]
    del plain["games"][1]["seat"]
    shelf = read_games(json.dumps(plain))
    assert len(shelf.all) == len(OLD["stored"]["games"]) - 2
    assert [json.loads(other) for other in shelf.others[:2]] == plain["games"][:2]


def test_games_that_ended_before_they_were_stored_are_converted() -> None:
    for text, old in zip(OLD["notes"]["texts"].values(), sorted_as_noted(), strict=True):
        [game] = FinishedGames().with_game(read_finished(text)).all
        assert told(game) == old["summary"]
        assert [*game.team.names] == old["names"]
        assert bool(game.text) == bool(old["game"])
        if game.text:
            last = {"last": game.game.steps[-1][0]}  # those forms shortened pauses of more than ten minutes
            assert facts(game.game) == old["game"] | last
            assert [sorted(deal.unseen) for deal in game.game.deals] == old["unseen"]


def sorted_as_noted() -> list[dict[str, Any]]:
    """Return the stored games in the order of their notes: the first one ended last."""
    *others, first = OLD["notes"]["games"]
    return [first, *others]


@pytest.mark.parametrize("old", OLD["links"], ids=lambda old: old["link"][:9])
def test_a_link_to_a_game_is_opened(old: dict[str, Any]) -> None:
    game = read_link(old["link"])
    names = old["names"] or [""] * game.seats
    assert [[*game.team.names], [*game.team.characters], game.team.seat, game.seed] == [
        *(names, old["characters"], old["seat"], old["seed"])
    ]
    assert facts(game) == old["game"]


@pytest.mark.parametrize("old", OLD["challenges"], ids=lambda old: old["variant"])
def test_a_challenge_is_opened(old: dict[str, Any]) -> None:
    game = read_challenge(old["link"])
    result = old["result"] and Result(**old["result"])
    assert (game.variant.name, game.seats, game.seed, game.result, game.deals) == (
        *(old["variant"], old["seats"], old["seed"], result),
        (),
    )


@pytest.mark.parametrize("old", OLD["saves"], ids=lambda old: old["game"]["variant"])
def test_a_saved_game_is_continued(old: dict[str, Any]) -> None:
    game = saved(old["text"])
    result = old["to_beat"] and Result(**old["to_beat"])
    assert ([*game.team.names], [*game.team.characters], game.result) == (
        *(old["names"], ["", *old["characters"]]),
        result,
    )
    assert (facts(game), game.seed) == (old["game"], old["seed"])


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ("1", GameFault.DAMAGED),
        ("1AAAA", GameFault.DAMAGED),
        ("2%20", GameFault.DAMAGED),
        (OLD["links"][0]["link"][:-9], GameFault.DAMAGED),
        ("1" + "A" * 1_000_000, GameFault.TOO_LONG),
    ],
)
def test_a_damaged_link_is_refused(link: str, fault: GameFault) -> None:
    for read_one in (read_link, read_challenge):
        with pytest.raises(BadGame) as refused:
            read_one(link.replace("2", "1"))
        assert refused.value.fault is fault


def test_the_old_forms_are_not_read_where_none_can_be() -> None:
    for text in (OLD["saves"][0]["text"], OLD["notes"]["texts"]["1"]):
        with pytest.raises(BadGame):
            read(text)
