"""Games that end and are annulled at the same time, crashes, and repairs."""

import asyncio
import random
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.service.actions import annulment, resignations
from bot.service.errors import AlreadyAnnulled, NotOver, ServiceError
from bot.service.guilds import guild_settings
from bot.service.match import lifecycle
from bot.service.rating import settlement
from bot.store import Store, Tx
from bot.store.driver.statement import Statement
from bot.store.rating import ratings
from tests.bot.service.club import ADA, BRUNO, GUILD, Club
from tests.bot.service.rated_game_fixtures import flag, points, rated_match
from tests.bot.service.rating.test_settlement import (
    NOW,
    annul,
    everything_agrees,
    finish,
    season,
)
from tests.transactions import reading, writing


class Crash(Exception):
    """A simulated crash of the process."""


@pytest.mark.check
async def test_two_processes_settle_and_annul_in_turns(
    games_at: str, tmp_path: Path, unsynced: None
) -> None:
    stores = [await Store.open(games_at, files=tmp_path / "halma.sqlite3") for _ in range(2)]
    season(stores[0])
    chance = random.Random(5)

    def work(tx: Tx, match: int) -> None:
        if chance.random() < 0.4:
            game = ratings.get_game(tx, chance.randrange(1, 31))
            if game is not None and game.annulled is None:
                settlement.annul(tx, game, by=game.seats[0].player, now=NOW)
        else:
            finish(tx, match, GUILD, 900 + match - chance.randrange(2), chance)

    for start in range(31, 71, 4):
        await asyncio.gather(
            *(stores[turn % 2].write(work, start + turn) for turn in range(4)),
        )
    everything_agrees(stores[0])
    for store in stores:
        await store.close()


@pytest.mark.check
async def test_two_annulments_of_a_game_at_once_refund_it_once(
    games_at: str, tmp_path: Path, unsynced: None
) -> None:
    stores = [await Store.open(games_at, files=tmp_path / "halma.sqlite3") for _ in range(2)]
    season(stores[0], 6)

    def act(tx: Tx, match: int) -> bool:
        game = ratings.get_game(tx, match)
        assert game is not None
        if game.annulled is None:
            settlement.annul(tx, game, by=game.seats[0].player, now=NOW)
        return game.annulled is None

    for match in range(1, 7):
        both = await asyncio.gather(*(store.write(act, match) for store in stores))
        assert sorted(both) == [False, True]
    everything_agrees(stores[1])
    for store in stores:
        await store.close()


@pytest.mark.check
async def test_a_crash_at_any_statement_loses_and_doubles_nothing(store: Store) -> None:
    season(store, 12)
    done, statement = 0, 0
    match = 12
    while done < 12:
        left = statement = statement + 1

        def count(_sql: str) -> None:
            nonlocal left
            left -= 1
            if not left:
                raise Crash

        store.counts.on_statement = count
        try:
            with writing(store) as tx:
                if done % 3 == 1:
                    finish(tx, match + 1, GUILD, 900 + match - done % 2, random.Random(match))
                else:
                    annul(tx, done + 1)
        except Crash:
            pass
        else:
            match += done % 3 == 1
            done, statement = done + 1, 0
        finally:
            store.counts.on_statement = None
    everything_agrees(store)


@pytest.mark.check
@pytest.mark.parametrize(
    ("spoiling", "what"),
    [
        ("UPDATE ratings SET points = points + 1 WHERE player = 1", "ratings"),
        ("UPDATE rating_changes SET refunded = 5 WHERE player = 1", "changes"),
        ("DELETE FROM rating_opponents WHERE player = 1", "opponents"),
    ],
)
async def test_a_difference_between_stored_ratings_and_games_is_found_and_repaired(
    store: Store, spoiling: str, what: str
) -> None:
    season(store)
    with writing(store) as tx:
        annul(tx, 3)
        tx.run(Statement(text(spoiling)))
    with writing(store) as tx:
        found = settlement.find_faults(tx)
        assert found == [
            f"{where}: the stored {what} differ from those computed from all games."
            for where in ("The ratings of server 500", "The global ratings")
        ]
        assert settlement.repair(tx) == [
            "The ratings of server 500: computed from all games.",
            "The global ratings: computed from all games.",
        ]
        assert settlement.repair(tx) == []
    everything_agrees(store)


OWNER, OTHER_OWNER = 98, 99


@pytest.mark.check
async def test_a_manager_and_a_winner_annul_a_game_at_once(club: Club) -> None:
    match = await rated_match(club)
    await flag(club, match, ADA)
    acts = [
        club.store.write(guild_settings.annul_match, GUILD, match.id, by=owner, now=club.now)
        for owner in (OWNER, OTHER_OWNER)
    ]
    acts.append(club.store.write(annulment.waive_win, match.id, player=BRUNO, now=club.now))
    results = await asyncio.gather(*acts, return_exceptions=True)
    assert [isinstance(result, AlreadyAnnulled) for result in results].count(True) == 2
    assert await points(club, ADA, BRUNO) == [150_000, 150_000]
    assert (await club.pending_kinds()).count("notice") == 1


@pytest.mark.check
@pytest.mark.parametrize("first", ["annul", "resign"])
async def test_a_game_is_annulled_while_it_ends(club: Club, first: str) -> None:
    match = await rated_match(club)
    acts = {
        "annul": club.store.write(
            guild_settings.annul_match, GUILD, match.id, by=OWNER, now=club.now
        ),
        "resign": club.store.write(
            resignations.resign, match.id, player=BRUNO, interaction=next(club.ids), now=club.now
        ),
    }
    order = [first, *(what for what in acts if what != first)]
    results = await asyncio.gather(*(acts[what] for what in order), return_exceptions=True)
    refused = [result for result in results if isinstance(result, ServiceError)]
    if first == "annul":  # the game was not over, so it had no rating to take back
        assert [type(result) for result in refused] == [NotOver]
        assert await points(club, ADA, BRUNO) == [153_000, 147_000]
    else:
        assert refused == []
        assert await points(club, ADA, BRUNO) == [150_000, 150_000]
    with reading(club.store) as tx:
        assert lifecycle.load(tx, match.id).status == "finished"
