"""Row models: frozen dataclasses whose fields have the names of their columns.

Users, guilds, channels and messages are identified by Discord's ids. Times are UTC in seconds.
`bot.store.driver.row_mapper` converts between rows and instances.
"""

# The names are imported from here, so none is listed a second time in `__all__`.
# ruff: noqa: F401
# mypy: implicit-reexport

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
