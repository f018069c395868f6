"""Lines of the daily digest: watched games, followed people and events."""

from bot.extension_api.hooks import DigestLine, event_news, player_news
from bot.extension_api.matches import Match, cached_variant, load_match
from bot.extension_api.people import blocked_among
from bot.extension_api.texts import Translator, ending_text, quote
from bot.extension_api.transactions import UNPLAYABLE, Tx
from bot.extension_api.views import game_and_number, mention, seat_player_label, to_board
from bot.extensions.following.service.steps import steps_left
from bot.extensions.following.store import event_follow_rows, follow_rows, watch_rows

SHOWN = 3
"""The smallest number of watchers that a result tells, so that it reveals nobody."""


def result_notes(tx: Tx, match: Match, t: Translator) -> list[str]:
    """Return how many people watched a match, if there were several."""
    count = watch_rows.count_watchers(tx, match.id)
    return [t.translate("{n} watched", n=count)] if count >= SHOWN else []


def digest_lines(tx: Tx, player: int, since: int, until: int, t: Translator) -> list[DigestLine]:
    """Return the lines of a player's digest: games, results, titles and events.

    Games that followed people play with the player, or with someone whom a block keeps from the
    player, are left out.
    """
    moved = watch_rows.moved_since(tx, player, since)
    ended = dict.fromkeys(watch_rows.ended_between(tx, player, since, until))
    begun = dict[int, int]()
    for game in follow_rows.games_between(tx, player, since, until):
        match = load_match(tx, game.match)
        if player in match.players or blocked_among(tx, player, {*match.players}) is not None:
            continue
        if match.status != "running":
            ended[match.id] = None
        elif match.id not in moved:
            begun.setdefault(match.id, game.person)
    lines = list[DigestLine]()
    for number in moved:
        match = load_match(tx, number)
        line = _joined(race_line(tx, match, t), to_board(t, match))
        lines.append(DigestLine(line, match.guild))
    for number, person in begun.items():
        match = load_match(tx, number)
        lines.append(DigestLine(_begun_line(t, match, person), match.guild))
    for number in ended:
        match = load_match(tx, number)
        lines.append(DigestLine(result_line(t, match), match.guild))
    people: dict[int, set[int]] = {}
    for follow in follow_rows.list_followed(tx, player):
        people.setdefault(follow.guild, set()).add(follow.person)
    for guild, followed in people.items():
        gained = player_news(tx, guild, followed, since, until, t)
        lines += [DigestLine(line, guild) for line in gained]
    for event in event_follow_rows.list_events(tx, player):
        news = event_news(tx, event.event, since, until, t)
        if news is not None and news.lines:
            line = _joined(f"🏆 **{quote(news.name)}**", *news.lines)
            lines.append(DigestLine(line, event.guild))
    return lines


def race_line(tx: Tx, match: Match, t: Translator) -> str:
    """Return how far a running match is, and the steps that each side still needs."""
    steps = steps_left(tx, match)
    players = ", ".join(
        seat_player_label(t, match, seat) + (f" {steps[seat]}" if steps else "")
        for seat in range(len(match.players))
    )
    return _joined(
        f"👁 {game_and_number(t, match)}",
        t.translate("move {n}", n=match.turn_count + 1),
        t.translate("steps to go: {players}", players=players) if steps else players,
    )


def _begun_line(t: Translator, match: Match, person: int) -> str:
    others = t.join(
        seat_player_label(t, match, seat)
        for seat, player in enumerate(match.players)
        if player != person
    )
    return _joined(
        "▶️ " + t.translate("{player} plays {others}", player=mention(person), others=others),
        game_and_number(t, match),
        to_board(t, match),
    )


def result_line(t: Translator, match: Match) -> str:
    """Return how a match ended."""
    return _joined(f"🏁 {ending(t, match)}", game_and_number(t, match), to_board(t, match))


def ending(t: Translator, match: Match) -> str:
    """Return the outcome of a match as a sentence."""
    names = [seat_player_label(t, match, seat) for seat in range(len(match.players))]
    try:
        game = cached_variant(match)
    except UNPLAYABLE:
        game = None
    return ending_text(t, match.outcome, names, game, None)


def _joined(*parts: str | None) -> str:
    return " · ".join(filter(None, parts))
