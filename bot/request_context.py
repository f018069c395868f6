"""Context of a request: its transactions, and checks of what the player may see."""

from collections.abc import Callable
from typing import Concatenate, NamedTuple, ParamSpec, TypedDict, TypeVar

from bot.service.players import message_age, visibility
from bot.service.players.message_age import PressedMessage
from bot.store import Store, Tx
from bot.store.players.visibility_query import Subject
from bot.store.schedule.creation_times import CreationTime, challenge_created, match_created

P = ParamSpec("P")
T = TypeVar("T")
Check = Callable[[Tx], object]


CREATED = {"match": match_created, "challenge": challenge_created}


class SeenPlayer(NamedTuple):
    """Cached state of a player at their last interaction."""

    name: str
    user_name: str
    locale: str | None
    seen_on: int
    explained: str = ""
    """Space-separated keys of the first-use hints already shown."""


class Actor(TypedDict):
    """Keyword arguments for an action: the player, the interaction id and the time.

    The interaction id is the idempotency key: each interaction takes effect at most once.
    """

    player: int
    interaction: int
    now: int


class RequestContext:
    """Runs transactions for a player, who is in a guild or in direct messages.

    Checks run at the start of the next transaction, so their results stay valid until it ends.
    `settle` runs the checks that no transaction has run.
    """

    def __init__(
        self, store: Store, clock: Callable[[], int], player: int, guild: int | None
    ) -> None:
        self.store = store
        self.clock = clock
        self.player = player
        self.guild = guild
        self.message: PressedMessage | None = None
        """The message whose button has been pressed, or None."""
        self._checks: list[Check] = []

    @property
    def now(self) -> int:
        """Current time in UTC seconds."""
        return self.clock()

    def must_see(self, number: int, what: Subject = "match") -> None:
        """Require that the player may see a match or challenge. Raises `NotFound`."""
        self.require(
            lambda tx: visibility.must_see(tx, what, number, player=self.player, guild=self.guild)
        )

    def must_be_newer(
        self, number: int, what: str = "match", created: CreationTime | None = None
    ) -> None:
        """Require that the pressed message is newer than the row that it names.

        `created` is needed for rows that are neither a match nor a challenge. Raises
        `OlderThanSubject`.
        """
        message, read = self.message, created or CREATED[what]
        if message is not None:
            self.require(lambda tx: message_age.must_be_newer(tx, message, what, number, read))

    def require(self, check: Check) -> None:
        """Run this check in the next transaction, before anything else."""
        self._checks.append(check)

    async def read(
        self, work: Callable[Concatenate[Tx, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function in a read transaction, as `Store.read` does, after the checks."""
        return await self.store.read(self._checked(work), *args, **kwargs)

    async def write(
        self, work: Callable[Concatenate[Tx, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function in a write transaction, as `Store.write` does, after the checks."""
        checked = self._checked(work)

        def run(tx: Tx) -> T:
            result = checked(tx, *args, **kwargs)
            self.after_write(tx)
            return result

        return await self.store.write(run)

    def after_write(self, tx: Tx) -> None:
        """Hook run at the end of each write transaction of the request."""

    async def settle(self) -> None:
        """Run the checks that no transaction has run. Any error they raise propagates."""
        if self._checks:
            await self.read(lambda tx: None)

    def _checked(self, work: Callable[Concatenate[Tx, P], T]) -> Callable[Concatenate[Tx, P], T]:
        checks = tuple(self._checks)
        if not checks:
            return work

        def run(tx: Tx, /, *args: P.args, **kwargs: P.kwargs) -> T:
            for check in checks:
                check(tx)
            self._checks = [check for check in self._checks if check not in checks]
            return work(tx, *args, **kwargs)

        return run
