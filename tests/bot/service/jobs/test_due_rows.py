"""Due rows are read when their turn comes, not when the job begins."""

from dataclasses import replace

from bot.service.matchmaking import challenge_limits, challenges
from bot.store.challenges import challenge_rows
from bot.store.guilds import match_channel_rows
from bot.store.match import match_saver, matches
from bot.store.models import UndeliveredBoard
from tests.bot.service.club import ADA, BRUNO, CLARA, START, Club
from tests.transactions import writing

DAY = 86400


async def test_a_row_changed_by_an_earlier_one_is_read_again(club: Club) -> None:
    games = [await club.match() for _ in range(3)]
    with writing(club.store) as tx:
        for number, match in enumerate(games):
            lost = UndeliveredBoard(match.id, START, retry_at=START + number)
            match_channel_rows.put_undelivered(tx, lost)
        seen = []
        for lost in match_channel_rows.due_retries(tx, START + 9, 9):
            seen.append((lost.match, lost.notified_ply))
            if len(seen) == 1:
                second = replace(lost, match=games[1].id, notified_ply=7)
                match_channel_rows.put_undelivered(tx, second)
                third = replace(lost, match=games[2].id, retry_at=START + DAY)
                match_channel_rows.put_undelivered(tx, third)
    assert seen == [(games[0].id, None), (games[1].id, 7)]


async def test_an_overdue_match_is_read_again(club: Club) -> None:
    games = [await club.match() for _ in range(3)]
    later = START + 99 * DAY
    with writing(club.store) as tx:
        seen = []
        for match in matches.overdue(tx, later):
            seen.append(match)
            if len(seen) == 1:
                others = [game.id for game in games if game.id != match.id]
                second, third = (matches.get_match(tx, number) for number in others)
                assert second is not None
                assert second.clock is not None
                assert third is not None
                assert third.clock is not None
                match_saver.save(tx, second, replace(second, channel=77))
                extended = replace(third, clock=replace(third.clock, deadline=later + 1))
                match_saver.save(tx, third, extended)
    assert [match.id for match in seen[1:]] == others[:1]
    assert seen[1].channel == 77


async def test_a_challenge_closed_by_an_earlier_one_does_not_expire(club: Club) -> None:
    offered = [await club.challenge(player, None) for player in (ADA, BRUNO, CLARA)]
    later = club.now + 99 * DAY
    with writing(club.store) as tx:
        closed = challenges.expire_due(tx, now=later, limit=1)
        challenge_limits.close_challenge(tx, offered[1], "cancelled", by=BRUNO, now=later)
        closed += challenges.expire_due(tx, now=later)
        assert challenge_rows.expired(tx, later, 9) == []
    assert [each.id for each in closed] == [offered[0].id, offered[2].id]
