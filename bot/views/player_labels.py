"""Labels of players, seats and matches in messages."""

from collections.abc import Callable, Mapping

from bot.i18n.escaping import plain_text, quote
from bot.i18n.translator import Translator
from bot.service.privacy.erasure import pseudonym
from bot.store.models import Challenge, Match, level_of
from bot.texts.event_labels import event_label
from bot.texts.game_names import (
    COLOURS,
    EMBLEMS,
    ROBOT,
    computer_name,
    game_name,
    plain_computer_name,
)
from engine import Variant, variant
from render import seat_label
from render.scenes import seatings_of

DISCS = {"White": "⚪", "Black": "⚫", "Red": "🔴", "Yellow": "🟡", "Green": "🟢", "Blue": "🔵"}
"""The emoji closest to the colour of each seat's men, by colour name."""


def disc(variant: Variant, seat: int) -> str:
    """Return the emoji for a seat's men."""
    return DISCS[seatings_of(variant)[seat].name]


def seat_name(t: Translator, variant: Variant, seat: int) -> str:
    """Return a seat's label with its emblem for colour-blind readers: "⚪ White (dot)"."""
    emblem = t.translate(EMBLEMS[seatings_of(variant)[seat].emblem])
    return f"{disc(variant, seat)} {colour_name(t, variant, seat)} ({emblem})"


def colour_name(t: Translator, variant: Variant, seat: int) -> str:
    """Return the name of the colour of a seat's men."""
    return t.translate(COLOURS[seat_label(variant, seat)])


def colour(variant: Variant, seat: int) -> int:
    """Return the colour of a seat's men as 0xRRGGBB."""
    red, green, blue = seatings_of(variant)[seat].face
    return red << 16 | green << 8 | blue


def variant_of(key: str) -> Variant | None:
    """Return the variant with this key, or None if it is unknown."""
    try:
        return variant(key)
    except KeyError:
        return None


def mention(player: int) -> str:
    """Return a player's mention, or the pseudonym of an erased player."""
    return f"<@{player}>" if player > 0 else pseudonym(player)


def player_label(t: Translator, player: int) -> str:
    """Return the label of a player: a mention, or a computer player's name."""
    level = level_of(player)
    return mention(player) if level is None else computer_name(t, level)


def plain_player_name(t: Translator, player: int, names: Mapping[int, str]) -> str:
    """Return a player without Markdown: their name, "Computer (Runner)" or "someone".

    `names` are display names by user id.
    """
    level = level_of(player)
    if level is not None:
        return plain_computer_name(t, level)
    return names.get(player) or t.translate("someone")


def seat_player_label(t: Translator, match: Match, seat: int, player: int | None = None) -> str:
    """Return a player with the disc of a seat: "⚪ <@1>".

    `player` replaces the seat's own player, if someone else plays its men.
    """
    game = variant_of(match.variant)
    who = player_label(t, match.players[seat] if player is None else player)
    return who if game is None else f"{disc(game, seat)}\u00a0{who}"


def brief_seat_label(t: Translator, match: Match, seat: int, *, named: bool = False) -> str:
    """Return a player with the disc of a seat; a computer without its level: "🔴 🤖".

    A computer is named in full if it is the only one, or the first of its level and `named`.
    """
    player, game = match.players[seat], variant_of(match.variant)
    computers = [other for other in match.players if level_of(other) is not None]
    is_first = named and player not in match.players[:seat]
    if game is None or level_of(player) is None or len(computers) < 2 or is_first:
        return seat_player_label(t, match, seat)
    return f"{disc(game, seat)}\u00a0{ROBOT}"


def partners_and_opponents(match: Match, player: int) -> tuple[list[int], list[int]]:
    """Return the partners and the opponents of a player by user id, in turn order."""
    game, seat = variant_of(match.variant), match.seat_of(player)
    team = -1 if game is None or seat is None else game.seats[seat].team
    partners, opponents = list[int](), list[int]()
    for other, other_player in enumerate(match.players):
        together = game is not None and team >= 0 and game.seats[other].team == team
        if other_player != player or (not together and len({*match.players}) == 1):
            (partners if together else opponents).append(other_player)
    return partners, opponents


def opponents_label(t: Translator, match: Match, player: int, name: Callable[[int], str]) -> str:
    """Return a player's opponents and partners as text: "Chen and Dara (with Bruno)"."""
    partners, opponents = (
        list(dict.fromkeys(people)) for people in partners_and_opponents(match, player)
    )
    names = t.join(name(other) for other in opponents)
    if not partners:
        return names
    with_ = t.join(name(other) for other in partners)
    return t.translate("{opponents} (with {partners})", opponents=names, partners=with_)


def title(t: Translator, match: Match | Challenge) -> str:
    """Return the name of the game and its event, such as "Halma 8×8 (Spring Cup · A)"."""
    event = match.event if isinstance(match, Match) else None
    return _title(t, match.variant, None if event is None else quote(event_label(t, event)))


def plain_title(t: Translator, match: Match) -> str:
    """Return the title of a match without Markdown, e.g. for a select."""
    return _title(t, match.variant, plain_event(t, match))


def plain_event(t: Translator, match: Match) -> str | None:
    """Return the label of a match's event without invisible characters, or None."""
    return None if match.event is None else plain_text(event_label(t, match.event), 60)


def _title(t: Translator, key: str, event: str | None) -> str:
    variant = variant_of(key)
    game = key if variant is None else game_name(t, variant)
    return game if event is None else t.translate("{game} ({event})", game=game, event=event)


def game_and_number(t: Translator, match: Match) -> str:
    """Return a match's label: its game and its number."""
    return t.translate("{game} · game {number}", game=title(t, match), number=match.id)


def message_link(guild: int | None, channel: int, message: int) -> str:
    """Return the URL of a message."""
    return f"https://discord.com/channels/{guild or '@me'}/{channel}/{message}"


def link(match: Match) -> str | None:
    """Return the URL of the newest board, or None before it is posted."""
    return None if match.post is None else message_link(match.guild, match.place, match.post)


def to_board(t: Translator, match: Match) -> str | None:
    """Return a link to the newest board, or None before it is posted."""
    address = link(match)
    return t.translate("[Go to the board]({link})", link=address) if address else None


def post_link(challenge: Challenge) -> str | None:
    """Return the URL of a challenge's post, or None before it is posted."""
    if challenge.post is None:
        return None
    return message_link(challenge.guild, challenge.channel, challenge.post)
