"""Ladders: creation and removal, and loading them."""

from dataclasses import replace

from bot.extension_api.matches import named_variant, parse_clock
from bot.extension_api.people import ensure_players, log_guild_change, must_be_allowed_channel
from bot.extension_api.texts import plain_text
from bot.extension_api.transactions import Interaction, Tx, once, queue_message
from bot.extensions.tournaments.errors import (
    BadLadderName,
    LadderExists,
    LadderNeedsDuel,
    LadderUntimed,
    NoSuchLadder,
    TooManyLadders,
)
from bot.extensions.tournaments.ladder_payloads import LadderPost
from bot.extensions.tournaments.models import ClubLadder
from bot.extensions.tournaments.service.events import must_manage
from bot.extensions.tournaments.store import ladder_rows

MAX_LADDERS = 5
"""Maximum number of ladders of a guild."""
NAME_LENGTH = 40
"""Maximum length of a ladder's name in characters."""


def load_ladder(tx: Tx, ladder_id: int, guild: int | None = None) -> ClubLadder:
    """Return this ladder.

    Raises `NoSuchLadder`, also if it has been removed or is in another guild.
    """
    ladder = ladder_rows.get_ladder(tx, ladder_id)
    if ladder is None or ladder.removed_at is not None or guild not in (None, ladder.guild):
        raise NoSuchLadder(key=ladder_id)
    return ladder


def ladders_of_guild(tx: Tx, guild: int) -> list[ClubLadder]:
    """Return the ladders of a guild, oldest first."""
    return ladder_rows.ladders_of_guild(tx, guild)


def ladders_of_player(tx: Tx, player: int, guild: int) -> list[ClubLadder]:
    """Return the ladders of a guild of which this player is a member."""
    own_ladders = ladder_rows.ladders_of_player(tx, player)
    return [ladder for ladder in own_ladders if ladder.guild == guild]


def _ladder_again(tx: Tx, did: Interaction, *arguments: object, **more: object) -> ClubLadder:
    """Return the ladder of an earlier interaction, whose record has its id as a ply."""
    assert did.ply is not None
    return load_ladder(tx, did.ply)


@once("ladder", _ladder_again, effect=lambda ladder: {"ply": ladder.id})
def create_ladder(
    tx: Tx,
    *,
    name: str,
    variant: str,
    control: str,
    rated: bool,
    guild: int,
    channel: int,
    by: int,
    is_manager: bool,
    interaction: int,
    now: int,
) -> ClubLadder:
    """Create a ladder for a two-player game, and queue its post. Returns the ladder.

    Raises `NotAManager`, `NotFound` (variant), `LadderNeedsDuel`, `BadLadderName`, `LadderUntimed`,
    `InvalidTime`, `WrongChannel`, `LadderExists`, `TooManyLadders`.
    """
    must_manage(is_manager=is_manager)
    game = named_variant(variant)
    if len(game.seats) > 2:
        raise LadderNeedsDuel(present=len(game.seats))
    if not plain_text(name, NAME_LENGTH + 1) or len(name) > NAME_LENGTH:
        raise BadLadderName(limit=NAME_LENGTH)
    limit = parse_clock(control)
    if not limit.is_timed:
        raise LadderUntimed
    limit.validate(rated=rated)
    must_be_allowed_channel(tx, guild, channel, None)
    present = ladders_of_guild(tx, guild)
    for other in present:
        if other.variant == game.key:
            raise LadderExists(ladder=other.name)
    if len(present) >= MAX_LADDERS:
        raise TooManyLadders(limit=MAX_LADDERS)
    ensure_players(tx, [by], now)
    ladder = ladder_rows.add_ladder(
        tx,
        ClubLadder(
            id=0,
            guild=guild,
            channel=channel,
            post=None,
            name=plain_text(name, NAME_LENGTH),
            variant=game.key,
            control=str(limit),
            rated=rated,
            created_by=by,
            created_at=now,
            removed_at=None,
            post_at=None,
            post_edited_at=None,
            news_at=None,
        ),
    )
    log_guild_change(tx, ladder.guild, by, f"ladder {ladder.id}", "", f"created: {game.key}", now)
    queue_message(tx, LadderPost(ladder.id), channel=channel, now=now)
    return ladder


def remove_ladder(
    tx: Tx, ladder_id: int, *, guild: int, by: int, is_manager: bool, now: int
) -> ClubLadder:
    """Remove a ladder. Its games in progress continue, without effect on the ladder.

    Raises `NotAManager`, `NoSuchLadder`.
    """
    must_manage(is_manager=is_manager)
    ladder = load_ladder(tx, ladder_id, guild)
    after = replace(ladder, removed_at=now, post_at=now, news_at=None)
    ladder_rows.save_ladder(tx, ladder, after)
    log_guild_change(tx, ladder.guild, by, f"ladder {ladder.id}", ladder.name, "removed", now)
    return after
