"""Looking back in the simulated year: analyses and imported records."""

import re
from functools import partial

from bot.extensions.review.store import analyses, imported_games
from bot.service.actions import game_records
from bot.store import Tx
from bot.store.match import move_rows
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from bot.store.players import player_rows
from engine.analysis import PlayedGame, analysed
from engine.record import Record, RecordFault, check_text, export_record, read_trusted
from tests.year import continuations
from tests.year.habits import DAY, HOUR, Person
from tests.year.offers import Offer
from tests.year.simulated_world import World

FEATURES = {
    "a record is imported": "records/imported",
    "an invalid record is rejected": "records/refused",
    "a match is analysed": "analysis/made",
    "an analysis is read from the cache": "analysis/cached",
    "a match starts from an imported record": "begun/from a position, imported",
}
KEPT = 5
"""Maximum number of imported records per player."""
LOOKED_THROUGH = 0.15
"""Probability that a short finished two-player game is analysed.

For other games it is divided by `SELDOM`.
"""
LONG, SELDOM = 60, 20


def over(world: World, match: Match) -> None:
    """Register a finished game, and perhaps schedule an analysis of it."""
    if match.status != "finished" or not match.turn_count:
        return
    quick = match.turn_count < LONG and len(match.players) == 2
    share = LOOKED_THROUGH if quick else LOOKED_THROUGH / SELDOM
    asks = next((world.people[player] for player in match.players if player in world.people), None)
    if asks is not None and (
        world.rng.random() < share or (quick and not world.tally["analysis/made"])
    ):
        at = asks.awake(world.now + world.rng.randrange(DAY), world.rng)
        world.at(at, partial(analyse, world, match))


async def analyse(world: World, match: Match) -> None:
    """Analyse a game, and check later that the stored analysis is the same."""
    texts = await world.ask("look back", _texts, match.id)
    analysis = analysed(PlayedGame(match.variant, tuple(texts)))
    world.tally["analysis/made"] += 1
    if len(analysis.given) != len(texts):
        world.fault(
            f"match {match.id}: the analysis covers {len(analysis.given)} of {len(texts)} turns"
        )

    def keep(tx: Tx, *, now: int) -> None:
        analyses.put_analysis(tx, match.id, analysis)

    await world.ask("keep an analysis", keep)

    async def again() -> None:
        if await world.ask("look at an analysis again", _analysis, match.id) != analysis:
            world.fault(f"match {match.id}: the stored analysis differs from the computed one")
        world.tally["analysis/cached"] += 1

    world.at(world.now + HOUR, again)


def _analysis(tx: Tx, match: int, *, now: int) -> object:
    return analyses.get_analysis(tx, match)


def _texts(tx: Tx, match: int, *, now: int) -> list[str]:
    return [row.text for row in move_rows.moves_of(tx, match)]


async def play_imported(world: World, offer: Offer) -> None:
    """Continue from a position of an imported record."""
    await continuations.play_on(world, offer, _imported)


WAYS = {"imported": play_imported}
"""Functions that start games, by kind of game."""


def begin(world: World, tx: Tx, days: int) -> None:
    """Nothing is scheduled in advance."""


def delivered(world: World, row: OutboxRow) -> None:
    """Nothing follows from a message."""


def check(world: World, start: int) -> None:
    """All checks are made when an analysis or a record is read again."""


async def _imported(world: World, person: Person, record: Record) -> Record:
    """Import the record as text, after checking that a corrupted copy is refused."""
    text = export_record(record)
    corrupted = re.sub(r"^1\. .*$", "1. castles", text, count=1, flags=re.MULTILINE)
    if corrupted != text and not isinstance(check_text(corrupted), RecordFault):
        world.fault(f"an invalid record was accepted: {text[:60]!r}")
    world.tally["records/refused"] += 1
    answer = check_text(text)
    if isinstance(answer, RecordFault):
        world.fault(f"a valid record was rejected: {answer}")
        return record
    number = await world.ask("import a record", _add, person.id, answer)
    if number is None:
        world.tally["records/refused, still played"] += 1
        return record
    world.tally["records/imported"] += 1
    kept = read_trusted(await world.ask("look at a record", _record_text, number, person.id))
    if (kept.variant.key, kept.turns) != (record.variant.key, record.turns):
        world.fault(f"record {number} differs from the imported text")
    return kept


def _add(tx: Tx, player: int, text: str, *, now: int) -> int | None:
    if game_records.is_still_played(tx, read_trusted(text), player):
        return None  # the player has a running rated game with the same opening
    player_rows.ensure_players(tx, [player], now)
    return imported_games.add_record(tx, player, text, limit=KEPT, now=now)


def _record_text(tx: Tx, number: int, player: int, *, now: int) -> str:
    text = imported_games.record_text(tx, number, player)
    assert text is not None
    return text
