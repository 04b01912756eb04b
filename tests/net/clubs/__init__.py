"""Tests of clubs, without a browser."""
