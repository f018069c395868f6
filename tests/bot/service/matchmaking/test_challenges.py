"""Challenges: who may do what with them, and when."""

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
from bot.store import challenge_rows
from bot.store.models import Match
from engine import variant
from tests.bot.service.club import ADA, BRUNO, CHANNEL, CLARA, DAVID, GUILD, START, Club, falls_due


async def test_a_challenge_is_as_it_was_made(club: Club) -> None:
    made = await club.challenge(
        ADA, BRUNO, side="second", note="  for old\ntimes ", variant="halma-10"
    )
    assert (made.challenger, made.opponent, made.direct) == (ADA, BRUNO, True)
    assert (made.variant, made.seats[0].seat, made.note) == ("halma-10", 1, "for old times")
    assert (made.guild, made.channel, made.status) == (GUILD, CHANNEL, "open")
    assert (made.post, made.match, made.answered_by) == (None, None, None)
    assert await club.owed() == ["challenge"]


async def test_an_open_challenge_names_nobody(club: Club) -> None:
    made = await club.challenge(ADA, None)
    assert (made.opponent, made.direct) == (None, False)


@pytest.mark.parametrize(("opponent", "days"), [(BRUNO, 7), (None, 14)])
async def test_a_challenge_lasts_a_week_to_one_and_two_weeks_to_all(
    club: Club, opponent: int | None, days: int
) -> None:
    made = await club.challenge(ADA, opponent)
    assert made.expires_at == START + days * 86400


@pytest.mark.parametrize(("side", "players"), [("first", (ADA, BRUNO)), ("second", (BRUNO, ADA))])
async def test_the_challenger_sits_where_he_wished(
    club: Club, side: str, players: tuple[int, int]
) -> None:
    match = await club.accept(await club.challenge(side=side))
    assert match.players == players


async def test_lots_are_drawn_by_the_given_chance(club: Club) -> None:
    seen = set()
    for seed in range(10):
        made = await club.challenge(side="random")
        match = await club.accept(made, rng=random.Random(seed))
        again = await club.accept(await club.challenge(side="random"), rng=random.Random(seed))
        assert match.players == again.players
        seen.add(match.players)
    assert seen == {(ADA, BRUNO), (BRUNO, ADA)}


async def test_accepting_begins_the_match(club: Club) -> None:
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
    async with club.store.read() as tx:
        closed = await challenges.get(tx, made.id)
    assert (closed.status, closed.match, closed.answered_by) == ("accepted", match.id, BRUNO)
    assert [seat.joined for seat in closed.seats] == [True, True]


async def test_the_post_of_a_challenge_that_nobody_has_seen_yet_is_not_made_any_more(
    club: Club,
) -> None:
    await club.accept(await club.challenge())
    assert await club.owed() == ["board", "challenge-over"]


async def test_anyone_but_the_challenger_may_accept_an_open_challenge(club: Club) -> None:
    made = await club.challenge(ADA, None)
    with pytest.raises(SelfChallenge):
        await club.accept(made, ADA)
    assert (await club.accept(made, CLARA)).players == (ADA, CLARA)


async def test_nobody_challenges_himself(club: Club) -> None:
    with pytest.raises(SelfChallenge):
        await club.challenge(ADA, ADA)
    assert await club.owed() == []


async def test_nobody_answers_for_another(club: Club) -> None:
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
    assert await club.owed() == ["challenge-over", "challenge-over"]


async def test_a_closed_challenge_has_been_answered(club: Club) -> None:
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


async def test_doing_the_same_again_changes_nothing(club: Club) -> None:
    accepted, declined, cancelled = [await club.challenge() for _ in range(3)]
    first = await club.accept(accepted), await club.decline(declined), await club.cancel(cancelled)
    owed = await club.owed()
    again = await club.accept(accepted), await club.decline(declined), await club.cancel(cancelled)
    assert again == first
    assert await club.owed() == owed


async def test_the_same_interaction_again_gets_the_same_answer(club: Club) -> None:
    made = await club.challenge(interaction=1)
    assert await club.challenge(interaction=1, note="other words") == made
    match = await club.accept(made, interaction=2)
    assert await club.accept(made, interaction=2) == match
    other = await club.challenge()
    declined = await club.decline(other, interaction=3)
    assert await club.decline(other, interaction=3) == declined
    assert len(await club.rows("SELECT 1 FROM challenges")) == 2
    assert len(await club.rows("SELECT 1 FROM matches")) == 1


async def test_an_interaction_that_did_something_else_does_nothing(club: Club) -> None:
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


async def test_a_challenge_that_has_run_out_takes_no_place(club: Club) -> None:
    for _ in range(5):
        await club.challenge(ADA, BRUNO)
    club.now += 7 * 86400
    assert (await club.challenge(ADA, BRUNO)).status == "open"


async def test_a_challenge_runs_out_at_its_second(club: Club) -> None:
    made = await club.challenge()
    club.now = made.expires_at - 1
    async with club.store.write() as tx:
        assert await challenges.expire(tx, now=club.now) == []
    club.now += 1
    with pytest.raises(Expired):
        await club.accept(made)
    async with club.store.write() as tx:
        assert await falls_due(tx, "challenges") == made.expires_at
        (over,) = await challenges.expire(tx, now=club.now)
        assert await challenges.expire(tx, now=club.now) == []
        assert await falls_due(tx, "challenges") is None
    assert (over.id, over.status) == (made.id, "expired")
    for refuse in (club.accept, club.decline, club.cancel):
        with pytest.raises(Expired):
            await refuse(made)  # type: ignore[operator]
    assert await club.owed() == ["challenge-over"]


async def test_what_is_unknown_is_not_found(club: Club) -> None:
    with pytest.raises(NotFound) as refused:
        await club.challenge(variant="chess")
    assert refused.value.facts == {"what": "variant", "key": "chess"}
    async with club.store.read() as tx:
        with pytest.raises(NotFound):
            await challenges.get(tx, 99)


async def test_a_note_has_an_end(club: Club) -> None:
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
def test_a_note_mentions_nobody_and_stays_in_its_line(note: str, kept: str) -> None:
    assert challenge_limits.tidy(note) == kept


async def test_one_finds_the_challenges_that_concern_one(club: Club) -> None:
    direct = await club.challenge(ADA, BRUNO)
    anyone = await club.challenge(ADA, None)
    answered = await club.decline(await club.challenge(ADA, BRUNO))
    async with club.store.read() as tx:
        assert await challenge_rows.open_by(tx, ADA) == [direct, anyone]
        assert await challenge_rows.asking(tx, BRUNO) == [direct]
        assert await challenge_rows.asking(tx, ADA) == []
        assert answered not in await challenge_rows.open_by(tx, ADA)


async def test_of_two_who_accept_at_once_one_plays_and_the_other_is_told(club: Club) -> None:
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


async def test_edge_1_a_person_challenged_twice_answers_each_and_may_play_both(club: Club) -> None:
    one, other = await club.challenge(), await club.challenge()
    assert one.id != other.id
    first, second = await club.accept(one), await club.accept(other)
    assert first.id != second.id
    assert await club.accept(one, interaction=next(club.ids)) == first
    assert len(await club.rows("SELECT id FROM matches")) == 2
