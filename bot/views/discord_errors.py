"""Expected Discord failures: outages, timeouts and expired interactions."""

import logging
import socket
import ssl

import aiohttp
import discord

ALREADY_ANSWERED = 40060
"""Discord error code: the interaction has already been answered."""
MESSAGE_DELETED = 10008
"""Discord error code: the message of the button has just been deleted, e.g. an older panel."""
EXPIRED_CODES = frozenset({MESSAGE_DELETED, 10015, 10062, 50027, ALREADY_ANSWERED})
"""Discord error codes for an interaction that has expired or has been answered."""
TOO_LARGE, TOO_LARGE_CODES = 413, frozenset({40005, 50045})
"""HTTP status and Discord error codes for an upload that is too large."""
CONNECTION_ERRORS = (
    ConnectionError,
    TimeoutError,
    aiohttp.ClientError,
    ssl.SSLError,
    socket.gaierror,
)
"""Connection errors.

After such an error, it is unknown whether Discord received the request.
"""
GATEWAY_LOST = (discord.ConnectionClosed, discord.GatewayNotFound)
"""Errors with which a gateway connection ends, or cannot begin."""
LATER = frozenset({30046, 50083})
"""Error codes after which an old message can be edited later.

There were too many edits, or the thread is archived.
"""
RECONNECTING = ("Attempting a reconnect", "Failed to connect for shard_id")
AUTOCOMPLETE = "Ignoring exception in autocomplete"
"""Beginnings of discord.py's log messages about a lost connection, and about autocomplete."""
SERVER_ERROR = 500
"""The lowest HTTP status of a server error."""


def error_code(error: discord.HTTPException) -> int:
    """Return Discord's error code, or 0 if the answer has none."""
    code: object = error.code
    return code if isinstance(code, int) else 0


def is_expected(error: BaseException | None) -> bool:
    """Return whether an error is expected, so that it is not logged as an error."""
    if isinstance(error, discord.HTTPException):
        return (
            error_code(error) in EXPIRED_CODES
            or error.status >= SERVER_ERROR
            or error.status == 429
        )
    return untimed(error) or isinstance(error, (*CONNECTION_ERRORS, *GATEWAY_LOST))


def untimed(error: BaseException | None) -> bool:
    """Return whether Discord refused a request (429) without a retry delay.

    discord.py raises a `KeyError` in this case, for example after too many edits of a message.
    """
    return isinstance(error, KeyError) and error.args == ("retry_after",)


def is_too_large(error: BaseException) -> bool:
    """Return whether Discord has refused an upload because of its size."""
    return isinstance(error, discord.HTTPException) and (
        error.status == TOO_LARGE or error_code(error) in TOO_LARGE_CODES
    )


def put_off(error: BaseException) -> bool:
    """Return whether Discord rejects an edit of an old message only temporarily."""
    return untimed(error) or (
        isinstance(error, discord.HTTPException) and error_code(error) in LATER
    )


def summarize(error: BaseException) -> str:
    """Summarize an error for the log."""
    if untimed(error):
        return "429 without a time"
    if isinstance(error, discord.HTTPException):
        return f"{error.status} {error.code} {error.text}"[:200]
    return f"{type(error).__name__}: {error}"[:200]


class ExpectedErrorFilter(logging.Filter):
    """Log filter that turns tracebacks of expected failures into one-line warnings."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Turn a record of an expected failure into a one-line warning; pass all records."""
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        cause: BaseException | None = getattr(error, "original", error)
        if cause is not None and (is_expected(cause) or _is_harmless(cause, str(record.msg))):
            record.exc_info = record.exc_text = None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.msg, record.args = f"{record.getMessage()} ({summarize(cause)})", ()
        return True


def _is_harmless(error: BaseException, message: str) -> bool:
    """Return whether discord.py goes on after this error without a loss for players."""
    if message.startswith(RECONNECTING):
        return isinstance(error, OSError | discord.HTTPException)
    return message.startswith(AUTOCOMPLETE)


def silence_library_logs() -> None:
    """Silence discord.py's voice warnings and its tracebacks of expected failures.

    This function is idempotent.
    """
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    # A filter of a logger does not apply to the loggers below it.
    names = [name for name in logging.root.manager.loggerDict if name.startswith("discord.")]
    for logger in map(logging.getLogger, names):
        if not any(isinstance(log_filter, ExpectedErrorFilter) for log_filter in logger.filters):
            logger.addFilter(ExpectedErrorFilter())
