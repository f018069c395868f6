"""Match events since the last post, and forced moves, in words."""

from collections.abc import Mapping
from dataclasses import replace

from bot.i18n.durations import stamp
from bot.i18n.escaping import code
from bot.i18n.translator import Words, mark
from bot.service.results import Made, TakenBack, View
from bot.store.models import By, Departure, Match, StandIn, Why, level_of
from bot.views.player_labels import called, disc, person
from engine import variant
from engine.analysis import jumps_of

SHOWN = 6
"""Maximum number of events listed in one post; the latest are kept."""
NAMED = 8
"""Maximum number of forced moves listed in one post."""
BRIEF = 2
"""Maximum number of moves in a one-line summary."""
SHORT = 16
"""Maximum length of a move in a one-line summary."""

LEFT: Mapping[Why, str] = {
    "resigned": mark("{player} resigned; the computer takes over their men."),
    "time": mark("{player} ran out of time; the computer takes over their men."),
    "erased": mark("{player} is gone; the computer takes over their men."),
}
LEFT_ALONE: Mapping[Why, str] = {
    "resigned": mark("{player} resigned, and their partner can choose who takes over."),
    "time": mark("{player} ran out of time, and their partner can choose who takes over."),
    "erased": mark("{player} is gone, and their partner can choose who takes over."),
}
"""Departure messages if the player's partner is still playing."""
FORCED: Mapping[str, str] = {
    "must-jump": mark("⚠️ You must jump out of your first rank: {moves}."),
    "must-leave": mark("⚠️ You must leave your yard now: {moves}."),
}
"""Messages about forced moves, by the code of `engine.variant_definition.Duty`."""


def happened(words: Words, view: View) -> str | None:
    """Return the events, a line each, latest last; None at the start of the match."""
    events = view.events[-SHOWN:]
    before = len(view.events) - len(events)
    if not events and view.last is not None:
        seat = variant(view.match.variant).mover(view.position)
        by: By = "player" if view.last.path else "pass"
        events = (Made(view.ply - 1, seat, view.match.players[seat], by, view.last),)
    lines = [_told(words, view, event) for event in events]
    if before:
        more = words.say_n("… and {n} earlier move", "… and {n} earlier moves", before)
        lines.insert(0, f"-# {more}")
    return "\n".join(lines) or None


def in_short(words: Words, view: View) -> str | None:
    """Return a short summary with players as discs; None at the start of the match."""
    game = variant(view.match.variant)
    made = [event for event in view.events if isinstance(event, Made)]
    if not made or len(made) < len(view.events):
        return happened(words, replace(view, events=view.events[-1:]))
    moves = [
        f"{disc(game, event.seat)} {code(game.format(event.move), SHORT)}" for event in made[:BRIEF]
    ]
    return " ".join(moves) + (" …" if len(made) > BRIEF else "")


def _told(words: Words, view: View, event: Made | Departure | TakenBack) -> str:
    who = person(words, view.match, event.seat)
    if isinstance(event, TakenBack) and event.alone:
        return words.say("{player} has taken their move back.", player=who)
    if isinstance(event, TakenBack):
        return words.say_n(
            "{player} has taken {n} move back; all agreed.",
            "{player} has taken a move back and those that followed, {n} moves in all; "
            "everyone agreed.",
            event.turns,
            player=who,
        )
    if isinstance(event, Departure):
        told = LEFT if event.partner is None else LEFT_ALONE
        return words.say(told[event.why], player=who)
    if not event.move.path:
        return words.say("{player} had no move and passed.", player=who)
    game = variant(view.match.variant)
    move = code(game.format(event.move), 300)
    if event.by == "computer" and level_of(view.match.players[event.seat]) is None:
        return words.say("The computer played {move} for {player}", player=who, move=move)
    if event.by == "imported":
        return f"{disc(game, event.seat)} {move}"
    if event.by == "plan":
        return words.say("{player} played {move} from a plan", player=who, move=move)
    if event.player is not None and event.player != view.match.players[event.seat]:
        partner = called(words, event.player)
        return words.say(
            "{partner} played {move} for {player}", partner=partner, move=move, player=who
        )
    jumps = jumps_of(game, event.move)
    if jumps < 2:
        return words.say("{player} played {move}", player=who, move=move)
    return words.say_n(
        "{player} played {move} ({n} jump)",
        "{player} played {move} ({n} jumps)",
        jumps,
        player=who,
        move=move,
    )


def forced(words: Words, view: View) -> str | None:
    """Return which moves the rules force on the seat to move; None if it may choose."""
    game = variant(view.match.variant)
    duty = game.duty(game, view.position)
    if duty is None or duty.code not in FORCED:
        return None
    moves = game.moves(view.position)
    told = ", ".join(code(game.format(move)) for move in moves[:NAMED])
    return words.say(FORCED[duty.code], moves=told + (" …" if len(moves) > NAMED else ""))


def standing(words: Words, view: View) -> str | None:
    """Return who has finished or left a match of more than two; None if no one has."""
    match, position = view.match, view.position
    if len(match.players) < 3:
        return None
    places = " · ".join(
        f"{place}. {person(words, match, seat)}" for place, seat in enumerate(position.done, 1)
    )
    alone = [seat for seat in position.gone if match.stand_in(seat) is None]
    left = " · ".join(person(words, match, seat) for seat in alone)
    lines = [
        words.say("🏁 Finished: {players}", players=places) if places else None,
        words.say("🤖 Taken over by the computer: {players}", players=left) if left else None,
        *(_in_hand(words, match, one) for one in match.stand_ins if one.seat in position.gone),
    ]
    return "\n".join(f"-# {line}" for line in lines if line) or None


def _in_hand(words: Words, match: Match, one: StandIn) -> str:
    """Return who plays for a departed partner, or until when they can decide."""
    partner, player = called(words, match.players[one.partner]), person(words, match, one.seat)
    if one.until is None:
        return words.say("🤝 {partner} plays for {player} too", partner=partner, player=player)
    return words.say(
        "🤝 Until {when}, {partner} can choose with `/game takeover` who takes over for {player}",
        when=stamp(one.until, "f"),
        partner=partner,
        player=player,
    )
