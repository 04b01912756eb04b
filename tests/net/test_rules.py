"""Who may give which command: the host carries out what the table of rules permits, and refuses everything else."""

from __future__ import annotations

from random import Random

import pytest

from game.net.guest_updates import Out
from game.net.protocol.messages import Command, Content, Do, Void
from game.net.protocol.wire import COMMANDS
from game.net.rules import RULES, Role, Stage, permits, role_of
from tests.net.messages import any_of
from tests.net.pages import Net, Page, lobby, quiet

WHERE = {Role.LEADER: 0, Role.PLAYER: 1, Role.WATCHER: 2}
"""The page with each role."""


def pages_by_role(name: str, *, screen: bool, started: bool) -> tuple[Net, Page, list[Page]]:
    """Return the host, and a player who leads, another one and a watcher, before or in a game.

    The host is the leader's page, or a `screen`.
    """
    net, pages = lobby(name, 2, 3 if screen else 2, screen=screen)
    host = pages.pop() if screen else pages[0]
    pages.append(net.enter("Eve", watch=True))
    net.run(2)
    if started:
        net.begin(host)
        quiet(net, [host, *pages])
    return net, host, pages


def refused(net: Net, host: Page, giver: Page, command: Command) -> bool:
    """Return whether the host refuses the `command` of the page `giver`."""
    told: list[Content] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(host.host.peers, "tell", lambda peer, what: told.append(what))
        host.host.take(giver.name, Do(giver.guest._number + 1, command), net.clock(host))
    giver.guest._number += 1
    return any(isinstance(one, Void) for one in told)


def test_each_command_has_a_rule() -> None:
    assert {*RULES} == {*COMMANDS}


@pytest.mark.parametrize("screen", [False, True])
@pytest.mark.parametrize("started", [False, True])
@pytest.mark.parametrize("role", WHERE)
def test_the_host_refuses_all_that_the_rules_do_not_permit(role: Role, started: bool, screen: bool) -> None:
    net, host, pages = pages_by_role(f"rules {role} {started} {screen}", screen=screen, started=started)
    giver, before = pages[WHERE[role]], host.roster
    assert role in role_of(before, giver.name) and giver.guest.table.leads is (role is Role.LEADER)
    stage = Stage.GAME if started else Stage.LOBBY
    forbidden = [
        kind
        for kind, rule in RULES.items()
        if rule.setting or not (rule.when & stage and rule.who & role_of(before, giver.name))
    ]
    assert forbidden
    for kind in forbidden:
        command = any_of(Random(1), kind)
        assert not permits(before, giver.name, command)
        assert refused(net, host, giver, command), kind
    net.run(2)
    assert host.roster == before and not giver.all_shown(Out)
