"""Row models: frozen dataclasses whose fields have the names of their columns.

Users, guilds, channels and messages are identified by Discord's ids. Times are UTC in seconds.
`bot.store.row_mapper` converts between rows and instances.
"""

from bot.store.models.challenges import Challenge, ChallengeSeat, ChallengeStatus
from bot.store.models.clocks import (
    CancelReason,
    Clock,
    ClockStop,
    Downtime,
    Plan,
    StopReason,
    UndeliveredBoard,
    UndoState,
    VacationNotice,
)
from bot.store.models.computer import TAKEOVER_LEVEL, ComputerMoveRequest, computer_at, level_of
from bot.store.models.games import (
    Departure,
    LeaveReason,
    Match,
    MatchStatus,
    MoveRow,
    MoveSource,
    Offer,
    OfferKind,
    PlayedBy,
    StandIn,
    Takeback,
)
from bot.store.models.players import (
    BoardSide,
    ErasureRequest,
    Player,
    PlayerSettings,
    ReminderChannel,
    SettingChange,
    Theme,
    ThemeChoice,
)
from bot.store.models.ratings import Abort, PlayedSeat, RatedGame, RatedSeat

__all__ = [
    "TAKEOVER_LEVEL",
    "Abort",
    "BoardSide",
    "CancelReason",
    "Challenge",
    "ChallengeSeat",
    "ChallengeStatus",
    "Clock",
    "ClockStop",
    "ComputerMoveRequest",
    "Departure",
    "Downtime",
    "ErasureRequest",
    "LeaveReason",
    "Match",
    "MatchStatus",
    "MoveRow",
    "MoveSource",
    "Offer",
    "OfferKind",
    "Plan",
    "PlayedBy",
    "PlayedSeat",
    "Player",
    "PlayerSettings",
    "RatedGame",
    "RatedSeat",
    "ReminderChannel",
    "SettingChange",
    "StandIn",
    "StopReason",
    "Takeback",
    "Theme",
    "ThemeChoice",
    "UndeliveredBoard",
    "UndoState",
    "VacationNotice",
    "computer_at",
    "level_of",
]
