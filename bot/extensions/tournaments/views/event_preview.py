"""Preview of a new tournament, from which its sign-up is opened."""

from collections.abc import Sequence

from discord import ui

from bot.extension_api.texts import Translator, quote
from bot.extension_api.views import (
    Button,
    ComponentId,
    button_row,
    button_rows,
    layout,
    rules_button,
)
from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.service.drafts import EventDraft
from bot.extensions.tournaments.service.previews import EventPreview
from bot.extensions.tournaments.views.event_texts import about_event, summary
from bot.extensions.tournaments.views.forum_choice import forum_select

CROWD = 6
"""Number of games in the first minute from which a separate channel is recommended."""


def preview_view(
    t: Translator,
    event: Event,
    draft: EventDraft,
    previews: Sequence[EventPreview],
    *,
    has_threads: bool,
    has_forums: bool,
    most_are_new: bool,
) -> ui.LayoutView:
    """Return the preview of a draft, with buttons to open its sign-up or to change it.

    `has_threads` says whether the bot can open threads in the channel of the event. `has_forums`
    says whether the guild has a forum, which can then be chosen for the games. `most_are_new` says
    whether the accounts of most players here are too new for rated games.
    """
    return layout(
        [
            "### " + t.translate("{name}: not open yet", name=quote(draft.name)),
            summary(t, event),
            *about_event(t, event),
        ],
        [preview_line(t, each) for each in previews],
        _warning(t) if draft.rated and most_are_new else None,
        _crowd_line(t, event, previews, has_threads=has_threads),
        button_row(forum_select(t, event)) if has_forums else None,
        *button_rows(
            Button(ComponentId("event-open", event.id), t.translate("Open sign-up"), "success"),
            Button(ComponentId("event-change", event.id), t.translate("Change")),
            Button(
                ComponentId("event-conditions", event.id), t.translate("Players and conditions")
            ),
            rules_button(t, event.variant),
            Button(ComponentId("event-drop", event.id), t.translate("Discard")),
        ),
    )


def _warning(t: Translator) -> str:
    """Return a sentence that says why few players can join a rated tournament."""
    return "⚠️ " + t.translate(
        "Most players here have accounts that are less than two weeks old, so they cannot join "
        "this rated tournament. Press **Change** to make it unrated."
    )


def preview_line(t: Translator, preview: EventPreview) -> str:
    """Return a line with games and duration for a number of players."""
    least, most = preview.games_each_entrant, preview.most_games
    if least < most:
        games = t.translate("{least} to {most} games each", least=least, most=most)
    else:
        games = t.translate_plural("{n} game each", "{n} games each", least)
    weeks = t.translate_plural("about {n} week", "about {n} weeks", preview.weeks)
    return "- " + t.translate(
        "{n} players: {games}, {at_once} at once, {weeks}",
        n=preview.entrants,
        games=games,
        at_once=preview.at_once,
        weeks=weeks,
    )


def _crowd_line(
    t: Translator, event: Event, previews: Sequence[EventPreview], *, has_threads: bool
) -> str:
    """Return where everything is posted, and how many games begin together."""
    most = max(each.matches_first_minute for each in previews)
    sentences = [t.translate("Sign-up will be posted in {channel}.", channel=f"<#{event.channel}>")]
    if event.forum is not None:
        return sentences[0]
    if has_threads:
        sentences.append(t.translate("Each game will have its own thread there."))
    else:
        sentences.append(
            t.translate("I can't open threads there, so the boards will be posted there as well.")
        )
    if most >= CROWD:
        sentences.append(
            t.translate_plural(
                "Up to {n} game will begin there in the first minute. A separate channel is "
                "better.",
                "Up to {n} games will begin there in the first minute. A separate channel is "
                "better.",
                most,
            )
        )
    return " ".join(sentences)
