"""Watched games: what a watcher gets, what ends it, and what it costs."""

from collections import Counter

import pytest

from bot.extensions.following.errors import TooManyFollowed
from bot.extensions.following.service import watching
from bot.extensions.following.store import watch_rows
from bot.extensions.following.views import news
from bot.extensions.following.views.panels import DIGEST_ON
from bot.i18n.translator import translator_for
from bot.service.clock.calendar import DAY, HOUR
from bot.service.errors import Finished, NotFound
from bot.service.notifications import departed_members, digests, quiet_hours, reminders
from bot.service.players import blocklist, player_settings
from bot.service.privacy.data_export import export_player_data
from tests.bot.extensions.following.watchers import digests_of, news_of, results_of, watch
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, EMMA, GUILD, Club, run_job
from tests.transactions import reading, writing


async def test_a_watcher_gets_a_line_a_day_while_the_game_moves_and_the_result(
    club: Club,
) -> None:
    match = await club.match(ADA, BRUNO)
    [state] = watch(club, match, CLARA)
    assert (state.level, state.has_turned_on) == ("day", True)
    club.now += 2 * HOUR
    began, lines = club.now, 0
    assert len(await digests_of(club)) == 1, "the beginning"
    for _ in range(5):
        club.now += 1
        await club.turn(match)
        lines += len(await digests_of(club, DAY))
    assert lines == 5
    assert sum([len(await digests_of(club, DAY)) for _ in range(9)]) == 0
    [line] = news_of(club, CLARA, began)
    assert line.startswith(f"👁 Halma 8×8 · game {match.id} · move 6 · steps to go: ⚪")
    assert f"<@{ADA}> " in line
    assert f"<@{BRUNO}> " in line
    await club.act("resign", match, ADA)
    assert await results_of(club) == [CLARA]
    assert await digests_of(club, DAY) == []
    with reading(club.store) as tx:
        assert watch_rows.list_watched(tx, CLARA) == []
    with writing(club.store) as tx:
        assert run_job(tx, "old watches", club.now + watching.RETENTION) == 1


async def test_the_other_levels_have_no_line_a_day(club: Club) -> None:
    match = await club.match(ADA, BRUNO)
    watch(club, match, CLARA, DAVID)
    with writing(club.store) as tx:
        watching.set_level(tx, match.id, "end", player=CLARA, now=club.now)
        assert watching.set_level(tx, match.id, "moves", player=DAVID, now=club.now).level
    assert watch(club, match, CLARA)[0].level == "end"
    await club.turn(match)
    assert news_of(club, CLARA, club.now - DAY) == news_of(club, DAVID, club.now - DAY) == []
    await club.act("resign", match, ADA)
    assert await results_of(club) == [CLARA, DAVID]


def test_the_note_about_the_digest_names_its_usual_time() -> None:
    hour, minute = divmod(digests.USUAL, 60)
    assert f"{hour:02}:{minute:02}" in DIGEST_ON


async def test_a_move_costs_no_statement_more_with_a_hundred_watchers(club: Club) -> None:
    matches = [await club.match(ADA, BRUNO) for _ in range(2)]
    watch(club, matches[1], *range(1000, 1100))
    costs = []
    for match in matches:
        await club.turn(match)
        text, before = await club.some_move(match), club.store.counts.statements
        await club.play(match, BRUNO, text)
        costs.append(club.store.counts.statements - before)
    assert costs[0] == costs[1] > 0
    await club.act("resign", matches[1], ADA)
    assert await results_of(club) == [*range(1000, 1100)]


async def test_after_ten_results_in_a_day_the_others_wait_for_the_digest(club: Club) -> None:
    matches = [await club.match(ADA, BRUNO) for _ in range(12)]
    for match in matches:
        watch(club, match, CLARA)
        await club.act("resign", match, ADA)
    assert await results_of(club) == [CLARA] * 10
    assert len(news_of(club, CLARA, club.now - DAY)) == 2
    [digest] = await digests_of(club, DAY)
    assert digest.user == CLARA
    assert await digests_of(club, DAY) == []


async def test_what_cannot_be_watched(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    match, over = await club.match(ADA, BRUNO), await club.match(ADA, BRUNO)
    await club.act("resign", over, ADA)
    with pytest.raises(NotFound):
        watch(club, match, ADA)
    with pytest.raises(Finished):
        watch(club, over, CLARA)
    with writing(club.store) as tx:
        blocklist.block(tx, ADA, DAVID, now=club.now)
    with pytest.raises(NotFound):
        watch(club, match, DAVID)
    with writing(club.store) as tx, pytest.raises(NotFound):
        watching.set_level(tx, match.id, "end", player=EMMA, now=club.now)
    monkeypatch.setattr(watching, "MOST_GAMES", 1)
    watch(club, match, CLARA, CLARA)
    with pytest.raises(TooManyFollowed):
        watch(club, await club.match(ADA, BRUNO), CLARA)


async def test_blocks_and_leaving_the_server_end_watching(club: Club) -> None:
    match = await club.match(ADA, BRUNO)
    watch(club, match, CLARA, DAVID, EMMA)
    with writing(club.store) as tx:
        blocklist.block(tx, BRUNO, CLARA, now=club.now)
        departed_members.mark_left(tx, GUILD, DAVID, now=club.now)
    await club.turn(match)
    assert [len(news_of(club, each, club.now - DAY)) for each in (CLARA, DAVID, EMMA)] == [0, 0, 1]
    await club.act("resign", match, ADA)
    assert await results_of(club) == [EMMA]


async def test_a_result_waits_for_the_end_of_quiet_hours(club: Club) -> None:
    match = await club.match(ADA, BRUNO)
    watch(club, match, CLARA)
    with writing(club.store) as tx:
        player_settings.change_settings(tx, CLARA, {"quiet": "22-7"}, now=club.now)
    club.now += 15 * HOUR  # to 23:00
    await club.act("resign", match, ADA)
    [row] = [row for row in await club.deliver() if row.kind == "watched-result"]
    with reading(club.store) as tx:
        assert quiet_hours.deferred_until(tx, row, club.now) == club.now + 8 * HOUR


async def test_after_a_refused_message_no_result_is_sent_until_the_player_knows(
    club: Club,
) -> None:
    first, second = await club.match(ADA, BRUNO), await club.match(ADA, BRUNO)
    watch(club, first, CLARA)
    watch(club, second, CLARA)
    await club.act("resign", first, ADA)
    [row] = [row for row in await club.deliver() if row.kind == "watched-result"]
    with writing(club.store) as tx:
        watching.on_result_failed(tx, row, row.payload, destination_gone=False, now=club.now)
        assert reminders.has_blocked_dms(tx, CLARA)
    await club.act("resign", second, ADA)
    assert await results_of(club) == []
    third = await club.match(ADA, BRUNO)
    watch(club, third, CLARA)
    with writing(club.store) as tx:
        reminders.clear_blocked_dms(tx, CLARA)
    await club.act("resign", third, ADA)
    assert await results_of(club) == [CLARA]


async def test_the_export_has_only_what_the_player_follows(club: Club) -> None:
    match = await club.match(ADA, BRUNO)
    watch(club, match, CLARA)
    with writing(club.store) as tx:
        assert CLARA not in str(export_player_data(tx, ADA, now=club.now)["rows"]).split()
        rows = export_player_data(tx, CLARA, now=club.now)["rows"]
        assert [row["match"] for row in rows["watches"]] == [match.id]


async def test_thirty_watchers_get_at_most_a_line_a_day_and_one_result_each(club: Club) -> None:
    match = await club.match(ADA, BRUNO)
    watchers = range(1000, 1030)
    watch(club, match, *watchers)
    club.now += 2 * HOUR
    got: Counter[int] = Counter()
    channels: Counter[str] = Counter()
    for day in range(20):
        for _ in range(4 if day % 2 else 0):
            club.now += 1
            await club.turn(match)
        with writing(club.store) as tx:
            digests.queue_due_digests(tx, now=club.now)
        for row in await club.deliver():
            got.update([row.user] if row.kind == "digest" and row.user else [])
            channels.update([row.kind] if row.channel else [])
        club.now += DAY
    assert [got[player] for player in watchers] == [10 + 1] * 30, "the beginning and ten days"
    assert not {kind for kind in channels if "watch" in kind}
    await club.act("resign", match, ADA)
    assert await results_of(club) == [*watchers]


async def test_an_erased_player_has_a_pseudonym_in_the_line(club: Club) -> None:
    match = await club.match(ADA, BRUNO)
    watch(club, match, CLARA)
    await club.turn(match)
    await club.spoil(
        "INSERT INTO players (id, name, created, seen_at) VALUES (-1234, '', 0, 0)",
    )
    await club.spoil(
        "UPDATE match_seats SET player = -1234 WHERE match = :match AND seat = 0", match=match.id
    )
    [line] = news_of(club, CLARA, club.now - DAY)
    assert "<@11>" not in line
    assert "N. N." in line


async def test_a_result_tells_how_many_watched_from_three_up(club: Club) -> None:
    match = await club.match(ADA, BRUNO)

    def notes() -> list[str]:
        with reading(club.store) as tx:
            return news.result_notes(tx, match, translator_for("en"))

    watch(club, match, CLARA, DAVID)
    await club.turn(match)
    assert notes() == [], "two could be guessed"
    watch(club, match, EMMA)
    await club.act("resign", match, ADA)
    assert notes() == ["3 watched"]
    with writing(club.store) as tx:
        watching.on_blocked(tx, BRUNO, EMMA, club.now)
    assert notes() == []
