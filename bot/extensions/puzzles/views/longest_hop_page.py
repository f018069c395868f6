"""Pages of the longest-hop puzzle: the question, and the response to an answer."""

from bot.extension_api.boards import Scenery, board_image
from bot.extension_api.matches import MatchView
from bot.extension_api.people import Theme
from bot.extension_api.texts import Translator, code
from bot.extension_api.views import Button, ComponentId, Reply, button_row, mention, seat_name
from engine import Move, Variant


def task_text(t: Translator, rules: Variant, side: int) -> str:
    """Return the question."""
    asked = t.translate(
        "{side} to move. Which hop needs the most jumps?", side=seat_name(t, rules, side)
    )
    return "### " + t.translate("Longest hop") + f"\n{asked}"


def too_short(t: Translator, jumps: int) -> str:
    """Return the response to a hop that is not the longest."""
    return t.translate_plural(
        "{n} jump: there is a longer hop.", "{n} jumps: there is a longer hop.", jumps
    )


def scenery(
    match_view: MatchView, rules: Variant, theme: Theme, last: Move | None = None
) -> Scenery:
    """Return the board from the viewpoint of the side to move."""
    name = f"longest-hop-{match_view.match.id}-{match_view.ply}.png"
    return Scenery(rules, match_view.position, name, last, match_view.position.turn, theme)


async def solved_view(
    t: Translator,
    match_view: MatchView,
    rules: Variant,
    move: Move,
    jumps: int,
    first: int,
    reader: int,
    theme: Theme,
) -> Reply:
    """Return the response to a longest hop.

    `first` is the player who found it first, or 0 for a hidden name.
    """
    if first == reader:
        whose = t.translate("You are the first to find it.")
    elif first:
        whose = t.translate("{player} found it before you.", player=mention(first))
    else:
        whose = t.translate("Someone found it before you.")
    text = t.translate_plural(
        "{n} jump: the longest hop here.", "{n} jumps: the longest hop here.", jumps
    )
    return Reply.of(
        "### " + t.translate("Longest hop"),
        await board_image(t, scenery(match_view, rules, theme), routes=[move]),
        f"🏁 {text} {code(rules.format(move))}\n{whose}",
        button_row(Button(ComponentId("hop-another", 0), t.translate("Another one"))),
    )
