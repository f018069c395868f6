"""Challenge post: open with buttons, or closed with its result."""

from discord import ui

from bot.i18n.durations import NAMES, days_expected, describe_control, preset_name, stamp
from bot.i18n.escaping import quote
from bot.i18n.translator import N_, Translator
from bot.service.clock.time_control import PRESETS, parse
from bot.service.rating.eligibility import RatingPreview
from bot.store.models import Challenge
from bot.texts.game_names import game_name
from bot.texts.unrated_reasons import unrated_text
from bot.views import multiplayer_challenge
from bot.views.components import Button, ComponentId, LayoutPart, button_rows, layout, section
from bot.views.player_labels import mention, title, variant_of
from bot.views.rule_cards import difference_lines, file_name, rules_button
from engine import Variant

WITH_HINTS = N_("With hints: players may ask for good moves, and everyone sees when someone does.")
OPEN_REASONS = frozenset({"accounts-too-new", "hasty", "ratings-off", "uneven", "untimed"})
"""Public reasons for an unrated match.

Other reasons concern the conduct of players.
"""


def challenge_line(t: Translator, challenge: Challenge) -> str:
    """Return who challenges whom."""
    who = mention(challenge.challenger)
    if challenge.opponent is None:
        return t.translate("{player} is looking for an opponent", player=who)
    return t.translate(
        "{player} challenges {opponent}", player=who, opponent=mention(challenge.opponent)
    )


def about_game(t: Translator, key: str) -> str:
    """Return the game with its optional rules and its usual length."""
    game = variant_of(key)
    if game is None:
        return f"**{key}**"
    usual = t.translate("A game usually takes about {n} moves.", n=game.turns)
    return f"**{game_name(t, game)}** · {usual}"


def seats_line(t: Translator, challenge: Challenge) -> list[str]:
    """Return the order of play, and the starting position if it is a custom one."""
    who, seat = mention(challenge.challenger), challenge.seats[0].seat
    if seat is None:
        lines = [t.translate("Who moves first is decided at random.")]
    elif seat == 0:
        lines = [t.translate("{player} moves first.", player=who)]
    else:
        lines = [t.translate("{player} moves second.", player=who)]
    if challenge.opening:
        begins = len(challenge.opening)
        lines.append(
            t.translate(
                "The game starts from the position after move {n} of another game.", n=begins
            )
        )
    return lines


def time_and_rating(t: Translator, challenge: Challenge, preview: RatingPreview) -> list[str]:
    """Return the time control, the rating, the note, and hints if there are any."""
    new = t.join(mention(player) for player in preview.newcomers)
    clock = clock_name(t, challenge.control, variant_of(challenge.variant))
    if new and parse(challenge.control).is_timed:
        clock += " " + t.translate("First game: double time for {player}.", player=new)
    if challenge.rated:
        rating = t.translate("Rated.")
    elif challenge.rated is None:
        rating = t.translate("Rated, unless it is someone's first game.")
    else:
        why = preview.unrated if preview.unrated in OPEN_REASONS else None
        # The line about hints already gives the reason.
        rating = t.translate("Not rated.") if challenge.hints else unrated_text(t, why, new)
    note = [f"> {quote(challenge.note, 200)}"] if challenge.note else []
    hints = [f"💡 {t.translate(WITH_HINTS)}"] if challenge.hints else []
    return [f"⏱ {clock}", f"📈 {rating}", *hints, *note]


def clock_name(t: Translator, control: str, game: Variant | None) -> str:
    """Return the time control in words, with the expected length in days."""
    parsed = parse(control)
    if game is None:
        return describe_control(t, parsed)
    if name := next((name for name in NAMES if PRESETS[name] == parsed), ""):
        return preset_name(t, name, game.turns, len(game.seats))
    prompt, slow = days_expected(parsed, game.turns, len(game.seats))
    about = t.translate(
        "About {prompt} days if everyone plays quickly, {slow} if not.",
        prompt=prompt,
        slow=slow,
    )
    return (
        f"{describe_control(t, parsed)} {about}" if parsed.is_timed else describe_control(t, parsed)
    )


def heading(t: Translator, challenge: Challenge, offered: str, alt: str | None) -> LayoutPart:
    """Return the heading of an open challenge, with a thumbnail if `alt` is given.

    `offered` says who offers the game, and `alt` describes the thumbnail.
    """
    game = variant_of(challenge.variant)
    rules = [] if game is None else difference_lines(t, game)
    texts = f"### {offered}", "\n".join((about_game(t, challenge.variant), *rules))
    return texts if game is None or alt is None else section(texts, file_name(game), alt)


def challenge_post(
    t: Translator, challenge: Challenge, preview: RatingPreview, alt: str | None = None
) -> ui.LayoutView:
    """Build the challenge post: with buttons while open, shortened once closed.

    `alt` describes the thumbnail, if there is one.
    """
    many = len(challenge.seats) > 2
    offered = (
        multiplayer_challenge.table_line(t, challenge) if many else challenge_line(t, challenge)
    )
    seated = multiplayer_challenge.places_lines(t, challenge) if many else None
    if challenge.status != "open":
        head = f"### {offered}\n{title(t, challenge)}"
        return layout(head, seated, f"-# {closing_line(t, challenge)}")
    begins = [multiplayer_challenge.sizes_line(t, challenge)] if many else seats_line(t, challenge)
    until = t.translate("Open until {when}", when=stamp(challenge.expires_at, "f"))
    return layout(
        heading(t, challenge, offered, alt),
        [*begins, *time_and_rating(t, challenge, preview)],
        seated,
        f"-# {until}",
        *button_rows(
            *(multiplayer_challenge.buttons(t, challenge) if many else buttons(t, challenge))
        ),
        multiplayer_challenge.sides(t, challenge) if many else None,
    )


def buttons(t: Translator, challenge: Challenge) -> list[Button | None]:
    """Return the buttons of an open challenge for two players."""
    return [
        Button(ComponentId("accept", challenge.id), t.translate("Accept"), "success"),
        Button(ComponentId("decline", challenge.id), t.translate("Decline"))
        if challenge.is_direct
        else None,
        rules_button(t, challenge.variant),
        Button(ComponentId("filling", challenge.id), t.translate("Play the computer"), emoji="🤖")
        if challenge.free_places
        else None,
        Button(ComponentId("cancel", challenge.id), t.translate("Withdraw")),
    ]


def closing_line(t: Translator, challenge: Challenge) -> str:
    """Return the result of a closed challenge as a sentence."""
    by = "" if challenge.answered_by is None else mention(challenge.answered_by)
    if challenge.status == "accepted" and len(challenge.seats) > 2:
        return t.translate("Game {number} has begun.", number=challenge.match)
    if challenge.status == "accepted":
        return t.translate("{player} accepted: game {number}.", player=by, number=challenge.match)
    if challenge.status == "declined":
        return t.translate("{player} declined.", player=by)
    if challenge.status == "cancelled":
        return t.translate("{player} withdrew the challenge.", player=by)
    return t.translate("No one answered in time.")
