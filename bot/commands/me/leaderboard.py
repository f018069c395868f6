"""The best players of the guild, or of all guilds."""

from bot.app import CommandContext
from bot.registry import component_handler
from bot.service.rating import player_ratings
from bot.store.models.ratings import Kind
from bot.views.components import (
    Button,
    ComponentId,
    StaleComponent,
    button_row,
    layout,
    select_of,
)
from bot.views.player_labels import mention
from bot.views.rating_texts import KINDS, leaderboard_lines, rating_text
from bot.views.reply import Reply

TOP = 20
"""Maximum number of players on a leaderboard."""


@component_handler("leaderboard", edits=True, about="else")
async def show_leaderboard(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Leaderboard button of a profile, and the choices of the leaderboard.

    The subject is 1 for all servers, and the value or `extra` is the kind of game.
    """
    t = ctx.t
    everywhere, chosen = (
        control.subject == 1,
        control.values[0] if control.values else control.extra,
    )
    pool: Kind | None = next((kind for kind in KINDS if kind == (chosen or "duel")), None)
    if pool is None:
        raise StaleComponent(chosen)
    guild = None if everywhere else ctx.guild
    board = await ctx.read(player_ratings.leaderboard, guild, pool, most=TOP, now=ctx.now)
    where = t.translate("all servers") if everywhere else t.translate("this server")
    head = "### " + t.translate("{pool} · {where}", pool=t.translate(KINDS[pool]), where=where)
    rule = "-# " + t.translate(
        "To be listed, you need 12 rated games against at least 4 opponents, including 2 "
        "established players, and a rated game in the last 120 days."
    )
    lines = [head, *leaderboard_lines(pool, board.listed)]
    if board.newcomers:
        lines += [
            "———",
            *(
                f"{mention(user)} · **{rating_text(rated, pool)}**"
                for user, rated in board.newcomers
            ),
        ]
        rule += " " + t.translate("Below the line: players who do not qualify yet.")
    elif not board.listed:
        lines.append(t.translate("No one yet."))
    kinds: dict[str, str] = {kind: t.translate(name) for kind, name in KINDS.items()}
    other = (
        Button(ComponentId("leaderboard", 0, extra=pool), t.translate("This server"))
        if everywhere
        else Button(ComponentId("leaderboard", 1, extra=pool), t.translate("All servers"))
    )
    return Reply(
        view=layout(
            "\n".join([*lines, rule]),
            select_of(ComponentId("leaderboard", int(everywhere)), kinds, pool),
            button_row(other),
        )
    )
