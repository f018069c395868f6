"""Action menu behind the "⋯" button: one button per available action."""

from collections.abc import Mapping, Sequence
from typing import Any

from discord import ui

from bot import extension_points
from bot.i18n.escaping import code
from bot.i18n.translator import N_, Translator
from bot.service.actions.available_actions import Action
from bot.store.models import Match, OfferKind
from bot.views.board_post import move_button
from bot.views.components import Button, ButtonStyle, ComponentId, button_row, button_rows, layout
from bot.views.player_labels import game_and_number
from engine import variant

LABELS: Mapping[str, str] = {
    "undo": N_("Undo"),
    "hint": N_("Hint"),
    "takeback": N_("Take back"),
    "draw": N_("Offer a draw"),
    "pause": N_("Pause the clock"),
    "gift": N_("Give an extra day"),
    "claim": N_("Claim"),
    "nudge": N_("Nudge"),
    "plan": N_("Plan my reply"),
    "resign": N_("Resign"),
    "abort": N_("Abort the game"),
    "rematch": N_("Play again"),
    "refuse": N_("No"),
    "withdraw": N_("Withdraw my offer"),
    "board": N_("Show the board"),
    "board:mine": N_("From my side"),
    "board:text": N_("As text"),
    "rules": N_("Rules"),
}
"""Button labels by action, for match actions and views of the game."""
OWN = frozenset({"draw", "undo", "takeback", "claim", "plan", "resign", "rematch"})
"""Actions with their own component handler; all others are game actions."""
AGREE: Mapping[OfferKind, str] = {
    "draw": N_("Agree to a draw"),
    "takeback": N_("Agree to take the move back"),
    "pause": N_("Agree to a pause"),
    "abort": N_("Agree to abort"),
    "gift": N_("Give an extra day"),
}
"""Labels of the buttons that accept an offer."""
DANGER = frozenset({"claim", "resign", "abort"})


def action_button(t: Translator, match: Match, what: str) -> Button:
    """Return the button that performs an action in a match."""
    offer = match.offer
    if offer is not None and what in {"agree", "refuse", "withdraw"}:
        meant = f"{offer.kind}-{offer.seat}"
        if what == "agree":
            control = ComponentId("agree", match.id, match.ply, meant)
            return Button(control, t.translate(AGREE[offer.kind]), "success")
        return Button(ComponentId("refuse", match.id, match.ply, meant), t.translate(LABELS[what]))
    control = ComponentId(what, match.id, match.ply)
    if what not in OWN:
        control = ComponentId("do", match.id, match.ply, what)
    return Button(control, t.translate(LABELS[what]), "danger" if what in DANGER else "secondary")


def partner_choices(t: Translator, match: Match) -> ui.ActionRow[Any] | None:
    """Return the buttons for choosing who plays for a partner who has left the match."""

    def to(what: str, label: str, style: ButtonStyle = "secondary") -> Button:
        return Button(ComponentId("partner", match.id, match.ply, what), label, style)

    return button_row(
        to("hands", t.translate("I'll play both sides"), "primary"),
        to("computer", t.translate("Let the computer play")),
        to("concede", t.translate("Resign")),
    )


def action_menu(
    t: Translator, match: Match, can: Sequence[Action], *, player: int, turned: bool
) -> ui.LayoutView:
    """Build the menu for a player.

    `turned` is True if the board can be seen from the player's own side.
    """
    acts = [action_button(t, match, what) for what in can if what != "partner"]
    sights = [*(["board:mine"] if turned else []), "board:text", "rules"]
    return layout(
        f"**{game_and_number(t, match)}**",
        partner_choices(t, match) if "partner" in can else None,
        *button_rows(*acts),
        *button_rows(
            *(action_button(t, match, what) for what in sights),
            *_extension_buttons(t, match, player),
        ),
    )


def _extension_buttons(t: Translator, match: Match, player: int) -> list[Button]:
    """Return the buttons that the extensions offer a player in the menu of this match."""
    shown = {"always"}
    if match.status != "running":
        shown.add("finished")
    elif player not in match.players:
        shown.add("others")
    return [
        Button(ComponentId(offered.action, match.id, match.ply), t.translate(offered.label))
        for extension in extension_points.installed()
        for offered in extension.match_buttons
        if offered.in_menu in shown
    ]


def keyword_reply(t: Translator, match: Match, what: str) -> ui.LayoutView:
    """Build the reply to a keyword: the matching button and, for "help", how to move."""
    move = move_button(t, match, match.ply)
    if what == "help":
        game = variant(match.variant)
        example = code(game.format(game.moves(game.load(match.position))[-1]))
        text = t.translate(
            "Reply to the board with your move, e.g. {move}, or press **Move** when it is "
            "your turn.",
            move=example,
        )
        return layout(text, button_row(move, action_button(t, match, "rules")))
    return layout(button_row(move if what == "moves" else action_button(t, match, what)))
