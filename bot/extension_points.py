"""What an extension can offer to the core, and how installed extensions are found.

An extension is a folder in `bot/extensions`, or an installed package that names itself in the entry
point group `halma_by_post.extensions`. The core finds it by its presence and never imports it by
name:

- `extension.py` contains its `Extension`: jobs, settings, buttons for new players, and functions
  that the core calls when something has happened.
- `tables.py` defines its tables and what happens to their rows (`bot.store.tables.base`).
- `migrations/` contains the migrations of its tables (`bot.store.driver.upgrades`).
- All other modules may register commands, components and kinds of messages.

Without its folder or package, a bot runs as if the extension had never existed, except that its
tables stay in databases that have them.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Literal, NamedTuple

from bot import extensions
from bot.setting_definition import Setting

GROUP = "halma_by_post.extensions"
"""Entry point group of installed packages: the name of each extension and its package."""
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""Names of extensions. They are part of table names, which have at most 63 bytes on PostgreSQL."""


class ExtensionJob(NamedTuple):
    """A scheduled job, run when the earliest row is due."""

    name: str
    """The name of the column with the due times, as marked with `due` in `tables.py`."""
    run: Callable[..., object]
    """Function called with (tx, now=now) in one transaction to process a batch.

    It returns a falsy value if nothing was due.
    """
    prepare: Callable[..., object] | None = None
    """Function called with (tx, now=now) in a read transaction before each `run`, or None.

    It does what would hold the write lock for too long. `run` gets its result as `prepared`, and
    must check that it still applies.
    """


class MatchButton(NamedTuple):
    """A button of the menu and of the result of a match."""

    action: str
    """The action of its component. The subject is the match, whatever the ply."""
    label: str
    in_menu: Literal["always", "finished", "others", "never"] = "always"
    """When the menu has the button.

    "others" means: in a running match, for those who have no seat in it.
    """
    in_result: bool = True
    """Whether the post of the result has the button."""


class PersonButton(NamedTuple):
    """A button of a person's profile, for the player who sees the profile."""

    action: str
    """The action of its component."""
    subject: int
    """The subject of its component."""
    label: str
    """The label, in the player's language."""


class EventNews(NamedTuple):
    """An event of an extension, such as a tournament, and what has happened in it."""

    name: str
    """The name of the event, as its organiser typed it."""
    guild: int
    ended_at: int | None
    """When the event ended, or None."""
    lines: tuple[str, ...]
    """What has happened in a period, such as the beginning of a stage, results or the podium."""


class DigestLine(NamedTuple):
    """A line of a player's daily digest."""

    text: str
    """The line, in the player's language."""
    guild: int | None
    """The guild that it is about. The player gets the line only as a member; None for everyone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extension:
    """The interface of an extension to the core. Sentences are marked with `N_`."""

    jobs: tuple[ExtensionJob, ...] = ()
    player_settings: tuple[Setting, ...] = ()
    """Settings that `/me settings` lists after those of the core."""
    guild_settings: tuple[Setting, ...] = ()
    """Settings that `/server settings` lists after those of the core."""
    guild_pages: Mapping[str, str] = field(default_factory=dict)
    """Titles of additional forms of `/server settings`, by the `page` of their settings."""
    newcomer_buttons: Mapping[str, str] = field(default_factory=dict)
    """Labels of buttons on the pages for new players, by the action of their component."""
    games_buttons: Mapping[str, str] = field(default_factory=dict)
    """Labels of buttons of `/games` and `/help` in a guild, by the action of their component."""
    match_buttons: tuple[MatchButton, ...] = ()
    """Buttons of the menu and of the result of a match, after those of the core."""
    result_notes: Callable[..., Sequence[str]] | None = None
    """Called with (tx, match, t): return notes for the last line of a match's result."""
    profile_buttons: Callable[..., Sequence[PersonButton]] | None = None
    """Called with (tx, guild, person, player, t): return further buttons of a profile in a guild.

    The profile of `person` is shown to `player`, who may be the same.
    """
    digest_lines: Callable[..., Sequence[DigestLine]] | None = None
    """Called with (tx, player, since, until, t): return lines for the player's daily digest.

    They are about what has happened after `since` and not after `until`. It is called when the
    digest is due, and again when it is sent, so it must change nothing. Each time is in only one of
    a player's digests.
    """
    event_buttons: Mapping[str, str] = field(default_factory=dict)
    """Labels of buttons on the posts of other extensions' events, by the action of their component.

    The subject is the number of the event.
    """
    event_news: Callable[..., EventNews | None] | None = None
    """Called with (tx, event, since, until, t): return an event, with what has happened in it.

    This is what happened after `since` and not after `until`. Returns None if the extension has no
    event with this number.
    """
    guild_news: Callable[..., Sequence[str]] | None = None
    """Called with (tx, guild, since, until, t): return lines for a summary of a guild's period.

    They are about what has happened after `since` and not after `until`.
    """
    player_news: Callable[..., Sequence[str]] | None = None
    """Called with (tx, guild, players, since, until, t): return lines about these players.

    They are about what the players have won or gained in the guild in the period.
    """
    error_sentences: Mapping[str, str] = field(default_factory=dict)
    """Sentences for the extension's subclasses of `ServiceError`, by their code.

    The key for an error with the fact `why` is "code/why", if that has a sentence of its own.
    """
    event_label: Callable[..., str] | None = None
    """Called with (t, label): return the label of a match's event in another language.

    It returns the labels of other extensions unchanged.
    """
    on_match_finished: Callable[..., object] | None = None
    """Called with (tx, match, now, no_show) when a match of an event has ended.

    This is in the transaction that ends the match, after it has been rated and before it is saved.
    The match must therefore not be loaded again. `no_show` is the seat that let its time run out
    before its first move, or None.
    """
    on_any_match_finished: Callable[..., object] | None = None
    """Called with (tx, match, now) when any match has ended, also without a result.

    The same applies as to `on_match_finished`.
    """
    on_player_left: Callable[..., object] | None = None
    """Called with (tx, match, seats, why, now) when players leave a match of an event.

    The match has more than two seats and continues; it is not saved yet. `why` is a `LeaveReason`.
    """
    on_channel_deleted: Callable[..., object] | None = None
    """Called with (tx, guild, channel, now) when a channel or thread has been deleted."""
    on_member_left: Callable[..., object] | None = None
    """Called with (tx, guild, player, now) when the bot notices that a player has left a guild.

    It notices this when it is about to send the player a message about the guild.
    """
    on_blocked: Callable[..., object] | None = None
    """Called with (tx, player, other, now) when a player has blocked another player."""
    on_erasure: Callable[..., object] | None = None
    """Called with (tx, player, now) before a player leaves their games and their rows are erased.

    It is called again in each transaction until all games have been left.
    """
    on_clock_set_back: Callable[..., object] | None = None
    """Called with (tx, now) after times in the future have been corrected, because the system clock
    was ahead for a while."""
    allows_vacation: Callable[..., bool] | None = None
    """Called with (tx, match): whether vacations stop the clock of a match of an event.

    It is called only for players on vacation, or who would take it automatically.
    """
    find_faults: Callable[..., Sequence[str]] | None = None
    """Called with (tx) by `db check`: return a sentence for each inconsistency of its rows."""
    repair: Callable[..., Sequence[str]] | None = None
    """Called with (tx, now) by `db check --repair`: mend what `find_faults` reports.

    Returns a sentence for each row that was changed. What would need a guess is left.
    """
    on_start: Callable[..., object] | None = None
    """Called with (tx, now) when the bot starts, to make up for what the extension has missed.

    The folder of the extension may have been away while its matches ended.
    """
    on_guild_restored: Callable[..., object] | None = None
    """Called with (tx, guild, now) when the bot is back in a guild."""
    retried_posts: tuple[str, ...] = ()
    """Kinds of posts that are retried when the bot is back, if they failed in the meantime."""
    profile_lines: Callable[..., Sequence[str]] | None = None
    """Called with (tx, guild, player, t): return lines for the player's profile in a guild."""


def packages() -> Mapping[str, str]:
    """Return the package of each installed extension, by name, sorted.

    A folder in `bot/extensions` replaces an installed package of the same name. Extensions with
    `faults` are left out.
    """
    every = sorted(sources().items())
    return {name: provided[0][1] for name, provided in every if _fault(name, provided) is None}


def faults() -> list[str]:
    """Return a sentence for each extension whose name is not valid, or not unique."""
    sentences = (_fault(name, provided) for name, provided in sorted(sources().items()))
    return [sentence for sentence in sentences if sentence is not None]


@cache
def sources() -> Mapping[str, list[tuple[str, str]]]:
    """Return who provides each extension and its package, by its name."""
    by_name: dict[str, list[tuple[str, str]]] = {}
    for entry in entry_points(group=GROUP):
        provider = (entry.dist and entry.dist.name) or entry.module
        by_name.setdefault(entry.name, []).append((provider, entry.module))
    for module in iter_modules(extensions.__path__):
        if module.ispkg:
            by_name[module.name] = [("bot/extensions", f"{extensions.__name__}.{module.name}")]
    return by_name


def _fault(name: str, provided: Sequence[tuple[str, str]]) -> str | None:
    by = " and ".join(sorted(provider for provider, _ in provided))
    if not NAME.fullmatch(name):
        return (
            f'{by} has an extension with the name "{name}", which cannot be part of a table name: '
            "rename or remove it. A name is a lower-case letter, and up to 39 lower-case letters, "
            "digits and underscores."
        )
    if len(provided) > 1:
        return f"The packages {by} both contain the extension {name}: uninstall one of them."
    return None


def names() -> tuple[str, ...]:
    """Return the names of the installed extensions."""
    return tuple(packages())


@cache
def installed() -> tuple[Extension, ...]:
    """Return all installed extensions, by name.

    Call it only inside functions, not at import time, because extensions import the core.
    """
    modules = (module_of(name, "extension") for name in names())
    return tuple(module.extension for module in modules if module is not None)


def module_of(name: str, part: str) -> ModuleType | None:
    """Import a module of an extension, such as "tables"; None if it has none."""
    module = f"{packages()[name]}.{part}"
    return import_module(module) if find_spec(module) is not None else None


def folders(part: str) -> dict[str, Path]:
    """Return the path of this folder in each extension that has it.

    Nothing is imported from the extensions.
    """
    specs = {name: find_spec(package) for name, package in packages().items()}
    return {
        name: Path(place) / part
        for name, spec in specs.items()
        for place in (spec.submodule_search_locations or () if spec else ())
        if (Path(place) / part).is_dir()
    }
