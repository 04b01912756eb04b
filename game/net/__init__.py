"""Multiplayer: one table shared by pages that connect to each other, without a game server.

A page has one `Room`. The caller passes it peers, messages and the time, and it returns what to send and what to show.
This package is sans-I/O: it opens no connection, reads no clock, and uses no randomness but the `dice` passed in.
"""
