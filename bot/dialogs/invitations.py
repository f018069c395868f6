"""Inviting players to a match: who can be invited, and posting the challenge."""

from collections.abc import Iterable, Sequence

import discord

from bot.app import App, CommandContext
from bot.dialogs.permissions import must_be_installed, must_have_channel, must_post, parent_channel
from bot.i18n.translator import N_, Translator
from bot.service.clock import time_control
from bot.service.matchmaking import challenges, seating
from bot.service.rating import eligibility
from bot.service.rating.eligibility import RatingPreview
from bot.store import Tx
from bot.store.models import Challenge, ChallengeSeat, Match
from bot.texts.unrated_reasons import unrated_text
from bot.views.guild_membership import is_member
from bot.views.multiplayer_challenge import places_lines
from bot.views.player_labels import mention, to_board
from bot.views.reply import Reply, UserError
from engine import Variant

NO_BOTS = N_(
    "You cannot challenge a bot. Challenge a person, or leave `opponent` empty so that anyone "
    "can accept."
)
NO_PARTNERS = N_("{game} is not played with partners. Choose a game that is.")
LEFT_GUILD = N_("{player} is no longer in this server.")
CANNOT_SEE_CHANNEL = N_(
    "{opponent} cannot see this channel. Challenge them in one you can both see."
)
Person = discord.Member | discord.User


def must_see_channel(person: Person) -> None:
    """Raise `UserError` unless `person` is a human who can see the current channel."""
    if person.bot:
        raise UserError(NO_BOTS)
    seen = isinstance(person, discord.Member) and (
        person.resolved_permissions is None or person.resolved_permissions.view_channel
    )
    if not seen:
        raise UserError(CANNOT_SEE_CHANNEL, opponent=person.mention)


async def must_be_members(app: App, guild: int | None, people: Iterable[int]) -> None:
    """Raise `UserError` unless all these players are still members of the guild."""
    for person in people:
        if guild is not None and not await is_member(app, guild, person):
            raise UserError(LEFT_GUILD, player=mention(person))


async def post_challenge(
    ctx: CommandContext,
    form: Variant,
    people: Sequence[Person],
    partner: Person | None = None,
    *,
    clock: str = "standard",
    rated: bool | None = None,
    seat: int | None = None,
    hints: bool = False,
    note: str = "",
) -> Reply:
    """Post a challenge to these people, of whom one may be the player's partner.

    The remaining seats are open to anyone. `rated=None` means rated, unless it is the first game of
    one of the players. `seat` is that of the player, by default a random one.
    """
    t = ctx.t
    must_be_installed(ctx)
    must_post(ctx)
    for person in people:
        must_see_channel(person)
    if partner is not None and not seating.team_seats(form):
        raise UserError(NO_PARTNERS, game=form)
    opponents = len(people) - (partner is not None)
    team, others = _teams(ctx, form, opponents, seat) if people else (None, ())
    teams = iter(others)
    places = [
        ChallengeSeat(person.id, team=team if person is partner else next(teams, None))
        for person in people
    ]
    places += [ChallengeSeat()] * (len(form.seats) - 1 - len(places))
    for person in people:
        await ctx.app.upsert_player(person)
    fewest = min(seating.variants_by_size(form.key))
    control, parent, now = time_control.parse(clock), parent_channel(ctx), ctx.now
    channel = must_have_channel(ctx)

    def create(tx: Tx) -> tuple[Challenge, RatingPreview | None]:
        made = challenges.create(
            tx,
            challenger=ctx.player,
            variant=form.key,
            places=places,
            seat=seat,
            team=team,
            least=fewest if fewest < len(form.seats) else None,
            note=note,
            rated=rated,
            hints=hints,
            control=control,
            guild=ctx.guild,
            channel=channel,
            parent=parent,
            interaction=ctx.interaction.id,
            now=now,
        )
        rating_prevented = rated is not False and not hints and made.rated is False
        if not rating_prevented:
            return made, None
        return made, eligibility.preview(tx, made, now=now)

    made, refused = await ctx.write(create)
    text = _posted_text(t, made)
    if team is not None:
        text += "\n" + places_lines(t, made)
    if refused is not None:
        newcomers = t.join(mention(person) for person in refused.newcomers)
        text += "\n" + unrated_text(t, refused.unrated, newcomers)
    return Reply(text)


def _teams(
    ctx: CommandContext, form: Variant, opponents: int, seat: int | None
) -> tuple[int | None, list[int]]:
    """Return the team of the challenger, and that of each opponent at random.

    None and [] if the game has no partners, or if a player called an opponent must be a partner.
    """
    teams = seating.team_seats(form)
    if not teams:
        return None, []
    own = ctx.app.rng.choice(list(teams)) if seat is None else form.seats[seat].team
    against = [team for team, seats in teams.items() if team != own for _ in seats]
    if opponents > len(against):
        return None, []
    return own, ctx.app.rng.sample(against, opponents)


def _posted_text(t: Translator, challenge: Challenge) -> str:
    """Return to whom the challenge has been sent, and who else can join."""
    if not challenge.invited_players:
        return t.translate("Your challenge is open to anyone in this channel.")
    asked = t.join(mention(person) for person in challenge.invited_players)
    text = t.translate("Your challenge is on its way to {opponent}.", opponent=asked)
    if not challenge.free_places:
        return text
    return f"{text} " + t.translate_plural(
        "{n} other seat is open to anyone in this channel.",
        "{n} other seats are open to anyone in this channel.",
        challenge.free_places,
    )


def match_started_reply(ctx: CommandContext, match: Match) -> str:
    """Return the reply to the player whose action has started a match."""
    text = ctx.t.translate("Game {number} has begun. Have fun!", number=match.id)
    return " ".join(filter(None, (text, to_board(ctx.t, match))))
