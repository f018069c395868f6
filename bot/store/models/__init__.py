"""Row models: frozen dataclasses whose fields have the names of their columns.

Users, guilds, channels and messages are identified by Discord's ids. Times are UTC in seconds.
`bot.store.row_mapper` converts between rows and these values.
"""

from bot.extensions.puzzles.store.puzzle_models import Daily, DailyPlace, Solitaire, Solver
from bot.store.models.challenges import Challenge, ChallengeSeat, ChallengeStatus
from bot.store.models.clocks import (
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
from bot.store.models.computer import TAKES_OVER, OwedMove, computer_at, level_of
from bot.store.models.games import (
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
from bot.store.models.players import (
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
from bot.store.models.ratings import Abort, Played, RatedGame, RatedSeat

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
