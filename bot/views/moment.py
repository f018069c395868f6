"""One moment of a game, with buttons that lead through all of them in one private message."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.store.values import Theme
from bot.views import limits
from bot.views.controls import Control, Press, layout, row, rows
from bot.views.menu import LABELS
from bot.views.picture import gallery, picture
from bot.views.reply import Reply
from bot.views.seats import disc
from bot.views.story import Source, Story
from bot.words import Words, mark
from bot.words.quoting import code
from engine import Move, Position, Variant
from render import describe

STEPS = {
    "first": mark("First"),
    "back": mark("Back"),
    "next": mark("Next"),
    "last": mark("Last"),
}
"""Where the buttons lead, by what stands in their ids: no two of them are alike."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a game, and where in the game it is."""

    subject: int
    """The number of the game."""
    game: Variant
    position: Position
    last: Move | None
    """The move that led to it."""
    turn: int
    """After how many turns it is."""
    turns: int
    """How many turns the whole game has, up to now."""
    heading: str
    happened: str | None
    """What was just played, or how the game ended."""
    side: int = 0
    theme: Theme = "wood"
    source: Source = ""
    over: bool = False
    """Whether the game is over, so that others may play on from here."""


async def shown(words: Words, moment: Moment) -> Reply:
    """The moment as a message with its picture."""
    name = f"position-{moment.subject}-{moment.turn}.png"
    file = await picture(
        words,
        moment.game,
        moment.position,
        name,
        last=moment.last,
        side=moment.side,
        theme=moment.theme,
    )
    where = words.say("After move {n} of {all}", n=moment.turn, all=moment.turns)
    view = layout(
        moment.heading,
        gallery(name, file.description or ""),
        "\n".join(line for line in (moment.happened, f"-# {where}") if line),
        row(*_steps(words, moment)),
        *rows(_words(words, moment), *_more(words, moment), _play_on(words, moment)),
    )
    return Reply(view=view, files=[file])


def in_words(words: Words, moment: Moment) -> Reply:
    """The moment without a picture."""
    told = describe(
        moment.game, moment.position, last=moment.last, side=moment.side, say=words.text
    )
    return Reply(limits.content(told))


def moment_of(words: Words, story: Story, turn: int) -> Moment:
    """A game that is told as a story after so many turns, or its end if it has fewer."""
    game, moves = story.record.variant, story.moves
    turn = wanted(turn, len(moves))
    position, last = game.start(), None
    for move in moves[:turn]:
        position, last = game.apply(position, move), game.routed(position, move)
    happened = story.ended if turn == len(moves) else None
    if happened is None and last is not None and position.before is not None:
        happened = f"{disc(game, position.before.turn)} {code(game.format(last))}"
    return Moment(
        story.number,
        game,
        position,
        last,
        turn,
        len(moves),
        story.heading,
        happened,
        story.side,
        story.theme,
        story.source,
        over=True,
    )


def wanted(turn: int, turns: int) -> int:
    """The turn within the game that is nearest to the one asked for."""
    return min(max(turn, 0), turns)


def _steps(words: Words, moment: Moment) -> list[Press]:
    turn, turns = moment.turn, moment.turns
    there = {"first": 0, "back": wanted(turn - 1, turns), "next": turn + 1, "last": turns}
    made: list[Press] = []
    for step, label in STEPS.items():
        at = wanted(there[step], turns)
        press = _press(moment, at, step, words.say(label), main=step == "next")
        press.disabled = at == turn
        made.append(press)
    return made


def _more(words: Words, moment: Moment) -> list[Press]:
    """What else can be done with a record that was given, which has no other message."""
    if not moment.source:
        return []
    return [
        Press(Control(moment.source + action, moment.subject), words.say(label))
        for action, label in (("replay", LABELS["replay"]), ("analysis", LABELS["analysis"]))
    ]


def _play_on(words: Words, moment: Moment) -> Press | None:
    if not moment.over or moment.game.outcome(moment.position) is not None:
        return None
    control = Control(f"{moment.source}play-on", moment.subject, moment.turn)
    return Press(control, words.say("Play on from here"))


def _words(words: Words, moment: Moment) -> Press:
    control = Control(f"{moment.source}position-words", moment.subject, moment.turn)
    return Press(control, words.say("In words"))


def _press(moment: Moment, at: int, what: str, label: str, *, main: bool = False) -> Press:
    style = discord.ButtonStyle.primary if main else discord.ButtonStyle.secondary
    return Press(Control(f"{moment.source}position", moment.subject, at, what), label, style)
