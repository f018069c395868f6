"""The state machine: deeds of people, managers and operators, and jumps of time."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from bot.service.actions import annulment
from bot.service.clock.calendar import DAY, HOUR
from bot.service.guilds import guild_settings, match_channels, removed_guilds
from bot.service.match import lifecycle
from bot.service.notifications import departed_members
from bot.service.players import blocklist, player_settings
from bot.service.privacy import erasure
from bot.store.players import blocks, erasure_rows
from tests.bot.random_deeds.clock_deeds import ClockDeeds
from tests.bot.random_deeds.match_deeds import ANY, PERSON
from tests.bot.random_deeds.world import CHANNEL, GUILD
from tests.transactions import reading

JUMPS = (1, 31, 300, HOUR, 6 * HOUR, 12 * HOUR, DAY, DAY, 2 * DAY, 3 * DAY, 8 * DAY, 31 * DAY)
"""Seconds of a jump in time. Most matches outlast most of them."""
STEPS = (60, HOUR, DAY, 90 * DAY)
"""Seconds by which the system clock is wrong."""


class Deeds(ClockDeeds):
    """A world in which anything happens in any order."""

    # -- people ----------------------------------------------------------------------------------

    @rule(
        player=PERSON,
        given=st.fixed_dictionaries(
            {},
            optional={
                "quiet": st.sampled_from(("22-8", "0-9", "12-15", "")),
                "zone": st.sampled_from(("Europe/Berlin", "Asia/Tokyo", "America/New_York")),
                "remind": st.sampled_from(("channel", "dm", "none")),
                "vacation": st.sampled_from(("on", "off")),
                "digest": st.sampled_from(("9:00", "off")),
            },
        ),
    )
    def settings(self, player: int, given: dict[str, str]) -> None:
        self.world.act(player_settings.change_settings, player, given)

    @rule(player=PERSON, other=PERSON)
    def block(self, player: int, other: int) -> None:
        self.world.act(blocklist.block, player, other)

    @rule(player=PERSON, other=PERSON)
    def unblock(self, player: int, other: int) -> None:
        self.world.act(blocks.remove_block, player, other)

    @rule(player=PERSON, what=st.sampled_from(("ask", "withdraw", "now")))
    def erase(self, player: int, what: str) -> None:
        if what == "ask":
            self.world.act(erasure.request_erasure, player)
        elif what == "now":
            self.world.act(erasure.request_immediate_erasure, player)
        else:
            self.world.act(erasure_rows.withdraw_erasure, player)

    @rule(player=PERSON, back=st.booleans())
    def leave_guild(self, player: int, back: bool) -> None:
        deed: Any = departed_members.mark_back if back else departed_members.mark_left
        self.world.act(deed, GUILD, player)

    @rule(n=ANY, by=PERSON)
    def annul(self, n: int, by: int) -> None:
        """Let a manager annul a rated game."""
        rated = self.pick(self.ids("SELECT match AS id FROM rated_games ORDER BY match"), n)
        if rated is not None:
            self.world.act(guild_settings.annul_match, GUILD, rated, by=by)

    @rule(n=ANY, who=ANY)
    def waive(self, n: int, who: int) -> None:
        rated = self.pick(self.ids("SELECT match AS id FROM rated_games ORDER BY match"), n)
        if rated is not None:
            with reading(self.world.store) as tx:
                match = lifecycle.load(tx, rated)
            self.world.act(annulment.waive_win, rated, player=self.someone_in(match, who))

    @rule(back=st.booleans())
    def remove_bot(self, back: bool) -> None:
        deed: Any = removed_guilds.on_restored if back else removed_guilds.on_removed
        self.world.act(deed, GUILD)

    @rule(n=ANY)
    def delete_channel(self, n: int) -> None:
        """Delete the channel of the matches, in one of some cases, since clocks then stop."""
        if n % 4 == 3:
            self.world.act(match_channels.on_channel_deleted, CHANNEL)

    def at_most(self, seconds: int) -> int:
        """Return how much time may pass: these seconds, or less while the clock is ahead."""
        return min(seconds, max(0, self.right_by - self.world.now)) if self.wrong else seconds

    # -- time and operators ----------------------------------------------------------------------

    @rule(seconds=st.sampled_from(JUMPS))
    def time_passes(self, seconds: int) -> None:
        self.world.live(self.at_most(seconds))

    @rule(seconds=st.sampled_from(JUMPS))
    def outage(self, seconds: int) -> None:
        """Let the bot be suspended."""
        seconds = self.at_most(seconds)
        self.world.note(f"suspended for {seconds}")
        self.world.now += seconds

    @rule(seconds=st.sampled_from(JUMPS))
    def restart(self, seconds: int) -> None:
        self.world.restart(self.at_most(min(seconds, 3 * DAY)))

    @rule(step=st.sampled_from(STEPS), restarts=st.booleans())
    def wrong_clock(self, step: int, restarts: bool) -> None:
        """Set the system clock forward, or back again if it is ahead."""
        step, self.wrong = (-self.wrong, 0) if self.wrong else (step, step)
        self.right_by = self.world.now + step + step // 2
        self.truths.forget()
        self.truths.stepped = True
        self.world.note(f"clock step of {step}")
        if restarts:
            self.world.restart(step)
        else:
            self.world.now += step

    @rule(n=ANY)
    def keep_copy(self, n: int) -> None:
        """Copy the database, or rarely, restore the copy.

        A clock that was right meanwhile stays right.
        """
        if n % 4 < 3 or not self.world.copy.exists():
            self.world.keep_copy()
        else:
            self.truths.forget()
            self.world.restore()
