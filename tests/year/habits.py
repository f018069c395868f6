"""What the people are like: when they look at their games, when they sleep, and what they tend to do."""

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
    """A kind of people; chances are per turn where nothing else is said."""

    name: str
    share: int
    """How many of a hundred people are so."""
    hours: tuple[float, float] = (0.05, 6.0)
    """How many waking hours a turn waits for them, at least and at most; short waits are likelier."""
    part: tuple[float, float] | None = None
    """Which part of the time allowed for a turn they use instead."""
    nights: tuple[str, ...] = ("22:00-07:00", "23:00-08:00", "23:30-06:30")
    vanishes: float = 0.0
    """Chance to stop for ever within the year, per person."""
    holidays: float = 0.002
    resigns: float = 0.002
    offers_draw: float = 0.002
    agrees: float = 0.4
    """Chance to say yes to a draw or a pause, when asked."""
    pauses: float = 0.001
    mutes: float = 0.005
    regrets: float = 0.06
    """Chance to want the last move back, while the other's turn runs."""
    plans: float = 0.3
    """Chance to leave a plan while the other's turn runs."""
    nudges: float = 0.05
    """Chance to nudge, or else to give a day, while the other's turn runs."""
    gives: float = 0.01
    pesters: float = 0.02
    """Chance to try what cannot be: another's turn, a square that is not, the same click again."""


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
    """Somebody, and how he is about."""

    id: int
    habit: Habit
    zone: str
    night: tuple[int, int]
    """When he sleeps: minutes after midnight of his zone."""
    told: bool
    """Whether the bot knows of his zone and night."""
    remind: str
    shut: bool
    """Whether his direct messages are closed."""
    stops_at: int | None
    """When he stops for ever."""
    away_until: int = 0
    holidays: list[tuple[int, int]] = field(default_factory=list)
    """The vacations that he took, as they were granted."""

    def sleeps(self, at: int) -> bool:
        """Whether he is asleep, by the clock on his wall."""
        wall = datetime.fromtimestamp(at, ZoneInfo(self.zone))
        minute, (first, last) = wall.hour * 60 + wall.minute, self.night
        return first <= minute < last if first < last else not last <= minute < first

    def awake(self, at: int, rng: random.Random) -> int:
        """This moment, or one some time after he got up."""
        if not self.sleeps(at):
            return at
        while self.sleeps(at):
            at += 900
        return at + rng.randrange(2 * HOUR)

    def answers_at(self, now: int, deadline: int, rng: random.Random) -> int:
        """When he sees to a turn that begins now."""
        habit = self.habit
        if habit.part is not None:
            # He means to the end: such people set an alarm clock.
            return now + round((deadline - now) * rng.uniform(*habit.part))
        least, most = habit.hours
        wait = least * (most / least) ** rng.random()
        if rng.random() < 0.01:
            wait = 24 * rng.uniform(1, 8)  # forgotten for some days
        return self.awake(now + round(wait * HOUR), rng)


def people(number: int, first: int, start: int, days: int, rng: random.Random) -> list[Person]:
    """So many people, with Discord's ids from the number `first` on."""
    made = []
    for n in range(number):
        habit = rng.choices(HABITS, [habit.share for habit in HABITS])[0]
        first_minute, last_minute = (
            int(part[:2]) * 60 + int(part[3:]) for part in rng.choice(habit.nights).split("-")
        )
        # Accounts of a year before, but for a few made yesterday, who cannot play rated games yet.
        born = start - (DAY if rng.random() < 0.02 else 400 * DAY)
        stops = start + rng.randrange(days * DAY) if rng.random() < habit.vanishes else None
        made.append(
            Person(
                id=((born - DISCORD_EPOCH) * 1000 << 22) + first + n,
                habit=replace(habit),
                zone=rng.choice(ZONES),
                night=(first_minute, last_minute),
                told=rng.random() < 0.7,
                remind=rng.choices(("channel", "dm", "none"), (6, 3, 1))[0],
                shut=rng.random() < 0.15,
                stops_at=stops,
            )
        )
    return made


def written(night: tuple[int, int]) -> str:
    """Quiet hours as one writes them."""
    return "-".join(f"{minute // 60:02}:{minute % 60:02}" for minute in night)
