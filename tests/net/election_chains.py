"""Rosters, votes and chains for tests of elections. People are letters; A is the founder."""

from __future__ import annotations

from game.net.election.tenure import Tenure
from game.net.election.terms import Chain, Rules, SignedRoster, Vote, vote_text
from game.transport.identity import Credentials
from tests.net.election_model import KEYS, ROOM, SIGNATURES


def credentials(name: str) -> Credentials:
    return Credentials.of(ROOM, KEYS["A"], name, SIGNATURES)


RULES = Rules(ROOM, KEYS["A"], SIGNATURES.verify)


def table(names: str) -> Tenure:
    """Return a table of the founder A and the others."""
    tenure = Tenure.found(credentials("A"), RULES, "e" * 32)
    tenure.renew({KEYS[name]: True for name in names})
    return tenure


def vote(name: str, base: SignedRoster, term: int, claimant: str) -> Vote:
    own = credentials(name)
    return Vote(own.key, own.sign(vote_text(ROOM, base, term, KEYS[claimant])))


def elected(chain: Chain, claimant: str, voters: str, term: int = 2) -> Tenure:
    votes = [vote(name, chain[-1].roster, term, claimant) for name in voters]
    return Tenure.claim(credentials(claimant), RULES, chain, term, "e" * 32, votes)
