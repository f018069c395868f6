"""Activities after finished games: analyses, imported records and continuations."""

import re
from functools import partial

from bot.service.actions import game_records
from bot.service.clock import time_control
from bot.service.match import lifecycle
from bot.service.matchmaking import challenges
from bot.store import Tx, analyses, imported_games, move_rows, player_rows
from bot.store.models import ChallengeSeat, Match
from engine import Move
from engine.analysis import PlayedGame, analysed
from engine.record import Record, RecordFault, check_text, export_record, read_trusted
from tests.year import computers, matchmaking
from tests.year.habits import DAY, HOUR, Person
from tests.year.offers import Offer
from tests.year.simulated_world import World

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
    world.over.append(match.id)
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


NO_LONGER_LEGAL = "not-a-move"
"""Code of an error that may occur in a continuation.

Without the departures of the first game, the same moves may end the second game, or be illegal.
"""


async def play_on(world: World, offer: Offer) -> None:
    """Continue from a position of a finished game or of an imported record."""
    about = matchmaking.about(world)
    if not world.over or len(about) < 2:
        world.at(world.now + DAY, partial(play_on, world, offer))
        return
    person, friend = world.rng.sample(about, 2)
    record = await world.ask("read a record", _record, world.rng.choice(world.over[-50:]))
    if offer.way == "imported":
        record = await _imported(world, person, record)
    game = record.variant
    made = [game.format(turn) for turn in record.turns if isinstance(turn, Move)]
    may = NO_LONGER_LEGAL if len(made) < len(record.turns) else ""
    opening = tuple(made[: world.rng.randrange(1, len(made))]) if len(made) > 1 else ()
    world.openings[opening] = offer.way
    if world.rng.random() < 0.5:
        level = Offer(offer.at, game.key, "untimed", False, "computer")
        await computers.alone(world, level, opening, may)
        return
    made_one = await world.ask(
        "challenge to play on",
        challenges.create,
        challenger=person.id,
        variant=game.key,
        places=[ChallengeSeat(friend.id), *[ChallengeSeat()] * (len(game.seats) - 2)],
        control=time_control.parse(offer.clock),
        opening=opening,
        interaction=world.id(),
        may=f"limit-reached too-many-games {may}",
        **matchmaking.somewhere(world),
    )
    if made_one is not None:
        for reader in (friend, *about) if len(game.seats) > 2 else (friend,):
            hears = reader.awake(world.now + world.rng.randrange(6 * HOUR), world.rng)
            world.at(hears, partial(matchmaking.join, world, reader, made_one.id))


def _record(tx: Tx, match: int, *, now: int) -> Record:
    return game_records.match_record(tx, lifecycle.load(tx, match), {})


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
