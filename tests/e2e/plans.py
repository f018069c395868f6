"""Plans entered in the form, in simulated Discord."""

from tests.e2e import simulator
from tests.e2e.table import Table


async def plan_form(
    table: Table, player: simulator.MemberActor, game: int | None = None
) -> simulator.InteractionResult:
    """Open the form for a player's plan."""
    chosen = {} if game is None else {"game": str(game)}
    interaction = await player.slash(table.channel, "game plan", **chosen)
    assert interaction.response is not None
    return await player.click(interaction.response, label="As text")


async def write_plan(
    table: Table, player: simulator.MemberActor, lines: str, game: int | None = None
) -> simulator.InteractionResult:
    """Submit the form with these lines."""
    form = await plan_form(table, player, game)
    return await player.submit_modal(form, {"lines": lines})
