"""Attacks by malicious users.

docs/security.md lists the attack that each test covers.
"""

import random
from typing import Any

import discord
import pytest

from bot.process import health_server
from bot.runtime import metrics
from bot.service.actions import game_records
from bot.service.errors import NotFound
from bot.service.guilds import guild_settings
from bot.service.match import lifecycle
from bot.service.players import players
from tests import raw
from tests.e2e import simulator
from tests.e2e.settings import SERVER, change_settings
from tests.e2e.table import Table, ids, parts, text
from tests.e2e.test_visibility import pressed
from tests.transactions import reading, writing

MORE = ("", "0", "1-2-3", "a:b:c", "9" * 19, "💥" * 5, "' OR 1=1 --", "../../etc", "%s{0}{player}")
"""Endings of forged custom ids."""
THEIR_OWN = {
    "event_follows",
    "follows",
    "settings",
    "solitaires",
    "vacation_budgets",
    "vacation_notices",
    "watches",
}
"""Tables in which users may change their own rows."""
LEFT_ALONE = {"interactions", "players", "outbox", "posts", "heartbeat", "sqlite_sequence"}
"""Tables that may change even if an attack fails.

They record the users seen by the bot and the messages that it sends.
"""


def everything(table: Table) -> dict[str, list[Any]]:
    """Return all rows of the tables that an attack must not change."""
    tables = raw.look(table.store.path, "SELECT name FROM sqlite_master WHERE type = 'table'")
    names = {str(row["name"]) for row in tables} - LEFT_ALONE
    return {name: raw.look(table.store.path, f"SELECT * FROM {name}") for name in sorted(names)}


KINDS = {"h": 2, "s": 3, "u": 5}
"""Component types: buttons, selects and user selects."""


@pytest.mark.check
async def test_a_forged_custom_id_changes_nothing_in_matches_of_others(
    table: Table, log: list[Any]
) -> None:
    number = await table.begin(table.ada, table.bruno)
    await table.moved(number, "II,3-III,3")
    board = table.board
    seen = table.seen(board)
    before, rng = everything(table), random.Random(1)
    actions = sorted(table.client.controls)
    assert len(actions) > 30
    for action in [*actions, "none-of-ours"]:
        kind = rng.choice("hsu")
        subject = rng.choice((number, number, 1, 10**18))
        custom_id = f"{kind}:{action}:{subject}:{rng.choice((0, 1, 2, 999))}:{rng.choice(MORE)}"
        chosen = {"h": None, "s": [rng.choice(MORE) or "x"], "u": [str(table.bruno.id)]}[kind]
        await pressed(
            table, table.dara.id, table.channel, board, custom_id[:100], KINDS[kind], chosen
        )
    assert [line for line in log if line["event"] == "unexpected"] == []
    after = everything(table)
    assert {name for name in before if before[name] != after[name]} <= THEIR_OWN
    assert table.seen(board)["components"] == seen["components"]


@pytest.mark.check
async def test_a_flood_of_clicks_by_one_member_does_not_affect_others(table: Table) -> None:
    number = await table.begin(table.ada, table.bruno)
    button = ids(table.board)["menu"]
    flood = [(table.chen, table.board, button)] * 25
    results = await table.at_once([*flood, (table.ada, table.board, button)])
    assert all(result.response is not None for result in results)
    assert "II,3" not in text(results[0].response)
    await table.ada.slash(table.channel, "move", move="II,3-III,3", game=str(number))
    assert (await table.match(number)).ply == 1


@pytest.mark.check
async def test_a_hostile_name_and_note_mention_nobody_and_contain_no_markup(table: Table) -> None:
    guild = table.channel.guild
    evil = guild.add_member(
        table.env.create_user("evil", global_name="@everyone [x](https://e.vil) **`<@1>")
    )
    await table.challenged(evil, table.ada, note="@here <@&1> ||[click](https://e.vil)||")
    post = table.last
    content = "\n".join(str(part.get("content", "")) for part in parts(post))
    assert "](https://" not in content
    for sent in table.env.http_requests:
        body = sent.json if isinstance(sent.json, dict) else {}
        allowed = body.get("allowed_mentions", {"parse": []})
        assert not {"everyone", "roles"} & set(allowed.get("parse", ()))
    assert not post.mention_everyone
    assert post.role_mentions == []


@pytest.mark.check
async def test_a_guild_manager_cannot_touch_matches_of_other_guilds(table: Table) -> None:
    number = await table.begin(table.ada, table.bruno)
    before = everything(table)
    for act in (guild_settings.abort_match, guild_settings.annul_match):
        with pytest.raises(NotFound), writing(table.store) as tx:
            act(tx, table.channel.guild.id + 1, number, by=table.dara.id, now=0)
    guild = table.env.create_guild("Mine")
    role = guild.create_role("owner", permissions=discord.Permissions(manage_guild=True))
    owner = guild.add_member(table.env.create_user("owner"), roles=[role])
    place = guild.create_text_channel("here")
    for command in ("server abort", "server annul"):
        interaction = await owner.slash(place, command, game=str(number))
        assert "No game in this server has" in text(interaction.response)
    interaction = await owner.slash(place, "server health")
    assert text(interaction.response).startswith("0 games")
    assert everything(table)["matches"] == before["matches"]


@pytest.mark.check
async def test_the_metrics_page_names_no_player_guild_or_match(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    await table.ada.slash(table.channel, "move", move="nonsense of Ada")
    await health_server.refresh_gauges(table.client)
    page = metrics.render_metrics().decode()
    assert 'what="move"' in page
    people: list[simulator.MemberActor] = [table.ada, table.bruno]
    secrets = [*(str(person.id) for person in people), "Ada", "Bruno", "nonsense"]
    secrets += [str(table.channel.id), str(table.channel.guild.id)]
    assert [secret for secret in secrets if secret in page] == []


@pytest.mark.check
async def test_a_hostile_name_turns_and_hides_nothing_in_the_name_of_a_thread_or_a_record(
    table: Table,
) -> None:
    guild = table.channel.guild
    role = guild.create_role("host", permissions=discord.Permissions(manage_guild=True))
    host = guild.add_member(table.env.create_user("host"), roles=[role])
    await change_settings(table, host, SERVER, threads="on")
    name = "\u202eE\u200bv\u2066e\n\r\n\u2028the\u3164 2nd"
    eve = guild.add_member(table.env.create_user("eve", global_name=name))
    challenge = await table.challenge(eve, table.bruno)
    await table.bruno.click(challenge, custom_id=ids(challenge)["accept"])
    [thread] = table.channel.threads
    assert thread.name == "Eve the 2nd – Bruno · Halma 8×8 #1"
    with reading(table.store) as tx:
        names = players.display_names(tx, [eve.id])
        assert '"Eve the 2nd"' in game_records.record_text(tx, lifecycle.load(tx, 1), names)
    choices = await table.bruno.autocomplete(thread, "game board", "game", "")
    assert [choice["name"] for choice in choices] == ["#1 Halma 8×8 against Eve the 2nd"]
