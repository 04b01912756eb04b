"""Failure detectors of pages and connections, in seconds, from the shortest to the longest.

Each detector waits longer than the one that repairs its failure: a data channel that fails is replaced by relays before
its page counts as lost. `game/net/succession/host_search.py` lists what follows the loss of a host.
"""

from __future__ import annotations

BEAT, RELAY_BEAT = 0.5, 5.0
"""Heartbeat intervals. A tab in the background may be throttled to one per second. Relays allow few events."""

IDLE_BEAT, SELDOM_BEAT = 1.7, 8.0
"""Heartbeat intervals on a data channel: while no texts are sent, and between pages that need each other seldom."""

NEAR = 0.1
"""The longest delay of recent heartbeats, one way, on a line that is near and loses nothing."""

SUSPENDED = 1.0
"""Timer lateness that means that this tab was suspended. A throttled tab stays below it."""

LOOKS_AWAY = 1.5
"""Detects that a player does not see the page, which is in the background. A shorter look elsewhere stops no game.

Shorter than SILENT and PROBE: a phone may suspend such a page at once, and the others should know why it is lost.
"""

GRACE, RELAY_GRACE = 1.5, 7.0
"""A healthy page sends something this often. Over relays, a page has this long after this tab was suspended."""

SILENT = 1.6
"""Detects a failed data channel: messages go over relays. Longer than the heartbeat of a throttled tab."""

IDLE_SILENT, SELDOM_SILENT = 2.45, 10.0
"""The same while no texts are sent, and between pages that need each other seldom.

IDLE_SILENT is longer than IDLE_BEAT by one retransmission, on a line that is NEAR. SELDOM_SILENT is longer than
SELDOM_BEAT.
"""

SHORTEST_PROBE, PROBE = 1.0, 2.0
"""Detects that a page failed together with its data channel: it sends nothing over relays, either.

A page that only lost the data channel answers over relays. The time is shorter after a longer silence, so that the sum
is LOST_WITHIN, but at least SHORTEST_PROBE.
"""

LOST_WITHIN = SILENT + PROBE
"""Detects both failures, whatever the interval of the heartbeats."""

RELAY_LOST = 12.0
"""Detects that a page sends nothing over relays. A page lost by PROBE counts as lost earlier.

This is two heartbeats and some delay, so that one may be lost.
"""

ASKS_WITHIN = 2.5
"""Detects that a page on a data channel no longer searches for a host: it repeats its request more often."""

DIRECT_WITHIN = 5.0
"""Detects that no data channel can be opened to a new page: messages go over relays.

Longer than ICE usually takes. A page that knew this one before does not wait: it had a route already.
"""

PROVE_WITHIN = 15.0
"""Detects a page that cannot prove its key. Longer than RELAY_LOST: a newcomer may have to wait in a queue first."""
