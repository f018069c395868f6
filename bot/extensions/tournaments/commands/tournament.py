"""The forms of a new tournament, its preview, and its sign-up."""

from dataclasses import replace

from bot.extension_api.commands import (
    GAME_FAMILIES,
    CommandContext,
    component_handler,
    resolve_variant,
    text_channel,
)
from bot.extension_api.matches import variants_by_size
from bot.extension_api.texts import N_, game_name, quote
from bot.extension_api.transactions import InvalidTime, ServiceError, Tx
from bot.extension_api.views import ComponentId, Reply, StaleComponent, UserError, layout, parse_int
from bot.extensions.tournaments.dialogs.event_cards import preview_reply
from bot.extensions.tournaments.dialogs.event_choice import is_manager
from bot.extensions.tournaments.models import Event, EventFormat
from bot.extensions.tournaments.service import draft_changes, drafts, hub_places
from bot.extensions.tournaments.service.drafts import EventDraft
from bot.extensions.tournaments.store.event_rows import event_created
from bot.extensions.tournaments.views.event_form import (
    RATED,
    TWICE,
    EventForm,
    conditions_form,
    event_form,
    form_control,
    parse_draft,
    read_conditions,
    read_event_form,
    refusal_view,
)
from engine import VARIANTS, EngineError, variant
from engine.suggested_rules import as_usual

DEFAULT_GAME = "halma-8"
NOT_HERE = N_(
    "A tournament is announced in a text channel, not in a thread or forum. Use **Tournaments** "
    "(`/games`) in a text channel and press **New tournament**. You can then choose a forum for "
    "the games."
)


def _usual_most(ctx: CommandContext, event_format: EventFormat, *, rated: bool) -> int:
    """Return the default maximum of players: low for a member's rated tournament."""
    if rated and event_format != "rounds" and not is_manager(ctx):
        return drafts.MEMBERS_MOST
    return drafts.MAX_ENTRANTS


def _must_be_here(ctx: CommandContext) -> None:
    """Raise `UserError` unless a tournament can be posted in this channel."""
    text_channel(ctx, NOT_HERE)


async def _must_be_allowed(ctx: CommandContext) -> None:
    """Raise `MayNotOrganise` unless the user may create a tournament in this guild."""
    if not is_manager(ctx):
        await ctx.read(drafts.must_be_organiser, ctx.guild or 0, ctx.player)


def _form_reply(ctx: CommandContext, draft: EventDraft, event: int = 0) -> Reply:
    """Open the form, or a panel with a button for it if it is too late."""
    again = ComponentId("event-change", event) if event else form_control(draft)
    text = "### " + ctx.t.translate("New tournament")
    return Reply(
        view=refusal_view(ctx.t, text, again),
        form=event_form(ctx.t, GAME_FAMILIES, draft, event),
    )


@component_handler("event-new", about="else")
async def open_form(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the buttons that open the form for a new tournament."""
    _must_be_here(ctx)
    await _must_be_allowed(ctx)
    usual = EventDraft("", DEFAULT_GAME)
    return _form_reply(ctx, parse_draft(control) if control.extra else usual)


@component_handler("event-form", edits=True, about="else", created=event_created)
async def submit_form(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the submitted form: create the draft, or change it, and show the preview."""
    given = read_event_form(control)
    before = EventDraft("", DEFAULT_GAME)
    if control.subject:
        before = draft_changes.draft_of(await ctx.read(_load_own, ctx, control.subject))
    else:
        _must_be_here(ctx)
    if (given.format, given.seats) != (before.format, len(variant(before.variant).seats)):
        before = replace(before, min_entrants=0)  # the minimum that the new kind allows
    if not control.subject:
        most = _usual_most(ctx, given.format, rated=RATED in given.options)
        before = replace(before, max_entrants=most)
    draft = replace(
        before,
        name=given.name,
        format=given.format,
        control=given.control,
        rated=RATED in given.options,
        games_each=2 if TWICE in given.options else None,
    )
    again = ComponentId("event-change", control.subject)
    if not _fits(given.game, given.seats):
        return _other_game(ctx, given, draft, control.subject)
    try:
        draft = replace(draft, variant=_game_of(given, before.variant))
        again = again if control.subject else form_control(draft)
        if control.subject:
            return await _change(ctx, control.subject, draft)
        return await _create(ctx, draft)
    except (EngineError, InvalidTime, ServiceError, UserError) as refused:
        again = again if control.subject else form_control(draft)
        reply = await ctx.app.error_reply(refused, ctx.t, ctx.player)
        return Reply(view=refusal_view(ctx.t, reply.text, again))


def _fits(game: str, seats: int) -> bool:
    """Return whether a game has a version for this number of players."""
    return seats in variants_by_size(game)


def _other_game(ctx: CommandContext, given: EventForm, draft: EventDraft, event: int) -> Reply:
    """Refuse a game that does not fit the kind, and name those that do.

    The form of a new tournament opens with the first of them.
    """
    games = [game for game in GAME_FAMILIES if _fits(game, given.seats)]
    text = ctx.t.translate(
        "{game} is not for {n} players. Choose a game that is: {games}.",
        game=game_name(ctx.t, VARIANTS[given.game]),
        n=given.seats,
        games=ctx.t.join(game_name(ctx.t, VARIANTS[game]) for game in games),
    )
    usual = variants_by_size(games[0])[given.seats].key
    again = form_control(replace(draft, variant=usual))
    if event:
        again = ComponentId("event-change", event)
    return Reply(view=refusal_view(ctx.t, text, again))


def _game_of(given: EventForm, before: str) -> str:
    """Return the key of the game in the form, with the number of seats of its kind.

    The version chosen before stays, such as one with optional rules, if it fits. Another one has
    its suggested rules.
    """
    earlier = variant(before)
    if VARIANTS[given.game].game == earlier.game and len(earlier.seats) == given.seats:
        return earlier.key
    return as_usual(resolve_variant(given.game, seats=given.seats).key).key


async def _create(ctx: CommandContext, draft: EventDraft) -> Reply:
    """Create a draft and show its preview."""
    event = await ctx.write(
        drafts.create_event,
        draft,
        guild=ctx.guild or 0,
        channel=text_channel(ctx, NOT_HERE),
        organiser=ctx.player,
        is_manager=is_manager(ctx),
        interaction=ctx.interaction.id,
        now=ctx.now,
    )
    return await preview_reply(ctx, event)


async def _change(ctx: CommandContext, event_id: int, draft: EventDraft) -> Reply:
    """Change a draft and show its preview."""
    event = await ctx.write(
        draft_changes.change_draft,
        event_id,
        draft,
        guild=ctx.guild or 0,
        by=ctx.player,
        is_manager=is_manager(ctx),
        now=ctx.now,
    )
    return await preview_reply(ctx, event)


def _load_own(tx: Tx, ctx: CommandContext, event_id: int) -> Event:
    """Return a draft of this guild, which the user may change."""
    return draft_changes.load_draft(
        tx, event_id, ctx.guild or 0, by=ctx.player, is_manager=is_manager(ctx)
    )


@component_handler("event-change", about="else", created=event_created)
async def reopen_form(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Change button of a preview."""
    event = await ctx.read(_load_own, ctx, control.subject)
    return _form_reply(ctx, draft_changes.draft_of(event), event.id)


@component_handler("event-conditions", about="else", created=event_created)
async def open_conditions(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Players and conditions button of a preview."""
    event = await ctx.read(_load_own, ctx, control.subject)
    shown = await preview_reply(ctx, event)
    return replace(shown, form=conditions_form(ctx.t, event.id, draft_changes.draft_of(event)))


@component_handler("event-more", edits=True, about="else", created=event_created)
async def submit_conditions(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the submitted form with players and conditions."""
    event = await ctx.read(_load_own, ctx, control.subject)
    try:
        role = _chosen_role(ctx, control)
        draft = read_conditions(control, draft_changes.draft_of(event), role)
        return await _change(ctx, event.id, draft)
    except (ServiceError, UserError) as refused:
        reply = await ctx.app.error_reply(refused, ctx.t, ctx.player)
        again = ComponentId("event-conditions", event.id)
        return Reply(view=refusal_view(ctx.t, reply.text, again))


def _chosen_role(ctx: CommandContext, control: ComponentId) -> int | None:
    """Return the chosen role, or None. Raises `StaleComponent` if it is unknown."""
    chosen = control.fields.get("role", ())
    if not chosen:
        return None
    role = parse_int(chosen[0])
    guild = ctx.interaction.guild
    if guild is None or guild.get_role(role) is None:
        raise StaleComponent(chosen[0])
    return role


@component_handler("event-open", edits=True, about="else", created=event_created)
async def open_sign_up(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Open sign-up button of a preview."""
    await ctx.read(_load_own, ctx, control.subject)
    event = await ctx.write(
        drafts.open_event,
        control.subject,
        by=ctx.player,
        is_manager=is_manager(ctx),
        now=ctx.now,
    )
    return Reply(
        view=layout(
            ctx.t.translate(
                "Sign-up for {name} is open in {channel}. The tournament begins automatically "
                "when sign-up ends. To start it earlier or cancel it, use **Tournaments** (`/games`).",
                name=f"**{quote(event.name)}**",
                channel=f"<#{event.channel}>",
            )
        )
    )


@component_handler("event-move", edits=True, about="else", created=event_created)
async def move(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Post it here button: post a tournament in this channel."""
    _must_be_here(ctx)
    event = await ctx.write(
        hub_places.move_event,
        control.subject,
        guild=ctx.guild or 0,
        channel=text_channel(ctx, NOT_HERE),
        by=ctx.player,
        is_manager=is_manager(ctx),
        interaction=ctx.interaction.id,
        now=ctx.now,
    )
    text = ctx.t.translate(
        "{name} is now in {channel}, and its next games begin there.",
        name=f"**{quote(event.name)}**",
        channel=f"<#{event.channel}>",
    )
    return Reply(view=layout(text))


@component_handler("event-drop", edits=True, about="else", created=event_created)
async def discard(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Discard button of a preview."""
    event = await ctx.write(
        draft_changes.discard_draft,
        control.subject,
        ctx.guild or 0,
        by=ctx.player,
        is_manager=is_manager(ctx),
    )
    text = ctx.t.translate("{name} has been discarded.", name=f"**{quote(event.name)}**")
    return Reply(view=layout(text))
