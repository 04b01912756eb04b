"""Attacks on a table, each as clever as we know how to make it, with the keys that such an attacker has.

Each takes a number of tries, and returns how often the attacker got what it wanted.
"""
