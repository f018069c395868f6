"""What is lost on the way to Discord in ordinary running: nobody's fault, and no error in the log."""

import logging
import socket
import ssl

import aiohttp
import discord

ALREADY_ANSWERED = 40060
"""Discord has an answer (or a deferral) for this interaction already."""
TOO_LATE = frozenset({10015, 10062, 50027, ALREADY_ANSWERED})
"""Discord's codes for an interaction that cannot be answered any more, or has been."""
BROKEN_OFF = (ConnectionError, TimeoutError, aiohttp.ClientError, ssl.SSLError, socket.gaierror)
"""A connection that was refused, reset or silent: whether Discord has the request is unknown."""
LATER = frozenset({30046, 50083})
"""Codes after which an old message can be changed later: too many edits, or an archived thread."""
DOWN = 500
"""HTTP statuses from here on are Discord's own troubles."""


def ordinary(error: BaseException | None) -> bool:
    """Whether an error is such a loss: too late, broken off, or Discord in trouble."""
    if isinstance(error, discord.HTTPException):
        return error.code in TOO_LATE or error.status >= DOWN or error.status == 429
    return untimed(error) or isinstance(error, BROKEN_OFF)


def untimed(error: BaseException | None) -> bool:
    """Whether Discord has refused a request for now (429) without a time, of which the library makes a
    KeyError: so it does where a message was edited too often."""
    return isinstance(error, KeyError) and error.args == ("retry_after",)


def put_off(error: BaseException) -> bool:
    """Whether Discord refuses to change an old message now, but not for good."""
    return untimed(error) or (isinstance(error, discord.HTTPException) and error.code in LATER)


def named(error: BaseException) -> str:
    """A loss in a few words for the log."""
    if untimed(error):
        return "429 without a time"
    if isinstance(error, discord.HTTPException):
        return f"{error.status} {error.code} {error.text}"[:200]
    return f"{type(error).__name__}: {error}"[:200]


class Quiet(logging.Filter):
    """Takes the traceback from what a library logs about an ordinary loss, and calls it a warning."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Every record passes; those of ordinary losses are changed."""
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        cause: BaseException | None = getattr(error, "original", error)
        if cause is not None and ordinary(cause):
            record.exc_info = record.exc_text = None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.msg, record.args = f"{record.getMessage()} ({named(cause)})", ()
        return True


def quieten() -> None:
    """Have the libraries speak of ordinary losses in one line each, and not of voice, which this bot has
    none of; harmless a second time."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    for name in ("discord.client", "discord.app_commands.tree", "discord.gateway", "discord.http"):
        logger = logging.getLogger(name)
        if not any(isinstance(each, Quiet) for each in logger.filters):
            logger.addFilter(Quiet())
