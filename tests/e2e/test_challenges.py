"""Challenges, from the post to the first board or any other outcome."""

import re

import discord
import pytest

from bot.store.guilds import guild_setting_rows
from engine import VARIANTS, variant
from tests.e2e.days import wait
from tests.e2e.table import Table, alts, ids, parts, text
from tests.transactions import writing


@pytest.mark.check
async def test_a_challenge_is_posted_and_mentions_only_the_opponent(table: Table) -> None:
    post = await table.challenge(table.ada, table.bruno, note="Shall we? @everyone <@1> **now**")
    assert f"<@{table.ada.id}> challenges <@{table.bruno.id}>" in text(post)
    assert "**Halma 8×8** · A game usually takes about" in text(post)
    assert "their men" not in text(post), "the button tells the rules"
    assert "@everyone" not in text(post)
    assert "**now**" not in text(post)
    sent = table.env.http_requests[-1].json
    assert sent["allowed_mentions"] == {"parse": [], "users": [table.bruno.id]}
    assert sent["enforce_nonce"]


@pytest.mark.check
async def test_accepting_starts_the_match_with_a_board_that_mentions_the_first_player(
    table: Table,
) -> None:
    post = await table.challenge(table.ada, table.bruno)
    interaction = await table.bruno.click(post, custom_id=ids(post)["accept"])
    assert "has begun" in text(interaction.response)
    board = table.board
    assert "your turn!" in text(board)
    assert f"<@{table.ada.id}>, your turn!" in text(board)
    assert set(ids(board)) == {"moves", "how", "menu"}
    assert board.attachments[0].filename == "halma-1-0.png"
    assert "8" in alts(board)[0]
    assert f"</move:{table.client.command_ids['move']}>" in str(parts(board)), "opens on a tap"
    fresh = next(each for each in table.posts() if each.id == post.id)
    assert ids(fresh) == {}
    assert "accepted" in text(fresh)


async def test_opponents_and_partners_have_colours_beside_their_names(table: Table) -> None:
    answer = await table.ada.slash(
        table.channel, "challenge", opponent=table.bruno, game="halma-4-opposite"
    )
    for shown in (text(answer.response), text(table.last)):
        ada, bruno = (
            re.search(rf"<@{person.id}>.* · one of (.+)", shown)
            for person in (table.ada, table.bruno)
        )
        assert ada is not None
        assert bruno is not None
        assert {ada[1], bruno[1]} == {"🔴⚫", "🟡🟢"}
        assert "Partners: 🔴⚫ and 🟡🟢." in shown
        assert "free seat ×2" in shown
    assert text(answer.response).startswith(
        f"Your challenge is on its way to <@{table.bruno.id}>. "
        "2 other seats are open to anyone in this channel.\n"
    )


@pytest.mark.check
async def test_only_the_challenged_player_can_decline(table: Table) -> None:
    post = await table.challenge(table.ada, table.bruno)
    interaction = await table.chen.click(post, custom_id=ids(post)["decline"])
    assert "is for someone else" in text(interaction.response)
    interaction = await table.chen.click(post, custom_id=ids(post)["accept"])
    assert "is for someone else" in text(interaction.response)
    interaction = await table.bruno.click(post, custom_id=ids(post)["decline"])
    assert "You have declined" in text(interaction.response)
    assert "declined" in text(table.posts()[0])
    assert ids(table.posts()[0]) == {}


@pytest.mark.check
async def test_only_the_challenger_can_withdraw(table: Table) -> None:
    post = await table.challenge(table.ada)
    interaction = await table.bruno.click(post, custom_id=ids(post)["cancel"])
    assert "is for someone else" in text(interaction.response)
    interaction = await table.ada.click(post, custom_id=ids(post)["cancel"])
    assert "withdrawn" in text(interaction.response)
    assert "withdrew the challenge" in text(table.posts()[0])


@pytest.mark.check
async def test_an_open_challenge_can_be_accepted_by_anyone_but_the_challenger(table: Table) -> None:
    post = await table.challenge(table.ada, side="2")
    assert "is looking for an opponent" in text(post)
    assert "moves second" in text(post)
    assert "decline" not in ids(post)
    interaction = await table.ada.click(post, custom_id=ids(post)["accept"])
    assert "Use `/play` to play all sides yourself" in text(interaction.response)
    await table.chen.click(post, custom_id=ids(post)["accept"])
    match = await table.match(1)
    assert match.players == (table.chen.id, table.ada.id)


@pytest.mark.check
async def test_an_unanswered_challenge_expires(table: Table) -> None:
    post = await table.challenge(table.ada, table.bruno)
    seen = table.seen(post)
    await wait(table, 8 * 86400)
    assert "No one answered in time" in text(table.posts()[0])
    [interaction] = await table.at_once([(table.bruno, seen, ids(post)["accept"])])
    assert "That challenge has expired" in text(interaction.response)


@pytest.mark.check
async def test_an_impossible_challenge_is_explained(table: Table) -> None:
    robot = table.channel.guild.add_member(table.env.create_user("robot", bot=True))
    interaction = await table.ada.slash(table.channel, "challenge", opponent=robot)
    assert "You cannot challenge a bot" in text(interaction.response)
    interaction = await table.ada.slash(table.channel, "challenge", opponent=table.ada)
    assert "Use `/play` to play all sides yourself" in text(interaction.response)
    stranger = table.env.create_user("stranger")
    interaction = await table.ada.slash(table.channel, "challenge", opponent=stranger)
    assert "cannot see this channel" in text(interaction.response)
    interaction = await table.ada.slash(table.channel, "challenge", game="chess")
    assert "I don't know that game" in text(interaction.response)
    interaction = await table.challenged(table.ada, note="x" * 201)
    assert "201 characters; the limit is 200" in text(interaction.response)
    assert table.posts() == []


@pytest.mark.check
async def test_a_player_may_have_five_open_challenges(table: Table) -> None:
    for _ in range(5):
        await table.challenge(table.ada)
    interaction = await table.ada.slash(table.channel, "challenge", game="halma-8")
    assert "which is the limit" in text(interaction.response)


@pytest.mark.check
async def test_no_challenge_is_made_without_the_permission_to_post(table: Table) -> None:
    mute = table.channel.guild.create_text_channel(
        "mute",
        overwrites={
            table.channel.guild.default_role: discord.PermissionOverwrite(
                send_messages=False, attach_files=False
            )
        },
    )
    interaction = await table.ada.slash(mute, "challenge", opponent=table.bruno)
    assert "**Send Messages**, **Attach Files**" in text(interaction.response)
    assert mute.last_message is None


@pytest.mark.check
async def test_autocomplete_offers_variants_by_name_with_small_boards_first(table: Table) -> None:
    offered = await table.ada.autocomplete(table.channel, "challenge", "game", "")
    assert [each["value"] for each in offered[:3]] == ["halma-8", "halma-10", "halma"]
    assert sorted(each["value"] for each in offered) == sorted({g.game for g in VARIANTS.values()})
    offered = await table.ada.autocomplete(table.channel, "challenge", "game", "10x10")
    assert offered[0]["value"] == "halma-10"
    assert {variant(each["value"]).board.rows for each in offered} == {10}


@pytest.mark.check
async def test_posts_use_the_guilds_language_and_replies_the_members(
    table: Table,
) -> None:
    guild = table.env.create_guild("Halmaklub", preferred_locale="de")
    channel = guild.create_text_channel("halma")
    with writing(table.store) as tx:
        guild_setting_rows.set_setting(tx, guild.id, "threads", "off")
    ada, bruno = (guild.add_member(person.user) for person in (table.ada, table.bruno))
    await ada.slash(channel, "challenge", opponent=bruno)
    post = channel.last_message
    assert "fordert" in text(post)
    assert post is not None
    interaction = await bruno.click(post, custom_id=ids(post)["accept"])
    assert "has begun" in text(interaction.response)
    assert "du bist am Zug!" in text(channel.last_message)
    await ada.send(channel, "I,1-VIII,1", reply_to=channel.last_message)
    await bruno.send(channel, "I,1-VIII,1", reply_to=channel.last_message)
    content = [text(message) for message in channel.history()]
    assert [each for each in content if "There is no route from" in each], (
        "the language of the reader"
    )
