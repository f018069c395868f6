"""Ratings as shown to players, and actions of guild managers that affect them."""

import random

import discord
import pytest

from bot.views.new_game_form import ALWAYS_RATED
from engine import VARIANTS, Move, search
from tests.e2e.days import wait
from tests.e2e.settings import ME, SERVER, change_settings, opened, profile
from tests.e2e.table import Table, ids, parts, text

pytestmark = pytest.mark.check


async def under_way(table: Table) -> int:
    """Return the number of a rated match between Ada and Bruno after ten moves."""
    game = await table.begin(table.ada, table.bruno, options=[ALWAYS_RATED])
    rules = VARIANTS["halma-8"]
    turns = search.self_play(rules, random.Random(1)).turns[:10]
    await table.played_on(game, [rules.format(turn) for turn in turns if isinstance(turn, Move)])
    return game


async def decided(table: Table) -> int:
    """Play a rated match that Bruno resigns after ten moves, and return its number."""
    game = await under_way(table)
    interaction = await table.bruno.slash(table.channel, "game resign")
    assert interaction.response is not None
    assert "Your rating would go from 1500? to 1470?." in text(interaction.response)
    await table.bruno.click(interaction.response, custom_id=ids(interaction.response)["resigned"])
    return game


@pytest.mark.parametrize("game", ["halma-8", "halma-4"])
async def test_the_reply_and_the_post_give_the_same_reason_why_a_game_is_unrated(
    table: Table, game: str
) -> None:
    reply = await table.ada.slash(table.channel, "challenge", opponent=table.dara, game=game)
    reasons = [
        [line.lstrip("📈 ") for line in text(shown).splitlines() if "Not rated" in line]
        for shown in (reply.response, table.last)
    ]
    assert reasons == [["Not rated: an account is less than two weeks old."]] * 2


async def test_a_rated_match_is_labelled_and_its_result_shows_the_change(table: Table) -> None:
    post = await table.challenge(table.ada, table.bruno)
    assert "Rated." not in text(post)  # their accounts are minutes old
    await wait(table, 15 * 86400)
    post = await table.challenge(table.ada, table.chen, options=[ALWAYS_RATED])
    assert "Rated." in text(post)
    post = await table.challenge(table.ada, table.chen, rated=False)
    assert "Rated." not in text(post)
    await decided(table)
    content = text(table.board)
    assert "· rated" in content
    assert f"Rating: <@{table.ada.id}> 1500? → **1530?** (+30)" in content
    assert f"<@{table.bruno.id}> 1500? → **1470?** (-30)" in content
    interaction = await profile(table, table.ada, label="Rating history")
    assert interaction.response is not None
    assert "Duel: **1530?** after 1 game" in text(interaction.response)
    [picture] = interaction.response.attachments
    assert picture.filename == "rating.png"
    assert picture.description == (
        "The rating after each rated game. Duel: 1530 after the first game, 1530 after the last; "
        "highest 1530, lowest 1530."
    )
    interaction = await profile(table, table.ada, table.dara, "Rating history")
    assert "has no rating here yet" in text(interaction.response)
    interaction = await profile(table, table.ada, label="Leaderboard")
    assert "Duel · this server" in text(interaction.response)
    assert "No one yet." not in text(interaction.response)
    below = text(interaction.response).partition("———")[2]
    assert below.count("?**") == 2, "newcomers stand below the line, with a mark"
    assert interaction.response is not None
    interaction = await table.ada.select(interaction.response, ["melee"])
    assert "Free-for-all · this server" in text(interaction.response)
    assert interaction.response is not None
    interaction = await table.ada.click(interaction.response, label="All servers")
    assert "Free-for-all · all servers" in text(interaction.response)


async def test_a_profile_shows_results_in_this_guild_and_against_the_viewer(table: Table) -> None:
    await wait(table, 15 * 86400)
    await decided(table)
    interaction = await profile(table, table.ada, table.bruno)
    content = text(interaction.response)
    assert "Duel: **1470?** after 1 game" in content
    assert "1 game here: 0 won, 1 lost" in content
    assert f"You vs <@{table.bruno.id}>: 1 won, 0 lost" in content
    menu = await table.ada.context_menu(table.channel, "Profile", table.bruno)
    assert text(menu.response) == text(interaction.response)
    interaction = await profile(table, table.bruno)
    assert "Your rated games do not count towards the global ratings" in text(interaction.response)
    interaction = await opened(table, table.bruno, ME, "Join the global ratings")
    assert "Leave the global ratings" in str(parts(interaction.response))
    interaction = await profile(table, table.bruno)
    assert "also count towards the global ratings" in text(interaction.response)
    interaction = await opened(table, table.bruno, ME, "Leave the global ratings")
    assert "Join the global ratings" in str(parts(interaction.response))
    interaction = await profile(table, table.chen)
    assert "0 games here" in text(interaction.response)


async def test_manager_actions_on_settings_and_matches_are_recorded(
    table: Table,
) -> None:
    await wait(table, 15 * 86400)
    role = table.channel.guild.create_role("host", permissions=discord.Permissions.all())
    host = table.channel.guild.add_member(table.env.create_user("host"), roles=[role])
    game, other = await decided(table), await table.begin(table.chen, table.dara)
    for _ in range(2):
        interaction = await change_settings(table, host, SERVER, ratings="off")
        assert "Rated games: **off**" in text(interaction.response)
        assert text(interaction.response).count("Rated games: on → off") == 1
    assert "Rated." not in text(await table.challenge(table.ada, table.bruno))
    interaction = await host.slash(table.channel, "server annul", game=str(game))
    assert f"Game {game} no longer counts. Its rating changes have been taken back" in text(
        interaction.response
    )
    interaction = await host.slash(table.channel, "server annul", game=str(game))
    assert "already been annulled" in text(interaction.response)
    interaction = await host.slash(table.channel, "server annul", game=str(other))
    assert "is not rated" in text(interaction.response)
    interaction = await host.slash(table.channel, "server annul", game="99")
    assert "No game in this server has the number `99`." in text(interaction.response)
    question = (await host.slash(table.channel, "server abort", game=str(other))).response
    assert f"game {other}** · <@" in text(question)
    assert "Abort this game without a result?" in text(question)
    assert (await table.match(other)).status == "running"
    interaction = await host.click(question, custom_id=ids(question)["server-abort"])
    assert "aborted" in text(interaction.response)
    assert (await table.match(other)).status == "aborted"
    interaction = await host.slash(table.channel, "server settings")
    content = text(interaction.response)
    assert "Rated games: **off**" in content
    assert f"<@{host.id}> · Rated games: on → off" in content
    assert f"`match {game}`: rated → annulled" in content
    interaction = await profile(table, table.ada, label="Rating history")
    assert "has no rating here yet" in text(interaction.response)
    interaction = await profile(table, table.ada, label="Finished games")
    assert f"game {game}**" in text(interaction.response)
    assert " · annulled · " in text(interaction.response)
    interaction = await profile(table, table.ada)
    assert "Duel:" not in text(interaction.response)


async def test_a_win_on_time_can_be_waived_only_by_the_winner(table: Table) -> None:
    await wait(table, 15 * 86400)
    game = await under_way(table)
    while (await table.match(game)).status == "running":
        await wait(table, 86400)
    content = text(table.board)
    assert f"Rating: <@{table.ada.id}> 1500? → **1470?** (-30)" in content
    waive = ids(table.board)["waive"]
    interaction = await table.ada.click(table.board, custom_id=waive)
    assert "Only the player who won that game on time can waive the win." in text(
        interaction.response
    )
    interaction = await table.bruno.click(table.board, custom_id=waive)
    assert "no longer counts towards the ratings" in text(interaction.response)
    assert f"<@{table.bruno.id}> waives the win" in text(table.last)
    interaction = await table.bruno.click(table.board, custom_id=waive)
    assert "already been annulled" in text(interaction.response)
    interaction = await profile(table, table.ada, label="Rating history")
    assert "has no rating here yet" in text(interaction.response)


async def test_multiplayer_matches_are_rated_unless_they_have_no_clock(table: Table) -> None:
    await wait(table, 15 * 86400)
    interaction = await table.challenged(table.ada, game="halma-4", options=[ALWAYS_RATED])
    assert "Not rated" not in text(interaction.response)
    assert "Rated." in text(table.last)
    interaction = await table.challenged(
        table.ada, game="halma-4", clock="untimed", options=[ALWAYS_RATED]
    )
    assert "Not rated: the game has no clock." in text(interaction.response)
    interaction = await table.challenged(table.ada, game="halma-4", rated=False)
    assert "Not rated" not in text(interaction.response)
    assert "Rated." not in text(table.last)
