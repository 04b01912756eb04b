"""Other people: one table shared by pages that speak to each other, and to no server of ours.

A page holds one `Room`. It is told of peers and messages and the time, and says what to
send and what to show. Nothing in here opens a connection, reads a clock or throws dice
that were not handed in.
"""
