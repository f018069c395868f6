"""The address of a PostgreSQL server, whose password no message may quote."""

import re
from urllib.parse import unquote

BAD_ADDRESS = (
    "HALMA_DATABASE is not a valid address. In the user name and the password, write @ as %40, "
    ": as %3A, / as %2F, ? as %3F, # as %23, % as %25 and a blank as %20."
)
_ENCODED = r"[^{}%\s]|%[0-9A-Fa-f]{{2}}"
_ADDRESS = re.compile(
    r"postgres(?:ql)?://"
    rf"(?:(?:{_ENCODED.format('@/')})*@)?"  # user name and password
    r"(?:[\w.-]*|\[[\w.:%]+\])(?::[0-9]*)?"
    rf"(?:/(?:{_ENCODED.format('@/?')})*)?"
    rf"(?:\?(?:[\w.-]+=(?:{_ENCODED.format('@&')})*&?)*)?"
)
_PASSWORDS = re.compile(r"://[^@/]*?:([^@/]+)@|[?&]password=([^&]+)")


def is_address(url: str) -> bool:
    """Whether the parts of an address are encoded.

    Otherwise an @ or a slash would cut the password in two, and errors would quote a part of it as
    the name of a host.
    """
    return _ADDRESS.fullmatch(url) is not None


def without_password(message: str, url: str) -> str:
    """Return a message of the driver, unless it quotes the password in the address."""
    passwords = [unquote(part) for pair in _PASSWORDS.findall(url) for part in pair if part]
    return "it cannot be reached" if any(each in message for each in passwords) else message
