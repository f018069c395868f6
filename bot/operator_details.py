"""The operator of this copy of the bot, as shown to its users."""

import re
from typing import NamedTuple

_EMAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^{|}~_-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
_LINK = re.compile(
    r"https://[A-Za-z0-9.-]+\.[A-Za-z]{2,}(:\d{1,5})?(/[\w.~!$&+,;=:@%/?#-]*)?", re.ASCII
)
LONGEST_NAME = 100
LONGEST_CONTACT = 200


class Operator(NamedTuple):
    """The person who runs this copy, and how to contact them. Empty if not set."""

    name: str = ""
    contact: str = ""
    """An e-mail address or an https link."""


def is_name(text: str) -> bool:
    """Return whether the text is one line of at most `LONGEST_NAME` characters."""
    return text.isprintable() and 0 < len(text) <= LONGEST_NAME


def is_contact(text: str) -> bool:
    """Return whether the text is an e-mail address or an https link."""
    known = _EMAIL.fullmatch(text) or _LINK.fullmatch(text)
    return known is not None and len(text) <= LONGEST_CONTACT
