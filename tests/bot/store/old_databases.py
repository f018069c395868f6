"""Stored databases of earlier schemas, with running matches.

`python -m tests.bot.store.old_databases` plays some matches with the current program and stores
their database as `databases/v<newest schema>.sqlite3.xz`. An existing file is never replaced,
because it represents the databases that are in use.
"""

import asyncio
import lzma
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from bot.service.actions import resignations
from bot.service.guilds import guild_settings
from bot.service.match import downtime
from bot.service.players import blocklist, player_settings, players
from bot.store import Store, address
from bot.store.driver.upgrades import CORE
from bot.store.match import match_saver
from bot.store.models import ChallengeSeat
from tests.bot.service import plan_transactions
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, EMMA, FRANZ, GUILD, Club
from tests.extensions import leave_traces
from tests.transactions import writing

STORED = Path(__file__).with_name("databases")
DUELS = ("halma-8", "halma-8+full", "le-grec", "hexma", "top-secret", "renpaarden", "carrera")
TABLES = ("halma-4", "halma-4-opposite", "chinese-checkers-3", "chinese-checkers-6", "platonic-3")
EVERYBODY = (ADA, BRUNO, CLARA, DAVID, EMMA, FRANZ)


def revision(file: Path) -> str:
    """Return the schema revision of a stored database, for example "0010"."""
    return file.name[1:5]


def stored_databases() -> list[Path]:
    """Return the stored databases, oldest schema first."""
    return sorted(STORED.glob("v????.sqlite3.xz"))


def unpack(file: Path, path: Path) -> None:
    """Decompress a stored database to this path."""
    path.write_bytes(lzma.decompress(file.read_bytes()))


async def play(store: Store) -> None:
    """Play matches of many kinds, leave most of them running, and use other features."""
    club = Club(store)
    with writing(store) as tx:
        downtime.record_start(tx, now=club.now)
        for player in EVERYBODY:
            players.record_seen(
                tx, player, f"P{player}", "de" if player == ADA else None, now=club.now
            )
        player_settings.change_settings(
            tx, ADA, {"zone": "Europe/Berlin", "digest": "08:00"}, now=club.now
        )
        blocklist.block(tx, FRANZ, 77, now=club.now)
        guild_settings.change_setting(tx, GUILD, "threads", "on", by=ADA, now=club.now)
    for number, key in enumerate(DUELS):
        match = await club.match(variant=key, rated=number == 0, note=f"{key}?")
        for _ in range(6 + number):
            club.now += 3600
            await club.turn(match)
        await club.deliver()
    await club.act("offer_takeback", match, (await club.get(match)).players[0])
    for key in TABLES:
        people = EVERYBODY[: 6 if key.endswith("6") else 3 if key.endswith("3") else 4]
        match = await club.seated(key, *people)
        for _ in range(2 * len(people) + 1):
            await club.turn(match)
        if key == "halma-4":
            now = await club.get(match)
            with writing(store) as tx:
                after = resignations.remove_players(tx, now, [2], why="resigned", now=club.now)
                match_saver.save(tx, now, after)
    over = await club.match(variant="halma-10", rated=True)
    for _ in range(4):
        await club.turn(over)
    await club.act("resign", over, BRUNO)
    planned = await club.match(CLARA, DAVID, variant="halma-8")
    await club.play(planned, CLARA, "II,3-III,3")
    await plan_transactions.save_plan(club, planned, CLARA, "*, III,3-IV,3")
    taken = await club.match(DAVID, EMMA, variant="halma-10")
    for _ in range(3):
        await club.turn(taken)
    await club.act("offer_takeback", taken, DAVID)
    await club.act("accept_takeback", taken, EMMA)
    await club.challenge(ADA, CLARA, variant="super-halma")
    await club.open_challenge("chinese-checkers-3", ChallengeSeat(), ChallengeSeat(BRUNO))
    with writing(store) as tx:
        leave_traces(tx, ADA, match=over.id, guild=GUILD, now=club.now)


async def make(path: Path) -> None:
    """Create a database by playing in it."""
    store = await Store.open(address(path))
    await play(store)
    await store.close()


def main() -> None:
    """Store a database of the newest schema, unless one is already stored."""
    target = STORED / f"v{CORE.revisions()[-1]}.sqlite3.xz"
    if target.exists():
        sys.exit(f"{target} is there already.")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "halma.sqlite3"
        asyncio.run(make(path))
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("VACUUM")
        target.write_bytes(lzma.compress(path.read_bytes()))


if __name__ == "__main__":
    main()
