"""Test helper: a ladder with members, and quick results of their games."""

from collections.abc import Sequence
from typing import Any

from bot.extensions.tournaments.models import ClubLadder, LadderMember
from bot.extensions.tournaments.service import (
    ladder_challenges,
    ladder_members,
    ladder_view,
    ladders,
)
from bot.extensions.tournaments.service.ladder_view import LadderView
from bot.extensions.tournaments.store import ladder_member_rows
from bot.service.match import lifecycle
from bot.store.match import match_saver
from bot.store.models import Match
from engine import Outcome
from tests.bot.service.club import ADA, CHANNEL, GUILD, Club, job_due_at, run_job
from tests.transactions import reading, writing

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""Names of members: A has the id 101, B 102, and so on."""
JOBS = ("ladder posts", "ladder news", "ladder inactivity", "ladder history")


def player_of(letter: str) -> int:
    """Return the id of the member with this letter."""
    return 101 + LETTERS.index(letter)


class Climbers:
    """Members of one ladder of a club, named by letters."""

    def __init__(self, club: Club, **options: Any) -> None:
        self.club = club
        self.ladder = self.create(**options)

    def create(self, **options: Any) -> ClubLadder:
        """Create a ladder as a manager, by default of halma-8."""
        asked: dict[str, Any] = {
            "name": "Stairs",
            "variant": "halma-8",
            "control": "72h+12h cap 120h",
            "rated": True,
            "guild": GUILD,
            "channel": CHANNEL,
            "by": ADA,
            "is_manager": True,
            "interaction": next(self.club.ids),
            "now": self.club.now,
        }
        with writing(self.club.store) as tx:
            return ladders.create_ladder(tx, **(asked | options))

    def join(self, letters: str) -> None:
        """Let these players join, in this order."""
        for letter in letters:
            with writing(self.club.store) as tx:
                ladder_members.join(tx, self.ladder.id, **self._by(letter))

    def leave(self, letter: str) -> None:
        """Let a member leave."""
        with writing(self.club.store) as tx:
            ladder_members.leave(tx, self.ladder.id, **self._by(letter))

    def challenge(self, letter: str, other: str) -> Match:
        """Let a member challenge another, and return the match."""
        with writing(self.club.store) as tx:
            return ladder_challenges.challenge(
                tx, self.ladder.id, other=player_of(other), **self._by(letter)
            )

    def confirm(self, letter: str) -> None:
        """Let a member press "I am here"."""
        with writing(self.club.store) as tx:
            ladder_members.confirm_presence(
                tx, self.ladder.id, player=player_of(letter), now=self.club.now
            )

    def end(self, match: Match, winner: str | None, reason: str = "goals-reached") -> None:
        """End a match with this winner, or with a draw."""
        with writing(self.club.store) as tx:
            before = lifecycle.load(tx, match.id)
            ranking: tuple[tuple[int, ...], ...] = ((0, 1),)
            if winner is not None:
                seat = match.players.index(player_of(winner))
                ranking = ((seat,), (1 - seat,))
            after = lifecycle.finish(
                tx, before, "finished", Outcome(ranking, reason), self.club.now
            )
            match_saver.save(tx, before, after)

    def play(self, letter: str, other: str, winner: str | None) -> Match:
        """Let a member challenge another, and end the game at once."""
        match = self.challenge(letter, other)
        self.end(match, winner)
        return match

    def order(self) -> str:
        """Return the letters of the active members, top first."""
        with reading(self.club.store) as tx:
            members = ladder_member_rows.members_by_rank(tx, self.ladder.id)
        assert [member.rank for member in members] == list(range(1, len(members) + 1))
        return letters_of([member.player for member in members])

    def member(self, letter: str) -> LadderMember:
        """Return a member or former member."""
        with reading(self.club.store) as tx:
            member = ladder_member_rows.get_member(tx, self.ladder.id, player_of(letter))
        assert member is not None
        return member

    def view(self, letter: str) -> LadderView:
        """Return the ladder as this player sees it."""
        with reading(self.club.store) as tx:
            return ladder_view.ladder_view(tx, self.ladder.id, player_of(letter), now=self.club.now)

    def open_to(self, letter: str) -> str:
        """Return the letters of the members that a member may challenge now, top first."""
        return letters_of([row.player for row in self.view(letter).open_to_challenge])

    def why_not(self, letter: str, other: str) -> str | None:
        """Return the reason in the row of a member why another cannot challenge them."""
        rows = {row.player: row for row in self.view(letter).rows}
        problem = rows[player_of(other)].obstacle
        return None if problem is None else problem.why

    def run_jobs(self) -> None:
        """Run all jobs of ladders until none is due."""
        for _ in range(1000):
            with writing(self.club.store) as tx:
                due = [
                    job
                    for job in JOBS
                    if (at := job_due_at(tx, job)) is not None and at <= self.club.now
                ]
                for job in due:
                    run_job(tx, job, self.club.now)
            if not due:
                return
        raise AssertionError(f"jobs stay due: {due}")

    def _by(self, letter: str) -> dict[str, Any]:
        return {
            "player": player_of(letter),
            "interaction": next(self.club.ids),
            "now": self.club.now,
        }


def letters_of(players: Sequence[int]) -> str:
    """Return the letters of these members."""
    return "".join(LETTERS[player - 101] for player in players)
