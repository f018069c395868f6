"""Challenge posts with buttons, and the edits that show who has joined or the end."""

from typing import Any

from bot.app import App
from bot.i18n.translator import Translator
from bot.messages.composition import Draft, Message, composes, edits, guild_translator
from bot.messages.edits import edit
from bot.service.guilds import guild_settings
from bot.service.matchmaking import challenges
from bot.service.rating import eligibility
from bot.service.rating.eligibility import RatingPreview
from bot.store import Tx
from bot.store.models import Challenge
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import ChallengeEnd, ChallengePost, ChallengeUpdate
from bot.store.outbox.message_kinds import MessageKind
from bot.views.board_image import Scenery, board_image
from bot.views.challenge_post import challenge_post
from bot.views.player_labels import variant_of
from bot.views.rule_cards import file_name
from render import describe

EDIT_ATTEMPTS = 8
"""Maximum number of attempts to edit a challenge.

The number is low because a missed edit loses nothing.
"""


@composes(MessageKind("challenge", ChallengePost, post="plain"))
def compose(tx: Tx, app: App, row: OutboxRow, post: ChallengePost) -> Draft:
    """Compose the challenge, mentioning the invited players."""
    challenge = challenges.load_challenge(tx, post.challenge)
    server = guild_settings.load_settings(tx, challenge.guild)
    t, theme = guild_translator(app, challenge.guild, server), guild_settings.chosen_theme(server)
    preview = eligibility.preview(tx, challenge, now=app.clock())
    game = variant_of(challenge.variant) if challenge.status == "open" else None

    async def make() -> Message:
        if game is None:
            return challenge_post(t, challenge, preview), []
        scenery = Scenery(game, game.start(), file_name(game), theme=theme)
        start = await board_image(t, scenery)
        return challenge_post(t, challenge, preview, start.description), [start]

    return Draft(make, challenge.invited_players, challenge.challenger, challenge.guild, server)


@edits(
    MessageKind(
        "challenge-changed",
        ChallengeUpdate,
        supersedes=("challenge-changed",),
        attempts=EDIT_ATTEMPTS,
    )
)
async def show_players(app: App, row: OutboxRow, post: ChallengeUpdate) -> None:
    """Edit a challenge's post to show who has joined."""
    await _update(app, post.challenge)


@edits(
    MessageKind(
        "challenge-over",
        ChallengeEnd,
        supersedes=("challenge", "challenge-changed", "table-notice"),
        attempts=EDIT_ATTEMPTS,
    )
)
async def show_end(app: App, row: OutboxRow, post: ChallengeEnd) -> None:
    """Edit a challenge's post to show how it ended, without buttons."""
    await _update(app, post.challenge)


async def _update(app: App, number: int) -> None:
    """Update a challenge's post to its current status; no-op if it was never posted."""
    challenge, t, preview = await app.store.read(_load, app, number)
    if challenge.post is None:
        return
    alt, more = None, dict[str, Any]()
    if challenge.status == "open" and (game := variant_of(challenge.variant)) is not None:
        alt = describe(game, game.start(), say=t.template)
    else:
        more["attachments"] = []
    view = challenge_post(t, challenge, preview, alt)
    await edit(app, challenge.channel, challenge.post, view, **more, may_be_gone=True)


def _load(tx: Tx, app: App, number: int) -> tuple[Challenge, Translator, RatingPreview]:
    challenge = challenges.load_challenge(tx, number)
    t = guild_translator(app, challenge.guild, guild_settings.load_settings(tx, challenge.guild))
    return challenge, t, eligibility.preview(tx, challenge, now=app.clock())
