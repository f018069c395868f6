"""Match panel: the private message in which a player plays by pressing buttons.

It stays the same message from the first move to the result. On the player's turn it asks for a
move, step by step. After the move it shows the position until the others have moved, and then asks
again. `bot.views.open_panels` calls `refreshed` when the match has changed.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from bot.app import App, CommandContext
from bot.dialogs.typed_move import may_plan, plan_button, posting_warning, undo_button
from bot.i18n.translator import N_, Translator
from bot.request_context import RequestContext
from bot.service.actions import moves, takebacks
from bot.service.errors import NotPlaying, ServiceError
from bot.service.match import lifecycle
from bot.service.players import player_settings
from bot.service.results import MatchView, PlayedMove
from bot.store import Tx
from bot.store.models import Match, Theme, UndoState
from bot.texts import onboarding_hints
from bot.views.board_image import board_image, viewpoint_of
from bot.views.board_part import StepView, part_of, split_key
from bot.views.board_post import scenery
from bot.views.event_log import forced_move_text
from bot.views.man_letters import ManLetters, letters_in
from bot.views.match_panel import (
    expired_panel,
    next_game_button,
    result_panel,
    story,
    waiting_panel,
    whose_men,
)
from bot.views.move_panel import MovePanel, PanelTarget
from bot.views.move_steps import Step
from bot.views.reply import LivePanel, Reply

MOVED_ON = N_("The game has moved on. This is the current board.")
ANSWER_SECONDS = 1.0
"""Seconds to wait for the computer's answer, before the panel says that it is thinking."""


class PanelFacts(NamedTuple):
    """The facts about a match that its panel shows to one player."""

    view: MatchView
    side: int
    theme: Theme
    confirms_taps: bool = True
    elsewhere: tuple[Match, ...] = ()
    """The player's running matches, unless this one awaits their move."""
    men: ManLetters = ManLetters()
    """The letters of the men, if this match awaits the player's move."""


@dataclass(frozen=True, kw_only=True)
class MatchPanel(LivePanel):
    """An open panel, with the player's viewpoint."""

    side: int
    theme: Theme


def load_panel(tx: Tx, match_id: int, player: int) -> PanelFacts:
    """Return the facts that the panel of this match shows.

    Raises `NotFound`, `NotPlaying`, `HasLeft`.
    """
    return panel_facts(tx, lifecycle.load(tx, match_id), player)


def panel_facts(tx: Tx, match: Match, player: int) -> PanelFacts:
    """Return the facts for the panel of a match that is already loaded."""
    if match.status == "running":
        lifecycle.seat_of(match, player)
    elif match.seat_of(player) is None:
        raise NotPlaying(match)
    view = moves.view_match(tx, match)
    side, theme = viewpoint_of(tx, match, player)
    if asks_for_move(match, player):
        confirms = player_settings.load_settings(tx, player).confirm_taps
        return PanelFacts(view, side, theme, confirms, men=letters_in(tx, match))
    return PanelFacts(view, side, theme, elsewhere=tuple(lifecycle.running_of(tx, player)))


def asks_for_move(match: Match, player: int) -> bool:
    """Return whether a match awaits a move by this player."""
    return match.to_move == player and match.deciding_partner is None


async def panel_reply(
    app: App,
    t: Translator,
    player: int,
    facts: PanelFacts,
    key: str = "",
    *,
    note: str | None = None,
) -> Reply:
    """Return the panel: a question, the position while others move, or the result.

    `key` identifies the step to show. `note` is shown at the top.
    """
    match = facts.view.match
    if match.status != "running":
        return await _result(t, player, facts)
    if asks_for_move(match, player):
        return await _question(app, t, player, facts, key, note)
    return await _wait(app, t, player, facts, note)


async def _question(
    app: App, t: Translator, player: int, facts: PanelFacts, key: str, note: str | None
) -> Reply:
    """Return the reply for a step in choosing a move."""
    view = facts.view
    seen = scenery(view, facts.side, facts.theme)
    game, match = seen.game, view.match
    hint = onboarding_hints.DROP if game.drops(view.position) else onboarding_hints.PANEL
    news = await app.first_use_hint(player, hint, t)
    (key, is_whole), possible = split_key(key), game.moves(view.position)
    letters = facts.men.to_move(game, view.position)
    step = Step.of(game, possible, key, facts.side, letters)
    is_first = step.back is None
    undo = takebacks.undo_state_for(match, player, app.clock()) if is_first else None
    lines = [
        note,
        story(t, view, player, is_turn=True),
        forced_move_text(t, view),
    ]
    reply = await MovePanel(
        t,
        seen,
        step,
        PanelTarget(
            match.id,
            view.ply,
            confirms=facts.confirms_taps,
            undo="" if undo is None else "undo",
            view=StepView(part_of(seen, step, possible), is_whole, key),
        ),
    ).reply(
        before="\n".join(line for line in lines if line) or None,
        whose=whose_men(t, match, view.position.turn, player) if is_first else "",
        after=news,
    )
    return live_panel(app, t, player, facts, reply, undo)


async def _wait(app: App, t: Translator, player: int, facts: PanelFacts, note: str | None) -> Reply:
    """Return the reply with the position while others are to move."""
    view = facts.view
    match = view.match
    undo = takebacks.undo_state_for(match, player, app.clock())
    file = await board_image(t, scenery(view, facts.side, facts.theme))
    shown = waiting_panel(
        t,
        view,
        player,
        file,
        None if undo is None else undo_button(t, match),
        plan_button(t, match) if may_plan(match, player) else None,
        next_game_button(t, _next_game(facts, player)),
        before=note,
    )
    return live_panel(app, t, player, facts, Reply(view=shown, files=[file]), undo)


async def _result(t: Translator, player: int, facts: PanelFacts) -> Reply:
    """Return the reply with the result and the next match. It is no longer updated."""
    file = await board_image(t, scenery(facts.view, facts.side, facts.theme))
    following = next_game_button(t, _next_game(facts, player))
    return Reply(view=result_panel(t, facts.view, file, following), files=[file])


def _next_game(facts: PanelFacts, player: int) -> Match | None:
    """Return the first other match that awaits a move by this player, or None."""
    awaiting = [match for match in facts.elsewhere if asks_for_move(match, player)]
    return next((match for match in awaiting if match.id != facts.view.match.id), None)


def live_panel(
    app: App,
    t: Translator,
    player: int,
    facts: PanelFacts,
    reply: Reply,
    undo: UndoState | None = None,
) -> Reply:
    """Return the reply as a panel, which shows the new board when the match changes."""
    match = facts.view.match
    kept = MatchPanel(
        player=player,
        match=match.id,
        compose=partial(refreshed, app, t, player, match),
        is_outdated=partial(_is_outdated, match, player, undo, app.clock),
        until=None if undo is None else takebacks.undo_ends(undo),
        farewell=partial(expired_panel, t, match),
        side=facts.side,
        theme=facts.theme,
    )
    return replace(reply, panel=kept)


def _is_outdated(
    shown: Match, player: int, undo: UndoState | None, clock: Callable[[], int], match: Match
) -> bool:
    """Whether a panel that shows the state `shown` is outdated by a newer state.

    A panel is not outdated while the computer is to move. A panel with an Undo button is outdated
    once the move can no longer be undone.
    """
    if match.status != "running":
        return True
    if match.ply != shown.ply:
        return match.ply > shown.ply and match.level is None
    return undo is not None and takebacks.undo_state_for(match, player, clock()) is None


async def refreshed(app: App, t: Translator, player: int, shown: Match) -> Reply:
    """Return the updated panel of a match that was `shown` in an earlier state."""
    request = RequestContext(app.store, app.clock, player, None)
    request.must_see(shown.id)
    try:
        facts = await request.read(load_panel, shown.id, player)
    except ServiceError as error:
        return await app.error_reply(error, t, player)
    was_asked = asks_for_move(shown, player) and facts.view.ply != shown.ply
    return await panel_reply(
        app, t, player, facts, note=t.translate(MOVED_ON) if was_asked else None
    )


async def after_move(ctx: CommandContext, played: PlayedMove) -> Reply:
    """Return the panel after the player's move, waiting briefly for the computer."""
    match, player, panels = played.match, ctx.player, ctx.app.panels
    open_panel = panels.panel_of(ctx.interaction.message)
    await panels.wait_for_answer(match, ANSWER_SECONDS)
    by_others = match.level is None and not asks_for_move(match, player)
    if by_others and not played.repeated and isinstance(open_panel, MatchPanel):
        facts = PanelFacts(
            moves.view_played(played, player),
            open_panel.side,
            open_panel.theme,
            elsewhere=played.waiting_elsewhere,
        )
    else:
        facts = await ctx.read(load_panel, match.id, player)
    note = posting_warning(ctx, match)
    return await panel_reply(ctx.app, ctx.t, player, facts, note=note)
