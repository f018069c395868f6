"""The outbox: what a row that keeps failing blocks."""

from bot.service import outbox
from bot.service.outbox import DeliveryFailed
from bot.store import Tx
from bot.store.models import Match
from bot.store.models.payloads import ThreadOpening
from bot.store.outbox import outbox_rows
from tests.bot.service.club import CHANNEL, Club
from tests.transactions import reading, writing


def notice(tx: Tx, club: Club, match: Match) -> int:
    """Queue a message about a match. Its content does not matter here. Returns its id."""
    payload = ThreadOpening(match.id, ply=None, message=900)
    return outbox_rows.queue(tx, payload, channel=CHANNEL, now=club.now)


def due_ids(tx: Tx, club: Club) -> list[int]:
    return [row.id for row in outbox_rows.due_rows(tx, now=club.now, limit=99)]


async def keep_failing(club: Club, id: int) -> None:
    """Let a row fail so often that its channel no longer waits for it."""
    for _ in range(outbox_rows.OLD_BOARD_ATTEMPTS):
        club.now += 3600
        with writing(club.store) as tx:
            rows = outbox_rows.due_rows(tx, now=club.now, limit=99)
            (row,) = [row for row in rows if row.id == id]
            assert outbox.claim_row(tx, row, now=club.now)
            outbox.mark_failed(tx, row, DeliveryFailed("down"), jitter=0, now=club.now)


async def test_rows_that_wait_for_a_failing_row_do_not_block_their_channel(club: Club) -> None:
    """Rows of its match wait for it, but rows of other matches wait for neither."""
    broken, sound = await club.match(), await club.match()
    with writing(club.store) as tx:
        while rows := outbox_rows.due_rows(tx, now=club.now, limit=99):
            for row in rows:
                outbox.mark_sent(tx, row.id, None, now=club.now)
        failing, waiting = notice(tx, club, broken), notice(tx, club, broken)
        other = notice(tx, club, sound)
        assert due_ids(tx, club) == [failing]
    await keep_failing(club, failing)
    with writing(club.store) as tx:
        assert due_ids(tx, club) == [other]
        outbox.mark_sent(tx, other, None, now=club.now)
        outbox.mark_sent(tx, failing, None, now=club.now)
    with reading(club.store) as tx:
        assert due_ids(tx, club) == [waiting]
