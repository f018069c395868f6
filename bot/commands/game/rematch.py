"""`/game rematch`, and the Play again button under a result."""

from discord.app_commands import locale_str

from bot.app import Call
from bot.commands.challenge import begun, must_be_members
from bot.commands.game_picker import button, the_game, with_game
from bot.commands.permissions import parent
from bot.registry import command, verb
from bot.service.matchmaking import computer_games, rematches
from bot.store import Tx, matches
from bot.store.models import Match
from bot.views.player_labels import to_board
from bot.views.reply import Reply


async def finished(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """Return the player's finished matches in the channel, or all if it has none."""
    over = await matches.over_of(tx, player)
    return [match for match in over if channel in (match.place, match.channel)] or over


@button("rematch", anew=True)
@verb("rematch")
async def rematch(call: Call, match: int, more: str) -> Reply:
    """Offer or accept a rematch; a match of one player restarts at once."""
    async with call.read() as tx:
        over = await rematches.over(tx, match, player=call.player)
    await must_be_members(call.app, over.guild, over.players)
    if over.alone:
        async with call.write() as tx:
            next_one = await computer_games.again(tx, match, **call.by)
        return Reply(begun(call, next_one))
    async with call.write() as tx:
        joined = await rematches.again(tx, match, rng=call.app.rng, parent=parent(call), **call.by)
    if joined.match is None:
        waits = joined.challenge.expires_at
        return Reply(
            call.said.say("I have asked the others. They have until {when}.", when=f"<t:{waits}:f>")
        )
    text = call.said.say("Rematch: game {number}.", number=joined.match.id)
    return Reply(" ".join(filter(None, (text, to_board(call.said, joined.match)))))


async def newest(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """Return the match that ended last."""
    return (await finished(tx, player, channel))[:1]


@command(
    "game rematch",
    locale_str("Play a finished game again with the same people"),
    game=the_game(finished, locale_str("Which game? Leave empty for the last one")),
)
async def again(call: Call, game: str | None = None) -> Reply:
    """Handle the `/game rematch` command."""
    return await with_game(call, game, "rematch", "", newest)
