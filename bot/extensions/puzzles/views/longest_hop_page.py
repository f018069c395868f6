"""Pages of the longest-hop puzzle: the question, and the response to an answer."""

from bot.i18n.escaping import code
from bot.i18n.translator import Words
from bot.service.results import View
from bot.store.models import Theme
from bot.views.board_image import Scenery, picture
from bot.views.components import Control, Press, row
from bot.views.player_labels import mention, seat_name
from bot.views.reply import Reply
from engine import Move, Variant


def task(words: Words, rules: Variant, side: int) -> str:
    """Return the question."""
    asked = words.say(
        "{side} to move. Which hop needs the most jumps?", side=seat_name(words, rules, side)
    )
    return "### " + words.say("Longest hop") + f"\n{asked}"


def too_short(words: Words, jumps: int) -> str:
    """Return the response to a hop that is not the longest."""
    return words.say_n(
        "{n} jump: there is a longer hop.", "{n} jumps: there is a longer hop.", jumps
    )


def scenery(asked: View, rules: Variant, theme: Theme, last: Move | None = None) -> Scenery:
    """Return the board from the viewpoint of the side to move."""
    name = f"longest-hop-{asked.match.id}-{asked.ply}.png"
    return Scenery(rules, asked.position, name, last, asked.position.turn, theme)


async def found(
    words: Words,
    asked: View,
    rules: Variant,
    move: Move,
    jumps: int,
    first: int,
    reader: int,
    theme: Theme,
) -> Reply:
    """Return the response to a longest hop. `first` is who found it first, 0 for unnamed."""
    if first == reader:
        whose = words.say("You are the first to find it.")
    elif first:
        whose = words.say("{player} found it before you.", player=mention(first))
    else:
        whose = words.say("Someone found it before you.")
    told = words.say_n("{n} jump: the longest hop here.", "{n} jumps: the longest hop here.", jumps)
    return Reply.of(
        "### " + words.say("Longest hop"),
        await picture(words, scenery(asked, rules, theme), routes=[move]),
        f"🏁 {told} {code(rules.format(move))}\n{whose}",
        row(Press(Control("hop-another", 0), words.say("Another one"))),
    )
