"""Guild settings: who may change them, and their effects."""

import pytest

from bot.service.clock.calendar import DAY, HOUR, InvalidTime
from bot.service.clock.time_control import STANDARD
from bot.service.errors import WrongChannel
from bot.service.guilds import guild_settings
from bot.service.notifications import reminders
from bot.store.models import ChallengeSeat, SettingChange
from tests.bot.service.club import ADA, CHANNEL, ELSEWHERE, GUILD, START, Club, job_due_at
from tests.transactions import reading, writing

OWNER = 99
MIDNIGHT = START // DAY * DAY + DAY


async def change(club: Club, **given: str) -> dict[str, str]:
    with writing(club.store) as tx:
        return guild_settings.change_settings(tx, GUILD, given, by=OWNER, now=club.now)


async def changes(club: Club) -> list[SettingChange]:
    """Return the audit log, oldest entry first."""
    with reading(club.store) as tx:
        return guild_settings.recent_changes(tx, GUILD)[::-1]


async def mention_from(club: Club, now: int) -> int | None:
    with reading(club.store) as tx:
        return guild_settings.mentions_allowed_at(guild_settings.load_settings(tx, GUILD), now)


async def test_several_settings_change_at_once_and_unreadable_text_changes_nothing(
    club: Club,
) -> None:
    given = {"zone": "berlin", "quiet": "22-8", "theme": "dark", "language": "de"}
    with pytest.raises(InvalidTime, match="unreadable-quiet"):
        await change(club, **given | {"quiet": "always"})
    assert await changes(club) == []
    changed = await change(club, **given)
    assert (changed["zone"], changed["quiet"]) == ("Europe/Berlin", "22:00-08:00")
    assert (changed["theme"], changed["language"]) == ("dark", "de")
    assert {(each.what, each.by) for each in await changes(club)} == {
        ("zone", OWNER),
        ("quiet", OWNER),
        ("theme", OWNER),
        ("language", OWNER),
    }
    with reading(club.store) as tx:
        usual = guild_settings.load_settings(tx, None)
    assert await change(club, **dict.fromkeys(given, "")) == usual


async def test_only_actual_changes_are_recorded(club: Club) -> None:
    await change(club, quiet="22-8", zone="berlin")
    await change(club, quiet="22:00-08:00", zone="Europe/Berlin")
    await change(club, channels=f"{CHANNEL}")
    await change(club, channels=f"{CHANNEL} {ELSEWHERE}")
    await change(club, channels="")
    assert [(each.what, each.before, each.after) for each in await changes(club)] == [
        ("quiet", "", "22:00-08:00"),
        ("zone", "UTC", "Europe/Berlin"),
        ("channels", "", f"{CHANNEL}"),
        ("channels", f"{CHANNEL}", f"{CHANNEL} {ELSEWHERE}"),
        ("channels", f"{CHANNEL} {ELSEWHERE}", ""),
    ]


async def test_invalid_quiet_hours_and_time_zones_are_refused(club: Club) -> None:
    for given in ({"quiet": "8-22"}, {"quiet": "22-8", "zone": "Atlantis"}):
        with pytest.raises(InvalidTime):
            await change(club, **given)
    assert await mention_from(club, MIDNIGHT) == MIDNIGHT


async def test_games_can_be_started_only_in_allowed_channels_and_their_threads(
    club: Club,
) -> None:
    await change(club, channels=str(CHANNEL))
    await club.challenge()
    with pytest.raises(WrongChannel) as refused:
        await club.challenge(channel=ELSEWHERE)
    assert refused.value.facts == {"channels": (CHANNEL,)}
    with pytest.raises(WrongChannel):
        await club.open_challenge(
            "halma-4", ChallengeSeat(), ChallengeSeat(), ChallengeSeat(), channel=ELSEWHERE
        )
    await club.challenge(channel=ELSEWHERE, parent=CHANNEL)
    await change(club, channels="")
    await club.challenge(channel=ELSEWHERE)


async def test_a_reminder_waits_for_the_end_of_guild_quiet_hours_unless_the_turn_would_expire(
    club: Club,
) -> None:
    match = await club.match()
    await club.deliver()
    half = START + STANDARD.bank  # half of a new player's bank
    await change(club, quiet=f"{half % DAY // HOUR:02}:00-{(half % DAY // HOUR + 5) % 24:02}:00")
    morning = half // HOUR * HOUR + 5 * HOUR
    club.now = half + 1
    assert await mention_from(club, club.now) == morning
    with writing(club.store) as tx:
        reminders.queue_due_reminders(tx, now=club.now)
        assert job_due_at(tx, "reminders") == morning
        club.now = morning
        reminders.queue_due_reminders(tx, now=club.now)
    assert [row.kind for row in await club.deliver()] == ["reminder"]
    await club.spoil("UPDATE clocks SET alarm_at = :at, deadline = :at + 600", at=half + DAY)
    club.now = half + DAY
    with writing(club.store) as tx:
        reminders.queue_due_reminders(tx, now=club.now)
    assert [row.kind for row in await club.deliver()] == ["reminder"]
    assert (await club.get(match)).to_move == ADA


async def test_the_mention_for_a_board_posted_at_night_is_scheduled_for_the_morning(
    club: Club,
) -> None:
    match = await club.match()

    async def later(ply: int, at: int) -> bool:
        with writing(club.store) as tx:
            return reminders.reschedule_reminder(tx, match.id, ply=ply, at=at)

    assert not await later(1, START + HOUR)
    assert not await later(0, START + 20 * DAY)
    assert not await later(0, START + 5 * DAY)  # another reminder comes first
    assert await later(0, START + HOUR)
    with reading(club.store) as tx:
        assert job_due_at(tx, "reminders") == START + HOUR


async def test_with_mentions_disabled_there_is_no_mention_time(club: Club) -> None:
    with writing(club.store) as tx:
        guild_settings.change_setting(tx, GUILD, "mentions", "off", by=OWNER, now=club.now)
        assert (
            guild_settings.mentions_allowed_at(guild_settings.load_settings(tx, None), MIDNIGHT)
            == MIDNIGHT
        )
    assert await mention_from(club, MIDNIGHT) is None
