"""Followed people: their games in the digest, and what ends it."""

from collections.abc import Collection

import pytest

from bot.extension_points import Extension
from bot.extensions.following.errors import NotFollowable, TooManyFollowed
from bot.extensions.following.service import people, watching
from bot.extensions.following.store import follow_rows
from bot.service.clock.calendar import DAY
from bot.service.notifications import departed_members
from bot.service.players import blocklist, player_settings
from bot.service.privacy.data_export import export_player_data
from bot.store import Tx
from bot.store.models import computer_at
from tests.bot.extensions.following.watchers import follow, news_of, watch
from tests.bot.service.club import (
    ADA,
    BRUNO,
    CLARA,
    DAVID,
    ELSEWHERE,
    GUILD,
    Club,
    job_due_at,
    run_job,
)
from tests.bot.service.event_matches import installed
from tests.transactions import reading, writing


def follows_of(club: Club, player: int) -> list[int]:
    with reading(club.store) as tx:
        return [each.person for each in follow_rows.list_followed(tx, player)]


async def test_new_games_and_results_of_a_person_are_in_the_digest(club: Club) -> None:
    assert follow(club, CLARA, ADA) is True
    assert follow(club, CLARA, BRUNO) is False
    match, before = await club.match(ADA, BRUNO), club.now - 1
    [line] = news_of(club, CLARA, before)
    assert line.startswith(f"▶️ <@{ADA}> plays ⚫\u00a0<@{BRUNO}> · Halma 8×8 · game {match.id}")
    watch(club, match, CLARA)
    [line] = news_of(club, CLARA, before)
    assert line.startswith("👁 "), "one line for a game that is also watched"
    club.now += DAY
    assert news_of(club, CLARA, club.now - DAY) == []
    await club.act("resign", match, ADA)
    assert f"<@{BRUNO}> has won" in "".join(news_of(club, CLARA, club.now - DAY))
    assert len(news_of(club, CLARA, club.now - DAY)) == 1
    assert news_of(club, DAVID, club.now - DAY) == []


def test_what_followed_people_have_gained_is_in_the_digest(club: Club) -> None:
    follow(club, CLARA, ADA)
    follow(club, CLARA, BRUNO)
    follow(club, CLARA, DAVID, ELSEWHERE)
    asked = []

    def player_news(tx: Tx, guild: int, players: Collection[int], *period: object) -> list[str]:
        asked.append((guild, sorted(players), *period[:2]))
        return [f"🏆 {guild}"]

    since = club.now - DAY
    with installed(Extension(player_news=player_news)):
        assert news_of(club, CLARA, since) == [f"🏆 {GUILD}", f"🏆 {ELSEWHERE}"]
        assert news_of(club, DAVID, since) == []
    expected = [(GUILD, [ADA, BRUNO]), (ELSEWHERE, [DAVID])]
    assert asked == [(*each, since, club.now) for each in expected]


async def test_own_games_and_games_with_blocked_players_are_not_reported(club: Club) -> None:
    follow(club, CLARA, ADA)
    await club.match(ADA, CLARA)
    await club.match(ADA, BRUNO)
    assert len(news_of(club, CLARA, club.now - 1)) == 1
    with writing(club.store) as tx:
        blocklist.block(tx, BRUNO, CLARA, now=club.now)
    assert news_of(club, CLARA, club.now - 1) == []


async def test_games_in_other_servers_are_not_reported(club: Club) -> None:
    follow(club, CLARA, ADA, guild=ELSEWHERE)
    await club.match(ADA, BRUNO)
    assert news_of(club, CLARA, club.now - DAY) == []


async def test_who_cannot_be_followed(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    await club.match(ADA, BRUNO)
    with writing(club.store) as tx:
        blocklist.block(tx, ADA, DAVID, now=club.now)
        player_settings.change_settings(tx, BRUNO, {"not_followed": "on"}, now=club.now)
    pairs = [(CLARA, CLARA), (CLARA, computer_at(2)), (DAVID, ADA), (ADA, DAVID), (CLARA, BRUNO)]
    for player, person in pairs:
        with pytest.raises(NotFollowable):
            follow(club, player, person)
    monkeypatch.setattr(people, "MOST_PEOPLE", 1)
    follow(club, CLARA, ADA)
    follow(club, CLARA, ADA)
    with pytest.raises(TooManyFollowed):
        follow(club, CLARA, DAVID)


async def test_a_block_the_setting_and_leaving_end_follows(club: Club) -> None:
    for player, person in ((CLARA, ADA), (ADA, CLARA), (CLARA, BRUNO), (DAVID, ADA)):
        follow(club, player, person)
    with writing(club.store) as tx:
        blocklist.block(tx, ADA, CLARA, now=club.now)
    assert [follows_of(club, each) for each in (ADA, CLARA, DAVID)] == [[], [BRUNO], [ADA]]
    with writing(club.store) as tx:
        player_settings.change_settings(tx, BRUNO, {"not_followed": "on"}, now=club.now)
        departed_members.mark_left(tx, GUILD, DAVID, now=club.now)
    assert [follows_of(club, each) for each in (ADA, CLARA, DAVID)] == [[], [], []]


async def test_a_follow_ends_after_a_year_without_a_game(club: Club) -> None:
    follow(club, CLARA, ADA)
    follow(club, CLARA, DAVID)
    began = club.now
    match = await club.match(ADA, BRUNO)
    club.now += DAY
    await club.act("resign", match, ADA)
    with writing(club.store) as tx:
        assert job_due_at(tx, "old follows") == began + watching.QUIET_YEAR
        run_job(tx, "old follows", began + watching.QUIET_YEAR)
    assert follows_of(club, CLARA) == [ADA]


async def test_the_export_does_not_say_who_follows_a_player(club: Club) -> None:
    follow(club, CLARA, ADA)
    with writing(club.store) as tx:
        assert export_player_data(tx, ADA, now=club.now)["rows"]["follows"] == []
        [row] = export_player_data(tx, CLARA, now=club.now)["rows"]["follows"]
        assert row["person"] == ADA
