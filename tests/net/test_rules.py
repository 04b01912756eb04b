"""Who may give which command: the host carries out what the table of rules permits, and refuses everything else."""

from __future__ import annotations

from random import Random

import pytest

from game.net.protocol.messages import Command, Do, Message, Void
from game.net.protocol.wire import COMMANDS
from game.net.rules import RULES, Role, Stage, permits, role_of
from tests.net.messages import any_of
from tests.net.pages import Net, Page, lobby, quiet, table

WHERE = {Role.LEADER: 0, Role.PLAYER: 1, Role.WATCHER: 2}
"""The page with each role."""


def pages_by_role(name: str, *, started: bool) -> tuple[Net, list[Page]]:
    """Return a host that leads, a player and a watcher, before or in a game."""
    net, pages = (table if started else lobby)(name, 2, 2)
    pages.append(net.enter("Eve", watch=True))
    net.run(2)
    if started:
        quiet(net, pages)
    return net, pages


def refused(net: Net, pages: list[Page], giver: Page, command: Command) -> bool:
    """Return whether the host refuses the `command` of the page `giver`."""
    host = pages[0]
    told: list[Message] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(host.host.peers, "say", lambda peer, message: told.append(message))
        host.host.take(giver.name, Do(giver.guest._number + 1, command), net.clock(host))
    giver.guest._number += 1
    return any(isinstance(one, Void) for one in told)


def test_each_command_has_a_rule() -> None:
    assert {*RULES} == {*COMMANDS}


@pytest.mark.parametrize("started", [False, True])
@pytest.mark.parametrize("role", WHERE)
def test_the_host_refuses_all_that_the_rules_do_not_permit(role: Role, started: bool) -> None:
    net, pages = pages_by_role(f"rules {role} {started}", started=started)
    giver, before = pages[WHERE[role]], pages[0].roster
    stage = Stage.GAME if started else Stage.LOBBY
    forbidden = [
        kind for kind, rule in RULES.items() if not (rule.when & stage and rule.who & role_of(before, giver.name))
    ]
    assert forbidden or role is Role.LEADER
    for kind in forbidden:
        command = any_of(Random(1), kind)
        assert not permits(before, giver.name, command)
        assert refused(net, pages, giver, command), kind
    net.run(2)
    assert pages[0].roster == before
