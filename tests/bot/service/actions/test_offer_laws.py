"""Property tests of offers: database and clocks stay consistent after any actions."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.operations import integrity_check
from bot.service.actions import agreements, offers
from bot.service.clock.calendar import HOUR
from bot.service.errors import ServiceError
from bot.service.match import lifecycle
from bot.store import Store, address
from bot.store.models import Match
from tests.bot.service.club import ADA, BRUNO, CLARA, Club
from tests.bot.service.row_counts import bank
from tests.transactions import reading

pytestmark = pytest.mark.check

PEOPLE = (ADA, BRUNO, CLARA)
KINDS = ("takeback",) * 6 + ("pause", "pause", "draw", "abort")
WHAT = ["move"] * 6 + ["offer"] * 4 + ["answers"] * 5 + ["accept", "decline"]
STEP = st.tuples(
    st.sampled_from(WHAT), st.sampled_from(KINDS), st.sampled_from(PEOPLE), st.integers(0, 20)
)
"""An action, a kind of offer, a player, and the hours that pass before a move."""


class Books:
    """The time banks expected under the documented rules, computed without the bot."""

    def __init__(self) -> None:
        self.banks: dict[int, tuple[int, ...]] = {}
        """Banks of all seats at the start of each ply."""


async def banks(club: Club, match: Match) -> tuple[int, ...]:
    with reading(club.store) as tx:
        return tuple([bank(tx, match.id, seat) for seat in range(len(match.players))])


async def do(club: Club, match: Match, books: Books, step: tuple[str, str, int, int]) -> None:
    """Try one action, which the service may reject, and check the banks and the clock."""
    before = await club.get(match)
    had = await banks(club, match)
    what, kind, player, hours = step
    try:
        if what == "move":
            books.banks[before.ply] = had
            club.now += hours * HOUR
            await club.turn(match)
        elif what == "answers" and before.offer is not None:
            for other in before.players:
                try:
                    await club.act(f"accept_{before.offer.kind}", match, other)
                except ServiceError:
                    continue
        elif what != "answers":
            await club.act(f"{what}_{kind}", match, player)
    except ServiceError:
        assert await banks(club, match) == had
    after = await club.get(match)
    if after.retracted_plies > before.retracted_plies:
        (made,) = await club.rows(
            "SELECT since, seat FROM takebacks WHERE match = :m ORDER BY ply DESC LIMIT 1",
            m=match.id,
        )
        assert await banks(club, match) == books.banks[made["since"]]
        assert after.turn == made["seat"]
        assert after.offer is None
        with reading(club.store) as tx:
            clock = lifecycle.load(tx, match.id).clock
        assert clock is not None
        assert (clock.started, clock.bank) == (club.now, books.banks[made["since"]][clock.seat])
        assert after.deadline == club.now + clock.bank
    elif what != "move":
        assert await banks(club, match) == had


@pytest.mark.parametrize("players", [2, 3])
@settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    # no shrinking: each example takes a second, so shrinking would take minutes
    phases=(Phase.explicit, Phase.generate),
)
@given(data=st.data())
async def test_any_sequence_of_offers_and_moves_keeps_banks_and_clocks_correct(
    template: Path, players: int, data: st.DataObject
) -> None:
    steps = data.draw(st.lists(STEP, min_size=12, max_size=30))
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        patched.setattr(agreements, "FIRST_ROUNDS", 3)
        path = Path(folder) / "halma.sqlite3"
        shutil.copy(template, path)
        store = await Store.open(address(path))
        club, books = Club(store), Books()
        if players == 2:
            match = await club.match()
        else:
            match = await club.seated("chinese-checkers-3", *PEOPLE)
        plies: list[int] = []
        for _ in range(4):
            books.banks[(await club.get(match)).ply] = await banks(club, match)
            await club.turn(match)
        leaves = data.draw(st.integers(0, 60)) if players > 2 else 60
        for number, step in enumerate(steps):
            now = await club.get(match)
            if now.status != "running":
                break
            if number == leaves:
                await club.act("resign", match, data.draw(st.sampled_from(PEOPLE)))
            await do(club, match, books, step)
            now = await club.get(match)
            plies.append(now.ply)
            assert len(await club.rows("SELECT * FROM offers")) <= 1
            if now.offer is not None:
                assert now.offer.expires_at <= club.now + offers.LIFETIME
                assert now.offer.seat in now.offer.agreed
        with reading(store) as tx:
            assert integrity_check.find_faults(tx) == []
        assert plies == sorted(plies)
        delivered = await club.deliver()
        boards = [row.ply for row in delivered if row.kind in ("board", "result")]
        assert len(boards) <= 2
        await store.close()
