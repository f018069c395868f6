"""Sign-up: conditions of entry, the waiting list, and closing."""

from typing import Any

import pytest

from bot.extensions.tournaments.errors import (
    AccountTooNew,
    AlreadyEntered,
    AlreadyLeft,
    BarredFromEvents,
    BarredFromRatings,
    EventIsOver,
    NotEntered,
    NotOrganiser,
    RatingOutside,
    ReliabilityUnknown,
    RoleMissing,
    SignUpClosed,
    TooFewEntrants,
    TooManyEvents,
    TooUnreliable,
)
from bot.extensions.tournaments.service import conditions, sign_up
from bot.service.clock.calendar import DAY
from bot.service.clock.snowflakes import DISCORD_EPOCH
from bot.service.clock.time_control import parse
from tests.bot.extensions.tournaments.organiser import FIRST_PLAYER, Organiser
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, EMMA, GUILD
from tests.transactions import reading, writing

WEEK = 7 * DAY


async def test_a_player_enters_once(organiser: Organiser) -> None:
    event = organiser.open()
    (entrant,) = organiser.enter(event, BRUNO)
    assert (entrant.player, entrant.waiting) == (BRUNO, False)
    with pytest.raises(AlreadyEntered):
        organiser.enter(event, BRUNO)


async def test_the_same_press_enters_once(organiser: Organiser) -> None:
    event, club = organiser.open(), organiser.club
    for _ in range(2):
        with writing(club.store) as tx:
            entrant = sign_up.join_event(
                tx, event.id, player=BRUNO, interaction=club.sent_at(club.now, 7), now=club.now
            )
        assert entrant.player == BRUNO
    assert len(organiser.state(event).entrants) == 1


async def test_nobody_enters_a_draft_or_an_event_that_is_over(organiser: Organiser) -> None:
    draft = organiser.create()
    with pytest.raises(SignUpClosed):
        organiser.enter(draft, BRUNO)
    cancelled = organiser.cancel(organiser.open())
    with pytest.raises(SignUpClosed) as refused:
        organiser.enter(cancelled, BRUNO)
    assert refused.value.facts["why"] == "cancelled"


async def test_a_player_is_in_three_events_at_most(organiser: Organiser) -> None:
    for _ in range(conditions.MAX_EVENTS):
        event = organiser.open()
        organiser.enter(event, BRUNO)
    other = organiser.open()
    with pytest.raises(TooManyEvents):
        organiser.enter(other, BRUNO)
    organiser.leave(event, BRUNO)
    assert organiser.enter(other, BRUNO)


async def test_an_account_younger_than_two_weeks_cannot_enter_a_rated_event(
    organiser: Organiser,
) -> None:
    newcomer = (organiser.club.now - 13 * DAY - DISCORD_EPOCH) * 1000 << 22
    with pytest.raises(AccountTooNew) as refused:
        organiser.enter(organiser.open(), newcomer)
    assert refused.value.facts["deadline"] == organiser.club.now + DAY
    assert organiser.enter(organiser.open(rated=False), newcomer)


async def test_it_is_known_whether_most_accounts_here_are_too_new(organiser: Organiser) -> None:
    event, now = organiser.open(), organiser.club.now

    def are_most_new() -> bool:
        with reading(organiser.club.store) as tx:
            return conditions.are_most_new(tx, event, now)

    new = [((now - days * DAY - DISCORD_EPOCH) * 1000 << 22) for days in (3, 5, 13)]
    assert not are_most_new()
    await organiser.club.match(new[0], ADA)
    assert not are_most_new(), "one of two"
    await organiser.club.match(new[1], new[2], guild=GUILD + 1)
    assert not are_most_new(), "those two play in another server"
    await organiser.club.match(new[1], ADA)
    assert are_most_new(), "two of three"


async def test_a_player_who_aborted_many_games_cannot_enter_a_rated_event(
    organiser: Organiser,
) -> None:
    for _ in range(3):
        match = await organiser.club.match(BRUNO, ADA)
        await organiser.club.act("abort", match, BRUNO)
    with pytest.raises(BarredFromRatings):
        organiser.enter(organiser.open(), BRUNO)
    assert organiser.enter(organiser.open(rated=False), BRUNO)


async def test_a_role_can_be_required(organiser: Organiser) -> None:
    event = organiser.open(role=77)
    with pytest.raises(RoleMissing) as refused:
        organiser.enter(event, BRUNO, roles=(76,))
    assert refused.value.facts["role"] == "<@&77>"
    assert organiser.enter(event, BRUNO, roles=(76, 77))


@pytest.mark.check
async def test_a_reliability_can_be_required(organiser: Organiser) -> None:
    event = organiser.open(min_reliability=90)
    with pytest.raises(ReliabilityUnknown):
        organiser.enter(event, BRUNO)
    for _ in range(5):
        await organiser.club.act("resign", await organiser.club.match(), BRUNO)
    match = await organiser.club.strict(await organiser.club.match(CLARA, BRUNO))
    await organiser.club.turn(match)
    await organiser.club.sweep(parse(match.control).bank * 3)
    with pytest.raises(TooUnreliable) as refused:
        organiser.enter(event, BRUNO)
    assert refused.value.facts["have"] == 83
    assert organiser.enter(organiser.open(min_reliability=80), BRUNO)


@pytest.mark.check
@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"min_rating": 1600}, "low"),
        ({"max_rating": 1400}, "high"),
        ({"min_rating": 1400, "max_rating": 1600}, None),
    ],
)
async def test_a_range_of_ratings_can_be_required(
    organiser: Organiser, options: dict[str, Any], why: str | None
) -> None:
    event = organiser.open(**options)
    with pytest.raises(RatingOutside) as refused:
        organiser.enter(event, BRUNO)
    assert refused.value.facts["why"] == "none"
    match = await organiser.club.match(ADA, BRUNO, rated=True)
    for _ in range(12):
        await organiser.club.turn(match)
    await organiser.club.act("resign", match, BRUNO)
    if why is None:
        assert organiser.enter(event, BRUNO)
        return
    with pytest.raises(RatingOutside) as refused:
        organiser.enter(event, BRUNO)
    assert refused.value.facts["why"] == why


async def test_a_player_who_did_not_answer_is_barred_for_a_month_and_then_for_three(
    organiser: Organiser,
) -> None:
    at = organiser.club.now
    for silences, bar in ((1, 30 * DAY), (2, 90 * DAY)):
        event = organiser.open(rated=False)
        organiser.enter(event, BRUNO)
        organiser.cancel(event)
        await organiser.club.spoil(
            "UPDATE entrants SET left_at = :at, left_why = 'silent' WHERE event = :e",
            at=organiser.club.now,
            e=event.id,
        )
        organiser.club.now += bar - 1
        with pytest.raises(BarredFromEvents) as refused:
            organiser.enter(organiser.open(rated=False), BRUNO)
        assert refused.value.facts["deadline"] == organiser.club.now + 1
        organiser.club.now += 1
        assert organiser.enter(organiser.open(rated=False), BRUNO), silences
    assert organiser.club.now == at + 120 * DAY


async def test_a_full_event_has_a_waiting_list_and_begins(organiser: Organiser) -> None:
    event = organiser.open(max_entrants=3)
    entered = organiser.enter(event, ADA, BRUNO, CLARA, DAVID)
    assert [entrant.waiting for entrant in entered] == [False, False, False, True]
    with pytest.raises(AlreadyEntered) as refused:
        organiser.enter(event, DAVID)
    assert refused.value.facts["why"] == "waiting"
    organiser.run_jobs()
    assert organiser.get(event).status == "running"
    assert set(organiser.state(event).seeds) == {ADA, BRUNO, CLARA}


async def test_the_first_on_the_waiting_list_takes_the_place_of_a_leaver(
    organiser: Organiser,
) -> None:
    event = organiser.open(max_entrants=3)
    organiser.enter(event, ADA, BRUNO, CLARA, DAVID, EMMA)
    organiser.leave(event, BRUNO)
    assert not organiser.entrant(event, DAVID).waiting
    assert organiser.entrant(event, EMMA).waiting
    organiser.leave(event, EMMA)
    organiser.run_jobs()
    assert set(organiser.state(event).seeds) == {ADA, CLARA, DAVID}


async def test_leaving_before_the_start_is_free_and_silent(organiser: Organiser) -> None:
    event = organiser.open()
    organiser.enter(event, BRUNO)
    await organiser.deliver()
    organiser.leave(event, BRUNO)
    assert await organiser.club.pending_kinds() == []
    with pytest.raises(NotEntered):
        organiser.leave(event, BRUNO)
    assert organiser.enter(event, BRUNO)


async def test_the_event_begins_when_the_sign_up_ends(organiser: Organiser) -> None:
    event = organiser.open(closes_in=WEEK)
    organiser.enter(event, ADA, BRUNO, CLARA)
    organiser.club.now += WEEK - 1
    organiser.run_jobs()
    assert organiser.get(event).status == "open"
    organiser.club.now += 1
    organiser.run_jobs()
    assert organiser.get(event).status == "running"


async def test_the_hub_says_two_days_before_that_the_sign_up_ends(organiser: Organiser) -> None:
    event = organiser.open(closes_in=WEEK)
    await organiser.deliver()
    organiser.club.now += WEEK - 2 * DAY - 1
    organiser.run_jobs()
    assert await organiser.club.pending_kinds() == []
    organiser.club.now += 1
    organiser.run_jobs()
    assert await organiser.club.pending_kinds() == ["event-hub-edit"]
    assert organiser.get(event).phase_at == event.closes_at


async def test_a_sign_up_with_too_few_is_extended_once_and_then_cancelled(
    organiser: Organiser,
) -> None:
    event = organiser.open(closes_in=WEEK)
    organiser.enter(event, ADA, BRUNO)
    organiser.club.now += WEEK
    organiser.run_jobs()
    longer = organiser.get(event)
    assert (longer.status, longer.extended) == ("open", True)
    assert longer.closes_at == organiser.club.now + WEEK
    organiser.club.now += WEEK
    organiser.run_jobs()
    assert organiser.get(event).status == "cancelled"
    kinds = await organiser.deliver()
    assert kinds.count("event-line") == 1
    assert kinds.count("event-notice") == 2


async def test_only_the_organiser_or_a_manager_begins_early_and_with_enough(
    organiser: Organiser,
) -> None:
    event = organiser.open()
    organiser.enter(event, ADA, BRUNO)
    with pytest.raises(TooFewEntrants):
        organiser.start(event)
    organiser.enter(event, CLARA)
    with writing(organiser.club.store) as tx, pytest.raises(NotOrganiser):
        sign_up.start_now(tx, event.id, by=BRUNO, is_manager=False, now=organiser.club.now)
    assert organiser.start(event).status == "running"
    with pytest.raises(SignUpClosed):
        organiser.start(event)


async def test_a_player_who_has_left_a_running_event_cannot_enter_again(
    organiser: Organiser,
) -> None:
    event = organiser.begin(4)
    organiser.leave(event, FIRST_PLAYER)
    with pytest.raises(AlreadyLeft):
        organiser.leave(event, FIRST_PLAYER)
    with pytest.raises(AlreadyLeft):
        organiser.enter(event, FIRST_PLAYER)
    organiser.cancel(event)
    with pytest.raises(EventIsOver):
        organiser.leave(event, FIRST_PLAYER + 1)


@pytest.mark.check
async def test_the_seeds_follow_the_ratings_of_the_server(organiser: Organiser) -> None:
    match = await organiser.club.match(ADA, BRUNO, rated=True)
    for _ in range(12):
        await organiser.club.turn(match)
    await organiser.club.act("resign", match, BRUNO)
    event = organiser.open()
    organiser.enter(event, CLARA, BRUNO, ADA, DAVID)
    organiser.start(event)
    seeds = organiser.state(event).by_seed
    assert [seeds[1], seeds[2]] == [ADA, BRUNO]
    assert {seeds[3], seeds[4]} == {CLARA, DAVID}
    assert organiser.entrant(event, CLARA).rating is None
    assert organiser.get(event).guild == GUILD
