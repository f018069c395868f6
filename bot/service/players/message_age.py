"""Buttons that are older than what they name.

After a backup has been restored, new matches, challenges and other rows get the ids of rows that
are lost. Messages from before still carry these ids. A message that is older than a row cannot be
about it. Times of Discord and of the bot are not compared directly, because its clock may be wrong.
"""

from typing import NamedTuple

from bot.service.errors import OlderThanSubject
from bot.store import Tx
from bot.store.outbox import posts
from bot.store.schedule.creation_times import CreationTime, first_post

SLACK = 10
"""Seconds by which a message may be older than the row that it names.

A reply can be created on Discord before the transaction that creates the row.
"""


class PressedMessage(NamedTuple):
    """The message whose button has been pressed."""

    id: int
    newest: int
    """The snowflake of the message or of its last edit, whichever is newer."""
    sent: int
    """When it was sent or last edited, by the bot's clock."""
    pressed: int
    """When the button was pressed, by the bot's clock."""
    is_private: bool


def must_be_newer(
    tx: Tx, message: PressedMessage, what: str, number: int, created: CreationTime
) -> None:
    """Raise `OlderThanSubject` if the message is older than the row of its button.

    `what` is "match", "challenge" or another kind of row, which has no posts.
    """
    if what in ("match", "challenge"):
        post = posts.get_post(tx, message.id)
        if post is not None and (post.match if what == "match" else post.challenge) == number:
            return
        first = None if message.is_private else first_post(tx, what, number)
        if first is not None and message.newest < first:
            raise OlderThanSubject()
    since = created(tx, number)
    # A time in the future comes from a clock that was wrong.
    if since is not None and message.sent + SLACK < since <= message.pressed:
        raise OlderThanSubject()
