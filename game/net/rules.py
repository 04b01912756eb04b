"""Who may give which command, and when: one table for the host, which holds to it, and for the page that asks."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Flag, auto
from types import MappingProxyType
from typing import NamedTuple

from game.net.protocol import messages
from game.net.protocol.messages import Command
from game.net.roster import Roster


class Role(Flag):
    """What a page is at the table. A player or the screen may lead, too."""

    NOBODY = 0
    WATCHER = auto()
    PLAYER = auto()
    SCREEN = auto()
    LEADER = auto()
    MEMBER = WATCHER | PLAYER | SCREEN


class Stage(Flag):
    """Whether the players gather or play."""

    LOBBY = auto()
    GAME = auto()
    ANY = LOBBY | GAME


class Rule(NamedTuple):
    """A command that pages in one of these roles may give in one of these stages, while the table has this `setting`.

    `limit` names the rate limit of the giver that it counts against; empty for none.
    """

    who: Role
    when: Stage = Stage.ANY
    limit: str = "effects"
    setting: str = ""


RULES: Mapping[type[Command], Rule] = MappingProxyType(
    {
        messages.Accept: Rule(Role.MEMBER, limit="claims"),
        messages.Rename: Rule(Role.PLAYER, Stage.LOBBY),
        messages.Ready: Rule(Role.PLAYER, Stage.LOBBY),
        messages.Watch: Rule(Role.MEMBER),
        messages.Hidden: Rule(Role.PLAYER | Role.SCREEN),
        messages.Choose: Rule(Role.LEADER),
        messages.Fill: Rule(Role.LEADER),
        messages.Empty: Rule(Role.LEADER),
        messages.SendAway: Rule(Role.LEADER),
        messages.LetIn: Rule(Role.LEADER),
        messages.HandOver: Rule(Role.LEADER),
        messages.Begin: Rule(Role.LEADER),
        messages.Gather: Rule(Role.LEADER),
        messages.Give: Rule(Role.PLAYER, limit=""),
        messages.Press: Rule(Role.PLAYER),
        messages.TeammateVote: Rule(Role.PLAYER, Stage.GAME),
        messages.MakeSign: Rule(Role.PLAYER, Stage.GAME, setting="signs"),
        messages.Lean: Rule(Role.PLAYER, Stage.GAME, limit="leans", setting="tell"),
    }
)


def role_of(roster: Roster, peer: str) -> Role:
    """Return what the page `peer` is at the table of `roster`."""
    place = next((one for one in roster.everyone if one.here and one.peer == peer), None)
    if place is None:
        return Role.NOBODY
    if place is roster.screen:
        return Role.SCREEN | Role.LEADER
    if place in roster.watchers:
        return Role.WATCHER
    return Role.PLAYER | Role.LEADER if roster.leads(peer, roster.places.index(place)) else Role.PLAYER


def permits(roster: Roster, peer: str, command: Command) -> bool:
    """Whether the page `peer` at the table of `roster` may give that `command`, apart from its rate limit."""
    rule = RULES[type(command)]
    stage = Stage.GAME if roster.started else Stage.LOBBY
    setting = not rule.setting or bool(getattr(roster.settings, rule.setting))
    return bool(rule.who & role_of(roster, peer)) and bool(rule.when & stage) and setting
