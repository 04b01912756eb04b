"""Messages as text: each is one versioned JSON list of at most 8 KiB, decoded strictly.

The fields of a message follow from its class, see `game.core.codec`.
"""

from __future__ import annotations

import json
from dataclasses import is_dataclass
from typing import Union, cast

from game.core import codec
from game.core.safe_json import read_json
from game.net.protocol import messages, view_check  # noqa: F401

VERSION = 12
LIMIT = 8192
"""The most bytes in a message."""


class WireError(ValueError):
    """Text that is no valid message, or a message that is too long to send."""


class VersionError(WireError):
    """A message of another version: one of the two pages is out of date."""


CLASSES = [kind for kind in vars(messages).values() if isinstance(kind, type) and is_dataclass(kind)]
KINDS = tuple(kind for kind in CLASSES if issubclass(kind, messages.Message))
COMMANDS = tuple(kind for kind in CLASSES if issubclass(kind, messages.Command))
codec.FIELDS[messages.Command] = codec.of(Union[COMMANDS])  # noqa: UP007
MESSAGE = codec.of(Union[KINDS])  # noqa: UP007


def encode(message: messages.Message) -> str:
    """Return `message` as text. Raises WireError if it is too long."""
    text = json.dumps([VERSION, *MESSAGE.write(message)], separators=(",", ":"), ensure_ascii=False)
    if len(text.encode()) > LIMIT:
        raise WireError(f"a message of {len(text.encode())} bytes is too long: {text:.80}")
    return text


def decode(text: str) -> messages.Message:
    """Return the message in `text`.

    Raises WireError if there is none, and VersionError for a message of another version.
    """
    if len(text) > LIMIT or len(text.encode(errors="surrogatepass")) > LIMIT:
        raise WireError(f"a message is longer than {LIMIT} bytes")
    try:
        said = read_json(text)
        match said:
            case [version, *message] if type(version) is int:
                if version == VERSION:
                    return cast(messages.Message, MESSAGE.read(message))
                raise VersionError(f"a message of version {version}, where {VERSION} is spoken")
    except WireError:
        raise
    except (ValueError, RecursionError) as error:
        raise WireError(str(error)) from error
    raise WireError(f"not a message: {text[:40]!r}")


def decoded(text: str) -> messages.Message | None:
    """Return the message in `text`; None if there is none of this version."""
    try:
        return decode(text)
    except WireError:
        return None
