"""What is said of the long codes with which two pages are paired by hand."""

from __future__ import annotations

DAMAGED_CODE = "This code is damaged or incomplete: please copy all of it."
UNUSABLE_CODE = "This code cannot be used: both of you should begin anew."
WANTED_CODE = {
    "offer": "This is the wrong one of the two codes: an offer is wanted here.",
    "answer": "This is the wrong one of the two codes: an answer is wanted here.",
}
"""By the kind of code that is wanted."""
