"""Read-only commands: board, games, record and help."""

import pytest
from discord import app_commands

from bot import extension_points
from bot.commands import games
from bot.operator_details import Operator
from bot.views import discord_limits
from engine import variant
from tests.e2e.settings import ME, change_settings
from tests.e2e.table import Table, alts, ids, parts, text

pytestmark = pytest.mark.check


async def test_a_board_is_shown_from_either_side_and_in_three_themes(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.moved(game, "II,3-III,3")
    interactions = await table.bruno.slash(table.channel, "game board")
    assert interactions.response is not None
    assert interactions.response.ephemeral
    assert "Seen from White's side" in alts(interactions.response)[0]
    await change_settings(table, table.bruno, ME, board_side="mine")
    interactions = await table.bruno.slash(table.channel, "game board")
    assert interactions.response is not None
    assert "Seen from Black's side" in alts(interactions.response)[0]
    assert f"<@{table.bruno.id}> to move" in text(interactions.response)
    assert "moves" in ids(interactions.response)
    interactions = await table.bruno.slash(table.channel, "game board", look="dark", game=str(game))
    assert interactions.response is not None
    assert interactions.response.attachments
    interactions = await table.chen.slash(table.channel, "game board", look="text")
    assert interactions.response is not None
    assert "III 1-3" in text(interactions.response)
    assert "Seen from White's side" in text(interactions.response)
    assert not interactions.response.attachments


async def test_the_board_of_a_finished_match_shows_how_it_ended(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    asked = await table.ada.slash(table.channel, "game resign")
    assert asked.response is not None
    await table.ada.click(asked.response, custom_id=ids(asked.response)["resigned"])
    interactions = await table.bruno.slash(table.channel, "game board", game=str(game))
    assert interactions.response is not None
    assert "resigned" in text(interactions.response)
    assert ids(interactions.response) == {}
    interactions = await table.bruno.slash(table.channel, "game board")
    assert "resigned" in text(interactions.response)


async def test_requests_for_boards_are_rate_limited(table: Table) -> None:
    table.expected = (app_commands.CommandOnCooldown,)
    await table.begin(table.ada, table.bruno)
    for _ in range(5):
        await table.ada.slash(table.channel, "game board")
    interactions = await table.ada.slash(table.channel, "game board")
    assert "Not so fast" in text(interactions.response)


async def test_matches_are_listed_with_links_and_the_player_to_move(table: Table) -> None:
    interactions = await table.ada.slash(table.channel, "games")
    assert "You have no games" in text(interactions.response)
    labels = [part["label"] for part in parts(interactions.response) if part["type"] == 2]
    more = [label for each in extension_points.installed() for label in each.games_buttons.values()]
    assert labels == ["New game", "Play the computer", *more]
    game = await table.begin(table.ada, table.bruno)
    await table.begin(table.chen, table.ada)
    await table.challenge(table.dara, table.ada)
    await table.challenge(table.ada)
    interactions = await table.ada.slash(table.channel, "games")
    content = text(interactions.response).strip().splitlines()
    assert content[0].startswith("🟢 **Your turn** · Halma 8×8")
    match = await table.match(game)
    url = f"/channels/{match.guild}/{match.channel}/{match.post}"
    assert url in content[0]
    assert interactions.response is not None
    [go] = [part for part in parts(interactions.response) if part.get("url")]
    assert go["label"] == f"Next game: {game}"
    assert go["url"].endswith(url)
    assert content[1].startswith("⏳ Waiting · Halma 8×8")
    assert content[1].count(f"<@{table.chen.id}>") == 1
    assert "**Challenges for you**" in content
    assert "**Your open challenges**" in content
    assert "open to anyone" in content[-1]


async def test_a_long_list_of_matches_is_cut_between_lines(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "MAX_LISTED", 2)
    for player in (table.bruno, table.chen, table.dara):
        await table.begin(player, table.ada)
    interactions = await table.ada.slash(table.channel, "games")
    assert text(interactions.response).endswith("… and 1 more")
    monkeypatch.setattr(discord_limits, "CONTENT", 300)
    interactions = await table.ada.slash(table.channel, "games")
    assert len(text(interactions.response)) <= 300
    assert text(interactions.response).endswith(")")


async def test_help_suggests_the_next_step(table: Table) -> None:
    interactions = await table.ada.slash(table.channel, "help")
    assert "Use `/play` to play the computer" in text(interactions.response)
    post = await table.challenge(table.bruno, table.ada)
    interactions = await table.ada.slash(table.channel, "help")
    assert "You have been challenged" in text(interactions.response)
    await table.ada.click(post, custom_id=ids(post)["accept"])
    interactions = await table.bruno.slash(table.channel, "help")
    assert "It is your turn in 1 game." in text(interactions.response)
    assert "https://discord.com/channels/" in text(interactions.response)


async def test_terms_privacy_permissions_and_reports_are_two_clicks_away(table: Table) -> None:
    table.client.operator = Operator("Halma Club", "halma@example.org")
    interaction = await table.ada.slash(table.channel, "help")
    assert interaction.response is not None
    interaction = await table.ada.click(interaction.response, label="Terms, privacy, contact")
    about = interaction.response
    assert about is not None
    for words in (
        "Halma Club",
        "`halma@example.org`",
        "**Read Message History**",
        "Report a vulnerability",
    ):
        assert words in text(about)
    interaction = await table.ada.click(about, label="Terms of service")
    assert "run by Halma Club" in text(interaction.response)
    assert "computer program" in text(interaction.response)
    interaction = await table.bruno.slash(table.channel, "help")
    assert interaction.response is not None
    interaction = await table.bruno.click(interaction.response, label="Terms, privacy, contact")
    assert interaction.response is not None
    interaction = await table.bruno.click(interaction.response, label="Privacy policy")
    assert "**Delete my data** (`/me data`)" in text(interaction.response)


async def test_commands_work_in_direct_messages(table: Table) -> None:
    interactions = await table.ada.user.slash("game board")
    assert "You have no game in progress" in text(interactions.response)
    game = await table.begin(table.ada, table.bruno)
    interactions = await table.ada.user.slash("games")
    assert "Your turn" in text(interactions.response)
    interactions = await table.ada.user.slash("move", move="II,3-III,3")
    assert "Played" in text(interactions.response)
    assert table.board.attachments[0].filename == f"halma-{game}-1.png"
    interactions = await table.ada.user.slash("challenge")
    assert "A game needs a channel where I can post" in text(interactions.response)


async def test_the_menu_of_a_board_works_for_players_and_spectators(
    table: Table,
) -> None:
    await table.begin(table.ada, table.bruno)
    menu = await table.menu(table.chen)
    sights = {part["label"] for part in parts(menu) if part.get("label")}
    assert sights >= {"As text", "Rules"}
    interactions = [await table.chen.click(menu, label=each) for each in ("As text", "Rules")]
    assert "Seen from White's side" in text(interactions[0].response)
    assert "Halma 8×8" in text(interactions[1].response)
    menu = await table.menu(table.bruno)
    mine = next(part["custom_id"] for part in parts(menu) if part.get("label") == "From my side")
    interactions = [await table.bruno.click(menu, custom_id=mine)]
    assert interactions[0].response is not None
    assert "Seen from Black's side" in alts(interactions[0].response)[0]


async def test_a_large_board_with_all_men_in_one_part_is_cropped_until_one_tap_shows_it_all(
    table: Table,
) -> None:
    game = variant("top-secret-centre")
    position, moves = game.start(), []
    while any(position.stock):
        move = game.moves(position)[0]
        moves.append(game.format(move))
        position = game.play(position, move)
    number = await table.begin(table.ada, table.bruno, game=game.key)
    assert not any(part.get("label") == "Whole board" for part in parts(table.board))
    await table.put_forward(number, moves, len(moves))
    labels = [part["label"] for part in parts(table.board) if "label" in part]
    assert labels == ["Move", "Whole board", "⋯"]
    shown = await table.bruno.click(table.board, label="Whole board")
    assert shown.response is not None
    assert shown.response.ephemeral
    part, whole = table.board.attachments[0], shown.response.attachments[0]
    assert part.size < whole.size
