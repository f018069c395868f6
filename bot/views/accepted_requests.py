"""Requests that Discord has accepted although its answer to them cannot be read.

discord.py parses the body of each answer. If a field is missing or has another type, it raises an
exception after the request has taken effect. Such a request must not be repeated or apologized for.
"""

from collections.abc import Callable

import discord
import structlog
from discord import ui

from bot.runtime.gateway_events import summarize_place
from bot.runtime.rate_limiter import RESPONSE_STATUS
from bot.views.discord_errors import CONNECTION_ERRORS, untimed

PARSE_ERRORS = (AttributeError, IndexError, KeyError, TypeError, ValueError)
"""Errors that discord.py raises for a body that it cannot parse."""
NOT_PARSING = (discord.DiscordException, *CONNECTION_ERRORS)
ACCEPTED = range(200, 300)

log = structlog.get_logger(__name__)


class accept_unreadable:  # noqa: N801 a context manager, used like a function
    """Suppress errors in parsing the answer to a request that Discord has accepted.

    The block sends one request. `was_sent` is asked if the status of the answer is unknown.
    """

    def __init__(self, was_sent: Callable[[], bool] = lambda: False) -> None:
        self._was_sent = was_sent

    def __enter__(self) -> None:
        RESPONSE_STATUS.set(None)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _trace: object
    ) -> bool:
        if not isinstance(error, PARSE_ERRORS) or isinstance(error, NOT_PARSING) or untimed(error):
            return False
        status = RESPONSE_STATUS.get()
        if not (status in ACCEPTED if status is not None else self._was_sent()):
            return False
        log.warning("accepted, but the answer is unreadable", why=summarize_place(error))
        return True


def can_compose(view: ui.LayoutView | None) -> bool:
    """Return whether the body of a request with this view can be built.

    If so, an error that discord.py raises is one of parsing the answer.
    """
    try:
        if view is not None:
            view.to_components()  # type: ignore[no-untyped-call]
    except PARSE_ERRORS:
        return False
    return True
