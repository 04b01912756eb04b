"""Names that people choose: what of one can be read by everybody, and which two look alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import count

LONGEST_NAME = 14
LONGEST_TABLE_NAME = 24
MOST_MARKS = 2
"""Accents in a row that a name keeps: Vietnamese and Thai need two on one letter, and a tower has many."""

NOBODY = "Guest"
"""What somebody is called of whose name nothing is left."""

RESERVED_WORDS = ("you", "host", "captain", "ready", "watching", "teammate", "relay")
"""What the page itself puts before or after a name: no name ends with one of them."""

UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
"""Default_Ignorable_Code_Point where the category does not say so already (Unicode's DerivedCoreProperties.txt),
and three more that are drawn as nothing."""

KEPT_PUNCTUATION = "'’-.!?&+_@#*"
"""All other punctuation could pass for what separates a name from what the page says of it."""

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
"""What looks like Latin letters and digits, small or capital: of Unicode's confusables.txt (UTS #39), which has m as
rn as well, the single letters and digits. 0 and o, 1, l, i and I count as alike whatever the typeface."""

SMALL_CAPITALS = dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghljklmnopqrstuvwyz", strict=True)) | {
    "ᴃ": "b",
    "ᴌ": "l",
    "ᴎ": "n",
}
"""Unicode's small capitals, of which confusables.txt has a few. I is the letter that looks like l."""

_CAPITALS = str.maketrans("ΗΝΥ", "hny")  # they look like other letters than the small ones
_LOOKS = str.maketrans({other: letter for letter, others in LOOK_ALIKES.items() for other in others})
_SMALL = str.maketrans(SMALL_CAPITALS)
_ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")


def clean_name(name: str) -> str:
    """`name` as everybody can read it, and short enough for a seat; never empty."""
    while (cleaned := _cleaned(name)) != name:
        name = cleaned  # what one step joined or cut off may be for another to drop
    return name or NOBODY


def free_name(name: str, taken: Iterable[str]) -> str:
    """`name`, cleaned, with a number if it looks like one of those that are `taken`."""
    name, looks = clean_name(name), set(map(skeleton, taken))
    if skeleton(name) not in looks:
        return name
    numbered = (f"{name[: LONGEST_NAME - len(end)].strip()}{end}" for end in (f" {number}" for number in count(2)))
    return next(one for one in numbered if skeleton(one) not in looks)


def skeleton(name: str) -> str:
    """The same for all names that could be taken for each other at a glance."""
    folded = unicodedata.normalize("NFKC", name).translate(_CAPITALS).translate(_SMALL).casefold()
    letters = _ACCENTS.sub("", unicodedata.normalize("NFD", folded)).translate(_LOOKS)
    return "".join(one for one in letters if unicodedata.category(one)[0] not in "PZC") or folded


def _cleaned(name: str) -> str:
    shown = UNSEEN.sub("", "".join(map(_as_shown, name)))
    words = " ".join(unicodedata.normalize("NFKC", shown).split())
    return _without_reserved(_without_towers(words)[:LONGEST_NAME].strip())


def _as_shown(character: str) -> str:
    category = unicodedata.category(character)
    separates = (category[0] == "P" or category == "Sm") and character not in KEPT_PUNCTUATION
    if separates or character.isspace():
        return " "
    return "" if category[0] == "C" else character


def _without_towers(name: str) -> str:
    marks, kept = MOST_MARKS, []  # there is nothing yet for a mark to stand on
    for character in name:
        marks = marks + 1 if unicodedata.category(character)[0] == "M" else MOST_MARKS if character == " " else 0
        if character == " " or marks <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)


def _without_reserved(name: str) -> str:
    before, _, last = name.rpartition(" ")
    return before if skeleton(last) in _RESERVED else name


_RESERVED = frozenset(map(skeleton, RESERVED_WORDS))
