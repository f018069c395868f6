"""Random walks over all player actions, with an integrity check along the way."""

import random
from typing import Any

import pytest

from bot.operations import integrity_check
from bot.service.errors import ServiceError
from bot.service.jobs.outbox_sender import Delivered
from bot.service.jobs.scheduler import Scheduler
from bot.service.match import lifecycle
from bot.service.matchmaking import challenges
from bot.service.outbox import DeliveryFailed
from bot.store import Store
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from bot.store.outbox import outbox_rows
from engine import EngineError
from tests.bot.service.club import ADA, BRUNO, CHANNEL, CLARA, DAVID, ELSEWHERE, Club
from tests.bot.service.fake_discord import Discord
from tests.transactions import reading, writing

pytestmark = pytest.mark.usefixtures("early_draws")

PEOPLE = (ADA, BRUNO, CLARA, DAVID)
GAMES = ("halma-8", "halma-8", "halma-10", "halma")


class Moody(Discord):
    """A fake Discord that randomly fails, loses its responses or refuses permanently."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self.rng = rng

    async def deliver(self, row: OutboxRow) -> Delivered | DeliveryFailed:
        mood = self.rng.random()
        self.answer = DeliveryFailed("503") if mood < 0.15 else None
        if mood > 0.97:
            self.answer = DeliveryFailed("missing permission", permanent=True)
        self.after_posting = ConnectionError("reset") if 0.15 < mood < 0.3 else None
        return await super().deliver(row)


class Walk:
    """A random sequence of player actions, waiting and delivery."""

    def __init__(self, store: Store, seed: int) -> None:
        self.rng = random.Random(seed)
        self.club = Club(store, seed)
        self.discord = Moody(self.rng)
        self.sleeper = Scheduler(
            store,
            deliver=self.discord.deliver,
            find=self.discord.find,
            clock=lambda: self.club.now,
            jitter=self.rng.random,
        )
        self.confirmed: dict[int, list[str]] = {}
        """Moves that were confirmed to the players, by match id."""

    async def step(self) -> None:
        what = self.rng.choice(
            [
                "challenge",
                "answer",
                "answer",
                "move",
                "move",
                "move",
                "end",
                "wait",
                "settle",
                "retry",
            ]
        )
        try:
            await getattr(self, what)()
        except (ServiceError, EngineError):
            return

    def who(self) -> int:
        return self.rng.choice(PEOPLE)

    async def challenge(self) -> None:
        await self.club.challenge(
            self.who(),
            self.rng.choice([*PEOPLE, None]),
            variant=self.rng.choice(GAMES),
            side=self.rng.choice(["first", "second", "random"]),
            channel=self.rng.choice([600, 601]),
            interaction=self.interaction(),
        )

    async def answer(self) -> None:
        made = [row["id"] for row in await self.club.rows("SELECT id FROM challenges")]
        with reading(self.club.store) as tx:
            challenge = challenges.load_challenge(tx, self.rng.choice(made or [1]))
        how = self.rng.choice(
            [self.club.accept, self.club.accept, self.club.decline, self.club.cancel]
        )
        await how(challenge, self.who(), interaction=self.interaction())  # type: ignore[operator]

    async def move(self) -> None:
        match = await self.some_match()
        player = match.to_move if match.to_move and self.rng.random() < 0.8 else self.who()
        text = await self.club.some_move(match) if match.turn is not None else "II,3-III,3"
        ply = self.rng.choice([None, match.ply, match.ply, match.ply - 1])
        played = await self.club.play(match, player, text, ply=ply, interaction=self.interaction())
        if not played.repeated:
            self.confirmed.setdefault(match.id, []).append(text)

    async def end(self) -> None:
        hows = ["abort", "offer_draw", "accept_draw", "decline_draw", "decline_draw"]
        hows += ["offer_takeback", "offer_takeback", "accept_takeback", "accept_takeback"]
        hows += ["offer_pause", "accept_pause", "offer_abort"]
        how = self.rng.choice([*hows, "resign"] if self.rng.random() < 0.3 else hows)
        await self.club.act(
            how, await self.some_match(), self.who(), interaction=self.interaction()
        )

    async def wait(self) -> None:
        self.club.now += self.rng.choice([1, 30, 600, 86400])

    async def settle(self) -> None:
        await self.sleeper.run_until_idle()

    async def retry(self) -> None:
        with writing(self.club.store) as tx:
            for channel in (CHANNEL, ELSEWHERE):
                outbox_rows.retry_failed(tx, channel=channel, now=self.club.now)

    async def some_match(self) -> Match:
        made = [row["id"] for row in await self.club.rows("SELECT id FROM matches")]
        with reading(self.club.store) as tx:
            return lifecycle.load(tx, self.rng.choice(made or [1]))

    def interaction(self) -> Any:
        """Return an interaction id that is usually new, and sometimes already used."""
        fresh = next(self.club.ids)
        return fresh if self.rng.random() < 0.9 else self.rng.randrange(10_000, fresh + 1)


@pytest.mark.check
@pytest.mark.parametrize("seed", range(3))
async def test_random_actions_never_corrupt_the_database(store: Store, seed: int) -> None:
    walk = Walk(store, seed)
    for number in range(300):
        await walk.step()
        if number % 10 == 0:
            with reading(store) as tx:
                assert integrity_check.find_faults(tx) == []
    for match, texts in walk.confirmed.items():
        rows = await walk.club.rows("SELECT text FROM moves WHERE match = :m ORDER BY ply", m=match)
        assert [row["text"] for row in rows] == texts
    await rest(walk)
    assert await walk.club.pending_kinds() == []
    seen = [(row.kind, row.id) for row in walk.discord.messages.values()]
    assert len(seen) == len(set(seen))
    for match in walk.confirmed:
        plies = [
            row.ply or 0
            for row in walk.discord.messages.values()
            if row.match == match and row.kind in ("board", "result")
        ]
        assert plies == sorted(plies)


async def rest(walk: Walk) -> None:
    """Make Discord work again, and deliver everything that is pending."""
    walk.rng.random = lambda: 0.5  # type: ignore[method-assign]
    for _ in range(20):
        await walk.sleeper.run_until_idle()
        walk.club.now += 3600
