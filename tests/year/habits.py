"""Simulated players: their habits, time zones, sleep and response times."""

import random
from dataclasses import dataclass, field, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.service.clock.snowflakes import DISCORD_EPOCH

HOUR, DAY = 3600, 86400
ZONES = (
    "UTC",
    "Europe/Berlin",
    "Europe/London",
    "America/New_York",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "America/St_Johns",
    "Asia/Kolkata",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
    "Pacific/Kiritimati",
)


@dataclass(frozen=True, slots=True)
class Habit:
    """A type of player. Probabilities are per turn unless stated otherwise."""

    name: str
    share: int
    """Weight of this type among all types."""
    hours: tuple[float, float] = (0.05, 6.0)
    """Minimum and maximum response time in waking hours.

    Short times are more likely.
    """
    part: tuple[float, float] | None = None
    """Minimum and maximum response time as a share of the turn's time.

    It is used instead of `hours`.
    """
    nights: tuple[str, ...] = ("22:00-07:00", "23:00-08:00", "23:30-06:30")
    vanishes: float = 0.0
    """Probability that a player disappears for good within the year."""
    holidays: float = 0.002
    resigns: float = 0.002
    offers_draw: float = 0.002
    agrees: float = 0.4
    """Probability of accepting an offered draw or pause."""
    pauses: float = 0.001
    mutes: float = 0.005
    regrets: float = 0.06
    """Probability of requesting a takeback on the opponent's turn."""
    plans: float = 0.3
    """Probability of entering conditional moves on the opponent's turn."""
    nudges: float = 0.05
    """Probability of a nudge on the opponent's turn."""
    gives: float = 0.01
    pesters: float = 0.02
    """Probability of an invalid action.

    Examples are a move out of turn, or a move to a square that does not exist.
    """


HABITS = (
    Habit("prompt", 30),
    Habit("steady", 20, hours=(1, 30)),
    Habit("slow", 12, part=(0.6, 0.95)),
    Habit("to the last second", 3, part=(0.9, 1.002)),
    Habit("vanishing", 8, hours=(0.5, 20), vanishes=1.0),
    Habit("night owl", 10, hours=(0.1, 8), nights=("04:00-12:00", "06:00-14:00", "05:30-13:30")),
    Habit("on holiday", 6, hours=(0.2, 15), holidays=0.06),
    Habit("quitter", 3, resigns=0.05),
    Habit("peacemaker", 4, offers_draw=0.08, agrees=0.8, pauses=0.03),
    Habit("impatient", 3, nudges=0.7, gives=0.15),
    Habit("pest", 1, pesters=0.6),
)


@dataclass(slots=True)
class Person:
    """A simulated player."""

    id: int
    habit: Habit
    zone: str
    night: tuple[int, int]
    """Start and end of sleep, in minutes after local midnight."""
    settings_known: bool
    """Whether the bot knows the player's time zone and quiet hours."""
    remind: str
    dms_closed: bool
    """Whether the player's direct messages are closed."""
    stops_at: int | None
    """When the player disappears for good, or None."""
    away_until: int = 0
    holidays: list[tuple[int, int]] = field(default_factory=list)
    """Start and end of each vacation, as the bot granted it."""

    def sleeps(self, at: int) -> bool:
        """Return whether the player is asleep at this time."""
        wall = datetime.fromtimestamp(at, ZoneInfo(self.zone))
        minute, (first, last) = wall.hour * 60 + wall.minute, self.night
        return first <= minute < last if first < last else not last <= minute < first

    def awake(self, at: int, rng: random.Random) -> int:
        """Return this time or, if the player is asleep, a time soon after they wake up."""
        if not self.sleeps(at):
            return at
        while self.sleeps(at):
            at += 900
        return at + rng.randrange(2 * HOUR)

    def answers_at(self, now: int, deadline: int, rng: random.Random) -> int:
        """Return when the player responds to a turn that starts now."""
        habit = self.habit
        if habit.part is not None:
            # Such players set an alarm clock, so they respond even at night.
            return now + round((deadline - now) * rng.uniform(*habit.part))
        least, most = habit.hours
        wait = least * (most / least) ** rng.random()
        if rng.random() < 0.01:
            wait = 24 * rng.uniform(1, 8)  # the player forgets the turn for some days
        return self.awake(now + round(wait * HOUR), rng)


def people(number: int, first: int, start: int, days: int, rng: random.Random) -> list[Person]:
    """Return random players whose Discord ids end in consecutive numbers from `first`."""
    made = []
    for n in range(number):
        habit = rng.choices(HABITS, [habit.share for habit in HABITS])[0]
        first_minute, last_minute = (
            int(part[:2]) * 60 + int(part[3:]) for part in rng.choice(habit.nights).split("-")
        )
        # Most accounts are 400 days old. Accounts from yesterday are too new for rated games.
        born = start - (DAY if rng.random() < 0.02 else 400 * DAY)
        stops = start + rng.randrange(days * DAY) if rng.random() < habit.vanishes else None
        made.append(
            Person(
                id=((born - DISCORD_EPOCH) * 1000 << 22) + first + n,
                habit=replace(habit),
                zone=rng.choice(ZONES),
                night=(first_minute, last_minute),
                settings_known=rng.random() < 0.7,
                remind=rng.choices(("channel", "dm", "none"), (6, 3, 1))[0],
                dms_closed=rng.random() < 0.15,
                stops_at=stops,
            )
        )
    return made


def written(night: tuple[int, int]) -> str:
    """Format quiet hours as users type them."""
    return "-".join(f"{minute // 60:02}:{minute % 60:02}" for minute in night)
