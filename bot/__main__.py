"""Command-line interface: run, health, doctor, invite, try, db and record."""

import asyncio
import logging
import os
import sys
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TextIO

import click
import structlog

from bot.operations.backup import back_up
from bot.process import memory_tuning
from bot.process.sandbox_file import SANDBOX_FILE, sandbox_file
from bot.settings import NO_TOKEN, Settings, SettingsError, load_settings, unknown_names, use_file
from bot.store import Store, StoreError, Tx
from bot.store.driver.errors import DRIVER_ERRORS, InUse, explain
from bot.store.match import matches
from engine.speedups import IN_USE


class CommandFailed(click.ClickException):
    """An error message for the operator. The exit code is 2."""

    exit_code = 2


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(
    package_name="halma-by-post", message=f"%(prog)s, version %(version)s, {IN_USE}"
)
@click.option("--env", type=Path, help="A file of settings that the environment lacks.")
def main(env: Path | None) -> None:
    """Halma by Post: correspondence play of Halma in a Discord channel."""
    if env is not None and (fault := use_file(env)):
        raise CommandFailed(fault)


@main.command()
@click.option(
    "--stay",
    is_flag=True,
    help="If the bot cannot run (e.g. because of a wrong token), print the reason and wait instead of "
    "exiting. For supervisors that would restart it forever.",
)
def run(stay: bool) -> None:
    """Run the bot on Discord, with the token in DISCORD_TOKEN."""
    memory_tuning.raise_thresholds()
    memory_tuning.share_arena()
    from bot.process.runner import wait_for_signal

    try:
        settings = _settings()
        if settings.token is None:
            raise CommandFailed(" ".join([NO_TOKEN, *unknown_names()]))
        logs(settings.log_level, settings.log_format)
        for sentence in unknown_names():
            structlog.get_logger(__name__).warning(sentence)
        run_async(_run(settings, settings.token))
    except CommandFailed as trouble:
        if not stay:
            raise
        wait_for_signal(lambda sentence: click.echo(sentence, err=True), trouble.format_message())


@main.command()
def health() -> None:
    """Check that the bot is running and responsive. The exit code is 1 if not."""
    from bot.process.watchdog import process_fault

    if fault := process_fault(_settings().heartbeat_path):
        click.echo(fault)
        raise SystemExit(1)
    click.echo("The bot is healthy.")


@main.command()
def doctor() -> None:
    """Find problems and suggest remedies. The exit code is 1 if there are any."""
    from bot.process.doctor import run_checks

    async def print_findings() -> bool:
        wrong = False
        async for finding in run_checks(_settings()):
            click.echo(str(finding))
            wrong |= finding.severity == "wrong"
        return wrong

    logs("error")
    if run_async(print_findings()):
        raise SystemExit(1)


@main.command()
@click.option("--application", metavar="ID", help="Default: the id in DISCORD_TOKEN.")
def invite(application: str | None) -> None:
    """Print the invite link, with exactly the permissions that the bot needs."""
    from bot import invite_link

    try:
        token = None if application else _settings().token
        click.echo(invite_link.invite_url(invite_link.application_id(application, token)))
    except invite_link.UnknownApplication as error:
        raise CommandFailed(str(error)) from None


@main.command("try")
@click.option("--db", "path", type=Path, default=sandbox_file, help=SANDBOX_FILE)
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="0 picks a free port.")
@click.option("--browser/--no-browser", default=True, help="Open the page in a browser, if any.")
def try_(path: Path, port: int, browser: bool) -> None:
    """Play in a simulated Discord in your browser. No token is needed."""
    try:
        from bot.process import sandbox
    except ImportError as error:
        raise CommandFailed(
            "This installation leaves the sandbox out: with Python 3.14 or earlier, install "
            "`halma-by-post[sandbox]`, or run "
            f"`uvx --from 'halma-by-post[sandbox]' halma-bot try`. ({error})"
        ) from error
    if port and not sandbox.is_free(port):
        raise CommandFailed(f"Port {port} is in use: choose another one, or leave --port out.")
    logs("warning")
    run_async(sandbox.serve(path, port=port, browser=browser, echo=click.echo))
    click.echo("The sandbox is closed. Your games are saved.")


@main.group()
def db() -> None:
    """Manage the database (HALMA_DATABASE)."""


@db.command()
def upgrade() -> None:
    """Create the database, or upgrade it to this version."""
    name = run_async(_with_store(_settings(), _database_name, create=True))
    click.echo(f"{name} is up to date.")


@db.command()
@click.option("--repair", is_flag=True, help="First mend the faults that need no guess.")
def check(repair: bool) -> None:
    """Check that all stored data agrees with the moves. The exit code is 1 if not."""
    if repair:
        from bot.operations.integrity_check import repair as mend

        work = _with_store(_settings(), lambda store: store.write(mend, int(time.time())))
        click.echo("".join(f"{change}\n" for change in run_async(work)), nl=False)
    games, faults = run_async(_with_store(_settings(), _check_result))
    for fault in faults:
        click.echo(fault)
    if faults:
        raise SystemExit(1)
    click.echo(f"No faults found; {games} game{'' if games == 1 else 's'} checked.")


@db.command()
@click.argument("path", type=click.Path(path_type=Path))
def backup(path: Path) -> None:
    """Write a full copy to a new file. The bot can keep running."""
    settings = _settings()
    if settings.uses_postgresql:
        raise CommandFailed(
            f"For PostgreSQL, use its own tool: `pg_dump --format=custom --file={path} ...`."
        )
    try:
        back_up(settings.path, path)
    except StoreError as error:
        raise CommandFailed(str(error)) from error
    click.echo(f"Copied to {path}.")


@db.command("export")
@click.argument("path", type=click.Path(path_type=Path))
def export_(path: Path) -> None:
    """Export all data to a new text file. The bot can keep running."""
    try:
        fd = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except OSError as error:
        raise CommandFailed(f"Cannot create {path}: {explain(error)}.") from error
    with os.fdopen(fd, "w", encoding="utf-8") as file:
        run_async(_with_store(_settings(), lambda store: _export_to(store, file)))
    click.echo(f"Exported to {path}.")


@db.command("import")
@click.argument("file", type=click.File(encoding="utf-8"))
def import_(file: Any) -> None:
    """Import an exported file into an empty database."""
    work = _with_store(_settings(), lambda store: _import_from(store, file), create=True)
    rows = run_async(work)
    many = "" if rows == 1 else "s"
    click.echo(f"Imported {rows} row{many}. Run `halma-bot db check` to check the games.")


@db.command()
@click.argument("person", metavar="USER_ID", type=click.IntRange(min=1))
def forget(person: int) -> None:
    """Permanently delete all data about the user with this Discord id."""
    done = run_async(_with_store(_settings(), lambda store: _erase_now(store, person)))
    click.echo(
        "Deleted. The people they played with keep the games."
        if done
        else "The running bot will delete the data within an hour. "
        "The people they played with keep the games."
    )


@main.command()
@click.argument("file", type=click.File(encoding="utf-8"))
def record(file: Any) -> None:
    """Check a game record move by move, and describe its final position."""
    from engine import BadRecord, Move
    from engine.record import LONGEST, read_record, replay_record
    from render import describe

    try:
        game = read_record(file.read(LONGEST + 1))
        position = replay_record(game)
    except (BadRecord, UnicodeDecodeError) as error:
        raise CommandFailed(f"This record is not valid: {error}") from error
    click.echo(f"{game.variant.name}, {len(game.turns)} turns, all valid.")
    last = next((turn for turn in reversed(game.turns) if isinstance(turn, Move)), None)
    click.echo(describe(game.variant, position, last=last))


def logs(level: str, form: str = "text") -> None:
    """Configure logging to standard error for the bot and its libraries."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    rendering: list[Any] = [
        structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    ]
    if form == "json":
        rendering = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *rendering,
            ],
        )
    )
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # These libraries would log what users write: aiosqlite logs the parameters of statements, and
    # discord.py logs every event and request.
    for library in ("alembic", "aiosqlite"):
        logging.getLogger(library).setLevel(logging.WARNING)
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLogger().level))


def _settings() -> Settings:
    try:
        return load_settings()
    except SettingsError as error:
        raise CommandFailed(str(error)) from error


def run_async(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine and return its result, or None after Ctrl-C.

    Raises `CommandFailed` with the message of a store error.
    """
    try:
        return asyncio.run(work)
    except StoreError as error:
        raise CommandFailed(str(error)) from error
    except KeyboardInterrupt:
        click.echo("")
        return None


async def _run(settings: Settings, token: str) -> None:
    """Connect to Discord and run until stopped."""
    from bot.client import HalmaClient
    from bot.process.proxy import discord_proxy
    from bot.process.runner import CannotStart
    from bot.process.runner import run as stay
    from bot.runtime.worker_pool import Worker

    store = await Store.open(
        settings.database, alone=True, files=settings.path, shards=settings.shards
    )
    try:
        client = HalmaClient(
            store,
            clock=lambda: int(time.time()),
            worker=Worker(settings.computers),
            shards=settings.shards,
            operator=settings.run_by,
            proxy=discord_proxy(),
        )
        await stay(client, store, token, settings.metrics, settings.heartbeat_path)
    except CannotStart as why:
        raise CommandFailed(str(why)) from why
    finally:
        await store.close()


async def _with_store(settings: Settings, work: Any, *, create: bool = False) -> Any:
    store = await Store.open(settings.database, create=create, files=settings.path)
    try:
        return await work(store)
    except DRIVER_ERRORS as error:
        raise StoreError(f"The database {store.name} cannot be used: {explain(error)}.") from error
    finally:
        await store.close()


async def _database_name(store: Store) -> str:
    """Return the database's name. Opening the store creates or upgrades the database."""
    return store.name


async def _check_result(store: Store) -> tuple[int, list[str]]:
    """Return the number of matches and a list of integrity errors."""
    from bot.operations import integrity_check

    if (damage := await store.database.damage()) is not None:
        return 0, [f"The file is damaged: {damage}."]

    def check(tx: Tx) -> tuple[int, list[str]]:
        return matches.count_matches(tx), integrity_check.find_faults(tx, now=int(time.time()))

    return await store.read(check)


async def _export_to(store: Store, file: TextIO) -> None:
    from bot.operations import dump

    def export(tx: Tx) -> None:
        file.writelines(dump.export_lines(tx))

    await store.read(export)


async def _import_from(store: Store, file: TextIO) -> int:
    """Import a dump into an empty database; return the number of rows."""
    from bot.operations import dump

    await store.database.lock()
    return await store.write(dump.import_lines, file)


async def _erase_now(store: Store, person: int) -> bool:
    """Erase a player; return False if the erasure is left to a running bot.

    A running bot caches player names, so it must carry out the erasure itself. In that case this
    function only stores the request. Raises `CommandFailed` if the player is unknown.
    """
    from bot.service.privacy import erasure
    from bot.store.players import erasure_log, player_rows

    now = int(time.time())

    def must_be_known(tx: Tx) -> None:
        if player_rows.get_player(tx, person) is None:
            raise CommandFailed("No one with that ID is known.")

    def request(tx: Tx) -> None:
        must_be_known(tx)
        erasure.request_immediate_erasure(tx, person, now=now)

    def erase(tx: Tx) -> None:
        must_be_known(tx)
        erasure_log.record(store.path, [person], now)
        erasure.erase(tx, person, now=now)

    try:
        await store.database.lock()
    except InUse:
        await store.write(request)
        return False
    await store.write(erase)
    await store.database.truncate_log()
    return True


if __name__ == "__main__":
    main()
