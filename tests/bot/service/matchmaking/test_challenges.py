"""Two-player challenges: creating, answering, limits and expiry."""

import asyncio
import random

import pytest

from bot.service.errors import (
    AlreadyAnswered,
    AlreadyDone,
    Expired,
    LimitReached,
    NoteTooLong,
    NotFound,
    NotYours,
    SelfChallenge,
)
from bot.service.matchmaking import challenge_limits, challenges
from bot.store.challenges import challenge_rows
from bot.store.models import Match
from engine import variant
from tests.bot.service.club import ADA, BRUNO, CHANNEL, CLARA, DAVID, GUILD, START, Club, job_due_at
from tests.transactions import reading, writing


async def test_a_challenge_is_stored_as_it_was_made(club: Club) -> None:
    made = await club.challenge(
        ADA, BRUNO, side="second", note="  for old\ntimes ", variant="halma-10"
    )
    assert (made.challenger, made.opponent, made.is_direct) == (ADA, BRUNO, True)
    assert (made.variant, made.seats[0].seat, made.note) == ("halma-10", 1, "for old times")
    assert (made.guild, made.channel, made.status) == (GUILD, CHANNEL, "open")
    assert (made.post, made.match, made.answered_by) == (None, None, None)
    assert await club.pending_kinds() == ["challenge"]


async def test_an_open_challenge_has_no_opponent(club: Club) -> None:
    made = await club.challenge(ADA, None)
    assert (made.opponent, made.is_direct) == (None, False)


@pytest.mark.parametrize(("opponent", "days"), [(BRUNO, 7), (None, 14)])
async def test_a_direct_challenge_expires_after_a_week_and_an_open_one_after_two(
    club: Club, opponent: int | None, days: int
) -> None:
    made = await club.challenge(ADA, opponent)
    assert made.expires_at == START + days * 86400


@pytest.mark.parametrize(("side", "players"), [("first", (ADA, BRUNO)), ("second", (BRUNO, ADA))])
async def test_the_challenger_gets_the_requested_seat(
    club: Club, side: str, players: tuple[int, int]
) -> None:
    match = await club.accept(await club.challenge(side=side))
    assert match.players == players


@pytest.mark.check
async def test_random_seats_follow_the_given_random_generator(club: Club) -> None:
    seen = set()
    for seed in range(10):
        made = await club.challenge(side="random")
        match = await club.accept(made, rng=random.Random(seed))
        again = await club.accept(await club.challenge(side="random"), rng=random.Random(seed))
        assert match.players == again.players
        seen.add(match.players)
    assert seen == {(ADA, BRUNO), (BRUNO, ADA)}


async def test_accepting_a_challenge_starts_the_match(club: Club) -> None:
    made = await club.challenge()
    match = await club.accept(made)
    game = variant("halma-8")
    assert (match.variant, match.revision) == ("halma-8", game.revision)
    assert (match.status, match.ply, match.turn) == ("running", 0, 0)
    assert match.position == game.dump(game.start())
    assert (match.guild, match.channel, match.thread, match.place) == (
        GUILD,
        CHANNEL,
        None,
        CHANNEL,
    )
    assert (match.created, match.moved_at) == (START, START)
    with reading(club.store) as tx:
        closed = challenges.load_challenge(tx, made.id)
    assert (closed.status, closed.match, closed.answered_by) == ("accepted", match.id, BRUNO)
    assert [seat.joined for seat in closed.seats] == [True, True]


async def test_a_challenge_accepted_before_delivery_is_not_posted(
    club: Club,
) -> None:
    await club.accept(await club.challenge())
    assert await club.pending_kinds() == ["board", "challenge-over"]


async def test_anyone_but_the_challenger_may_accept_an_open_challenge(club: Club) -> None:
    made = await club.challenge(ADA, None)
    with pytest.raises(SelfChallenge):
        await club.accept(made, ADA)
    assert (await club.accept(made, CLARA)).players == (ADA, CLARA)


async def test_players_cannot_challenge_themselves(club: Club) -> None:
    with pytest.raises(SelfChallenge):
        await club.challenge(ADA, ADA)
    assert await club.pending_kinds() == []


async def test_only_the_challenged_player_may_answer_and_only_the_challenger_may_cancel(
    club: Club,
) -> None:
    made = await club.challenge(ADA, BRUNO)
    with pytest.raises(NotYours):
        await club.accept(made, CLARA)
    with pytest.raises(NotYours):
        await club.decline(made, CLARA)
    with pytest.raises(NotYours):
        await club.decline(made, ADA)
    with pytest.raises(NotYours) as refused:
        await club.cancel(made, BRUNO)
    assert refused.value.challenge == made


async def test_an_open_challenge_cannot_be_declined(club: Club) -> None:
    with pytest.raises(NotYours):
        await club.decline(await club.challenge(ADA, None), BRUNO)


async def test_declining_and_cancelling_close_the_challenge(club: Club) -> None:
    declined = await club.decline(await club.challenge())
    cancelled = await club.cancel(await club.challenge())
    assert (declined.status, declined.answered_by) == ("declined", BRUNO)
    assert (cancelled.status, cancelled.answered_by) == ("cancelled", ADA)
    assert await club.pending_kinds() == ["challenge-over", "challenge-over"]


async def test_a_closed_challenge_cannot_be_answered(club: Club) -> None:
    declined = await club.decline(await club.challenge())
    with pytest.raises(AlreadyAnswered) as refused:
        await club.accept(declined)
    assert refused.value.facts == {"challenge": declined.id, "status": "declined", "by": BRUNO}
    with pytest.raises(AlreadyAnswered):
        await club.cancel(declined)
    accepted = await club.challenge()
    await club.accept(accepted)
    with pytest.raises(AlreadyAnswered):
        await club.decline(accepted)


async def test_repeating_an_answer_changes_nothing(club: Club) -> None:
    accepted, declined, cancelled = [await club.challenge() for _ in range(3)]
    first = await club.accept(accepted), await club.decline(declined), await club.cancel(cancelled)
    pending = await club.pending_kinds()
    again = await club.accept(accepted), await club.decline(declined), await club.cancel(cancelled)
    assert again == first
    assert await club.pending_kinds() == pending


async def test_the_same_interaction_gets_the_same_answer_again(club: Club) -> None:
    made = await club.challenge(interaction=1)
    assert await club.challenge(interaction=1, note="other words") == made
    match = await club.accept(made, interaction=2)
    assert await club.accept(made, interaction=2) == match
    other = await club.challenge()
    declined = await club.decline(other, interaction=3)
    assert await club.decline(other, interaction=3) == declined
    assert len(await club.rows("SELECT 1 FROM challenges")) == 2
    assert len(await club.rows("SELECT 1 FROM matches")) == 1


async def test_an_interaction_used_for_something_else_is_refused(club: Club) -> None:
    made = await club.challenge(interaction=1)
    with pytest.raises(AlreadyDone):
        await club.accept(made, interaction=1)
    other = await club.challenge()
    await club.decline(made, interaction=2)
    with pytest.raises(AlreadyDone):
        await club.decline(other, interaction=2)


async def test_five_challenges_may_be_open_at_once(club: Club) -> None:
    made = [await club.challenge(ADA, None) for _ in range(5)]
    with pytest.raises(LimitReached) as refused:
        await club.challenge(ADA, BRUNO)
    assert refused.value.facts == {"limit": 5}
    await club.challenge(BRUNO, None)
    await club.cancel(made[0])
    await club.challenge(ADA, BRUNO)


async def test_an_expired_challenge_does_not_count_towards_the_limit(club: Club) -> None:
    for _ in range(5):
        await club.challenge(ADA, BRUNO)
    club.now += 7 * 86400
    assert (await club.challenge(ADA, BRUNO)).status == "open"


async def test_a_challenge_expires_at_exactly_its_expiry_time(club: Club) -> None:
    made = await club.challenge()
    club.now = made.expires_at - 1
    with writing(club.store) as tx:
        assert challenges.expire_due(tx, now=club.now) == []
    club.now += 1
    with pytest.raises(Expired):
        await club.accept(made)
    with writing(club.store) as tx:
        assert job_due_at(tx, "challenges") == made.expires_at
        (over,) = challenges.expire_due(tx, now=club.now)
        assert challenges.expire_due(tx, now=club.now) == []
        assert job_due_at(tx, "challenges") is None
    assert (over.id, over.status) == (made.id, "expired")
    for refuse in (club.accept, club.decline, club.cancel):
        with pytest.raises(Expired):
            await refuse(made)  # type: ignore[operator]
    assert await club.pending_kinds() == ["challenge-over"]


async def test_an_unknown_variant_or_challenge_is_not_found(club: Club) -> None:
    with pytest.raises(NotFound) as refused:
        await club.challenge(variant="chess")
    assert refused.value.facts == {"what": "variant", "key": "chess"}
    with reading(club.store) as tx, pytest.raises(NotFound):
        challenges.load_challenge(tx, 99)


async def test_the_length_of_a_note_is_limited(club: Club) -> None:
    assert len((await club.challenge(note="x" * 200)).note) == 200
    with pytest.raises(NoteTooLong) as refused:
        await club.challenge(note="x" * 201)
    assert refused.value.facts == {"limit": 200, "length": 201}


@pytest.mark.parametrize(
    ("note", "kept"),
    [
        ("@everyone", "@\u200beveryone"),
        ("hi <@1> and <@&2>", "hi <@\u200b1> and <@\u200b&2>"),
        ("a\u202eb\x00c\ud800d", "abcd"),
        (" two\n\n lines\t ", "two lines"),
    ],
)
def test_a_note_mentions_nobody_and_stays_on_one_line(note: str, kept: str) -> None:
    assert challenge_limits.clean_note(note) == kept


async def test_a_player_finds_their_open_challenges_and_those_addressed_to_them(club: Club) -> None:
    direct = await club.challenge(ADA, BRUNO)
    anyone = await club.challenge(ADA, None)
    answered = await club.decline(await club.challenge(ADA, BRUNO))
    with reading(club.store) as tx:
        assert challenge_rows.open_challenges_by(tx, ADA) == [direct, anyone]
        assert challenge_rows.awaiting_answer_of(tx, BRUNO) == [direct]
        assert challenge_rows.awaiting_answer_of(tx, ADA) == []
        assert answered not in challenge_rows.open_challenges_by(tx, ADA)


async def test_of_players_who_accept_at_once_one_plays_and_the_others_get_an_error(
    club: Club,
) -> None:
    for _ in range(5):
        made = await club.challenge(ADA, None)
        answers = await asyncio.gather(
            *(club.accept(made, player) for player in (BRUNO, CLARA, DAVID)), return_exceptions=True
        )
        (match,) = [answer for answer in answers if isinstance(answer, Match)]
        late = [answer for answer in answers if isinstance(answer, AlreadyAnswered)]
        assert len(late) == 2
        assert {error.facts["by"] for error in late} == {match.players[1]}
    assert len(await club.rows("SELECT 1 FROM matches")) == 5


async def test_accepting_and_cancelling_at_once_never_does_both(club: Club) -> None:
    made = await club.challenge(ADA, BRUNO)
    await asyncio.gather(club.accept(made), club.cancel(made), return_exceptions=True)
    (row,) = await club.rows("SELECT status, match FROM challenges")
    assert (row["status"] == "accepted") == (row["match"] is not None)


async def test_edge_1_a_player_challenged_twice_may_accept_both(club: Club) -> None:
    challenge, other = await club.challenge(), await club.challenge()
    assert challenge.id != other.id
    first, second = await club.accept(challenge), await club.accept(other)
    assert first.id != second.id
    assert await club.accept(challenge, interaction=next(club.ids)) == first
    assert len(await club.rows("SELECT id FROM matches")) == 2
