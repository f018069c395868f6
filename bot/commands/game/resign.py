"""`/game resign` and its confirmation."""

from discord.app_commands import locale_str

from bot.app import Call
from bot.commands.game_picker import button, fresh, of_game
from bot.registry import handles
from bot.service import idempotency
from bot.service.actions import resignations
from bot.service.errors import Finished, NotPlaying
from bot.service.match import lifecycle
from bot.service.rating import player_stats
from bot.store.models import level_of
from bot.views.components import Control, Press, layout, row
from bot.views.player_labels import numbered, sides
from bot.views.rating_texts import price
from bot.views.reply import Reply


@button("resign")
@of_game("resign", locale_str("Resign a game (asks you to confirm)"))
async def ask_resign(call: Call, match_id: int, more: str) -> Reply:
    """Ask for confirmation, with the consequences for ratings and partners."""
    said = call.said
    async with call.read() as tx:
        match = await lifecycle.get(tx, match_id)
        if match.status != "running":
            raise Finished(match)
        seat = match.seat_of(call.player)
        if seat is None:
            raise NotPlaying(match)
        then = await player_stats.if_resigned(tx, match, seat, now=call.now)
    early = match.turns < len(match.players)
    question = said.say("Resign {about}?", about=numbered(said, match))
    if then is not None:
        event = then
        changes = await call.app.ladders.ask(match.guild, lambda kept: kept.would(event))
        question += " " + price(said, match, changes[call.player])
    elif match.rated and len(match.players) == 2:
        question += " " + said.say("It would not be rated: too few moves have been made.")
    partners, _ = sides(match, call.player)
    if partners and match.seat_of(partners[0]) in match.gone:
        question += " " + said.say("Your partner has left too, so the other side will have won.")
    elif partners and level_of(partners[0]) is None:
        question += " " + said.say("Your partner can choose who takes over your men.")
    elif len(match.players) > 2 and not match.alone:
        question += " " + said.say(
            "The others play on without you: you will be ranked below everyone who stays, "
            "and the computer will play your men."
        )
    if early:
        question += " " + said.say(
            "Not everyone has moved yet, so you can also abort the game without a result."
        )
    return Reply(
        view=layout(
            question,
            row(
                Press(
                    Control("resigned", match.id, match.ply),
                    said.say("Yes, I resign"),
                    "danger",
                ),
                Press(Control("abort", match.id, match.ply), said.say("Abort the game"))
                if early
                else None,
                Press(Control("never-mind", match.id, match.ply), said.say("No, play on")),
            ),
        )
    )


@handles("resigned", edits=True)
async def resigned(call: Call, control: Control) -> Reply:
    """Handle the confirmation button."""
    async with call.write() as tx:
        if not await idempotency.earlier(tx, call.interaction.id, "resign", match=control.subject):
            await fresh(tx, control)
        await resignations.resign(tx, control.subject, **call.by)
    return Reply(call.said.say("You have resigned. Thank you for the game."))


@handles("never-mind", edits=True)
async def never_mind(call: Call, control: Control) -> Reply:
    """Handle the No, play on button."""
    return Reply(call.said.say("All right. The game continues."))
