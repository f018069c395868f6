"""When something was made, read from the number that Discord gave it."""

DISCORD_EPOCH = 1_420_070_400
"""When Discord's ids began to count, as a UTC second."""


def born(number: int) -> int:
    """When Discord gave this number to an account, an interaction or a message."""
    return DISCORD_EPOCH + (number >> 22) // 1000


def moment(interaction: int, now: int) -> int:
    """When a person sent an interaction or a message, by its id: never later than now."""
    return min(now, born(interaction))
