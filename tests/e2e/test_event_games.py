"""A match of an event as its players see it."""

from typing import Any

import pytest

from bot.extension_points import Extension
from bot.i18n.escaping import quote
from bot.i18n.translator import Translator
from bot.service.clock import time_control
from bot.service.matchmaking.start_match import start_match
from bot.service.players.players import record_seen
from bot.store import Tx
from bot.store.models import Match
from engine import variant
from tests.bot.service.event_matches import CONTROL, CUP, installed
from tests.e2e.table import Table, ids, options, text
from tests.transactions import writing

pytestmark = pytest.mark.check


async def begin(
    table: Table, event: str | None = CUP, *, swapped: bool = False, **more: Any
) -> Match:
    """Start a match between Ada and Bruno without a challenge, and post its board.

    Bruno moves first if `swapped`.
    """
    players = (table.ada.id, table.bruno.id)
    with writing(table.store) as tx:
        for person in (table.ada, table.bruno):
            record_seen(tx, person.id, person.name, now=table.client.clock())
        match = start_match(
            tx,
            variant("halma-8"),
            players=players[::-1] if swapped else players,
            guild=table.channel.guild.id,
            channel=table.channel.id,
            control=time_control.parse(CONTROL),
            event=event,
            **more,
            now=table.client.clock(),
        )
    await table.env.settle()
    return match


async def test_commands_say_what_an_event_does_not_allow(table: Table) -> None:
    await begin(table)
    for command, sentence in {
        "game abort": "cannot be aborted",
        "game pause": "cannot be paused",
        "game takeback": "cannot be taken back",
        "game hint": "have no hints until they are over",
    }.items():
        interaction = await table.ada.slash(table.channel, command)
        assert sentence in text(interaction.response)
        assert CUP in text(interaction.response)


async def test_the_question_before_resigning_does_not_offer_to_abort(table: Table) -> None:
    await begin(table)
    answer = (await table.ada.slash(table.channel, "game resign")).response
    assert answer is not None
    assert "abort" not in ids(answer)
    assert "abort" not in text(answer)


async def test_only_other_games_can_be_chosen_for_an_abort(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    await begin(table)
    answer = (await table.ada.slash(table.channel, "game abort")).response
    assert answer is not None
    assert "game 1?" in text(answer)
    await table.ada.click(answer, label="Abort the game")
    await begin(table, "Ladder")
    answer = (await table.ada.slash(table.channel, "game abort")).response
    assert "they all belong to tournaments or ladders" in text(answer)


async def test_boards_and_lists_show_the_label_of_the_event(table: Table) -> None:
    await begin(table)
    await table.begin(table.ada, table.bruno)
    boards = [text(message) for message in table.posts() if message.attachments]
    assert [f"({CUP}) · game 1" in board for board in boards] == [True, False]
    games = text((await table.ada.slash(table.channel, "games")).response)
    assert games.count(f"🏆 **{quote(CUP)}**") == 1
    answer = (await table.ada.slash(table.channel, "game resign")).response
    assert answer is not None
    labels = [option["label"] for option in options(answer)]
    assert sum(f"({CUP})" in label for label in labels) == 1 < len(labels)


async def test_the_thread_of_a_match_is_named_after_the_event(table: Table) -> None:
    """Threads are off in this guild."""
    post = await table.challenge(table.chen, table.dara)
    await begin(table, under=post.id, in_thread=True)
    (thread,) = table.channel.threads
    assert thread.name == f"ada – bruno · {CUP} #1"
    assert f"({CUP})" in text(thread.last_message)


async def test_the_profile_shows_lines_of_extensions(table: Table) -> None:
    asked = []

    def won(tx: Tx, guild: int, player: int, t: Translator) -> list[str]:
        asked.append((guild, player))
        return [t.translate("Won the Spring Cup.")]

    with installed(Extension(profile_lines=won)):
        answer = (await table.ada.slash(table.channel, "me profile", person=table.bruno)).response
    assert "Won the Spring Cup." in text(answer)
    assert asked == [(table.channel.guild.id, table.bruno.id)]
