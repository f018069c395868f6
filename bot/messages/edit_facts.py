"""Database reads for edits of delivered messages, each in one transaction."""

from typing import NamedTuple

from bot.app import App
from bot.i18n.translator import Translator
from bot.messages import match_threads
from bot.messages.builders import translator_for_post
from bot.service.actions import moves
from bot.service.match import lifecycle
from bot.service.matchmaking import challenges
from bot.service.players import players
from bot.service.rating import eligibility
from bot.service.rating.eligibility import RatingPreview
from bot.service.results import MatchView
from bot.store import Tx, posts
from bot.store.models import Challenge
from bot.store.models.outbox import Post
from bot.store.models.payloads import UnderMessage
from bot.views.player_labels import title


def thread_name(tx: Tx, app: App, match_id: int) -> str:
    """Return the name of a match's thread: the game, its number and the players."""
    match = lifecycle.load(tx, match_id)
    names = players.display_names(tx, match.players)
    t = translator_for_post(tx, app, match.guild)
    people = t.translate(" against ").join(
        names[player] or t.translate("someone") for player in match.players
    )
    return match_threads.name(f"{title(t, match)} #{match.id}: {people}")


class OldBoard(NamedTuple):
    """A superseded board: its post, what it shows, and the post of the newer board."""

    post: Post
    view: MatchView
    t: Translator
    then: Post | None


def load_old_board(tx: Tx, app: App, old: UnderMessage) -> OldBoard | None:
    """Return the board that a message shows, or None if it shows none."""
    post = posts.get_post(tx, old.message)
    if post is None or post.match is None:
        return None
    view = moves.view_at(tx, post.match, post.ply)
    t = translator_for_post(tx, app, view.match.guild)
    return OldBoard(post, view, t, None if old.then is None else posts.get_post(tx, old.then))


class ChallengeFacts(NamedTuple):
    """The facts shown in a challenge's post, and the translator for it."""

    challenge: Challenge
    t: Translator
    preview: RatingPreview


def load_challenge(tx: Tx, app: App, number: int) -> ChallengeFacts:
    """Return a challenge with the facts shown in its post."""
    challenge = challenges.load_challenge(tx, number)
    t = translator_for_post(tx, app, challenge.guild)
    return ChallengeFacts(challenge, t, eligibility.preview(tx, challenge, now=app.clock()))
