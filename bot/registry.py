"""Registry of slash commands, components, game actions and followups.

Modules in `bot/commands` and in the extensions register functions with these decorators, and
`install` adds all of them to a client.
"""

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from inspect import Parameter, Signature, signature
from typing import Any, Literal, NamedTuple, TypeVar

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.app import Act, App, Call, Handler, News
from bot.runtime import metrics
from bot.service.errors import ServiceError
from bot.store import Tx
from bot.views import discord_limits
from bot.views.reply import Refused, Reply
from engine import EngineError

Verb = Callable[[Call, int, str], Awaitable[Reply]]
"""(call, match, more): game action, run once the match is known."""
Offer = Callable[[Call, str], Awaitable[Mapping[str, str]]]
"""(call, typed): autocomplete callback; returns labels by value."""
Tell = Callable[[Call], Awaitable[None]]
Work = TypeVar("Work", bound=Callable[..., Coroutine[Any, Any, Reply]])
"""Command handler; its parameters after the call are the command's options."""


class Option(NamedTuple):
    """Command option: its description, fixed choices and autocomplete."""

    about: locale_str
    choices: Mapping[Any, str | locale_str] = {}
    """Fixed choices: label by value."""
    offer: Offer | None = None


class Command(NamedTuple):
    """Definition of a slash command."""

    description: locale_str
    work: Callable[..., Coroutine[Any, Any, Reply]]
    options: Mapping[str, Option]
    cooldown: tuple[int, float] | None
    """Rate limit per user: (uses, seconds)."""
    menu: locale_str | None
    """Name of the user context-menu command, if any; the user is the first option."""


class Group(NamedTuple):
    """Definition of a command group."""

    description: locale_str
    order: list[str]
    """Subcommand names in display order."""
    must: Callable[[Call], None]
    """Check run before each command of the group; raises `Refused`."""
    shown: Mapping[str, Any]
    """Keyword arguments for `app_commands.Group`, such as permissions and contexts."""


COMMANDS: dict[str, Command | Group] = {}
CONTROLS: dict[str, Handler] = {}
VERBS: dict[str, Verb] = {}
NEWS: list[News] = []


def command(
    name: str,
    description: locale_str,
    /,
    *,
    cooldown: tuple[int, float] | None = None,
    menu: locale_str | None = None,
    **options: locale_str | Option,
) -> Callable[[Work], Work]:
    """Register a slash command.

    `name` may contain spaces for subcommands. `options` holds a description or an `Option` for each
    parameter.
    """
    told = {key: one if isinstance(one, Option) else Option(one) for key, one in options.items()}

    def put(work: Work) -> Work:
        COMMANDS[name] = Command(description, work, told, cooldown, menu)
        return work

    return put


def group(
    name: str,
    description: locale_str,
    order: str,
    *,
    must: Callable[[Call], None] = lambda _call: None,
    **shown: Any,
) -> None:
    """Register a command group; `order` lists its subcommands, separated by spaces."""
    COMMANDS[name] = Group(description, order.split(), must, shown)


def handles(
    *actions: str,
    edits: bool | Literal["anywhere"] = False,
    about: Literal["match", "challenge", "else"] = "match",
) -> Callable[[Act], Act]:
    """Register a component handler for these actions; see `Handler`."""

    def put(act: Act) -> Act:
        CONTROLS.update(dict.fromkeys(actions, Handler(act, edits, about)))
        return act

    return put


def verb(name: str) -> Callable[[Verb], Verb]:
    """Register a game action under this name."""

    def put(work: Verb) -> Verb:
        VERBS[name] = work
        return work

    return put


def news(untold: Callable[[Tx, int], Awaitable[object]]) -> Callable[[Tell], Tell]:
    """Register a private followup, sent when `untold` returns something."""

    def put(tell: Tell) -> Tell:
        NEWS.append(News(untold, tell))
        return tell

    return put


def fitting(names: Mapping[str, str], typed: str) -> dict[str, str]:
    """Return the choices that contain the typed text, ignoring case."""
    return {
        value: name
        for value, name in names.items()
        if typed.casefold() in f"{name} {value}".casefold()
    }


def install(app: App) -> None:
    """Add all registered commands, components and followups to a client."""
    app.controls.update(CONTROLS)
    app.news.extend(NEWS)
    for name in sorted(name for name in COMMANDS if " " not in name):
        app.tree.add_command(_made(app, name))


def _made(
    app: App, name: str, around: tuple[Group, ...] = ()
) -> app_commands.Command[Any, ..., Any] | app_commands.Group:
    """Build a command, or a group with all its subcommands."""
    about, word = COMMANDS[name], name.rpartition(" ")[2]
    if isinstance(about, Command):
        if about.menu is not None:
            app.tree.add_command(_menu(app, about.menu, about))
        return _command(app, word, about, around)
    made = app_commands.Group(name=word, description=about.description, **about.shown)
    inside = [each for each in COMMANDS if each.rpartition(" ")[0] == name]
    for each in sorted(inside, key=lambda each: about.order.index(each.rpartition(" ")[2])):
        made.add_command(_made(app, each, (*around, about)))
    return made


def _menu(app: App, title: locale_str, about: Command) -> app_commands.ContextMenu:
    async def callback(interaction: discord.Interaction, person: discord.User) -> None:
        call = Call(app, interaction)
        await app.serve(call, partial(about.work, call, person))

    return app_commands.ContextMenu(name=title, callback=callback)


def _command(
    app: App, word: str, about: Command, around: tuple[Group, ...]
) -> app_commands.Command[Any, ..., Any]:
    async def work(call: Call, given: Mapping[str, Any]) -> Reply:
        for outer in around:
            outer.must(call)
        return await about.work(call, **given)

    async def callback(interaction: discord.Interaction, **given: Any) -> None:
        call = Call(app, interaction)
        await app.serve(call, partial(work, call, given))

    # discord.py reads the options from the callback's signature.
    asker = Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD)
    _, *options = signature(about.work, eval_str=True).parameters.values()
    callback.__signature__ = Signature([asker, *options])  # type: ignore[attr-defined]
    app_commands.describe(**{key: one.about for key, one in about.options.items()})(callback)
    app_commands.choices(
        **{
            key: [Choice(name=name, value=value) for value, name in one.choices.items()]
            for key, one in about.options.items()
            if one.choices
        }
    )(callback)
    app_commands.autocomplete(
        **{key: _offering(app, one.offer) for key, one in about.options.items() if one.offer}
    )(callback)
    if about.cooldown is not None:
        app_commands.checks.cooldown(*about.cooldown)(callback)
    return app_commands.Command(name=word, description=about.description, callback=callback)


def _offering(
    app: App, offer: Offer
) -> Callable[[discord.Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]:
    async def offered(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        """Return autocomplete choices; empty on an error, which the command reports."""
        try:
            with metrics.answering("choices"):
                found = await offer(Call(app, interaction), typed)
        except (ServiceError, EngineError, Refused):
            return []
        return [
            Choice(name=discord_limits.choice(name), value=value) for value, name in found.items()
        ][: discord_limits.CHOICES]

    return offered
