"""Plans entered in the form, in simulated Discord."""

import simcord

from tests.e2e.table import Table


async def plan_form(
    table: Table, player: simcord.MemberActor, game: int | None = None
) -> simcord.InteractionResult:
    """Open the form for a player's plan."""
    chosen = {} if game is None else {"game": str(game)}
    interaction = await player.slash(table.channel, "game plan", **chosen)
    assert interaction.response is not None
    return await player.click(interaction.response, label="As text")


async def write_plan(
    table: Table, player: simcord.MemberActor, lines: str, game: int | None = None
) -> simcord.InteractionResult:
    """Submit the form with these lines."""
    form = await plan_form(table, player, game)
    return await player.submit_modal(form, {"lines": lines})
