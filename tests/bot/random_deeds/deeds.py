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
from tests.bot.random_deeds.match_deeds import ANY, PERSON, MatchDeeds
from tests.bot.random_deeds.world import CHANNEL, GUILD, PEOPLE
from tests.transactions import reading

JUMPS = (1, 29, 31, 300, HOUR, 6 * HOUR, DAY, 3 * DAY, 8 * DAY, 31 * DAY, 90 * DAY)
"""Seconds of a jump in time."""
STEPS = (60, HOUR, DAY, 90 * DAY)
"""Seconds by which the system clock is wrong."""
AROUND = (-1, 0, 1, 29, 30, 31)
"""Seconds after a deadline."""
CLOCKS = ("pause", "gift", "vacation", "vacation")
"""What stops or extends a clock."""


class Deeds(MatchDeeds):
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

    @rule()
    def delete_channel(self) -> None:
        self.world.act(match_channels.on_channel_deleted, CHANNEL)

    def at_most(self, seconds: int) -> int:
        """Return how much time may pass: these seconds, or less while the clock is ahead."""
        return min(seconds, max(0, self.right_by - self.world.now)) if self.wrong else seconds

    # -- time and operators ----------------------------------------------------------------------

    @rule(seconds=st.sampled_from(JUMPS))
    def time_passes(self, seconds: int) -> None:
        self.world.live(self.at_most(seconds))

    @rule(n=ANY, late=st.sampled_from(AROUND))
    def go_to_deadline(self, n: int, late: int) -> None:
        """Let time pass until just around the deadline of a turn."""
        deadlines = sorted({match.deadline for match in self.world.running() if match.deadline})
        at = self.pick(deadlines, n)
        if at is not None and at + late > self.world.now and not self.wrong:
            self.world.now = at + late
            self.world.note(f"{late} s after a deadline")
            self.world.beat()

    @rule(
        n=ANY,
        late=st.sampled_from(AROUND),
        what=st.sampled_from(CLOCKS),
    )
    def act_at_deadline(self, n: int, late: int, what: str) -> None:
        """Stop or extend the clock of a turn just around its deadline."""
        self.go_to_deadline(n, late)
        running = self.world.running()
        waits = [
            number
            for number, match in enumerate(running)
            if match.deadline is not None and abs(match.deadline - self.world.now) <= max(AROUND)
        ]
        number = self.pick(waits, n)
        if number is None:
            return
        player = running[number].to_move
        if what == "vacation" and player in PEOPLE:
            self.vacation(player, 1 + n % 3)
        elif what == "gift":
            self.decide(number, 1 - (running[number].turn or 0), "give")
        else:
            self.offer(number, "pause", agree=True)

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
        self.world.note(f"clock step of {step}")
        if restarts:
            self.world.restart(step)
        else:
            self.world.now += step

    @rule()
    def keep_copy(self) -> None:
        self.world.keep_copy()

    @rule()
    def restore(self) -> None:
        """Restore the copy. A clock that was right meanwhile stays right."""
        self.truths.forget()
        self.world.restore()
