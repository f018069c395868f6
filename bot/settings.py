"""Settings from environment variables, read once at startup."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import get_close_matches
from io import StringIO
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from dotenv import dotenv_values

from bot.operator_details import Operator, is_contact, is_name
from bot.store import address
from bot.store.driver.errors import explain
from bot.store.driver.postgres_address import is_address
from bot.store.driver.shard_locks import Shards

DATABASE = "data/halma.sqlite3"
_POSTGRESQL = re.compile("postgres(ql)?://")

NO_TOKEN = (
    "DISCORD_TOKEN is not set: put your bot's token there, or run `make play` (`halma-bot try`) "
    "to play in a simulated Discord without one."
)
MOST_SHARDS = 10_000
"""Maximum number of shards; Discord recommends one for each thousand servers."""
MOST_COMPUTERS = 64
_BYTE_ORDER_MARKS = ("\ufeff", "\udcef\udcbb\udcbf")
"""The mark at the start of some files of variables, in UTF-8 and in other locales."""
_ELSEWHERE = ("HALMA_IMAGE", "HALMA_BOT", "HALMA_SPEEDUPS", "HALMA_TEST_")
"""Names and beginnings of variables that compose.yaml, backup.sh, the engine and tests read."""


class SettingsError(Exception):
    """A setting is invalid. The message names the setting, never its value."""


@dataclass(frozen=True)
class Settings:
    """Operator settings."""

    token: str | None = field(default=None, repr=False)
    """Bot token; None in the sandbox."""
    where: str = field(default=DATABASE, repr=False)
    """Path of the SQLite file, or address of a PostgreSQL database, which contains a password."""
    folder: Path = Path("data")
    """Folder for the auxiliary files when the database is PostgreSQL."""
    shards: Shards | None = None
    """Shards of this process; None for as many as Discord recommends."""
    log_level: str = "info"
    """Minimum log level."""
    computers: int = 1
    """Maximum number of worker processes for heavy jobs such as searches; 0 for none."""
    metrics: tuple[str, int] | None = None
    """Address and port of the health server; None to disable it."""
    log_format: str = "text"
    """Format of log lines: text or json."""
    operator: str = ""
    """Name of the person or group that runs this copy, as shown to its users."""
    contact: str = ""
    """E-mail address or https link of the operator, as shown to users."""

    @property
    def run_by(self) -> Operator:
        """The operator, as shown to users."""
        return Operator(self.operator, self.contact)

    @property
    def uses_postgresql(self) -> bool:
        """Whether the database is PostgreSQL."""
        return _POSTGRESQL.match(self.where) is not None

    @property
    def path(self) -> Path:
        """Path of the SQLite file; with PostgreSQL, the base path for auxiliary files."""
        url = self.where
        if self.uses_postgresql:
            return self.folder / (unquote(urlsplit(url).path).strip("/") or "halma")
        return Path(url)

    @property
    def heartbeat_path(self) -> Path:
        """Base path of this process's heartbeat file, distinct for each set of shards."""
        if self.shards is None:
            return self.path
        return self.path.with_name(f"{self.path.name}-{self.shards.ids[0]}")

    @property
    def database(self) -> str:
        """Database URL for `Store.open`."""
        return self.where if self.uses_postgresql else address(self.path)


def _one_of(*words: str) -> Callable[[str], str]:
    """Return a parser that accepts these words, in capital letters, too."""

    def parse(text: str) -> str:
        if text.lower() not in words:
            raise ValueError
        return text.lower()

    return parse


def _checked(is_valid: Callable[[str], bool]) -> Callable[[str], str]:
    """Return a parser that accepts the texts for which a function returns True."""

    def parse(text: str) -> str:
        if not is_valid(text):
            raise ValueError
        return text

    return parse


def _is_token(text: str) -> bool:
    return text.isascii() and text.isprintable() and " " not in text


def _parse_database(text: str) -> str:
    if _POSTGRESQL.match(text) and text.isprintable():
        if not is_address(text):
            raise ValueError
        return text
    if "://" in text or text.endswith("/") or text == ":memory:" or not text.isprintable():
        raise ValueError
    try:
        return str(Path(text).expanduser())
    except RuntimeError:  # "~nobody" has no home directory.
        raise ValueError from None


def _parse_folder(text: str) -> Path:
    if not text.isprintable() or "://" in text:
        raise ValueError
    return Path(text)


def _parse_shards(text: str) -> Shards:
    ids, _, total = text.replace(" ", "").partition("/")
    spans = [part.partition("-") for part in ids.split(",")]
    ranges = [range(int(first), int(last or first) + 1) for first, _, last in spans]
    if any(each.stop - each.start > MOST_SHARDS for each in ranges) or int(total) > MOST_SHARDS:
        raise ValueError
    shard_ids = {n for each in ranges for n in each}
    if not shard_ids or max(shard_ids) >= int(total):
        raise ValueError
    return Shards(tuple(sorted(shard_ids)), int(total))


def _parse_computers(text: str) -> int:
    if not 0 <= int(text) <= MOST_COMPUTERS:
        raise ValueError
    return int(text)


def _parse_address(text: str) -> tuple[str, int] | None:
    if text.lower() == "off":
        return None
    host, _, port = text.rpartition(":")
    if not 0 <= int(port) <= 65535:
        raise ValueError
    return str(ip_address(host.strip("[]"))), int(port)


class _Variable(NamedTuple):
    """An environment variable that contains a setting."""

    field: str
    """The field of `Settings`."""
    parse: Callable[[str], Any]
    """Function that returns the value of a text, or raises `ValueError`."""
    error: str
    """What the operator is to write, if the text is invalid."""


_VARIABLES = {
    "DISCORD_TOKEN": _Variable(
        "token",
        _checked(_is_token),
        "DISCORD_TOKEN is not a bot token: it must be a single word of plain ASCII characters. Copy "
        "it from the Bot page of your application in Discord's developer portal.",
    ),
    "HALMA_DATABASE": _Variable(
        "where",
        _parse_database,
        f"HALMA_DATABASE must be a file path, such as {DATABASE}, or the address "
        "of a PostgreSQL server, such as postgresql://name:password@host/halma. In its name and "
        "password, write @ as %40, : as %3A, / as %2F, ? as %3F, # as %23, % as %25, a blank as %20.",
    ),
    "HALMA_FOLDER": _Variable(
        "folder", _parse_folder, "HALMA_FOLDER must be a folder path, such as data."
    ),
    "HALMA_SHARDS": _Variable(
        "shards",
        _parse_shards,
        "HALMA_SHARDS must list the shards of this process and the total number of shards, such as "
        "0-3/16.",
    ),
    "HALMA_COMPUTERS": _Variable(
        "computers",
        _parse_computers,
        f"HALMA_COMPUTERS must be a number from 0 to {MOST_COMPUTERS}.",
    ),
    "HALMA_LOG_LEVEL": _Variable(
        "log_level",
        _one_of("debug", "info", "warning", "error"),
        "HALMA_LOG_LEVEL must be debug, info, warning or error.",
    ),
    "HALMA_LOG_FORMAT": _Variable(
        "log_format", _one_of("text", "json"), "HALMA_LOG_FORMAT must be text or json."
    ),
    "HALMA_OPERATOR": _Variable(
        "operator",
        _checked(is_name),
        "HALMA_OPERATOR must be the name of the person or group that runs the bot: one line of at "
        "most 100 characters.",
    ),
    "HALMA_CONTACT": _Variable(
        "contact",
        _checked(is_contact),
        "HALMA_CONTACT must be an e-mail address, such as halma@example.org, or a link, such as "
        "https://example.org/halma.",
    ),
    "HALMA_METRICS": _Variable(
        "metrics",
        _parse_address,
        "HALMA_METRICS must be off, or an address and a port, such as 127.0.0.1:9464.",
    ),
}


def _unquoted(text: str) -> str:
    """Return a text without the same quotes around it.

    A shell, systemd and Compose remove such quotes, but `docker run --env-file` keeps them.
    """
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1].strip() if quoted else text


def read_file(file: Path) -> dict[str, str]:
    """Return the variables in a file with lines NAME=value that are not blank.

    Raises `OSError` or `UnicodeDecodeError`.
    """
    values = dotenv_values(stream=StringIO(file.read_text("utf-8-sig")), interpolate=False)
    return {name: value.strip() for name, value in values.items() if value and value.strip()}


def use_file(file: Path) -> str | None:
    """Set the variables in a file that the environment lacks.

    Returns the reason if the file cannot be read, or if a variable in it comes too late, else None.
    """
    try:
        values = read_file(file)
    except (OSError, UnicodeDecodeError) as error:
        return f"{file} cannot be read: {explain(error)}."
    for name, value in values.items():
        if not os.environ.get(name, "").strip():
            if name == "HALMA_SPEEDUPS":  # the engine has read it when it was imported
                return f"{file} sets {name}, which counts only in the environment: set it there."
            os.environ[name] = value
    return None


def differing_names(file: Path) -> list[str]:
    """Return the settings for which a file and the environment have different values.

    Raises `OSError` or `UnicodeDecodeError`.
    """
    return [
        name
        for name, value in read_file(file).items()
        if name in _VARIABLES and _unquoted(os.environ.get(name, "").strip()) != value
    ]


def unknown_names() -> list[str]:
    """Return a sentence for each variable that looks like a setting but is none."""
    known = list(_VARIABLES)
    sentences = []
    for name in sorted(os.environ):
        if not name.startswith(("HALMA_", "DISCORD_")) or name.startswith(_ELSEWHERE):
            continue
        if name not in known:
            close = get_close_matches(name, known, 1, 0.8)
            hint = f"; did you mean {close[0]}?" if close else "."
            sentences.append(f"{name} is not a setting{hint}")
    return sentences


def _environment() -> dict[str, str]:
    """Return the variables by name in capital letters, without a byte order mark.

    The editor of Windows writes the mark into a file of variables, and it becomes a part of the
    first name.
    """
    marked = {
        name.removeprefix(mark): value
        for name, value in os.environ.items()
        for mark in _BYTE_ORDER_MARKS
        if name.startswith(mark)
    }
    return {name.upper(): value for name, value in (marked | dict(os.environ)).items()}


def load_settings() -> Settings:
    """Read the settings. A blank variable is the same as none.

    Raises `SettingsError` if one is invalid.
    """
    environment = _environment()
    values, errors = dict[str, Any](), list[str]()
    for name, variable in _VARIABLES.items():
        if text := _unquoted(environment.get(name, "").strip()):
            try:
                values[variable.field] = variable.parse(text)
            except ValueError:
                errors.append(variable.error)
    if errors:
        raise SettingsError(" ".join(errors))
    return Settings(**values)
