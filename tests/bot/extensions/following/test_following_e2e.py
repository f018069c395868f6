"""Following in Discord: menus, panels, the list, digests and direct messages."""

import pytest

from bot.extension_points import EventNews, Extension
from bot.service.clock.calendar import DAY, HOUR
from tests.bot.service.event_matches import installed
from tests.e2e import simulator
from tests.e2e.days import wait
from tests.e2e.settings import ME, SERVER, change_settings
from tests.e2e.table import Table, ids, options, text
from tests.e2e.test_match_channels import host, whispers
from tests.e2e.test_visibility import UNKNOWN, elsewhere, pressed

pytestmark = pytest.mark.check


async def watched(table: Table, person: simulator.MemberActor) -> simulator.ResponseMessage:
    """Press Watch in the menu of the newest board, and return the panel."""
    menu = await table.menu(person)
    panel = (await person.click(menu, custom_id=ids(menu)["watch"])).response
    assert panel is not None
    return panel


async def resigned(table: Table, person: simulator.MemberActor) -> None:
    """Resign the only game of a person."""
    question = (await person.slash(table.channel, "game resign")).response
    assert question is not None
    await person.click(question, custom_id=ids(question)["resigned"])


async def test_a_stranger_watches_a_game_and_gets_a_line_a_day_and_the_result(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno)
    assert "watch" not in ids(await table.menu(table.ada))
    panel = await watched(table, table.chen)
    assert panel.ephemeral
    assert "a line a day" in text(panel)
    assert "Your daily digest is on now" in text(panel)
    await wait(table, DAY)
    assert whispers(table.chen).count("steps to go") == 1
    await table.moved(game, "II,3-III,3")
    await wait(table, DAY)
    assert whispers(table.chen).count("steps to go") == 2
    await wait(table, 2 * DAY)
    assert whispers(table.chen).count("steps to go") == 2
    others = [table.dara, table.channel.guild.add_member(table.env.create_user("eve"))]
    for other in others:
        await watched(table, other)
    posted = len(table.posts())
    await resigned(table, table.ada)
    assert "1 move in all · 3 watched" in text(table.posts()[-1])
    assert "You have watched this game." in whispers(table.chen)
    assert whispers(table.bruno).count("steps to go") == 0
    assert len(table.posts()) - posted == 1, "the result"
    assert not [post for post in table.posts() if f"<@{table.chen.id}>" in text(post)]


async def test_every_move_needs_a_thread(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    panel = await watched(table, table.chen)
    answer = (await table.chen.click(panel, label="Every move, in its thread")).response
    assert "I can't add you to a thread" in text(answer)
    await change_settings(table, await host(table), SERVER, threads="on")
    challenge = await table.challenge(table.ada, table.bruno)
    await table.bruno.click(challenge, custom_id=ids(challenge)["accept"])
    [thread] = table.channel.threads
    board = thread.last_message
    assert board is not None
    menu = (await table.chen.click(board, custom_id=ids(board)["menu"])).response
    assert menu is not None
    panel = (await table.chen.click(menu, custom_id=ids(menu)["watch"])).response
    answer = (await table.chen.click(panel, label="Every move, in its thread")).response
    assert "Discord shows you every move" in text(answer)
    assert table.chen.id in table.env.backend.get_channel(thread.id).thread_members
    table.env.inject_error("PUT", "/channels/*/thread-members/*", status=400, code=50083)
    answer = (await table.chen.click(panel, label="Every move, in its thread")).response
    assert "I can't add you to a thread" in text(answer)


async def test_the_list_leads_to_each_panel_and_back(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    await watched(table, table.chen)
    profile = (await table.chen.slash(table.channel, "me profile", person=table.ada)).response
    assert profile is not None
    panel = (await table.chen.click(profile, label="Follow")).response
    assert f"You follow <@{table.ada.id}>" in text(panel)
    listed = (await table.chen.click(panel, label="What I follow")).response
    assert listed is not None
    assert f"game {game}" in text(listed)
    assert "A line a day" in text(listed)
    assert [each["label"] for each in options(listed)] == [f"Game {game}", "Ada"]
    values = [each["value"] for each in options(listed)]
    panel = (await table.chen.select(listed, [values[0]])).response
    stopped = (await table.chen.click(panel, label="Stop")).response
    assert "You no longer follow this." in text(stopped)
    own = (await table.chen.slash(table.channel, "me profile")).response
    listed = (await table.chen.click(own, label="What I follow")).response
    assert [each["label"] for each in options(listed)] == ["Ada"]


async def test_a_result_offers_to_follow_its_players(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.moved(game, "II,3-III,3")
    await resigned(table, table.ada)
    answer = (await table.chen.click(table.board, label="Follow")).response
    assert answer is not None
    panel = (await table.chen.click(answer, label="Follow Bruno")).response
    assert f"You follow <@{table.bruno.id}>" in text(panel)
    answer = (await table.ada.click(table.board, label="Follow")).response
    assert "Follow Bruno" in str(answer.components)
    assert "Follow Ada" not in str(answer.components)


async def test_a_watcher_who_has_left_the_server_gets_nothing(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    await watched(table, table.chen)
    table.env.inject_error("GET", "/guilds/*/members/*", status=404, code=10007)
    await table.moved(game, "II,3-III,3")
    await wait(table, DAY)
    assert whispers(table.chen) == ""
    await wait(table, DAY)
    assert whispers(table.chen) == ""


async def test_quiet_hours_hold_the_result(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    await watched(table, table.chen)
    hour = table.env.now().hour
    quiet = f"{hour}-{(hour + 5) % 24}"
    await change_settings(table, table.chen, ME, zone="UTC", quiet=quiet)
    await table.moved(game, "II,3-III,3")
    await resigned(table, table.ada)
    assert whispers(table.chen) == ""
    await table.env.advance_time(5 * HOUR)
    assert "You have watched this game." in whispers(table.chen)


async def test_a_game_of_another_server_is_unknown(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    board = table.board
    other, eve, _ = elsewhere(table)
    for action in ("watch", "follow-players"):
        assert UNKNOWN in await pressed(table, eve.id, other, board, f"h:{action}:{game}:0")
    assert UNKNOWN in await pressed(table, eve.id, other, board, f"h:watch-level:{game}:0:end")


async def test_an_event_is_in_the_list(table: Table) -> None:
    guild, event = table.channel.guild.id, 10**6
    await table.begin(table.ada, table.bruno)
    news = EventNews("Spring *Cup*", guild, None, ())
    fake = Extension(event_news=lambda tx, number, *period: news if number == event else None)
    with installed(fake):
        await table.at_once([(table.chen, table.board, f"h:follow-event:{event}:0")])
        own = (await table.chen.slash(table.channel, "me profile")).response
        listed = (await table.chen.click(own, label="What I follow")).response
        assert [each["value"] for each in options(listed)] == [f"e{event}"]
        panel = (await table.chen.select(listed, [f"e{event}"])).response
        assert r"You follow **Spring \*Cup\***" in text(panel)
        await table.chen.click(panel, label="Stop")
        own = (await table.chen.slash(table.channel, "me profile")).response
        listed = (await table.chen.click(own, label="What I follow")).response
    assert "You follow nothing." in text(listed)


async def test_a_refused_result_is_reported_with_the_next_reply_once(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    await watched(table, table.chen)
    await table.moved(game, "II,3-III,3")
    question = (await table.ada.slash(table.channel, "game resign")).response
    assert question is not None
    table.env.inject_error("POST", "/users/@me/channels", status=403, code=50007)
    await table.ada.click(question, custom_id=ids(question)["resigned"])
    assert "has won" in text(table.board)
    answers = [await table.chen.slash(table.channel, "games") for _ in range(2)]
    reports = [sum("I could not send you" in text(each) for each in a.followups) for a in answers]
    assert reports == [1, 0]
