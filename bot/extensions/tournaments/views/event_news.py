"""What has happened in an event during a period, for those who follow it."""

from bot.extension_api.hooks import EventNews
from bot.extension_api.texts import Translator
from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.errors import NoSuchEvent
from bot.extensions.tournaments.models import Stage
from bot.extensions.tournaments.service.event_view import EventView, SectionView, event_view
from bot.extensions.tournaments.store import stage_rows
from bot.extensions.tournaments.views.hub_post import podium_lines
from bot.extensions.tournaments.views.section_table import (
    section_name,
    shown_name,
    standing_rows,
)

LEADERS = 3
"""Number of players of a section that has ended who are named."""


def event_news(tx: Tx, event_id: int, since: int, until: int, t: Translator) -> EventNews | None:
    """Return an event, with what has happened in a period.

    That are the stages that began or ended, and the podium. Returns None if there is no such event,
    or if it is not open yet.
    """
    try:
        view = event_view(tx, event_id)
    except NoSuchEvent:
        return None
    event = view.event
    if event.status == "draft":
        return None
    lines = list[str]()
    for stage in stage_rows.sections_of(tx, event_id):
        lines += _stage_lines(t, view, stage, since, until)
    if event.ended_at is not None and since < event.ended_at <= until:
        if event.status == "cancelled":
            lines.append(t.translate("This tournament has been cancelled."))
        else:
            lines.append(" · ".join(podium_lines(t, view)))
    return EventNews(event.name, event.guild, event.ended_at, tuple(dict.fromkeys(lines)))


def _stage_lines(t: Translator, view: EventView, stage: Stage, since: int, until: int) -> list[str]:
    """Return that a section has begun or ended, with its leaders."""
    section = next(
        (
            each
            for each in view.sections
            if (each.stage, each.section) == (stage.stage, stage.section)
        ),
        None,
    )
    if section is None:
        return []
    name, lines = section_name(t, view, section), list[str]()
    if since < stage.began_at <= until:
        lines.append(
            t.translate("{section} has begun.", section=name)
            if name
            else t.translate("The games have begun.")
        )
    is_last = stage.ended_at == view.event.ended_at
    if stage.ended_at is not None and not is_last and since < stage.ended_at <= until:
        lines.append(
            t.translate(
                "{section} has ended: {players}", section=name, players=_leaders(view, section)
            )
            if name
            else t.translate("The games have ended: {players}", players=_leaders(view, section))
        )
    return lines


def _leaders(view: EventView, section: SectionView) -> str:
    """Return the first players of a section, or in a cup those who advance."""
    if section.rows:
        players = [player for player, _ in standing_rows(view, section)[:LEADERS]]
    else:
        players = [section.entrants[number] for number in sorted(section.qualified)]
    return ", ".join(shown_name(view, player) for player in players)
