"""Features that a browser, or its driver, lacks for some journeys."""

from __future__ import annotations

LACKS: dict[str, dict[str, str]] = {
    "chromium": {},
    "firefox": {
        "crash": "has no address at which a page crashes",
        "devtools": "is not driven by Chromium's protocol",
        "file choosers": "lets a journey choose one file, and none after that",
        "made file": "does not tell a journey that a file which the page made is in the folder of downloads",
        "media": "does not let a journey choose colours and motion while it runs",
        "preferences": "has other preferences than Chromium's",
        "sound": "plays nothing on a machine without loudspeakers",
        "tap": "has no fingers in Playwright",
    },
    "webkit": {
        "crash": "has no address at which a page crashes",
        "devtools": "is not driven by Chromium's protocol",
        "preferences": "has other preferences than Chromium's",
        "webrtc": "has no connections between pages where WebKit is not Safari",
        "service workers": "has none that Playwright can see",
    },
}
"""By browser and by the feature a journey needs: the reason to skip it, as text after the browser's name."""

ONLY_DRIVEN_BY_ITS_OWN = "webkit is not Playwright's here: what can be driven of it is in test_tour_webkit.py"
"""Why all other journeys are skipped in WebKitGTK."""
