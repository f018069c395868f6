"""The post of a ladder, and its private panel."""

from collections.abc import Mapping, Sequence

from discord import ui

from bot.extension_api.matches import parse_clock
from bot.extension_api.texts import (
    N_,
    Translator,
    describe_clock,
    game_name,
    plain_text,
    quote,
    stamp,
)
from bot.extension_api.views import (
    Button,
    ButtonStyle,
    ComponentId,
    Select,
    button_row,
    button_rows,
    layout,
    mention,
    message_link,
    rules_button,
)
from bot.extensions.tournaments.models import ClubLadder, LadderMember
from bot.extensions.tournaments.service.ladder_view import LadderRow, LadderView, ObstacleReason

MOST_OPTIONS = 25
"""Maximum number of options of a select on Discord."""
POST_ROWS, PANEL_ROWS = 20, 20
"""Maximum number of members in the post and on a page of the panel."""
LONGEST_NAME = 32
OBSTACLES: Mapping[ObstacleReason, str] = {
    "self": N_("you"),
    "busy": N_("your last challenge is still being played"),
    "absent": N_("join to challenge"),
    "below": N_("below you"),
    "far": N_("too far above you"),
    "playing": N_("you are playing each other"),
    "lately": N_("played you recently; possible again {when}"),
    "vacation": N_("on vacation"),
    "asked": N_("has enough challenges already"),
}
"""Reasons why a member cannot be challenged, shown in their row."""


def ladder_game(t: Translator, ladder: ClubLadder) -> str:
    """Return the name of a ladder's game."""
    return game_name(t, ladder.variant)


def heading(t: Translator, ladder: ClubLadder) -> list[str]:
    """Return the title of a ladder and, below, its game and clock."""
    rated = t.translate("rated") if ladder.rated else t.translate("unrated")
    control = describe_clock(t, parse_clock(ladder.control))
    return [
        f"### 🪜 {quote(ladder.name)}",
        f"-# {ladder_game(t, ladder)} · {rated} · {control}",
    ]


def ladder_post(t: Translator, view: LadderView) -> ui.LayoutView:
    """Return the post of a ladder, which everyone sees."""
    shown = view.rows[:POST_ROWS]
    lines = [f"{row.rank}. {_name(view, row.player)}" for row in shown]
    if len(view.rows) > len(shown):
        lines.append(_more(t, len(view.rows) - len(shown)))
    if not lines:
        lines = [t.translate("Nobody is on this ladder yet. Press Join to be the first.")]
    about = t.translate(
        "Challenge someone above you: the game begins at once. If you win, you take the place "
        "just above them."
    )
    games = t.translate_plural("{n} game is running.", "{n} games are running.", len(view.running))
    return layout(
        [*heading(t, view.ladder), about],
        lines,
        f"-# {games}" if view.running else None,
        *button_rows(
            _button("ladder-join", view.ladder, t.translate("Join"), "success"),
            _button("ladder", view.ladder, t.translate("Challenge"), "primary"),
            rules_button(t, view.ladder.variant),
            _button("ladder-leave", view.ladder, t.translate("Leave")),
        ),
    )


def removed_post(t: Translator, ladder: ClubLadder) -> ui.LayoutView:
    """Return the post of a ladder that has been removed."""
    return layout([*heading(t, ladder), t.translate("This ladder has been removed.")])


def leave_question(t: Translator, ladder: ClubLadder) -> ui.LayoutView:
    """Return the question whether to leave a ladder, with a button that does."""
    text = t.translate(
        "Leave the ladder {ladder}? Your games in progress will continue, but will no longer "
        "affect it. If you come back, you will start 5 places lower.",
        ladder=f"**{quote(ladder.name)}**",
    )
    leave = Button(ComponentId("ladder-leave-now", ladder.id), t.translate("Leave"), "danger")
    return layout(text, *button_rows(leave))


def ladder_panel(
    t: Translator, view: LadderView, *, manages: bool, before: str = "", page: int | None = None
) -> ui.LayoutView:
    """Return the private panel of a ladder, with the members the reader may challenge.

    `page` counts from 0. By default, it is the page with the reader.
    """
    me = view.me
    inside = me is not None and me.rank is not None
    last = max(0, len(view.rows) - 1) // PANEL_ROWS
    own = (me.rank - 1) // PANEL_ROWS if me is not None and me.rank is not None else 0
    page = min(own if page is None else page, last)
    shown = view.rows[page * PANEL_ROWS : (page + 1) * PANEL_ROWS]
    lines = [_row_line(t, view, row, inside=inside) for row in shown]
    select = None
    if inside and view.open_to_challenge:
        nearest = view.open_to_challenge[-MOST_OPTIONS:]
        options = {
            str(row.player): f"{row.rank}. {_plain_name(t, view, row.player)}" for row in nearest
        }
        challenge = ComponentId("ladder-challenge", view.ladder.id)
        select = button_row(Select(challenge, options, t.translate("Challenge a member")))
    stays = me is not None and me.left_at is None
    return layout(
        before,
        [*heading(t, view.ladder), _state(t, view)],
        lines,
        select,
        *button_rows(
            None if inside else _button("ladder-join", view.ladder, _join_label(t, me), "success"),
            _button("ladder-leave", view.ladder, t.translate("Leave")) if stays else None,
            _page_button(view.ladder, page - 1, t.translate("Higher places")) if page else None,
            _page_button(view.ladder, page + 1, t.translate("Lower places"))
            if page < last
            else None,
            rules_button(t, view.ladder.variant),
            _button("ladder-remove", view.ladder, t.translate("Remove the ladder"))
            if manages
            else None,
            new_ladder_button(t) if manages else None,
        ),
        _link(t, view.ladder),
    )


def _state(t: Translator, view: LadderView) -> str:
    """Return a sentence with the reader's place and what they can do now."""
    me = view.me
    if me is None or me.left_at is not None:
        return t.translate("You are not on this ladder.")
    if me.rank is None:
        return t.translate("You are inactive on this ladder, so you have no place.")
    if me.rank == 1:
        return t.translate("You are at the top, so others challenge you.")
    if any(row.obstacle is not None and row.obstacle.why == "busy" for row in view.rows):
        return t.translate(
            "Your place: {rank}. You can challenge again when the game from your last challenge "
            "is over.",
            rank=me.rank,
        )
    if not view.open_to_challenge:
        return t.translate(
            "Your place: {rank}. There is no one you can challenge right now.", rank=me.rank
        )
    return t.translate("Your place: {rank}. Choose whom to challenge.", rank=me.rank)


def _row_line(t: Translator, view: LadderView, row: LadderRow, *, inside: bool) -> str:
    """Return the line of a member, with the reason why they cannot be challenged."""
    name = f"{row.rank}. {_name(view, row.player)}"
    problem = row.obstacle
    if not inside or (problem is not None and problem.why in ("below", "busy")):
        return name
    if problem is None:
        return f"{name} · ⚔️ " + t.translate("you can challenge them")
    if problem.why == "self":
        return f"**{name}** · {t.translate(OBSTACLES['self'])}"
    when = "" if problem.until is None else stamp(problem.until)
    return f"{name} · {t.translate(OBSTACLES[problem.why], when=when)}"


def _more(t: Translator, number: int) -> str:
    return "-# " + t.translate_plural("… and {n} more", "… and {n} more", number)


def _join_label(t: Translator, me: LadderMember | None) -> str:
    return t.translate("Join") if me is None else t.translate("Come back")


def _name(view: LadderView, player: int) -> str:
    return shown_name(view.names, player)


def _plain_name(t: Translator, view: LadderView, player: int) -> str:
    """Return a member's name without Markdown, for the select."""
    return view.names[player] or t.translate("someone")


def shown_name(names: Mapping[int, str], player: int) -> str:
    """Return a player's name for a message, escaped; a mention only if it is unknown."""
    return quote(names[player], LONGEST_NAME) or mention(player)


def _button(
    action: str, ladder: ClubLadder, label: str, style: ButtonStyle = "secondary"
) -> Button:
    return Button(ComponentId(action, ladder.id), label, style)


def _page_button(ladder: ClubLadder, page: int, label: str) -> Button:
    return Button(ComponentId("ladder-page", ladder.id, page), label)


def _link(t: Translator, ladder: ClubLadder) -> str | None:
    if ladder.post is None:
        return None
    to = message_link(ladder.guild, ladder.channel, ladder.post)
    return "-# " + t.translate("[Go to the post]({link})", link=to)


def new_ladder_button(t: Translator) -> Button:
    """Return the button that opens the form for a new ladder."""
    return Button(ComponentId("ladder-new", 0), t.translate("New ladder"))


def ladder_list(t: Translator, ladders: Sequence[ClubLadder], *, manages: bool) -> ui.LayoutView:
    """Return the ladders of a guild, with a select. Managers can also open a new one."""
    new = button_row(new_ladder_button(t) if manages else None)
    if not ladders:
        text = t.translate(
            "There is no ladder here yet. A ladder is a ranking: you challenge someone above you, "
            "and move above them if you win. Someone who manages this server can create one."
        )
        return layout(text, new)
    options = {
        str(ladder.id): (plain_text(ladder.name, 80), ladder_game(t, ladder)) for ladder in ladders
    }
    select = Select(ComponentId("ladder-pick", 0), options, t.translate("Choose a ladder"))
    lines = [ladder_line(t, ladder) for ladder in ladders]
    return layout(["### " + t.translate("Ladders"), *lines], button_row(select), new)


def ladder_line(t: Translator, ladder: ClubLadder) -> str:
    """Return a line for a ladder in a list: its name with a link, and its game."""
    name = f"**{quote(ladder.name)}**"
    if ladder.post is not None:
        name = f"[{name}]({message_link(ladder.guild, ladder.channel, ladder.post)})"
    return f"- 🪜 {name} · {ladder_game(t, ladder)}"
