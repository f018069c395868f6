"""Position view: a position of a game with navigation buttons, in one message."""

from dataclasses import dataclass

from bot.i18n.escaping import code
from bot.i18n.translator import Words, mark
from bot.views import discord_limits
from bot.views.action_menu import LABELS
from bot.views.board_image import Scenery, picture
from bot.views.components import Control, Press, Style, row, rows
from bot.views.player_labels import disc
from bot.views.reply import Reply
from bot.views.review_source import Source, Story
from render import describe

STEPS = {
    "first": mark("First"),
    "back": mark("Back"),
    "next": mark("Next"),
    "last": mark("Last"),
}
"""Navigation buttons; the keys make their custom ids distinct."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a game with its turn number."""

    subject: int
    """Number of the match or record."""
    scenery: Scenery
    turn: int
    """Number of turns before the position."""
    turns: int
    """Number of turns in the game so far."""
    heading: str
    happened: str | None
    """The move just played, or the outcome."""
    source: Source = ""
    over: bool = False
    """Whether the game is over, so that it can be continued from here."""

    def control(self, action: str, at: int = 0, more: str = "") -> Control:
        """Return a component's custom id data for an action on this game."""
        return Control(self.source + action, self.subject, at, more)


def file_name(subject: int, turn: int) -> str:
    """Return the image's file name."""
    return f"position-{subject}-{turn}.png"


async def shown(words: Words, moment: Moment) -> Reply:
    """Build the message with the image and the navigation buttons."""
    where = words.say("After move {n} of {all}", n=moment.turn, all=moment.turns)
    return Reply.of(
        moment.heading,
        await picture(words, moment.scenery),
        [moment.happened, f"-# {where}"],
        row(*_steps(words, moment)),
        *rows(
            Press(moment.control("position-words", moment.turn), words.say("As text")),
            *_more(words, moment),
            _play_on(words, moment),
        ),
    )


def in_words(words: Words, moment: Moment) -> Reply:
    """Describe the position in words only."""
    seen = moment.scenery
    told = describe(seen.game, seen.position, last=seen.last, side=seen.side, say=words.text)
    return Reply(discord_limits.content(told))


def moment_of(words: Words, story: Story, turn: int) -> Moment:
    """Return the position of a game after `turn` turns, clamped to its length."""
    game, moves = story.record.variant, story.moves
    turn = wanted(turn, len(moves))
    position, last = game.start(), None
    for move in moves[:turn]:
        position, last = game.apply(position, move), game.routed(position, move)
    happened = story.ended if turn == len(moves) else None
    if happened is None and last is not None and position.before is not None:
        happened = f"{disc(game, position.before.turn)} {code(game.format(last))}"
    name = file_name(story.number, turn)
    return Moment(
        story.number,
        Scenery(game, position, name, last, story.side, story.theme),
        turn,
        len(moves),
        story.heading,
        happened,
        story.source,
        over=True,
    )


def wanted(turn: int, turns: int) -> int:
    """Clamp a turn number to the game."""
    return min(max(turn, 0), turns)


def _steps(words: Words, moment: Moment) -> list[Press]:
    turn, turns = moment.turn, moment.turns
    there = {"first": 0, "back": wanted(turn - 1, turns), "next": turn + 1, "last": turns}
    made: list[Press] = []
    for step, label in STEPS.items():
        at = wanted(there[step], turns)
        style: Style = "primary" if step == "next" else "secondary"
        made.append(Press(moment.control("position", at, step), words.say(label), style))
        made[-1].disabled = at == turn
    return made


def _more(words: Words, moment: Moment) -> list[Press]:
    """Return the review buttons of an imported record, which has no other message."""
    return [
        Press(moment.control(action), words.say(LABELS[action]))
        for action in ("replay", "analysis")
        if moment.source
    ]


def _play_on(words: Words, moment: Moment) -> Press | None:
    if not moment.over or moment.scenery.game.outcome(moment.scenery.position) is not None:
        return None
    return Press(moment.control("play-on", moment.turn), words.say("Play on from here"))
