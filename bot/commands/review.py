"""Loads a match or an imported record for review, and runs review jobs."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bot.app import Act, Call
from bot.commands.board import seen_by
from bot.i18n.escaping import quote
from bot.i18n.translator import mark
from bot.registry import handles
from bot.service.actions import game_records
from bot.service.guilds import board_themes
from bot.service.match import lifecycle
from bot.service.players import players
from bot.store import imported_games
from bot.texts.game_names import game_name
from bot.texts.outcomes import ending
from bot.views.board_post import heading
from bot.views.components import OldControl
from bot.views.job_progress import Report, watched
from bot.views.player_labels import person
from bot.views.reply import Refused
from bot.views.review_source import Source, Story
from engine import Move
from engine.record import trusted

GONE = mark("I no longer have that record. Import it again with `/game import`.")


async def story(call: Call, number: int, source: Source = "") -> Story:
    """Return a game from the beginning, as the caller may see it."""
    if source:
        return await _given(call, number)
    async with call.read() as tx:
        found = await lifecycle.get(tx, number)
        record = await game_records.of(tx, number, await players.names(tx, found.players))
        side, theme = await seen_by(tx, found, call.player)
    names = [person(call.said, found, seat) for seat in range(len(found.players))]
    moves = [turn for turn in record.turns if isinstance(turn, Move)]
    ended = None
    if found.status != "running":
        ended = ending(
            call.said, found.outcome, names, record.variant, moves[-1] if moves else None
        )
    return Story(
        number,
        record,
        heading(call.said, found),
        ended,
        side,
        theme,
        shared=call.guild is not None and call.guild == found.guild,
    )


async def _given(call: Call, number: int) -> Story:
    """Return a record imported by the caller. Raises `Refused` if it no longer exists."""
    async with call.read() as tx:
        text = await imported_games.text(tx, number, call.player)
        theme = await board_themes.of_person(tx, call.player, call.guild)
    if text is None:
        raise Refused(GONE)
    record = trusted(text)
    people = [quote(record.headers.get(seat.name, ""), 40) for seat in record.variant.seats]
    about = call.said.say(
        "{game} · your record {number}", game=game_name(call.said, record.variant), number=number
    )
    lines = [" · ".join(filter(None, people)), f"-# {about}"]
    told = Story(number, record, "\n".join(filter(None, lines)), None, 0, theme, False, "given-")
    return replace(told, ended=told.result(call.said))


def handles_story(action: str, *, edits: bool = False) -> Callable[[Act], Act]:
    """Register a component handler for matches and for imported records."""

    def put(act: Act) -> Act:
        handles(action, edits=edits)(act)
        return handles("given-" + action, edits=edits, about="else")(act)

    return put


def source_of(action: str) -> Source:
    """Return whether a component's action refers to a match or an imported record."""
    return "given-" if action.startswith("given-") else ""


async def to_share(call: Call, number: int) -> Story:
    """Return a game that may be shown to everyone in the channel.

    Raises `OldControl` if it may only be shown in private.
    """
    about = await story(call, number)
    if not about.shared:
        raise OldControl(str(number))
    return about


async def worked(
    call: Call, job: str, payload: object, *, seconds: float, told: Callable[[int], str]
) -> Any:
    """Run a job in the worker while showing its progress.

    Progress messages come from a callback that takes a percentage.
    """

    async def work(report: Report) -> Any:
        return await call.app.worker.run(
            job, payload, owner=call.owner, seconds=seconds, progress=report
        )

    return await watched(call.interaction, work, told)
