"""Cleaning of names that people choose, and detection of names that look alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import count

LONGEST_NAME = 14
LONGEST_CLUB_NAME = 24
MOST_MARKS = 2
"""The most accents in a row. Vietnamese and Thai need two on one letter; "Zalgo" text stacks many more."""

NOBODY = "Guest"
"""The name of a person whose name has no characters left after cleaning."""

RESERVED_WORDS = ("you", "host", "leader", "ready", "watching", "computer", "server")
"""Labels that the page puts before or after a name. No name may end with one of them."""

UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
"""Invisible characters.

They are the code points with the property Default_Ignorable_Code_Point (Unicode's DerivedCoreProperties.txt) that are
not recognizable by their category, and three more that are drawn as nothing.
"""

KEPT_PUNCTUATION = "'’-.!?&+_@#*"
"""The punctuation that names keep. Any other could look like the separator between a name and a label."""

LOOK_ALIKES = {
    "2": "ƨϩᒿꙅꛯꝛ",
    "3": "ȝɜʒзӡⳍꝫ",
    "4": "Ꮞ",
    "5": "ƽ",
    "6": "бᏮⳓ",
    "8": "ȣ৪੪",
    "9": "৭੧୨൭ⳋꝯ",
    "a": "ɑαаᎪᗅꓮ",
    "b": "ƅβвьᏏᏴᑲᖯᗷꓐꞵ",
    "c": "сᏟᴄⲥꓚ",
    "d": "ԁᎠᏧᑯᗞᗪꓒꓓ",
    "e": "εеҽᎬⴹꓰꬲ",
    "f": "ϝքᖴẝꓝꞙꬵ",
    "g": "ƍɡԍցᏀᏳᶃꓖ",
    "h": "нһհᎻᏂᕼⲏꓧ",
    "j": "ʝϳјᎫᒍꓙ",
    "k": "κкᏦᛕⲕꓗ",
    "l": "1i|ıǀɩɪιіӏ۱ᎥᏞᒪᛁⲓⳑⵏꓡꓲꙇ",
    "n": "ηոռⲛꓠ",
    "o": "0οσоօ۵०০੦૦ଠ୦௦౦೦ഠ൦๐໐ဝ၀ჿዐᴏᴑⲟⵔ〇ꓳꬽ",
    "p": "ρрᏢᑭⲣꓑ",
    "q": "ԛգզⵕ",
    "r": "ʀгᎡᎱᏒᖇᴦⲅꓣꭇꭈ",
    "rn": "mμϻмᎷᗰᛖⲙꓟ",
    "s": "ѕտᏕᏚꓢꜱ",
    "t": "τтᎢⲧꓔ",
    "u": "υʋսሀᑌᴜꓴꞟꭎꭒ",
    "v": "νѵ۷Ꮩᐯᴠⴸꓦꛟ",
    "vv": "wɯѡԝաᎳᏔᴡꓪ",
    "x": "χхᕁᕽᚷⲭⵝꓫꭓ",
    "y": "ɣʏγуүყᎩᎽᶌỿⲩꓬꭚ",
    "z": "ζᏃᴢꓜ",
}
"""Characters that look like Latin letters and digits, small or capital.

They are the single letters and digits of Unicode's confusables.txt (UTS #39), which also maps m to rn. 0 and o
count as alike in any typeface, and so do 1, l, i and I.
"""

SMALL_CAPITALS = dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghljklmnopqrstuvwyz", strict=True)) | {
    "ᴃ": "b",
    "ᴌ": "l",
    "ᴎ": "n",
}
"""Unicode's small capitals. The file confusables.txt has only a few of them. I maps to l, which it looks like."""

_CAPITALS = str.maketrans("ΗΝΥ", "hny")  # they look like other letters than the lower-case ones
_LOOKS = str.maketrans({other: letter for letter, others in LOOK_ALIKES.items() for other in others})
_SMALL = str.maketrans(SMALL_CAPITALS)
_ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")


def clean_name(name: str, longest: int = LONGEST_NAME) -> str:
    """Return `name` in readable characters, at most `longest` of them, as many as fit a seat; never empty."""
    while (cleaned := _cleaned(name, longest)) != name:
        name = cleaned  # one step may join or cut text so that another step has to drop more
    return name or NOBODY


def free_name(name: str, taken: Iterable[str]) -> str:
    """Return the cleaned `name`, with a number if it looks like one of the `taken` names."""
    name, looks = clean_name(name), set(map(skeleton, taken))
    if skeleton(name) not in looks:
        return name
    numbered = (f"{name[: LONGEST_NAME - len(end)].strip()}{end}" for end in (f" {number}" for number in count(2)))
    return next(one for one in numbered if skeleton(one) not in looks)


def skeleton(name: str) -> str:
    """Return a key that is equal for all names that look alike at a glance."""
    folded = unicodedata.normalize("NFKC", name).translate(_CAPITALS).translate(_SMALL).casefold()
    letters = _ACCENTS.sub("", unicodedata.normalize("NFD", folded)).translate(_LOOKS)
    return "".join(one for one in letters if unicodedata.category(one)[0] not in "PZC") or folded


def _cleaned(name: str, longest: int) -> str:
    shown = UNSEEN.sub("", "".join(map(_as_shown, name)))
    words = " ".join(unicodedata.normalize("NFKC", shown).split())
    return _without_reserved(_without_towers(words)[:longest].strip())


def _as_shown(character: str) -> str:
    category = unicodedata.category(character)
    separates = (category[0] == "P" or category == "Sm") and character not in KEPT_PUNCTUATION
    if separates or character.isspace():
        return " "
    return "" if category[0] == "C" else character


def _without_towers(name: str) -> str:
    marks, kept = MOST_MARKS, []  # a mark at the start has no base character
    for character in name:
        marks = marks + 1 if unicodedata.category(character)[0] == "M" else MOST_MARKS if character == " " else 0
        if character == " " or marks <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)


def _without_reserved(name: str) -> str:
    before, _, last = name.rpartition(" ")
    return before if skeleton(last) in _RESERVED else name


_RESERVED = frozenset(map(skeleton, RESERVED_WORDS))
