"""Offers that need consent: one at a time, ended by a move or after a week."""

import pytest

from bot.service.actions import offers
from bot.service.clock.calendar import DAY, HOUR
from bot.service.clock.time_control import STANDARD, UNTIMED
from bot.service.errors import (
    AlreadyOffered,
    AnotherOffer,
    NoClock,
    NoOffer,
    NotPlaying,
    TooEarlyToDraw,
    TooLateToAbort,
)
from bot.store.match import offer_rows
from bot.store.models import Match
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, Club, agreed, asker, job_due_at
from tests.bot.service.row_counts import bank
from tests.transactions import reading, writing

KINDS = ("draw", "takeback", "pause", "abort")


@pytest.fixture
async def match(club: Club) -> Match:
    """A match of experienced players, after one move by each."""
    await club.act("resign", await club.match(), BRUNO)
    begun = await club.match()
    for _ in range(2):
        await club.turn(begun)
    await club.deliver()
    return await club.get(begun)


async def deadline(club: Club, match: Match) -> int:
    deadline = (await club.get(match)).deadline
    assert deadline is not None
    return deadline


async def notices(club: Club) -> list[str]:
    return [row.payload.notice for row in await club.deliver() if row.kind == "notice"]


@pytest.mark.usefixtures("early_draws")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("other", KINDS)
async def test_only_one_offer_can_be_open_at_a_time(
    club: Club, match: Match, kind: str, other: str
) -> None:
    offered = await club.act(f"offer_{kind}", match, ADA)
    assert (offered.offer and offered.offer.kind, asker(offered)) == (kind, 0)
    if other == kind:
        with pytest.raises(AlreadyOffered):
            await club.act(f"offer_{other}", match, ADA)
    else:
        for player in (ADA, BRUNO):
            with pytest.raises(AnotherOffer):
                await club.act(f"offer_{other}", match, player)
        with pytest.raises(NoOffer):
            await club.act(f"accept_{other}", match, BRUNO)
    assert await club.get(match) == offered
    assert await club.faults() == []


@pytest.mark.usefixtures("early_draws")
@pytest.mark.parametrize("kind", KINDS)
async def test_only_players_may_answer_an_offer_and_declining_or_a_move_ends_it(
    club: Club, match: Match, kind: str
) -> None:
    with pytest.raises(NotPlaying):
        await club.act(f"offer_{kind}", match, CLARA)
    await club.act(f"offer_{kind}", match, ADA)
    with pytest.raises(NotPlaying):
        await club.act(f"accept_{kind}", match, CLARA)
    with pytest.raises(NoOffer):
        # The button is of an offer by seat 1, while the open offer is by seat 0.
        await club.act(f"accept_{kind}", match, BRUNO, by=1)
    await club.act(f"decline_{kind}", match, BRUNO)
    await club.act(f"offer_{kind}", match, BRUNO)
    await club.act(f"decline_{kind}", match, BRUNO)
    assert await notices(club) == [
        f"{kind}-offered",
        f"{kind}-declined",
        f"{kind}-offered",
        f"{kind}-withdrawn",
    ]
    await club.act(f"offer_{kind}", match, BRUNO)
    await club.turn(match)
    for answer in ("accept", "decline"):
        with pytest.raises(NoOffer):
            await club.act(f"{answer}_{kind}", match, ADA)
    assert await club.faults() == []


@pytest.mark.parametrize("swept", [True, False])
async def test_an_offer_expires_after_a_week_and_allows_a_new_one(
    club: Club, match: Match, swept: bool
) -> None:
    await club.act("offer_abort", match, ADA)
    club.now += offers.LIFETIME
    if swept:
        with writing(club.store) as tx:
            assert job_due_at(tx, "offers") == club.now
            assert offer_rows.delete_expired(tx, now=club.now) == 1
            assert job_due_at(tx, "offers") is None
    with pytest.raises(NoOffer):
        await club.act("accept_abort", match, BRUNO)
    await club.act("offer_pause", match, BRUNO)
    assert await notices(club) == ["abort-offered", "pause-offered"]


async def test_no_draw_can_be_offered_in_the_first_ten_rounds(club: Club) -> None:
    match = await club.match()
    for turn in range(20):
        with pytest.raises(TooEarlyToDraw):
            await club.act("offer_draw", match, ADA if turn % 2 else BRUNO)
        await club.turn(match)
    assert asker(await club.act("offer_draw", match, ADA)) == 0


async def test_after_the_first_round_a_match_can_be_aborted_only_by_consent(
    club: Club, match: Match
) -> None:
    with pytest.raises(TooLateToAbort):
        await club.act("abort", match, ADA)
    await club.act("offer_abort", match, ADA)
    ended = await club.act("accept_abort", match, BRUNO)
    assert (ended.status, ended.outcome, ended.offer) == ("aborted", None, None)
    assert await club.rows("SELECT * FROM rated_games WHERE match = :m", m=match.id) == []
    assert await club.faults() == []


@pytest.mark.check
async def test_a_player_who_has_left_has_no_vote_on_an_offer(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.seated("chinese-checkers-4", ADA, BRUNO, CLARA, DAVID)
    await club.act("resign", match, BRUNO)
    await club.act("offer_abort", match, CLARA)
    assert agreed(await club.act("accept_abort", match, ADA)) == (0, 2)
    notices = [row.payload for row in await club.deliver() if row.kind == "notice"]
    assert [row.facts.asked for row in notices] == [None, (0, 3), (3,)]
    assert (await club.act("accept_abort", match, DAVID)).status == "aborted"


@pytest.mark.check
async def test_a_pause_needs_the_consent_of_all_and_ends_with_the_next_move(
    club: Club, match: Match
) -> None:
    before = await deadline(club, match)
    await club.act("offer_pause", match, BRUNO)
    with pytest.raises(AlreadyOffered):
        await club.act("accept_pause", match, BRUNO)
    assert await deadline(club, match) == before
    assert (await club.act("offer_pause", match, ADA)).offer is None
    assert await deadline(club, match) == before + 14 * DAY
    assert await notices(club) == ["pause-offered", "paused"]
    club.now += 10 * DAY
    await club.turn(match)
    with reading(club.store) as tx:
        ada, bruno = [bank(tx, match.id, seat) for seat in (0, 1)]
    assert ada == STANDARD.bank + 2 * STANDARD.increment
    assert await deadline(club, match) == club.now + bruno
    club.now += HOUR
    await club.turn(match)
    assert await deadline(club, match) == club.now + ada  # the pause was for one turn
    assert await club.faults() == []


async def test_a_match_without_a_clock_cannot_be_paused(club: Club) -> None:
    untimed = await club.match(control=UNTIMED)
    with pytest.raises(NoClock):
        await club.act("offer_pause", untimed, ADA)
