"""What the tables hold, as frozen values; a field and its column have one name (`bot.store.mapping`).

People, guilds, channels and messages are named by Discord's ids; times are UTC seconds.
"""

from bot.store.values.computer import TAKES_OVER, OwedMove, computer_at, level_of
from bot.store.values.games import (
    By,
    Departure,
    Hands,
    Match,
    MatchStatus,
    MoveRow,
    Offer,
    OfferKind,
    StandIn,
    Takeback,
    Why,
)
from bot.store.values.meeting import Challenge, ChallengeSeat, ChallengeStatus
from bot.store.values.people import (
    Change,
    Erasure,
    Player,
    Progress,
    Remind,
    Seen,
    Settings,
    Theme,
    Wished,
)
from bot.store.values.problems import Daily, DailyPlace, Solitaire, Solver
from bot.store.values.ratings import Abort, Played, RatedGame, RatedSeat
from bot.store.values.turns import (
    Absence,
    Before,
    Clock,
    Ended,
    Outage,
    Plan,
    Stop,
    Stopped,
    Unposted,
)

__all__ = [
    "TAKES_OVER",
    "Abort",
    "Absence",
    "Before",
    "By",
    "Challenge",
    "ChallengeSeat",
    "ChallengeStatus",
    "Change",
    "Clock",
    "Daily",
    "DailyPlace",
    "Departure",
    "Ended",
    "Erasure",
    "Hands",
    "Match",
    "MatchStatus",
    "MoveRow",
    "Offer",
    "OfferKind",
    "Outage",
    "OwedMove",
    "Plan",
    "Played",
    "Player",
    "Progress",
    "RatedGame",
    "RatedSeat",
    "Remind",
    "Seen",
    "Settings",
    "Solitaire",
    "Solver",
    "StandIn",
    "Stop",
    "Stopped",
    "Takeback",
    "Theme",
    "Unposted",
    "Why",
    "Wished",
    "computer_at",
    "level_of",
]
