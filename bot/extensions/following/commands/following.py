"""The list of all that a player follows."""

from typing import NamedTuple

from bot.extension_api.commands import CommandContext, component_handler
from bot.extension_api.hooks import event_news
from bot.extension_api.matches import Match, load_match
from bot.extension_api.people import display_names, player_settings
from bot.extension_api.texts import Translator, plain_text, quote
from bot.extension_api.transactions import Tx
from bot.extension_api.views import ComponentId, Reply, StaleComponent, mention, parse_int
from bot.extensions.following.models import Follow, Watch
from bot.extensions.following.store import event_follow_rows, follow_rows, watch_rows
from bot.extensions.following.views import news
from bot.extensions.following.views.panels import (
    DIGEST_OFF,
    LABELS,
    Entry,
    event_panel,
    following_page,
    person_panel,
    watch_panel,
)


class _Followed(NamedTuple):
    """What a player follows, and whether their digest is on."""

    entries: list[Entry]
    has_digest: bool


@component_handler("following-list", about="else")
@component_handler("following", edits=True, about="else")
async def show(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the What I follow buttons, and the buttons of the pages."""
    followed = await ctx.read(_load, ctx.player, ctx.t)
    note = None if followed.has_digest else ctx.t.translate(DIGEST_OFF)
    return following_page(ctx.t, followed.entries, control.ply, notes=(note,))


def _load(tx: Tx, player: int, t: Translator) -> _Followed:
    watched = [
        _watched(tx, t, watch, load_match(tx, watch.match))
        for watch in watch_rows.list_watched(tx, player)
    ]
    follows = follow_rows.list_followed(tx, player)
    names = display_names(tx, [follow.person for follow in follows])
    people = [_followed(t, follow, names[follow.person]) for follow in follows]
    events = [
        Entry(f"e{each.event}", f"🏆 {quote(news.name)}", plain_text(news.name, 80))
        for each in event_follow_rows.list_events(tx, player)
        for news in (event_news(tx, each.event, 0, 0, t),)
        if news is not None and news.ended_at is None
    ]
    return _Followed([*watched, *people, *events], player_settings(tx, player).digest is not None)


def _watched(tx: Tx, t: Translator, watch: Watch, match: Match) -> Entry:
    line = f"{news.race_line(tx, match, t)} · {t.translate(LABELS[watch.level])}"
    name = t.translate("Game {number}", number=match.id)
    return Entry(f"w{match.id}", line, name)


def _followed(t: Translator, follow: Follow, name: str) -> Entry:
    label = plain_text(name, 80) or str(follow.person)
    return Entry(f"p{follow.person}:{follow.guild}", f"👤 {mention(follow.person)}", label)


@component_handler("followed", edits=True, about="else")
async def open_entry(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the select of the list: show the panel of an entry."""
    kind, (number, _, guild) = control.value[:1], control.value[1:].partition(":")
    if kind == "w":
        watch = await ctx.read(watch_rows.get_watch, ctx.player, parse_int(number))
        if watch is not None and watch.delete_at is None:
            return watch_panel(ctx.t, await ctx.read(load_match, watch.match), watch.level)
    elif kind == "p":
        person, server = parse_int(number), parse_int(guild)
        if await ctx.read(follow_rows.get_follow, ctx.player, person, server) is not None:
            return person_panel(ctx.t, person, server)
    elif kind == "e":
        followed = await ctx.read(event_follow_rows.list_events, ctx.player)
        news = await ctx.read(event_news, parse_int(number), 0, 0, ctx.t)
        if news is not None and parse_int(number) in {each.event for each in followed}:
            return event_panel(ctx.t, parse_int(number), news.name)
    else:
        raise StaleComponent(control.value)
    return await show(ctx, control)
