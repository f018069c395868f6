"""Action menu behind the "⋯" button: one button per action open to the player."""

from collections.abc import Mapping, Sequence

from discord import ui

from bot.i18n.escaping import code
from bot.i18n.translator import Words, mark
from bot.messages.notices import AGREE, choices
from bot.service.actions.available_actions import Choice
from bot.store.models import Match
from bot.views.board_post import move_button
from bot.views.components import Control, Press, layout, row, rows
from bot.views.player_labels import numbered
from engine import variant

LABELS: Mapping[str, str] = {
    "undo": mark("Undo"),
    "hint": mark("Hint"),
    "takeback": mark("Take back"),
    "draw": mark("Offer a draw"),
    "pause": mark("Pause the clock"),
    "gift": mark("Give a day"),
    "claim": mark("Claim"),
    "nudge": mark("Nudge"),
    "plan": mark("Plan my reply"),
    "resign": mark("Resign"),
    "abort": mark("Abort the game"),
    "rematch": mark("Play again"),
    "refuse": mark("No"),
    "withdraw": mark("Withdraw my offer"),
    "board": mark("Show the board"),
    "board:mine": mark("From my side"),
    "board:text": mark("As text"),
    "rules": mark("Rules"),
    "record": mark("Game record"),
    "position": mark("Move by move"),
    "replay": mark("Replay"),
    "analysis": mark("Analysis"),
}
"""Button labels by action, for match actions and views of the game."""
OWN = frozenset(
    {"draw", "undo", "takeback", "claim", "plan", "resign", "rematch", "record", "replay"}
)
"""Actions with a component handler of their own; the others are game actions."""
BACK = ("position", "replay", "analysis")
"""Actions that review the game; the last one requires a finished match."""
DANGER = frozenset({"claim", "resign", "abort"})


def do(words: Words, match: Match, what: str) -> Press:
    """Return the button that performs an action in a match."""
    there = match.offer
    if there is not None and what in {"agree", "refuse", "withdraw"}:
        meant = f"{there.kind}-{there.seat}"
        if what == "agree":
            control = Control("agree", match.id, match.ply, meant)
            return Press(control, words.say(AGREE[there.kind]), "success")
        return Press(Control("refuse", match.id, match.ply, meant), words.say(LABELS[what]))
    control = Control(what, match.id, match.ply)
    if what not in OWN:
        control = Control("do", match.id, match.ply, what)
    return Press(control, words.say(LABELS[what]), "danger" if what in DANGER else "secondary")


def menu(words: Words, match: Match, can: Sequence[Choice], *, turned: bool) -> ui.LayoutView:
    """Build the menu; `turned` is whether the player's own viewpoint is available."""
    acts = [do(words, match, what) for what in can if what != "partner"]
    sights = ["board:text", "rules", "record", *BACK[: 2 if match.status == "running" else 3]]
    if turned:
        sights.insert(0, "board:mine")
    return layout(
        f"**{numbered(words, match)}**",
        choices(words, match) if "partner" in can else None,
        *rows(*acts),
        *rows(*(do(words, match, what) for what in sights)),
    )


def wished(words: Words, match: Match, what: str) -> ui.LayoutView:
    """Answer a keyword under a board with the matching button; "help" explains moving."""
    move = move_button(words, match, match.ply)
    if what == "help":
        game = variant(match.variant)
        example = code(game.format(game.moves(game.load(match.position))[-1]))
        told = words.say(
            "Reply to the board with your move, e.g. {move}, or press **Move** when it is "
            "your turn.",
            move=example,
        )
        return layout(told, row(move, do(words, match, "rules")))
    return layout(row(move if what == "moves" else do(words, match, what)))
