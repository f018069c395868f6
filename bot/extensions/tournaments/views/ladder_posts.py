"""Posts and direct messages about ladders."""

from collections.abc import Mapping, Sequence

from discord import ui

from bot.extension_api.matches import Match
from bot.extension_api.texts import N_, Translator, quote
from bot.extension_api.views import Button, ComponentId, button_rows, layout, message_link
from bot.extensions.tournaments.ladder_payloads import LadderNotice
from bot.extensions.tournaments.models import ClubLadder, LadderMove
from bot.extensions.tournaments.views.ladder_page import shown_name

NEWS_LINES = 10
"""Maximum number of members named in the weekly summary."""
NOTICES = {
    "question": N_(
        "Your time ran out in a game on the ladder {ladder}. Are you still playing? If it "
        "happens again within 30 days, you will become inactive and lose your place."
    ),
    "warning": N_(
        "You have not played on the ladder {ladder} for 38 days. Challenge someone or press the "
        "button. Otherwise, you will become inactive in a week and lose your place."
    ),
    "inactive": N_(
        "You are now inactive on the ladder {ladder} and have no place on it. You can come back "
        "at any time, 5 places below your old one."
    ),
}
"""Direct messages to members, by occasion."""


def game_line(t: Translator, match: Match, names: Mapping[int, str]) -> ui.LayoutView:
    """Return the line under which the thread of a ladder's match is opened."""
    first, second = (shown_name(names, player) for player in match.players)
    return layout(
        "🪜 "
        + t.translate(
            "{ladder}: {first} against {second}",
            ladder=quote(match.event or ""),
            first=first,
            second=second,
        )
    )


def week_changes(
    t: Translator,
    moves: Sequence[LadderMove],
    ranks: Mapping[int, int],
    names: Mapping[int, str],
) -> list[str]:
    """Return the changes of rank, the top first, and the members who have left.

    `moves` are the changes of a week, oldest first; those that cancel out are omitted. `ranks` has
    the current ranks of all active members.
    """
    first: dict[int, int | None] = {}
    for move in moves:
        first.setdefault(move.player, move.from_rank)
    parts = []
    for player, before in sorted(first.items(), key=lambda each: ranks.get(each[0], 10_000)):
        name, rank = shown_name(names, player), ranks.get(player)
        if rank is None:
            if before is not None:
                parts.append(t.translate("{player} left or became inactive", player=name))
        elif before is None:
            parts.append(t.translate("{player}: new at {rank}", player=name, rank=rank))
        elif before != rank:
            parts.append(
                t.translate("{player}: {before} → {rank}", player=name, before=before, rank=rank)
            )
    more = len(parts) - NEWS_LINES
    if more > 0:
        parts[NEWS_LINES:] = [t.translate_plural("{n} more", "{n} more", more)]
    return parts


def news_line(t: Translator, ladder: ClubLadder, changes: Sequence[str]) -> ui.LayoutView:
    """Return the weekly summary of these changes to the ladder."""
    link = None
    if ladder.post is not None:
        to = message_link(ladder.guild, ladder.channel, ladder.post)
        link = "-# " + t.translate("[Go to the post]({link})", link=to)
    text = t.translate(
        "This week on {ladder}: {changes}",
        ladder=f"**{quote(ladder.name)}**",
        changes=" · ".join(changes),
    )
    return layout([f"🪜 {text}", link])


def notice_view(t: Translator, ladder: ClubLadder, notice: LadderNotice) -> ui.LayoutView:
    """Return a direct message to a member, with the button that answers it."""
    text = t.translate(NOTICES[notice.what], ladder=f"**{quote(ladder.name)}**")
    if notice.what == "inactive":
        answer = Button(ComponentId("ladder-join", ladder.id), t.translate("Come back"))
    else:
        answer = Button(ComponentId("ladder-here", ladder.id), t.translate("I am here"), "success")
    return layout(text, *button_rows(answer))
