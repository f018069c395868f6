"""Who may see a game: its players wherever they ask, others only from the server where it is played.

For everybody else there is no such game: the refusal is that of a number that was never given. The same
holds for challenges, and those who are asked.
"""

from bot.service.errors import NotFound
from bot.store import Tx, visibility_query


async def must_see_match(tx: Tx, match_id: int, *, player: int, guild: int | None) -> None:
    """NotFound unless this person, who asks in this server (None: alone with the bot), may see it."""
    if not await visibility_query.match(tx, match_id, player, guild):
        raise NotFound(what="match", key=match_id)


async def must_see_challenge(tx: Tx, challenge_id: int, *, player: int, guild: int | None) -> None:
    """The same of a challenge."""
    if not await visibility_query.challenge(tx, challenge_id, player, guild):
        raise NotFound(what="challenge", key=challenge_id)
