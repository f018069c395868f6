"""Position view: a position of a game with navigation buttons, in one message."""

from dataclasses import dataclass

from bot.extension_api.boards import Scenery, board_image
from bot.extension_api.texts import N_, Translator, code
from bot.extension_api.views import (
    Button,
    ButtonStyle,
    ComponentId,
    Reply,
    button_row,
    button_rows,
    disc,
)
from bot.extensions.review.views.review_source import Review, ReviewSource
from render import describe

STEPS = {
    "first": N_("First"),
    "back": N_("Back"),
    "next": N_("Next"),
    "last": N_("Last"),
}
"""Navigation buttons: label by key. The key makes the custom ids distinct."""
IMPORT_RECORD = N_("Import a game record")


@dataclass(frozen=True, slots=True)
class PositionView:
    """A position of a game with its turn number."""

    subject: int
    """Id of the match or imported record."""
    scenery: Scenery
    turn: int
    """Number of turns played before the position."""
    turns: int
    """Number of turns in the game so far."""
    heading: str
    happened: str | None
    """Text about the move just played, or about the outcome."""
    source: ReviewSource = ""
    over: bool = False
    """Whether the game is over, so that it can be continued from this position."""

    def control(self, action: str, at: int = 0, more: str = "") -> ComponentId:
        """Return the custom id data of a component for an action on this game."""
        return ComponentId(self.source + action, self.subject, at, more)


def file_name(subject: int, turn: int) -> str:
    """Return the image's file name."""
    return f"position-{subject}-{turn}.png"


async def position_message(t: Translator, moment: PositionView) -> Reply:
    """Build the message with the image and the navigation buttons."""
    where = t.translate("After move {n} of {all}", n=moment.turn, all=moment.turns)
    return Reply.of(
        moment.heading,
        await board_image(t, moment.scenery),
        [moment.happened, f"-# {where}"],
        button_row(*_steps(t, moment)),
        *button_rows(
            Button(moment.control("position-words", moment.turn), t.translate("As text")),
            *_more(t, moment),
            _play_on(t, moment),
            import_button(t),
        ),
    )


def import_button(t: Translator) -> Button:
    """Return the button that imports the record of another game."""
    return Button(ComponentId("import", 0), t.translate(IMPORT_RECORD))


def position_text(t: Translator, moment: PositionView) -> Reply:
    """Describe the position in words only."""
    seen = moment.scenery
    description = describe(seen.game, seen.position, last=seen.last, side=seen.side, say=t.template)
    return Reply(description)


def position_view(t: Translator, story: Review, turn: int) -> PositionView:
    """Return the position of a game after `turn` turns, clamped to its length."""
    game, moves = story.record.variant, story.moves
    turn = nearest_turn(turn, len(moves))
    position, last = game.start(), None
    for move in moves[:turn]:
        position, last = game.apply(position, move), game.with_route(position, move)
    happened = story.ended if turn == len(moves) else None
    if happened is None and last is not None and position.before is not None:
        happened = f"{disc(game, position.before.turn)} {code(game.format(last))}"
    name = file_name(story.number, turn)
    return PositionView(
        story.number,
        Scenery(game, position, name, last, story.side, story.theme),
        turn,
        len(moves),
        story.heading,
        happened,
        story.source,
        over=True,
    )


def nearest_turn(turn: int, turns: int) -> int:
    """Return a turn number, clamped to the length of the game."""
    return min(max(turn, 0), turns)


def _steps(t: Translator, moment: PositionView) -> list[Button]:
    turn, turns = moment.turn, moment.turns
    targets = {"first": 0, "back": nearest_turn(turn - 1, turns), "next": turn + 1, "last": turns}
    made: list[Button] = []
    for step, label in STEPS.items():
        at = nearest_turn(targets[step], turns)
        style: ButtonStyle = "primary" if step == "next" else "secondary"
        made.append(Button(moment.control("position", at, step), t.translate(label), style))
        made[-1].disabled = at == turn
    return made


def _more(t: Translator, moment: PositionView) -> list[Button]:
    """Return more review buttons. A match has most of them in its menu."""
    actions = {"replay": N_("Replay"), "analysis": N_("Analysis")}
    if not moment.source:
        actions = {"record": N_("Game record")}
    return [Button(moment.control(action), t.translate(label)) for action, label in actions.items()]


def _play_on(t: Translator, moment: PositionView) -> Button | None:
    if not moment.over or moment.scenery.game.outcome(moment.scenery.position) is not None:
        return None
    return Button(moment.control("play-on", moment.turn), t.translate("Play on from here"))
