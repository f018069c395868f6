"""Due rows are read in batches, oldest first, with a limit in the query."""

from bot.service.players import player_settings
from bot.store.challenges import challenge_rows
from bot.store.guilds import match_channel_rows
from bot.store.match import conditional_moves
from bot.store.models import Plan, UndeliveredBoard
from bot.store.players import player_setting_rows
from tests.bot.service.club import ADA, BRUNO, CLARA, START, Club
from tests.transactions import reading, writing


async def test_no_more_due_rows_are_read_than_requested(club: Club) -> None:
    offered = []
    for player in (ADA, BRUNO, CLARA):
        offered.append(await club.challenge(player, None))
        club.now += 60
    games = [await club.match() for _ in range(3)]
    with writing(club.store) as tx:
        for number, match in enumerate(games):
            conditional_moves.put_plan(
                tx, Plan(match.id, 0, ADA, 0, "", 1, "touched", START - number)
            )
            match_channel_rows.put_undelivered(
                tx, UndeliveredBoard(match.id, START, retry_at=START - number)
            )
    for player, hour in ((ADA, "8"), (BRUNO, "7"), (CLARA, "9")):
        with writing(club.store) as tx:
            player_settings.change_settings(tx, player, {"digest": hour}, now=club.now)
    later = club.now + 30 * 86400
    with reading(club.store) as tx:
        over = challenge_rows.expired(tx, later, 2)
        assert [match.id for match in over] == [match.id for match in offered[:2]]
        assert len(challenge_rows.expired(tx, later, 9)) == 3
        due_settings = list(player_setting_rows.due_digests(tx, later, 2))
        assert len(due_settings) == 2
        assert due_settings == list(player_setting_rows.due_digests(tx, later, 9))[:2]
        newest_first = [match.id for match in reversed(games)]
        assert [
            due_notice.match for due_notice in conditional_moves.due_notices(tx, later, 2)
        ] == newest_first[:2]
        assert [
            due_retry.match for due_retry in match_channel_rows.due_retries(tx, later, 2)
        ] == newest_first[:2]
