"""Ratings as text."""

from collections.abc import Mapping, Sequence

from bot.i18n.translator import N_, Translator
from bot.service.rating.ladder import Rating, RatingPool, is_provisional
from bot.service.rating.player_ratings import RatingChanges, RatingPoint
from bot.service.rating.player_stats import Results
from bot.service.rating.rating_rules import kind_of_game
from bot.store.models import Match
from bot.store.models.ratings import Kind
from bot.views.player_labels import mention
from engine import variant

KINDS: Mapping[Kind, str] = {
    "duel": N_("Duel"),
    "melee": N_("Free-for-all"),
    "partners": N_("Partners"),
}
"""Rating pool names by kind of game."""
PROVISIONAL = N_(
    '"?" means that the rating is based on only a few games. A difference of less than '
    "50 points means little."
)


def rating_text(rating: Rating, kind: Kind) -> str:
    """Return a rating in points, with a question mark while it is provisional."""
    sign = "?" if is_provisional(rating, RatingPool(kind, None)) else ""
    return f"{round(rating.points / 100)}{sign}"


def change_line(t: Translator, match: Match, rated: RatingChanges) -> str | None:
    """Return the rating changes of a result, or None if there are none.

    A second line says if the game has been annulled.
    """
    if not rated.changes:
        return None
    kind = kind_of_game(variant(match.variant))
    parts = [
        f"{mention(player)} {rating_text(change.before, kind)} → **{rating_text(change.after, kind)}**"
        f" ({(change.after.points - change.before.points) / 100:+.0f})"
        for player in match.players
        if (change := rated.changes.get(player)) is not None
    ]
    line = "📈 " + t.translate("Rating: {changes}", changes=" · ".join(parts))
    if not rated.annulled:
        return line
    note = t.translate("This game has been annulled: these changes have been taken back.")
    return f"{line}\n-# {note}"


def resignation_cost(t: Translator, match: Match, rated: RatingChanges, player: int) -> str:
    """Return the rating change that a resignation of this player would cause."""
    kind, change = kind_of_game(variant(match.variant)), rated.changes[player]
    return t.translate(
        "Your rating would go from {before} to {after}.",
        before=rating_text(change.before, kind),
        after=rating_text(change.after, kind),
    )


def pool_line(t: Translator, kind: Kind, rating: Rating) -> str:
    """Return a player's rating in a pool: "Duel: 1530? after 3 games"."""
    return t.translate_plural(
        "{pool}: **{rating}** after {n} game",
        "{pool}: **{rating}** after {n} games",
        rating.games,
        pool=t.translate(KINDS[kind]),
        rating=rating_text(rating, kind),
    )


def leaderboard_lines(kind: Kind, listed: Sequence[tuple[int, int, Rating]]) -> list[str]:
    """Return the leaderboard, one line per player."""
    return [
        f"{number}. {mention(user)} · **{rating_text(rating, kind)}**"
        for number, user, rating in listed
    ]


def annulled_note(t: Translator, annulled: int) -> str:
    """Return the note that annulled games are left out of a rating history."""
    return "-# " + t.translate_plural(
        "{n} annulled game is not counted: its rating change has been taken back.",
        "{n} annulled games are not counted: their rating changes have been taken back.",
        annulled,
    )


def graph_text(t: Translator, course: Mapping[Kind, Sequence[RatingPoint]]) -> str:
    """Describe the rating graph in words, as its alt text."""
    lines = [t.translate("The rating after each rated game.")]
    for kind, steps in course.items():
        points = [round(step.points / 100) for step in steps]
        lines.append(
            t.translate(
                "{pool}: {first} after the first game, {last} after the last; highest {high}, "
                "lowest {low}.",
                pool=t.translate(KINDS[kind]),
                first=points[0],
                last=points[-1],
                high=max(points),
                low=min(points),
            )
        )
    return " ".join(lines)


def results_text(t: Translator, results: Results) -> str:
    """Return the numbers of games won, tied (if any) and lost, as text."""
    sentence = N_("{won} won, {lost} lost")
    if results.shared:
        sentence = N_("{won} won, {shared} tied, {lost} lost")
    return t.translate(sentence, won=results.won, shared=results.shared, lost=results.lost)
