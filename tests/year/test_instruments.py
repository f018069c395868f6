"""The simulated year detects faults of the bot."""

import random
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bot.service.clock import time_control
from bot.service.clock.calendar import DAY, HOUR
from bot.service.jobs.outbox_sender import Delivered
from bot.service.match import computer_players, lifecycle
from bot.service.notifications import reminders
from bot.service.outbox import DeliveryFailed
from bot.store import Tx
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import BoardPost
from engine import VARIANTS
from tests.extensions import extension_modules
from tests.year import ledger, simulated_world
from tests.year.features import ALWAYS, IN_A_YEAR, missing
from tests.year.habits import ZONES, people
from tests.year.inline import inline, memory
from tests.year.ledger import opened
from tests.year.offers import CLOCKS, offers
from tests.year.simulated_discord import Post
from tests.year.simulation import Plan, simulate


@pytest.fixture(autouse=True)
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """End a simulation at its first fault."""
    monkeypatch.setattr(simulated_world, "FAULTS", 1)


async def faults(seed: int) -> list[str]:
    """Simulate nine days of a small world, and return the faults."""
    with inline(), TemporaryDirectory(dir=memory()) as folder:
        return (await simulate(Plan(14, 8, 9, seed, Path(folder)))).faults


@pytest.mark.check
async def test_a_clock_that_gives_a_second_too_much_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    honest = time_control.next_bank
    monkeypatch.setattr(time_control, "next_bank", lambda *known: honest(*known) + 1)
    assert any("by the ledger" in fault for fault in await faults(2))


@pytest.mark.check
async def test_a_mention_at_night_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def everybody(tx: object, whom: list[int], *more: object) -> list[int]:
        return whom

    monkeypatch.setattr(reminders, "awake_players", everybody)
    assert any("woke" in fault for fault in await faults(4))


async def test_a_message_sent_twice_is_noticed() -> None:
    texts: list[str] = []

    async def nobody(row: OutboxRow) -> tuple[int, ...]:
        return ()

    heard: Callable[[OutboxRow, tuple[int, ...]], None] = lambda row, whom: None  # noqa: E731
    post = Post({}, random.Random(4), nobody, heard, texts.append)
    board = OutboxRow(1, "board", 5, None, 7, 0, None, BoardPost(7, 0), 10, 10, 0, outdated=False)
    await post.deliver(board)
    assert texts == []
    await post.deliver(board)
    assert len(texts) == 2


@pytest.mark.check
async def test_a_computer_move_that_is_not_queued_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nothing(*about: object, **more: object) -> None:
        return None

    monkeypatch.setattr(computer_players, "queue_move", nothing)
    assert any(
        "the computer is to move, but its queue has []" in fault for fault in await faults(2)
    )


@pytest.mark.check
async def test_a_board_that_is_never_posted_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    show = lifecycle.queue_board

    def hidden(tx: Tx, match: Match, now: int, **more: bool) -> None:
        if match.ply < 3:
            show(tx, match, now, **more)

    monkeypatch.setattr(lifecycle, "queue_board", hidden)
    assert any("was never posted" in fault for fault in await faults(2))


@pytest.mark.check
async def test_a_late_board_after_a_database_outage_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deliver = Post.deliver

    async def refused(self: Post, row: OutboxRow) -> Delivered | DeliveryFailed:
        return DeliveryFailed("503", retry_after=3600) if self.calm else await deliver(self, row)

    monkeypatch.setattr(Post, "deliver", refused)
    assert any("no board after" in fault for fault in await faults(2))


def test_features_that_never_occurred_are_listed() -> None:
    more = [feature for each in extension_modules("year") for feature in each.FEATURES.values()]
    beside = [
        each for module in extension_modules("beside_year") for each in module.FEATURES.values()
    ]
    tally = dict.fromkeys([*(ALWAYS | IN_A_YEAR).values(), *more, *beside], 1)
    assert missing(tally, year=True) == []
    assert missing(tally | {"did/nudge": 0}, year=True) == ["never: a player nudges"]
    assert missing(tally | {"did/nudge": 0}, year=False) == []
    assert len(missing({}, year=False)) == len(ALWAYS) + len(more)


def test_the_ledger_charges_elapsed_time_and_adds_the_increment() -> None:
    known = opened("12h+4h cap 14h", [True, False], 1000)
    assert known.banks == [24 * HOUR, 12 * HOUR]
    stops = [
        (1, 1000 + HOUR, 1000 + 3 * HOUR, "gift"),
        (1, 1000 + 2 * HOUR, 1000 + 4 * HOUR, "pause"),
    ]
    assert ledger.runs_out(known, 1, stops) == 1000 + 15 * HOUR
    assert ledger.standing_still(stops, 1, 1000 + 2 * HOUR) == 2 * HOUR
    ledger.pay(known, 1, 1000 + 6 * HOUR, stops)
    assert known.banks == [24 * HOUR, 13 * HOUR]
    ledger.pay(known, 0, 1000 + HOUR, stops)
    assert known.banks == [14 * HOUR, 13 * HOUR]


@pytest.mark.check
def test_a_large_world_covers_every_game_time_control_and_timezone() -> None:
    planned = offers(1200, 0, 365, random.Random(1), every=True)
    assert {offer.key.partition("+")[0] for offer in planned} == set(VARIANTS)
    assert {offer.clock for offer in planned} == set(CLOCKS)
    assert any("+" in offer.key for offer in planned)
    everybody = people(250, 1, 1_788_000_000, 365, random.Random(1))
    assert {person.zone for person in everybody} == set(ZONES)
    assert len({person.id for person in everybody}) == 250


def test_downtime_counts_unless_the_turn_had_timed_out_before_it() -> None:
    game = opened("24h+1h cap 24h", [False, False], 0)
    half_days = [(0, DAY, DAY + DAY // 2, "vacation"), (0, DAY + DAY // 2, 2 * DAY, "vacation")]
    gone, back = 2 * DAY - 600, 3 * DAY
    seen = ledger.away(game, 0, 2 * DAY, half_days, [(gone, back)])
    assert seen == [(0, gone, back + 3600, "outage")]
    assert ledger.away(game, 0, DAY, [], [(gone, back)]) == []
