"""Multiplayer challenges: joining, leaving, declining, starting with free seats."""

from typing import Any

import pytest

from bot.service.errors import (
    AlreadyAnswered,
    AlreadyDone,
    Expired,
    InvitedTwice,
    LimitReached,
    NotAtTable,
    NoteTooLong,
    NotFound,
    NotYours,
    SeatTaken,
    SelfChallenge,
    TableFull,
    WrongNumber,
)
from bot.service.matchmaking import challenges
from bot.service.matchmaking.challenge_limits import DIRECT_LIFETIME, MAX_OPEN, OPEN_LIFETIME
from bot.store.models import ChallengeSeat
from engine import variant
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, EMMA, FRANZ, START, Club

STAR = "chinese-checkers-6"
THREE = "chinese-checkers-3"
PARTNERS = "halma-4-opposite"


async def notices(club: Club) -> list[tuple[str, int]]:
    rows = await club.rows(
        "SELECT json_extract(payload, '$.notice') AS what, json_extract(payload, '$.player') AS who "
        "FROM outbox WHERE kind = 'table-notice' AND state = 'owed' ORDER BY id"
    )
    return [(row["what"], row["who"]) for row in rows]


async def test_a_challenge_starts_automatically_when_the_last_seat_is_taken(club: Club) -> None:
    table = await club.open_challenge(THREE)
    assert (table.joined_players, table.invited_players, table.free_places, table.least) == (
        (ADA,),
        (),
        2,
        None,
    )
    first = await club.join(table, BRUNO)
    assert (first.match, first.challenge.joined_players) == (None, (ADA, BRUNO))
    last = await club.join(table, CLARA)
    assert last.match is not None
    assert sorted(last.match.players) == [ADA, BRUNO, CLARA]
    assert (last.match.variant, last.match.turn) == (THREE, 0)
    assert (last.challenge.status, last.challenge.match) == ("accepted", last.match.id)
    assert last.challenge.answered_by == CLARA
    assert await club.faults() == []


async def test_the_post_of_a_challenge_is_edited_and_then_closed(club: Club) -> None:
    table = await club.open_challenge(THREE)
    assert [row.kind for row in await club.deliver()] == ["challenge"]
    await club.join(table, BRUNO)
    await club.join(table, BRUNO, seat=1)
    assert await club.pending_kinds() == ["challenge-changed"], "one change says it all"
    await club.join(table, CLARA)
    assert await club.pending_kinds() == ["thread", "challenge-over"]


@pytest.mark.check
async def test_seats_are_random_unless_requested(club: Club) -> None:
    seen = set()
    for _ in range(30):
        table = await club.open_challenge(THREE, seat=1)
        await club.join(table, BRUNO)
        begun = await club.join(table, CLARA)
        assert begun.match is not None
        seen.add(begun.match.players)
    assert seen == {(BRUNO, ADA, CLARA), (CLARA, ADA, BRUNO)}


async def test_a_taken_seat_is_refused(club: Club) -> None:
    table = await club.open_challenge(THREE, seat=1)
    with pytest.raises(SeatTaken) as refused:
        await club.join(table, BRUNO, seat=1)
    assert refused.value.facts == {"seat": 1, "team": None}
    with pytest.raises(NotFound):
        await club.join(table, BRUNO, seat=3)
    await club.join(table, BRUNO, seat=2)
    with pytest.raises(SeatTaken):
        await club.join(table, CLARA, seat=2)


async def test_a_player_who_has_joined_may_change_seats(club: Club) -> None:
    table = await club.open_challenge(THREE)
    await club.join(table, BRUNO, seat=1)
    again = await club.join(table, BRUNO, seat=2)
    assert again.challenge.seats[1] == ChallengeSeat(BRUNO, 2, joined=True)
    begun = await club.join(table, CLARA, seat=1)
    assert begun.match is not None
    assert begun.match.players == (ADA, CLARA, BRUNO)


@pytest.mark.check
async def test_partners_get_seats_of_the_same_team(club: Club) -> None:
    for _ in range(10):
        table = await club.open_challenge(
            PARTNERS, ChallengeSeat(BRUNO, team=0), ChallengeSeat(), ChallengeSeat(), team=0
        )
        for player in (CLARA, DAVID, BRUNO):
            begun = await club.join(table, player)
        assert begun.match is not None
        seats = [begun.match.players.index(player) for player in (ADA, BRUNO)]
        assert sorted(seats) == [0, 2]


async def test_a_full_team_is_refused(club: Club) -> None:
    table = await club.open_challenge(PARTNERS, team=1)
    await club.join(table, BRUNO, team=1)
    with pytest.raises(SeatTaken):
        await club.join(table, CLARA, team=1)
    with pytest.raises(SeatTaken):
        await club.join(table, CLARA, seat=3)
    await club.join(table, CLARA, team=0)


async def test_a_seat_is_reserved_for_an_invited_player(club: Club) -> None:
    table = await club.open_challenge(THREE, ChallengeSeat(BRUNO, seat=2), ChallengeSeat(CLARA))
    assert table.is_direct
    assert table.invited_players == (BRUNO, CLARA)
    with pytest.raises(TableFull):
        await club.join(table, DAVID)
    await club.join(table, CLARA)
    begun = await club.join(table, BRUNO)
    assert begun.match is not None
    assert begun.match.players[2] == BRUNO


async def test_an_invited_player_may_choose_another_seat_than_the_host_did(club: Club) -> None:
    table = await club.open_challenge(THREE, ChallengeSeat(BRUNO, seat=2), ChallengeSeat(seat=1))
    joined = await club.join(table, BRUNO, seat=0)
    assert joined.challenge.seats[1].seat == 0
    begun = await club.join(table, CLARA)
    assert begun.match is not None
    assert begun.match.players == (BRUNO, CLARA, ADA)


async def test_a_free_seat_that_matches_the_request_is_taken_first(club: Club) -> None:
    table = await club.open_challenge(THREE, ChallengeSeat(seat=0), ChallengeSeat(seat=2))
    joined = await club.join(table, BRUNO, seat=2)
    assert [seat.player for seat in joined.challenge.seats] == [ADA, None, BRUNO]


async def test_declining_frees_the_seat_without_a_notice(club: Club) -> None:
    table = await club.open_challenge(THREE, ChallengeSeat(BRUNO, seat=2), ChallengeSeat(CLARA))
    declined = await club.decline(table, BRUNO, interaction=7)
    assert (declined.status, declined.invited_players, declined.free_places) == (
        "open",
        (CLARA,),
        1,
    )
    assert await notices(club) == []
    assert await club.decline(table, BRUNO, interaction=7) == declined
    with pytest.raises(NotYours):
        await club.decline(table, BRUNO)
    await club.join(table, CLARA)
    with pytest.raises(NotYours):
        await club.decline(table, CLARA)
    assert (await club.join(table, DAVID)).match is not None
    assert await notices(club) == []
    with pytest.raises(AlreadyAnswered):
        await club.decline(table, DAVID)


async def test_leaving_frees_the_seat_and_posts_a_notice(club: Club) -> None:
    table = await club.open_challenge(THREE)
    await club.join(table, BRUNO, seat=2)
    left = await club.leave(table, BRUNO, interaction=7)
    assert left.joined_players == (ADA,)
    assert left.seats[1] == ChallengeSeat(None, None, joined=False)
    assert await notices(club) == [("table-left", BRUNO)]
    assert await club.leave(table, BRUNO, interaction=7) == left
    for stranger in (BRUNO, ADA):
        with pytest.raises(NotAtTable):
            await club.leave(table, stranger)
    assert (await club.join(table, BRUNO)).challenge.joined_players == (ADA, BRUNO)


async def test_the_host_may_start_with_any_number_of_players_the_game_supports(club: Club) -> None:
    table = await club.open_challenge(STAR, least=2)
    assert challenges.allowed_sizes(table) == (2, 3, 4, 5, 6)
    with pytest.raises(WrongNumber) as refused:
        await club.start(table)
    assert refused.value.facts == {"present": 1, "sizes": (2, 3, 4, 5, 6)}
    for player in (BRUNO, CLARA):
        await club.join(table, player)
    with pytest.raises(NotYours):
        await club.start(table, BRUNO)
    begun = await club.start(table, interaction=7)
    assert begun.match is not None
    assert (begun.match.variant, len(begun.match.players)) == (THREE, 3)
    assert begun.challenge.joined_players == (ADA, BRUNO, CLARA)
    assert (begun.challenge.free_places, begun.challenge.answered_by) == (0, ADA)
    assert await club.start(table, interaction=7) == begun
    assert await club.start(table) == begun
    assert await club.faults() == []


@pytest.mark.check
async def test_a_game_without_a_version_for_five_needs_another_player(club: Club) -> None:
    table = await club.open_challenge("super-chinese-checkers-6", least=2)
    for player in (BRUNO, CLARA, DAVID, EMMA):
        await club.join(table, player)
    with pytest.raises(WrongNumber):
        await club.start(table)
    assert (await club.join(table, FRANZ)).match is not None


async def test_the_host_chooses_the_minimum_number_of_players(club: Club) -> None:
    assert challenges.allowed_sizes(await club.open_challenge(STAR, least=4)) == (4, 5, 6)
    assert challenges.allowed_sizes(await club.open_challenge(STAR)) == (6,)
    assert challenges.allowed_sizes(await club.open_challenge(PARTNERS, least=2)) == (4,)
    assert challenges.allowed_sizes(await club.challenge()) == (2,)


async def test_an_invited_player_who_has_not_answered_is_left_out(club: Club) -> None:
    places = (ChallengeSeat(BRUNO), ChallengeSeat(), ChallengeSeat())
    table = await club.open_challenge("chinese-checkers-4", *places, least=2)
    await club.join(table, CLARA)
    begun = await club.start(table)
    assert begun.match is not None
    assert sorted(begun.match.players) == [ADA, CLARA]
    with pytest.raises(AlreadyAnswered):
        await club.join(table, BRUNO)


async def test_only_the_host_may_cancel(club: Club) -> None:
    table = await club.open_challenge(THREE)
    await club.join(table, BRUNO)
    with pytest.raises(NotYours):
        await club.cancel(table, BRUNO)
    assert (await club.cancel(table)).status == "cancelled"
    for act in (club.join(table, CLARA), club.leave(table, BRUNO), club.start(table)):
        with pytest.raises(AlreadyAnswered):
            await act


async def test_a_multiplayer_challenge_expires(club: Club) -> None:
    opened = await club.open_challenge(THREE)
    direct = await club.open_challenge(THREE, ChallengeSeat(BRUNO), ChallengeSeat(CLARA))
    assert opened.expires_at == START + OPEN_LIFETIME
    assert direct.expires_at == START + DIRECT_LIFETIME
    club.now += DIRECT_LIFETIME
    for act in (club.join(direct, BRUNO), club.decline(direct, BRUNO), club.start(direct)):
        with pytest.raises(Expired):
            await act


async def test_a_multiplayer_challenge_counts_towards_the_hosts_open_challenges(club: Club) -> None:
    for _ in range(MAX_OPEN):
        await club.open_challenge(THREE)
    for act in (club.open_challenge(THREE), club.challenge()):
        with pytest.raises(LimitReached):
            await act


@pytest.mark.parametrize(
    ("places", "more", "error"),
    [
        ((ChallengeSeat(ADA), ChallengeSeat()), {}, SelfChallenge),
        ((ChallengeSeat(BRUNO), ChallengeSeat(BRUNO)), {}, InvitedTwice),
        ((ChallengeSeat(),), {}, WrongNumber),
        ((ChallengeSeat(seat=1), ChallengeSeat(seat=1)), {}, SeatTaken),
        ((ChallengeSeat(seat=1), ChallengeSeat()), {"seat": 1}, SeatTaken),
        ((ChallengeSeat(), ChallengeSeat(seat=3)), {}, NotFound),
        ((ChallengeSeat(), ChallengeSeat(team=0)), {}, NotFound),
        ((ChallengeSeat(), ChallengeSeat()), {"note": "x" * 201}, NoteTooLong),
    ],
)
async def test_an_invalid_challenge_is_refused(
    club: Club, places: tuple[ChallengeSeat, ...], more: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        await club.open_challenge(THREE, *places, **more)
    assert await club.rows("SELECT * FROM challenges") == []


async def test_a_challenge_of_two_requires_a_game_for_two(club: Club) -> None:
    with pytest.raises(WrongNumber) as refused:
        await club.challenge(variant=THREE)
    assert refused.value.facts == {"present": 2, "sizes": (2, 3, 4, 5, 6)}


async def test_a_player_cannot_take_two_seats(club: Club) -> None:
    table = await club.open_challenge(THREE)
    with pytest.raises(SelfChallenge):
        await club.join(table, ADA)
    first = await club.join(table, BRUNO)
    assert await club.join(table, BRUNO) == first
    begun = await club.join(table, CLARA)
    assert await club.join(table, BRUNO) == begun, "he asks again, and sees that it has begun"


async def test_a_repeated_interaction_opens_and_joins_once(club: Club) -> None:
    table = await club.open_challenge(THREE, interaction=5)
    assert await club.open_challenge(THREE, interaction=5) == table
    first = await club.join(table, BRUNO, interaction=6)
    assert await club.join(table, BRUNO, interaction=6) == first
    last = await club.join(table, CLARA, interaction=7)
    assert await club.join(table, CLARA, interaction=7) == last
    with pytest.raises(AlreadyDone):
        await club.leave(table, CLARA, interaction=7)
    assert len(await club.rows("SELECT * FROM matches")) == 1


async def test_a_challenge_of_two_can_be_joined_like_any_other(club: Club) -> None:
    challenge = await club.challenge(ADA, BRUNO)
    with pytest.raises(NotYours):
        await club.join(challenge, CLARA)
    begun = await club.join(challenge, BRUNO)
    assert begun.match is not None
    assert begun.match.players == (ADA, BRUNO)


async def test_game_options_are_kept_when_a_challenge_starts_with_fewer_players(club: Club) -> None:
    table = await club.open_challenge("chinese-checkers-4+places", least=3)
    for player in (BRUNO, CLARA):
        await club.join(table, player)
    begun = await club.start(table)
    assert begun.match is not None
    assert variant(begun.match.variant).places
    assert begun.match.variant == "chinese-checkers-3+places"
    assert (await club.turn(begun.match)).match.ply == 1
    assert await club.faults() == []
