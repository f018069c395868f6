"""Who sits where, in the few characters that a line of text has for it."""

from __future__ import annotations

from bot.service.erasing import pseudonym
from bot.service.values import Challenge, Match
from engine import Variant, variant
from render.scene import seatings

DISCS = {"White": "⚪", "Black": "⚫", "Red": "🔴", "Yellow": "🟡", "Green": "🟢", "Blue": "🔵"}
"""The emoji nearest to the men of each material."""


def disc(variant: Variant, seat: int) -> str:
    """The emoji of a seat's men."""
    return DISCS[seatings(variant)[seat].name]


def colour(variant: Variant, seat: int) -> int:
    """The colour of a seat's men, 0xRRGGBB."""
    red, green, blue = seatings(variant)[seat].face
    return red << 16 | green << 8 | blue


def rules_of(key: str) -> Variant | None:
    """The game of a key, options and all; None if this program has none such."""
    try:
        return variant(key)
    except KeyError:
        return None


def mention(player: int) -> str:
    """A person as Discord shows him by name; who has been forgotten, by what he is called since."""
    return f"<@{player}>" if player > 0 else pseudonym(player)


def person(match: Match, seat: int) -> str:
    """A player with his disc: "⚪ <@1>", shown by Discord as his name."""
    game = rules_of(match.variant)
    who = mention(match.players[seat])
    return who if game is None else f"{disc(game, seat)} {who}"


def title(match: Match | Challenge) -> str:
    """The name of the game that is played or offered."""
    game = rules_of(match.variant)
    return match.variant if game is None else game.name


def link(match: Match) -> str | None:
    """The address of the newest board; None until it is posted."""
    if match.post is None:
        return None
    return f"https://discord.com/channels/{match.guild or '@me'}/{match.place}/{match.post}"


def seat_for(match: Match, player: int) -> int:
    """The seat from which a person looks at the board: his own, or the first for onlookers."""
    return match.seat_of(player) or 0
