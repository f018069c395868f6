"""Settings from the environment, read once at start."""

from __future__ import annotations

from pydantic import SecretStr


class SettingsError(Exception):
    """A setting cannot be used; the message is a sentence that names it."""


class Settings:
    """What the person who runs the bot may choose."""

    token: SecretStr | None
    """DISCORD_TOKEN; None in the sandbox."""
    database: str
    """HALMA_DATABASE, a path, given as a URL for `Store.open`."""
    log_level: str
    """HALMA_LOG_LEVEL: debug, info, warning, error."""


def read() -> Settings:
    """The settings; SettingsError with a sentence if one is unusable."""
    raise NotImplementedError
