"""Discord snowflakes: the creation time contained in an id."""

DISCORD_EPOCH = 1_420_070_400
"""Discord's epoch in UTC seconds."""


def created_at(number: int) -> int:
    """Return the creation time of an account, interaction or message, in UTC seconds."""
    return DISCORD_EPOCH + (number >> 22) // 1000


def sent_at(interaction: int, now: int) -> int:
    """Return when an interaction or message was sent, but never later than now."""
    return min(now, created_at(interaction))
