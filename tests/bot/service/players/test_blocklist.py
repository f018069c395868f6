"""Blocks: players who have blocked each other cannot meet in any challenge."""

import pytest

from bot.service.errors import NotTogether, SelfBlock
from bot.service.matchmaking import challenges
from bot.service.players import blocklist
from bot.store.models import Challenge, ChallengeSeat
from bot.store.players import blocks
from tests.bot.service.club import ADA, BRUNO, CHANNEL, CLARA, DAVID, GUILD, Club
from tests.transactions import writing


async def block(club: Club, player: int, other: int) -> None:
    with writing(club.store) as tx:
        blocklist.block(tx, player, other, now=club.now)


async def open_table(club: Club, *invited: int | None) -> Challenge:
    with writing(club.store) as tx:
        return challenges.create(
            tx,
            challenger=ADA,
            variant="halma-4",
            places=[ChallengeSeat(person) for person in invited],
            guild=GUILD,
            channel=CHANNEL,
            interaction=next(club.ids),
            now=club.now,
        )


async def join(club: Club, table: Challenge, player: int) -> None:
    with writing(club.store) as tx:
        challenges.join(
            tx, table.id, player=player, interaction=next(club.ids), now=club.now, rng=club.rng
        )


@pytest.mark.parametrize(("blocker", "blocked"), [(ADA, BRUNO), (BRUNO, ADA)])
async def test_a_block_applies_to_challenges_in_both_directions_and_does_not_reveal_its_owner(
    club: Club, blocker: int, blocked: int
) -> None:
    await block(club, blocker, blocked)
    with pytest.raises(NotTogether) as refused:
        await club.challenge(ADA, BRUNO)
    assert refused.value.facts == {"player": BRUNO}
    await club.challenge(ADA, CLARA)


async def test_a_block_applies_to_open_challenges_and_to_earlier_ones(club: Club) -> None:
    anyone, direct = await club.challenge(ADA, None), await club.challenge(ADA, BRUNO)
    await block(club, BRUNO, ADA)
    for challenge in (anyone, direct):
        with pytest.raises(NotTogether):
            await club.accept(challenge, BRUNO)
    await club.accept(anyone, CLARA)


async def test_a_block_applies_between_guests_of_a_challenge(club: Club) -> None:
    table = await open_table(club, None, None, None)
    await block(club, BRUNO, CLARA)
    await join(club, table, BRUNO)
    with pytest.raises(NotTogether) as refused:
        await join(club, table, CLARA)
    assert refused.value.facts == {"player": BRUNO}
    await join(club, table, DAVID)


async def test_a_challenge_cannot_be_opened_for_a_player_whom_the_host_has_blocked(
    club: Club,
) -> None:
    await block(club, ADA, DAVID)
    with pytest.raises(NotTogether):
        await open_table(club, BRUNO, CLARA, DAVID)


async def test_the_host_does_not_learn_about_a_block_between_two_guests(club: Club) -> None:
    await block(club, BRUNO, CLARA)
    table = await open_table(club, BRUNO, CLARA, DAVID)
    await join(club, table, CLARA)
    with pytest.raises(NotTogether):
        await join(club, table, BRUNO)


async def test_blocking_twice_is_blocking_once_and_a_block_can_be_removed(club: Club) -> None:
    await block(club, ADA, BRUNO)
    await block(club, ADA, BRUNO)
    with writing(club.store) as tx:
        assert blocks.blocked_by(tx, ADA) == [BRUNO]
        assert blocks.remove_block(tx, ADA, BRUNO)
        assert not blocks.remove_block(tx, ADA, BRUNO)
    await club.match(ADA, BRUNO)


async def test_running_matches_continue_after_a_block(club: Club) -> None:
    match = await club.match(ADA, BRUNO)
    await block(club, ADA, BRUNO)
    await club.turn(match)
    await club.turn(match)


async def test_players_cannot_block_themselves(club: Club) -> None:
    with pytest.raises(SelfBlock):
        await block(club, ADA, ADA)


async def test_declining_posts_no_notice(club: Club) -> None:
    table = await open_table(club, BRUNO, CLARA, DAVID)
    await club.deliver()
    with writing(club.store) as tx:
        challenges.decline(tx, table.id, player=BRUNO, interaction=next(club.ids), now=club.now)
    assert await club.pending_kinds() == ["challenge-changed"]
    await club.deliver()
    await club.decline(await club.challenge(ADA, CLARA), CLARA)
    assert await club.pending_kinds() == ["challenge-over"]
