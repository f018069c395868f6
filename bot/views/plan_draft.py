"""Draft of a line of conditional moves, encoded in the custom ids of its panel.

/             the choice of the first reply
1f/           the next choice after the move with index 31 (base 36) of the legal ones
1f/c17-200    the same, at another step (`bot.views.move_steps`)
1f.*.3/c17    "*" stands for any replies
1f.3          the whole line, before it is saved
"""

from dataclasses import dataclass

from bot.service.conditional_moves.plan_lines import PlanLine, PlanStep, with_turn
from bot.service.conditional_moves.plan_text import ANY, MAX_PLIES, moves_of_line
from bot.views.components import StaleComponent, parse_int
from engine import Move, Position, Variant

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Draft:
    """A line that is being chosen, and the position that it has reached."""

    tokens: tuple[str, ...]
    steps: PlanLine
    """The steps that are complete."""
    replies: tuple[str, ...] | None
    """The replies after those; None for any replies."""
    position: Position
    is_own: bool
    """Whether the player's own move comes next."""
    recent: tuple[tuple[int, Move], ...]
    """The seats and moves since the player's previous move, or up to the end of the line."""
    key: str | None
    """The step of the choice; None for the whole line."""

    @property
    def moves(self) -> list[str]:
        """The moves of the complete steps, in the order of play."""
        return moves_of_line(self.steps)

    @property
    def may_name_any(self) -> bool:
        """Whether any replies may come next."""
        return not self.is_own and self.replies == ()

    @property
    def has_room(self) -> bool:
        """Whether a reply and an answer can be added."""
        return len(self.tokens) + 2 <= MAX_PLIES

    def whole(self) -> str:
        """Return the encoded line."""
        return ".".join(self.tokens)

    def choice(self) -> str:
        """Return the encoded choice after the line, without the key of its step."""
        return f"{self.whole()}/"

    def before(self) -> str:
        """Return the encoded choice of the last move."""
        return ".".join(self.tokens[:-1]) + "/"

    def any_reply(self) -> str:
        """Return the encoded choice after any replies."""
        return ".".join((*self.tokens, ANY)) + "/"

    def after(self, game: Variant, move: Move) -> str:
        """Return the encoded state after a legal move: the whole line, or the next choice."""
        text = ".".join((*self.tokens, _base36(game.moves(self.position).index(move))))
        return text if self.is_own else f"{text}/"


def parse_draft(game: Variant, position: Position, seat: int, text: str) -> Draft:
    """Decode a draft that starts in `position`.

    Raises `StaleComponent` if it is invalid.
    """
    chosen, slash, key = text.partition("/")
    tokens = tuple(chosen.split(".")) if chosen else ()
    if len(tokens) > MAX_PLIES:
        raise StaleComponent(text)
    steps: list[PlanStep] = []
    replies: tuple[str, ...] | None = ()
    recent: tuple[tuple[int, Move], ...] = ()
    was_own = False
    for token in tokens:
        recent = () if was_own else recent
        was_own = replies is None or position.turn == seat
        if token == ANY:
            if was_own or replies:
                raise StaleComponent(text)
            replies, position = None, with_turn(position, seat)
            continue
        legal, number = game.moves(position), parse_int(token, 36)
        if not 0 <= number < len(legal):
            raise StaleComponent(text)
        move = legal[number]
        recent = (*recent, (position.turn, move))
        if was_own:
            steps.append(PlanStep(replies, game.format(move)))
            replies = ()
        else:
            assert replies is not None
            replies = (*replies, game.format(move))
        position = game.apply(position, move)
    is_whole = bool(tokens) and not slash
    if is_whole and (not was_own or not steps or replies is None):
        raise StaleComponent(text)
    is_own = replies is None or position.turn == seat
    return Draft(tokens, tuple(steps), replies, position, is_own, recent, None if is_whole else key)


def encode_line(game: Variant, position: Position, seat: int, line: PlanLine) -> str | None:
    """Return a stored line as a draft; None if a move of it is not legal in the draft."""
    tokens: list[str] = []
    for text in moves_of_line(line):
        if text == ANY:
            tokens.append(ANY)
            position = with_turn(position, seat)
            continue
        legal = game.moves(position)
        texts = [game.format(move) for move in legal]
        if text not in texts:
            return None
        number = texts.index(text)
        tokens.append(_base36(number))
        position = game.apply(position, legal[number])
    return ".".join(tokens)


def _base36(number: int) -> str:
    high, low = divmod(number, 36)
    return (_base36(high) if high else "") + DIGITS[low]
