"""Texts about match events since the last post, forced moves and departed players."""

from collections.abc import Mapping
from dataclasses import replace

from bot.i18n.durations import stamp
from bot.i18n.escaping import code
from bot.i18n.translator import N_, Translator
from bot.service.match.computer_players import includes_computer
from bot.service.results import MatchView, MoveEvent, TakebackEvent
from bot.store.models import Departure, LeaveReason, Match, MoveSource, StandIn, level_of
from bot.views.player_labels import brief_seat_label, disc, player_label, seat_player_label
from engine import rules, variant
from engine.jumps import jumps_of

SHOWN = 6
"""Maximum number of events listed in one post; the latest are kept."""
NAMED = 8
"""Maximum number of forced moves listed in one post."""
BRIEF = 2
"""Maximum number of moves in a one-line summary."""
SHORT = 16
"""Maximum length of a move in a one-line summary."""

LEFT: Mapping[LeaveReason, str] = {
    "resigned": N_("{player} resigned; the computer takes over their men."),
    "time": N_("{player} ran out of time; the computer takes over their men."),
    "erased": N_("{player} has left; the computer takes over their men."),
}
LEFT_ALONE: Mapping[LeaveReason, str] = {
    "resigned": N_("{player} resigned, and their partner can choose who takes over."),
    "time": N_("{player} ran out of time, and their partner can choose who takes over."),
    "erased": N_("{player} has left, and their partner can choose who takes over."),
}
"""Departure messages for a player whose partner is still playing."""
LAST_TURN = N_(
    "⚠️ {player} has reached the goal, and this is your last turn: reach yours now for a draw."
)
"""Message to the second player of a game with equal turns."""
HOME_WARNING = N_(
    "⚠️ From your turn {last} on, you lose with a man in your own yard. This is your turn {this}."
)
COUNT_WARNING = N_(
    "⚠️ After your turn {last}, the men in the goals are counted: more is better. This is your turn "
    "{this}."
)
WARNED = 5
"""Number of turns before either in which a player is warned."""
FORCED: Mapping[str, str] = {
    "must-jump": N_("⚠️ You must jump out of your first rank: {moves}."),
    "must-leave": N_("⚠️ You must leave your yard now: {moves}."),
}
"""Messages about forced moves, by the code of `engine.variant_definition.MoveRestriction`."""


def events_text(t: Translator, view: MatchView, *, jumps: bool = True) -> str | None:
    """Return the events, one per line, latest last; None at the start of the match.

    With more than two players, the events include all moves since the last turn of the seat to
    move. Without `jumps`, the numbers of jumps are left out.
    """
    happened = (*view.earlier, *view.events)
    events = happened[-SHOWN:]
    before = len(happened) - len(events)
    if not events and view.last is not None:
        seat = variant(view.match.variant).mover(view.position)
        by: MoveSource = "player" if view.last.path else "pass"
        events = (MoveEvent(view.ply - 1, seat, view.match.players[seat], by, view.last),)
    lines = [_event_text(t, view, event, jumps=jumps) for event in events]
    if before:
        more = t.translate_plural("… and {n} earlier move", "… and {n} earlier moves", before)
        lines.insert(0, f"-# {more}")
    return "\n".join(lines) or None


def short_events_text(t: Translator, view: MatchView) -> str | None:
    """Return a short summary with discs for players; None at the start of the match.

    If not all events are moves, only the latest event is described, in full.
    """
    game = variant(view.match.variant)
    made = [event for event in view.events if isinstance(event, MoveEvent)]
    if not made or len(made) < len(view.events):
        return events_text(t, replace(view, events=view.events[-1:], earlier=()))
    moves = [
        f"{disc(game, event.seat)} {code(game.format(event.move), SHORT)}" for event in made[:BRIEF]
    ]
    return " ".join(moves) + (" …" if len(made) > BRIEF else "")


def _event_text(
    t: Translator, view: MatchView, event: MoveEvent | Departure | TakebackEvent, *, jumps: bool
) -> str:
    """Return an event as a sentence, with a note if the move was made with a hint."""
    sentence = _sentence(t, view, event, jumps=jumps)
    if isinstance(event, MoveEvent) and event.hinted:
        sentence += " · 💡 " + t.translate("with a hint")
    return sentence


def _sentence(
    t: Translator, view: MatchView, event: MoveEvent | Departure | TakebackEvent, *, jumps: bool
) -> str:
    who = brief_seat_label(t, view.match, event.seat)
    if isinstance(event, TakebackEvent):
        return _takeback_text(t, view.match, event, who)
    if isinstance(event, Departure):
        sentences = LEFT if event.partner is None else LEFT_ALONE
        return t.translate(sentences[event.why], player=who)
    if not event.move.path:
        return t.translate("{player} had no move and passed.", player=who)
    game = variant(view.match.variant)
    move = code(game.format(event.move), 300)
    if event.by == "computer" and level_of(view.match.players[event.seat]) is None:
        return t.translate("The computer played {move} for {player}", player=who, move=move)
    if event.by == "imported":
        return f"{disc(game, event.seat)} {move}"
    if event.by == "plan":
        return t.translate("{player} played {move} from a plan", player=who, move=move)
    if event.player is not None and event.player != view.match.players[event.seat]:
        partner = player_label(t, event.player)
        return t.translate(
            "{partner} played {move} for {player}", partner=partner, move=move, player=who
        )
    number = jumps_of(game, event.move)
    if number < 2 or not jumps:
        return t.translate("{player} played {move}", player=who, move=move)
    return t.translate_plural(
        "{player} played {move} ({n} jump)",
        "{player} played {move} ({n} jumps)",
        number,
        player=who,
        move=move,
    )


def _takeback_text(t: Translator, match: Match, event: TakebackEvent, who: str) -> str:
    """Return what was taken back, and by whose consent."""
    against_computer = match.is_solo and includes_computer(match.players)
    if against_computer and event.turns > 1 and not event.alone:
        return t.translate_plural(
            "{player} has taken back a move and the computer's reply.",
            "{player} has taken back a move and {n} replies of the computer.",
            event.turns - 1,
            player=who,
        )
    if event.alone or match.is_solo:
        return t.translate("{player} has taken their move back.", player=who)
    return t.translate_plural(
        "{player} has taken back {n} move; everyone agreed.",
        "{player} has taken back a move and those that followed, {n} moves in all; "
        "everyone agreed.",
        event.turns,
        player=who,
    )


def forced_move_text(t: Translator, view: MatchView) -> str | None:
    """Return a sentence about a last turn, forced moves or men at home, or None."""
    game = variant(view.match.variant)
    if game.equal_turns and view.position.done:
        first = seat_player_label(t, view.match, view.position.done[0])
        return t.translate(LAST_TURN, player=first)
    duty = game.restriction(game, view.position)
    if duty is None or duty.code not in FORCED:
        return _home_warning(t, view) or _count_warning(t, view)
    moves = game.moves(view.position)
    listing = ", ".join(code(game.format(move)) for move in moves[:NAMED])
    return t.translate(FORCED[duty.code], moves=listing + (" …" if len(moves) > NAMED else ""))


def _home_warning(t: Translator, view: MatchView) -> str | None:
    """Return that the player to move will soon lose with men at home, or None."""
    game, position = variant(view.match.variant), view.position
    rule, seat = game.has_lost, position.turn
    if not isinstance(rule, rules.Overstays):
        return None
    this = rule.turns_made(game, position, seat) + 1
    if this <= rule.turns - WARNED or not rule.men_at_home(game, position, seat):
        return None
    return t.translate(HOME_WARNING, last=rule.turns + 1, this=this)


def _count_warning(t: Translator, view: MatchView) -> str | None:
    """Return that men in the goals will soon be counted, or None."""
    game, seats = variant(view.match.variant), len(view.match.players)
    last, this = game.count_at // seats, view.position.ply // seats + 1
    if not last or this <= last - WARNED:
        return None
    return t.translate(COUNT_WARNING, last=last, this=this)


def standing_text(t: Translator, view: MatchView) -> str | None:
    """Return who has finished or left the match; None if no one has.

    Always None in a two-player match.
    """
    match, position = view.match, view.position
    if len(match.players) < 3:
        return None
    places = " · ".join(
        f"{rank}. {seat_player_label(t, match, seat)}" for rank, seat in enumerate(position.done, 1)
    )
    alone = [seat for seat in position.gone if match.stand_in(seat) is None]
    left = " · ".join(seat_player_label(t, match, seat) for seat in alone)
    lines = [
        t.translate("🏁 Finished: {players}", players=places) if places else None,
        t.translate("🤖 Taken over by the computer: {players}", players=left) if left else None,
        *(
            _takeover_text(t, match, stand_in)
            for stand_in in match.stand_ins
            if stand_in.seat in position.gone
        ),
    ]
    return "\n".join(f"-# {line}" for line in lines if line) or None


def _takeover_text(t: Translator, match: Match, stand_in: StandIn) -> str:
    """Return who plays for a departed partner, or the deadline for that choice."""
    partner, player = (
        player_label(t, match.players[stand_in.partner]),
        seat_player_label(t, match, stand_in.seat),
    )
    if stand_in.until is None:
        return t.translate("🤝 {partner} plays for {player} too", partner=partner, player=player)
    return t.translate(
        "🤝 Until {when}, {partner} can use `/game takeover` to choose who takes over for {player}",
        when=stamp(stand_in.until, "f"),
        partner=partner,
        player=player,
    )
