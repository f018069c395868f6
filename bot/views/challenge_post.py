"""Challenge post: open with buttons, or closed with its result."""

from discord import ui

from bot.i18n.durations import NAMES, days_expected, described, preset_name, stamp
from bot.i18n.escaping import quote
from bot.i18n.translator import Words
from bot.service.clock.time_control import PRESETS, parse
from bot.service.rating.eligibility import Prospects
from bot.store.models import Challenge
from bot.texts.game_names import game_name
from bot.texts.unrated_reasons import not_rated
from bot.views import multiplayer_challenge
from bot.views.components import Control, Part, Press, layout, rows, section
from bot.views.player_labels import listed, mention, rules_of, title
from bot.views.rule_cards import file_name, rules_button
from engine import Variant

OPEN_REASONS = frozenset({"accounts-too-new", "hasty", "ratings-off", "untimed"})
"""Public reasons for an unrated match; the others concern a player's conduct."""


def offer(words: Words, challenge: Challenge) -> str:
    """Return who challenges whom."""
    who = mention(challenge.challenger)
    if challenge.opponent is None:
        return words.say("{player} is looking for an opponent", player=who)
    return words.say(
        "{player} challenges {opponent}", player=who, opponent=mention(challenge.opponent)
    )


def about_game(words: Words, key: str) -> str:
    """Return the game with its optional rules and its usual length."""
    game = rules_of(key)
    if game is None:
        return f"**{key}**"
    usual = words.say("A game usually takes about {n} moves.", n=game.turns)
    return f"**{game_name(words, game)}** · {usual}"


def order(words: Words, challenge: Challenge) -> list[str]:
    """Return the order of play, and the starting position if it is not the usual one."""
    who, seat = mention(challenge.challenger), challenge.seats[0].seat
    if seat is None:
        lines = [words.say("Who moves first is random.")]
    elif seat == 0:
        lines = [words.say("{player} moves first.", player=who)]
    else:
        lines = [words.say("{player} moves second.", player=who)]
    if challenge.opening:
        begins = len(challenge.opening)
        lines.append(words.say("It continues another game after move {n}.", n=begins))
    return lines


def time_and_rating(words: Words, challenge: Challenge, known: Prospects) -> list[str]:
    """Return the time control, whether the match is rated, and the challenger's note."""
    new = listed(words, [mention(player) for player in known.newcomers])
    clock = clock_name(words, challenge.control, rules_of(challenge.variant))
    if new and parse(challenge.control).timed:
        clock += " " + words.say("First game: double time for {player}.", player=new)
    if challenge.rated:
        rating = words.say("Rated.")
    elif challenge.rated is None:
        rating = words.say("Rated, unless it is someone's first game.")
    elif new:
        rating = words.say("Not rated: the first game of {player}.", player=new)
    elif known.unrated in OPEN_REASONS:
        rating = not_rated(words, known.unrated)
    else:
        rating = words.say("Not rated.")
    note = [f"> {quote(challenge.note, 200)}"] if challenge.note else []
    return [f"⏱ {clock}", f"📈 {rating}", *note]


def clock_name(words: Words, control: str, game: Variant | None) -> str:
    """Return the time control in words, with the expected length in days."""
    here = parse(control)
    if game is None:
        return described(words, here)
    if name := next((name for name in NAMES if PRESETS[name] == here), ""):
        return preset_name(words, name, game.turns, len(game.seats))
    prompt, slow = days_expected(here, game.turns, len(game.seats))
    about = words.say(
        "About {prompt} days if everyone plays quickly, {slow} if not.",
        prompt=prompt,
        slow=slow,
    )
    return f"{described(words, here)} {about}" if here.timed else described(words, here)


def heading(words: Words, challenge: Challenge, offered: str, alt: str | None) -> Part:
    """Return who offers which game; `alt` describes the thumbnail, if there is one."""
    texts = f"### {offered}", about_game(words, challenge.variant)
    game = rules_of(challenge.variant)
    return texts if game is None or alt is None else section(texts, file_name(game), alt)


def post(
    words: Words, challenge: Challenge, known: Prospects, alt: str | None = None
) -> ui.LayoutView:
    """Build the post of a challenge: with buttons while it is open, then short.

    `alt` describes the thumbnail, if there is one.
    """
    many = len(challenge.seats) > 2
    offered = multiplayer_challenge.offer(words, challenge) if many else offer(words, challenge)
    seated = multiplayer_challenge.places(words, challenge) if many else None
    if challenge.status != "open":
        head = f"### {offered}\n{title(words, challenge)}"
        return layout(head, seated, f"-# {fate(words, challenge)}")
    begins = [multiplayer_challenge.sizes(words, challenge)] if many else order(words, challenge)
    until = words.say("Open until {when}", when=stamp(challenge.expires_at, "f"))
    return layout(
        heading(words, challenge, offered, alt),
        [*begins, *time_and_rating(words, challenge, known)],
        seated,
        f"-# {until}",
        *rows(
            *(
                multiplayer_challenge.buttons(words, challenge)
                if many
                else buttons(words, challenge)
            )
        ),
        multiplayer_challenge.sides(words, challenge) if many else None,
    )


def buttons(words: Words, challenge: Challenge) -> list[Press | None]:
    """Return the buttons of an open challenge for two players."""
    return [
        Press(Control("accept", challenge.id), words.say("Accept"), "success"),
        Press(Control("decline", challenge.id), words.say("Decline")) if challenge.direct else None,
        rules_button(words, challenge.variant),
        Press(Control("filling", challenge.id), words.say("Play the computer"), emoji="🤖")
        if challenge.free
        else None,
        Press(Control("cancel", challenge.id), words.say("Withdraw")),
    ]


def fate(words: Words, challenge: Challenge) -> str:
    """Return the result of a closed challenge as a sentence."""
    by = "" if challenge.answered_by is None else mention(challenge.answered_by)
    if challenge.status == "accepted" and len(challenge.seats) > 2:
        return words.say("Game {number} has begun.", number=challenge.match)
    if challenge.status == "accepted":
        return words.say("{player} accepted: game {number}.", player=by, number=challenge.match)
    if challenge.status == "declined":
        return words.say("{player} declined.", player=by)
    if challenge.status == "cancelled":
        return words.say("{player} withdrew it.", player=by)
    return words.say("No one answered in time.")
