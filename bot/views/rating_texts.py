"""Ratings as text."""

from collections.abc import Mapping, Sequence

from bot.i18n.translator import Words, mark
from bot.service.rating.ladder import Change, Pool, Rating, provisional
from bot.service.rating.ladder_cache import Step
from bot.service.rating.player_stats import Results
from bot.store.models import Match
from bot.store.models.ratings import Kind
from bot.views.player_labels import mention
from engine import variant
from engine.outcome import teams

KINDS: Mapping[Kind, str] = {
    "duel": mark("Duel"),
    "melee": mark("Free-for-all"),
    "partners": mark("Partners"),
}
"""Names of the rating pools."""


def figure(rating: Rating, kind: Kind) -> str:
    """Return a rating in points, with a question mark while it is provisional."""
    sign = "?" if provisional(rating, Pool(kind, None)) else ""
    return f"{round(rating.points / 100)}{sign}"


def moved(words: Words, match: Match, effect: Mapping[int, Change]) -> str | None:
    """Return the rating changes of a result, or None if there are none."""
    if not effect:
        return None
    kind = kind_of_match(match)
    parts = [
        f"{mention(player)} {figure(change.before, kind)} → **{figure(change.after, kind)}**"
        f" ({(change.after.points - change.before.points) / 100:+.0f})"
        for player in match.players
        if (change := effect.get(player)) is not None
    ]
    return "📈 " + words.say("Rating: {changes}", changes=" · ".join(parts))


def price(words: Words, match: Match, change: Change) -> str:
    """Return the rating change that a resignation would cause."""
    kind = kind_of_match(match)
    return words.say(
        "Your rating would go from {before} to {after}.",
        before=figure(change.before, kind),
        after=figure(change.after, kind),
    )


def kind_of_match(match: Match) -> Kind:
    """Return the rating pool of a match."""
    sides = teams(variant(match.variant))
    if len(sides) < len(match.players):
        return "partners"
    return "duel" if len(sides) == 2 else "melee"


def place(words: Words, kind: Kind, rating: Rating) -> str:
    """Return a player's rating in a pool: "Duel: 1530? after 3 games"."""
    return words.say_n(
        "{pool}: **{rating}** after {n} game",
        "{pool}: **{rating}** after {n} games",
        rating.games,
        pool=words.say(KINDS[kind]),
        rating=figure(rating, kind),
    )


def table(kind: Kind, listed: Sequence[tuple[int, int, Rating]]) -> list[str]:
    """Return a leaderboard, a line per player."""
    return [
        f"{number}. {mention(user)} · **{figure(rating, kind)}**" for number, user, rating in listed
    ]


def in_words(words: Words, course: Mapping[Kind, Sequence[Step]]) -> str:
    """Describe the rating graph in words, as its alt text."""
    lines = [words.say("The rating after each rated game.")]
    for kind, steps in course.items():
        points = [round(step.points / 100) for step in steps]
        lines.append(
            words.say(
                "{pool}: {first} after the first game, {last} after the last; highest {high}, "
                "lowest {low}.",
                pool=words.say(KINDS[kind]),
                first=points[0],
                last=points[-1],
                high=max(points),
                low=min(points),
            )
        )
    return " ".join(lines)


def counted(words: Words, results: Results) -> str:
    """Return the counts of games won, shared (if any) and lost."""
    sentence = mark("{won} won, {lost} lost")
    if results.shared:
        sentence = mark("{won} won, {shared} tied, {lost} lost")
    return words.say(sentence, won=results.won, shared=results.shared, lost=results.lost)
