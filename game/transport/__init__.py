"""Bytes between peers: streams, routes, liveness, backoff, rate limits and identity. Sans-I/O; knows no game."""
