"""Creating a challenge from the help or the welcome message in two or three taps."""

import simcord

from bot.service.match import lifecycle
from tests.e2e.days import wait
from tests.e2e.table import Table, ids, parts, text
from tests.transactions import reading


async def opened(table: Table) -> simcord.ResponseMessage:
    """Open the challenge panel from the help, as Ada."""
    interaction = await table.ada.slash(table.channel, "help")
    assert interaction.response is not None
    interaction = await table.ada.click(
        interaction.response, custom_id=ids(interaction.response)["begin"]
    )
    assert interaction.response is not None
    return interaction.response


async def test_two_taps_lead_from_the_help_to_an_open_challenge(table: Table) -> None:
    panel = await opened(table)
    assert "Standard (about" in text(panel)
    await table.ada.click(panel, custom_id=ids(panel)["begin-open"])
    post = table.last
    assert f"<@{table.ada.id}> is looking for an opponent" in text(post)
    assert "Halma 8×8" in text(post)
    assert "Not rated: an account is less than two weeks old." in text(post)
    assert f"First game: double time for <@{table.ada.id}>." in text(post)
    thumbnail = next(part["accessory"] for part in parts(post) if "accessory" in part)
    assert "IV 1" in thumbnail["description"]
    assert "rules" in ids(post)
    await table.bruno.click(post, custom_id=ids(post)["accept"])
    assert "First game: double time" in text(table.board)
    assert not (await table.match(1)).rated


async def test_variant_clock_and_opponent_are_chosen_in_the_panel(table: Table) -> None:
    panel = await opened(table)
    interaction = await table.ada.select(
        panel, custom_id=ids(panel)["begin-game"], values=["hexma"]
    )
    assert interaction.response is not None
    panel = interaction.response
    interaction = await table.ada.select(
        panel, custom_id=ids(panel)["begin-clock"], values=["simple-3"]
    )
    assert interaction.response is not None
    panel = interaction.response
    assert "Hexma" in text(panel)
    assert "3 days for each move" in text(panel)
    await table.ada.select(panel, custom_id=ids(panel)["begin-with"], values=[table.bruno])
    post = table.last
    assert f"<@{table.ada.id}> challenges <@{table.bruno.id}>" in text(post)
    assert "Hexma" in text(post)
    assert "3 days for each move" in text(post)


async def test_a_bot_cannot_be_chosen_as_opponent(table: Table) -> None:
    assert table.channel.guild is not None
    robot = table.channel.guild.add_member(table.env.create_user("robot", bot=True))
    panel = await opened(table)
    interaction = await table.ada.select(panel, custom_id=ids(panel)["begin-with"], values=[robot])
    assert "You cannot challenge a bot" in text(interaction.response)
    assert table.posts() == []


async def test_an_open_challenge_is_rated_unless_a_newcomer_accepts_it(
    table: Table,
) -> None:
    await wait(table, 15 * 86400)
    await table.begin(table.ada, table.bruno)
    for taker, rated in ((table.chen, False), (table.bruno, True)):
        post = await table.challenge(table.ada)
        assert "Rated, unless it is someone's first game." in text(post)
        await taker.click(post, custom_id=ids(post)["accept"])
        with reading(table.store) as tx:
            match = (lifecycle.running_of(tx, taker.id))[-1]
        assert match.rated == rated
    post = await table.challenge(table.ada, table.dara, rated=True)
    assert "Rated." in text(post)
