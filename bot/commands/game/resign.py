"""`/game resign` and its confirmation."""

from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.dialogs.game_picker import action_button, game_command
from bot.registry import component_handler
from bot.service.actions import resignations
from bot.service.errors import Finished, NotPlaying
from bot.service.match import lifecycle
from bot.service.matchmaking.seating import team_seats
from bot.service.rating import player_ratings, player_stats
from bot.service.rating.player_ratings import RatingChanges
from bot.store import Tx
from bot.store.models import Match, level_of
from bot.views.components import Button, ComponentId, button_row, layout
from bot.views.player_labels import game_and_number, partners_and_opponents
from bot.views.rating_texts import resignation_cost
from bot.views.reply import Reply
from engine import variant


@action_button("resign")
@game_command("resign", locale_str("Resign a game (asks you to confirm)"))
async def resign_question(ctx: CommandContext, match_id: int, more: str) -> Reply:
    """Ask for confirmation, with the consequences for ratings and partners."""
    t = ctx.t
    match, then = await ctx.read(_load_preview, match_id, ctx.player, now=ctx.now)
    early = match.turn_count < len(match.players) and match.event is None
    question = t.translate("Resign {about}?", about=game_and_number(t, match))
    if then is not None:
        question += " " + resignation_cost(t, match, then, ctx.player)
    elif match.rated and len(match.players) == 2:
        question += " " + t.translate("It would not be rated: too few moves have been made.")
    partners, _ = partners_and_opponents(match, ctx.player)
    alone = not partners or match.seat_of(partners[0]) in match.departed_seats
    if partners and alone and _is_last_rival(match, ctx.player):
        question += " " + t.translate("Your partner has left too, so the other side would win.")
    elif not alone and level_of(partners[0]) is None:
        question += " " + t.translate("Your partner can choose who takes over your men.")
    elif len(match.players) > 2 and not match.is_solo:
        question += " " + t.translate(
            "The others will play on without you: you will be ranked below everyone who "
            "stays, and the computer will take over your men."
        )
    if early:
        question += " " + t.translate(
            "Not everyone has moved yet, so you can also abort the game without a result."
        )
    return Reply(
        view=layout(
            question,
            button_row(
                Button(
                    ComponentId("resigned", match.id, match.ply),
                    t.translate("Yes, I resign"),
                    "danger",
                ),
                Button(ComponentId("abort", match.id, match.ply), t.translate("Abort the game"))
                if early
                else None,
                Button(ComponentId("never-mind", match.id, match.ply), t.translate("No, play on")),
            ),
        )
    )


def _is_last_rival(match: Match, player: int) -> bool:
    """Whether only one other team still has a player."""
    own = match.seat_of(player)
    teams = team_seats(variant(match.variant)).values()
    return sum(own not in team and not {*team} <= {*match.departed_seats} for team in teams) == 1


def _load_preview(
    tx: Tx, match_id: int, player: int, *, now: int
) -> tuple[Match, RatingChanges | None]:
    """Return the match, and the rating changes caused by resigning, or None.

    Raises `Finished` if the match is over, and `NotPlaying` if the player is not in it.
    """
    match = lifecycle.load(tx, match_id)
    if match.status != "running":
        raise Finished(match)
    seat = match.seat_of(player)
    if seat is None:
        raise NotPlaying(match)
    game = player_stats.preview_resignation(tx, match, seat, now=now)
    return match, None if game is None else player_ratings.preview(tx, game)


@component_handler("resigned", edits=True)
async def confirm_resign(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the confirmation button."""
    await ctx.write(resignations.resign, control.subject, ply=control.ply, **ctx.actor)
    return Reply(ctx.t.translate("You have resigned. Thank you for the game."))


@component_handler("never-mind", edits=True)
async def cancel_resign(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the No, play on button."""
    return Reply(ctx.t.translate("All right. The game continues."))
