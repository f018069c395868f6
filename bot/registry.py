"""Registry of slash commands, components, game actions and followups.

Modules in `bot/commands` and in the extensions register functions with these decorators, and
`install` adds all of them to a client.
"""

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from inspect import Parameter, Signature, signature
from typing import Any, Literal, NamedTuple, TypeVar

import discord
import structlog
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.app import App, CommandContext, ComponentHandler, Followup, Handler
from bot.runtime import metrics
from bot.runtime.gateway_events import summarize_place
from bot.service.errors import ServiceError
from bot.store import Tx
from bot.store.schedule.creation_times import CreationTime
from bot.views import discord_limits
from bot.views.command_order import AnyCommand, place_of
from bot.views.reply import EditsMessage, Reply, UserError
from engine import EngineError

log = structlog.get_logger(__name__)

GameAction = Callable[[CommandContext, int, str], Awaitable[Reply]]
"""Game action: called with (ctx, match, more), where `more` is its argument."""
Autocomplete = Callable[[CommandContext, str], Awaitable[Mapping[str, str]]]
"""Autocomplete callback: called with (ctx, typed), returns labels by value."""
SendFollowup = Callable[[CommandContext], Awaitable[None]]
CommandCallback = TypeVar("CommandCallback", bound=Callable[..., Coroutine[Any, Any, Reply]])
"""Command handler. Its parameters after the context are the command's options."""


class Option(NamedTuple):
    """Command option: its description, fixed choices and autocomplete."""

    description: locale_str
    choices: Mapping[Any, str | locale_str] = {}
    """Labels of the fixed choices, by value."""
    autocomplete: Autocomplete | None = None


class Command(NamedTuple):
    """Definition of a slash command."""

    description: locale_str
    callback: Callable[..., Coroutine[Any, Any, Reply]]
    options: Mapping[str, Option]
    cooldown: tuple[int, float] | None
    """Rate limit per user: (uses, seconds)."""
    menu_name: locale_str | None
    """Name of the user context-menu command, if any. The user is the first option."""
    before: str | None
    """The sibling before which the command is listed.

    Ignored if the command's group or `/help` lists it.
    """


class Group(NamedTuple):
    """Definition of a command group."""

    description: locale_str
    order: list[str]
    """Subcommand names in display order."""
    check: Callable[[CommandContext], None]
    """Check run before each command of the group; raises `UserError`."""
    visibility: Mapping[str, Any]
    """Keyword arguments for `app_commands.Group`, such as permissions and contexts."""


class Menu(NamedTuple):
    """Definition of a context-menu command for users or messages."""

    title: locale_str
    callback: Callable[..., Coroutine[Any, Any, Reply]]
    """Called with the context and the user or message."""
    target: Any
    """The type of the second argument: `discord.User` or `discord.Message`."""
    visibility: Mapping[str, Any]
    """Keyword arguments for `app_commands.ContextMenu`, such as contexts."""


COMMANDS: dict[str, Command | Group] = {}
MENUS: list[Menu] = []
COMPONENT_HANDLERS: dict[str, Handler] = {}
GAME_ACTIONS: dict[str, GameAction] = {}
FOLLOWUPS: list[Followup] = []


def command(
    name: str,
    description: locale_str,
    /,
    *,
    cooldown: tuple[int, float] | None = None,
    menu: locale_str | None = None,
    before: str | None = None,
    **options: locale_str | Option,
) -> Callable[[CommandCallback], CommandCallback]:
    """Register a slash command.

    `name` may contain spaces for subcommands. `before` is the sibling before which the command
    is listed, if neither its group nor `/help` lists it. `options` holds a description or an
    `Option` for each parameter.
    """
    options_by_name = {
        key: option if isinstance(option, Option) else Option(option)
        for key, option in options.items()
    }

    def put(work: CommandCallback) -> CommandCallback:
        COMMANDS[name] = Command(description, work, options_by_name, cooldown, menu, before)
        return work

    return put


def group(
    name: str,
    description: locale_str,
    order: str,
    *,
    check: Callable[[CommandContext], None] = lambda _call: None,
    **shown: Any,
) -> None:
    """Register a command group; `order` lists its subcommands, separated by spaces."""
    COMMANDS[name] = Group(description, order.split(), check, shown)


def user_menu(title: locale_str, /, **shown: Any) -> Callable[[CommandCallback], CommandCallback]:
    """Register a context-menu command for users."""
    return partial(_add_menu, title, discord.User, shown)


def message_menu(
    title: locale_str, /, **shown: Any
) -> Callable[[CommandCallback], CommandCallback]:
    """Register a context-menu command for messages."""
    return partial(_add_menu, title, discord.Message, shown)


def _add_menu(
    title: locale_str, target: type, shown: Mapping[str, Any], work: CommandCallback
) -> CommandCallback:
    MENUS.append(Menu(title, work, target, shown))
    return work


def component_handler(
    *actions: str,
    edits: EditsMessage = False,
    about: Literal["match", "challenge", "else"] = "match",
    created: CreationTime | None = None,
) -> Callable[[ComponentHandler], ComponentHandler]:
    """Register a component handler for these actions; see `Handler`."""

    def put(act: ComponentHandler) -> ComponentHandler:
        COMPONENT_HANDLERS.update(dict.fromkeys(actions, Handler(act, edits, about, created)))
        return act

    return put


def game_action(name: str) -> Callable[[GameAction], GameAction]:
    """Register a game action under this name."""

    def put(work: GameAction) -> GameAction:
        GAME_ACTIONS[name] = work
        return work

    return put


def followup(
    pending: Callable[[Tx, int], object],
) -> Callable[[SendFollowup], SendFollowup]:
    """Register a private followup, sent if `pending` returns a truthy value."""

    def put(send: SendFollowup) -> SendFollowup:
        FOLLOWUPS.append(Followup(pending, send))
        return send

    return put


def matching_choices(names: Mapping[str, str], typed: str) -> dict[str, str]:
    """Return the choices that contain the typed text, ignoring case."""
    return {
        value: name
        for value, name in names.items()
        if typed.casefold() in f"{name} {value}".casefold()
    }


def install(app: App) -> None:
    """Add all registered commands, components and followups to a client."""
    app.controls.update(COMPONENT_HANDLERS)
    app.followups.extend(FOLLOWUPS)
    for name in sorted(name for name in COMMANDS if " " not in name):
        app.tree.add_command(_build(app, name))
    for menu in MENUS:
        app.tree.add_command(_context_menu(app, menu))


def _build(app: App, name: str, around: tuple[Group, ...] = ()) -> AnyCommand:
    """Build a command, or a group with all its subcommands."""
    about, word = COMMANDS[name], name.rpartition(" ")[2]
    if isinstance(about, Command):
        if about.menu_name is not None:
            menu = Menu(about.menu_name, about.callback, discord.User, {})
            app.tree.add_command(_context_menu(app, menu))
        return _slash_command(app, word, about, around)
    made = app_commands.Group(name=word, description=about.description, **about.visibility)
    inside = [_build(app, each, (*around, about)) for each in COMMANDS if _is_inside(each, name)]
    for each in sorted(inside, key=lambda each: place_of(each, about.order)):
        made.add_command(each)
    return made


def _is_inside(name: str, group_name: str) -> bool:
    return name.rpartition(" ")[0] == group_name


def _context_menu(app: App, menu: Menu) -> app_commands.ContextMenu:
    async def callback(interaction: discord.Interaction, target: Any) -> None:
        call = CommandContext(app, interaction)
        await app.serve(call, partial(menu.callback, call, target))

    # discord.py reads the kind of menu from the callback's signature.
    callback.__annotations__["target"] = menu.target
    return app_commands.ContextMenu(name=menu.title, callback=callback, **menu.visibility)


def _slash_command(
    app: App, word: str, about: Command, around: tuple[Group, ...]
) -> app_commands.Command[Any, ..., Any]:
    async def work(ctx: CommandContext, values: Mapping[str, Any]) -> Reply:
        for outer in around:
            outer.check(ctx)
        return await about.callback(ctx, **values)

    async def callback(interaction: discord.Interaction, **given: Any) -> None:
        if any(isinstance(each, discord.Object | list | dict) for each in given.values()):
            raise app_commands.AppCommandError("an option has an unknown kind of value")
        call = CommandContext(app, interaction)
        await app.serve(call, partial(work, call, given))

    # discord.py reads the options from the callback's signature.
    asker = Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD)
    _, *named = signature(about.callback, eval_str=True).parameters.values()
    callback.__signature__ = Signature([asker, *named])  # type: ignore[attr-defined]
    app_commands.describe(**{key: option.description for key, option in about.options.items()})(
        callback
    )
    app_commands.choices(
        **{
            key: [Choice(name=name, value=value) for value, name in option.choices.items()]
            for key, option in about.options.items()
            if option.choices
        }
    )(callback)
    app_commands.autocomplete(
        **{
            key: _autocomplete_callback(app, option.autocomplete)
            for key, option in about.options.items()
            if option.autocomplete
        }
    )(callback)
    if about.cooldown is not None:
        app_commands.checks.cooldown(*about.cooldown)(callback)
    extras: dict[Any, Any] = {"before": about.before}
    return app_commands.Command(
        name=word, description=about.description, callback=callback, extras=extras
    )


def _autocomplete_callback(
    app: App, offer: Autocomplete
) -> Callable[[discord.Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]:
    async def offered(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        """Return autocomplete choices, or none on an error; the command reports the error."""
        try:
            with metrics.measure_response("choices"):
                choices = await offer(CommandContext(app, interaction), typed)
        except (ServiceError, EngineError, UserError):
            return []
        except Exception as fault:  # with every key pressed: one line without a traceback
            metrics.ERRORS.inc()
            log.error("autocomplete failed", why=summarize_place(fault))
            return []
        return [
            Choice(name=discord_limits.choice(name), value=value) for value, name in choices.items()
        ][: discord_limits.CHOICES]

    return offered
