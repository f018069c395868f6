"""Discord snowflakes: the creation time contained in an id."""

DISCORD_EPOCH = 1_420_070_400
"""Discord's epoch in UTC seconds."""


def born(number: int) -> int:
    """Return the creation time of an account, interaction or message, in UTC seconds."""
    return DISCORD_EPOCH + (number >> 22) // 1000


def moment(interaction: int, now: int) -> int:
    """Return when an interaction or message was sent, but never later than now."""
    return min(now, born(interaction))
