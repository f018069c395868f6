"""Settings from environment variables, read once at startup."""

import os
import re
from difflib import get_close_matches
from io import StringIO
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import unquote, urlsplit

from dotenv import dotenv_values
from pydantic import (
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.operator_details import Operator, is_contact, is_name
from bot.store import address
from bot.store.driver.errors import explain
from bot.store.driver.postgres_address import is_address
from bot.store.driver.shard_locks import Shards

DATABASE = "data/halma.sqlite3"
_POSTGRESQL = re.compile("postgres(ql)?://")

_ERROR_TEXTS = {
    "DISCORD_TOKEN": "DISCORD_TOKEN is not a bot token: it must be a single word of plain "
    "ASCII characters. Copy it from the Bot page of your application in Discord's developer portal.",
    "HALMA_DATABASE": f"HALMA_DATABASE must be a file path, such as {DATABASE}, or the address "
    "of a PostgreSQL server, such as postgresql://name:password@host/halma. In its name and "
    "password, write @ as %40, : as %3A, / as %2F, ? as %3F, # as %23, % as %25, a blank as %20.",
    "HALMA_FOLDER": "HALMA_FOLDER must be a folder path, such as data.",
    "HALMA_SHARDS": "HALMA_SHARDS must list the shards of this process and the total number of "
    "shards, such as 0-3/16.",
    "HALMA_COMPUTERS": "HALMA_COMPUTERS must be a number from 0 to 64.",
    "HALMA_LOG_LEVEL": "HALMA_LOG_LEVEL must be debug, info, warning or error.",
    "HALMA_LOG_FORMAT": "HALMA_LOG_FORMAT must be text or json.",
    "HALMA_OPERATOR": "HALMA_OPERATOR must be the name of the person or group that runs the bot: one "
    "line of at most 100 characters.",
    "HALMA_CONTACT": "HALMA_CONTACT must be an e-mail address, such as halma@example.org, or a link, "
    "such as https://example.org/halma.",
    "HALMA_METRICS": "HALMA_METRICS must be off, or an address and a port, such as 127.0.0.1:9464.",
}

NO_TOKEN = (
    "DISCORD_TOKEN is not set: put your bot's token there, or run `make play` (`halma-bot try`) "
    "to play in a simulated Discord without one."
)
MOST_SHARDS = 10_000
"""Maximum number of shards; Discord recommends one for each thousand servers."""
_BYTE_ORDER_MARKS = ("\ufeff", "\udcef\udcbb\udcbf")
"""The mark at the start of some files of variables, in UTF-8 and in other locales."""
_ELSEWHERE = ("HALMA_IMAGE", "HALMA_BOT", "HALMA_SPEEDUPS", "HALMA_TEST_")
"""Names and beginnings of variables that compose.yaml, backup.sh, the engine and tests read."""


class SettingsError(Exception):
    """A setting is invalid. The message names the setting, never its value."""


class Settings(BaseSettings):
    """Operator settings."""

    model_config = SettingsConfigDict(
        frozen=True, extra="ignore", env_prefix="HALMA_", validate_default=False
    )

    token: SecretStr | None = Field(default=None, validation_alias="DISCORD_TOKEN")
    """Bot token; None in the sandbox."""
    where: SecretStr = Field(default=SecretStr(DATABASE), validation_alias="HALMA_DATABASE")
    """Path of the SQLite file, or address of a PostgreSQL database."""
    folder: Path = Path("data")
    """Folder for the auxiliary files when the database is PostgreSQL."""
    shards: Annotated[Shards | None, NoDecode] = None
    """Shards of this process; None for as many as Discord recommends."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """Minimum log level."""
    computers: int = Field(default=1, ge=0, le=64)
    """Maximum number of worker processes for heavy jobs such as searches; 0 for none."""
    metrics: Annotated[tuple[str, int] | None, NoDecode] = None
    """Address and port of the health server; None to disable it."""
    log_format: Literal["text", "json"] = "text"
    """Format of log lines."""
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
        return _POSTGRESQL.match(self.where.get_secret_value()) is not None

    @property
    def path(self) -> Path:
        """Path of the SQLite file; with PostgreSQL, the base path for auxiliary files."""
        url = self.where.get_secret_value()
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
        return self.where.get_secret_value() if self.uses_postgresql else address(self.path)

    @model_validator(mode="before")
    @classmethod
    def _drop_blank(cls, values: dict[str, str]) -> dict[str, str]:
        """Treat blank variables as unset, and remove quotes around values.

        A shell, systemd and Compose remove such quotes, but `docker run --env-file` keeps them.
        """
        plain = {name: _unquoted(value.strip()) for name, value in values.items()}
        return {name: value for name, value in plain.items() if value}

    @field_validator("token")
    @classmethod
    def _check_token(cls, token: SecretStr) -> SecretStr:
        word = token.get_secret_value()
        if not word.isascii() or not word.isprintable() or " " in word:
            raise ValueError
        return token

    @field_validator("where", mode="before")
    @classmethod
    def _parse_path(cls, path: str) -> str:
        if _POSTGRESQL.match(path) and path.isprintable():
            if not is_address(path):
                raise ValueError
            return path
        if "://" in path or path.endswith("/") or path == ":memory:" or not path.isprintable():
            raise ValueError
        try:
            return str(Path(path).expanduser())
        except RuntimeError:  # "~nobody" has no home directory.
            raise ValueError from None

    @field_validator("shards", mode="before")
    @classmethod
    def _parse_shards(cls, text: str) -> Shards:
        ids, _, total = text.replace(" ", "").partition("/")
        spans = [part.partition("-") for part in ids.split(",")]
        ranges = [range(int(first), int(last or first) + 1) for first, _, last in spans]
        if any(each.stop - each.start > MOST_SHARDS for each in ranges) or int(total) > MOST_SHARDS:
            raise ValueError
        shard_ids = {n for each in ranges for n in each}
        if not shard_ids or max(shard_ids) >= int(total):
            raise ValueError
        return Shards(tuple(sorted(shard_ids)), int(total))

    @field_validator("folder", mode="before")
    @classmethod
    def _parse_folder(cls, path: str) -> str:
        if not path.isprintable() or "://" in path:
            raise ValueError
        return path

    @field_validator("log_level", "log_format", mode="before")
    @classmethod
    def _parse_word(cls, text: str) -> str:
        return text.lower()

    @field_validator("operator", "contact")
    @classmethod
    def _check_operator(cls, text: str, field: ValidationInfo) -> str:
        if not (is_name if field.field_name == "operator" else is_contact)(text):
            raise ValueError
        return text

    @field_validator("metrics", mode="before")
    @classmethod
    def _parse_address(cls, text: str) -> tuple[str, int] | None:
        if text.lower() == "off":
            return None
        host, _, port = text.rpartition(":")
        if not 0 <= int(port) <= 65535:
            raise ValueError
        return str(ip_address(host.strip("[]"))), int(port)


def _unquoted(text: str) -> str:
    """Return a text without the same quotes around it."""
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
        if name in _ERROR_TEXTS and _unquoted(os.environ.get(name, "").strip()) != value
    ]


def unknown_names() -> list[str]:
    """Return a sentence for each variable that looks like a setting but is none."""
    known = list(_ERROR_TEXTS)
    sentences = []
    for name in sorted(os.environ):
        if not name.startswith(("HALMA_", "DISCORD_")) or name.startswith(_ELSEWHERE):
            continue
        if name not in known:
            close = get_close_matches(name, known, 1, 0.8)
            hint = f"; did you mean {close[0]}?" if close else "."
            sentences.append(f"{name} is not a setting{hint}")
    return sentences


def _after_byte_order_mark() -> dict[str, Any]:
    """Return the variables whose names begin with a byte order mark, by field.

    The editor of Windows writes the mark into a file of variables, and it becomes a part of the
    first name.
    """
    values: dict[str, Any] = {}
    for name, value in os.environ.items():
        plain = name.removeprefix(_BYTE_ORDER_MARKS[0]).removeprefix(_BYTE_ORDER_MARKS[1])
        if plain != name and plain in _ERROR_TEXTS and plain not in os.environ:
            field = plain.removeprefix("HALMA_").lower()
            values[field if field in Settings.model_fields else plain] = value
    return values


def load_settings() -> Settings:
    """Read the settings. Raises `SettingsError` if one is invalid."""
    try:
        return Settings(**_after_byte_order_mark())
    except ValidationError as error:
        # pydantic's message would repeat the value, which may be a token.
        names = [str(fault["loc"][0]) for fault in error.errors()]
        wrong = (_ERROR_TEXTS.get(name) or _ERROR_TEXTS[f"HALMA_{name.upper()}"] for name in names)
        raise SettingsError(" ".join(wrong)) from None
